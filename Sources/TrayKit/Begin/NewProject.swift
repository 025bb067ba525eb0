import Files
import Platform

/// The files with which a repository begins to check its rules: `NewProject(in: folder, spec: spec).write()`.
///
/// They are a settings file, a first spec, a script that runs a pinned version of the tool, a line of `.gitignore` for
/// the cache, and a job for the CI service of the repository. Files that exist stay as they are.
public struct NewProject: Sendable {
  /// A file, and what happens to it.
  public struct File: Sendable, Equatable {
    /// The change of a file.
    public enum Change: Sendable, Equatable {
      /// The file is new.
      case create
      /// Lines are added at its end.
      case append
      /// It exists, and stays as it is.
      case keep
    }

    /// The path from the root of the repository.
    public var path: String
    /// The change of the file.
    public var change: Change
    /// The text that is written.
    public var text: String
    var isProgram = false
  }

  /// The root of the repository, or the folder itself outside of one.
  public let root: String
  /// All files, in the order in which they are written.
  public private(set) var files: [File] = []
  /// Sentences about the steps that are left to the user.
  public private(set) var notes: [String] = []

  /// The CI services that have a configuration file of their own, with the file that shows their use.
  private static let others = [
    ("bitrise.yml", "Bitrise"), (".circleci", "CircleCI"), ("Jenkinsfile", "Jenkins"),
    ("ci_scripts", "Xcode Cloud"),
  ]

  /// Makes the list of the files. Nothing is written yet.
  ///
  /// - Parameters:
  ///   - folder: a folder of the repository, an absolute path.
  ///   - spec: the first spec. If the repository has specs in `Specs`, it is left out.
  public init(in folder: String, spec: NewSpec) {
    root = Self.root(of: folder)
    add(SettingsFile.name, PackageResources.settings_json)
    if FolderWalk("\(root)/\(NewSpec.folder)", ".tray").files.isEmpty {
      add(spec.path, Array(spec.text.utf8))
    } else {
      files.append(File(path: NewSpec.folder, change: .keep, text: ""))
    }
    add("traycheckw", PackageResources.traycheckw, isProgram: true)
    if files.contains(where: { $0.path == "traycheckw" && $0.change == .create }) {
      notes.append(
        "Replace OWNER in traycheckw with the owner of the Traycheck repository that has the releases."
      )
    }
    ignore("/.traycheck-cache/")
    addJob()
  }

  private static func root(of folder: String) -> String {
    var url = URL(filePath: folder)
    while url.path != "/" {
      if (try? FileStatus(url.appending(path: ".git").path)) != nil { return url.path }
      url = url.deletingLastPathComponent()
    }
    return folder
  }

  private func isThere(_ path: String) -> Bool {
    (try? FileStatus("\(root)/\(path)", followsLinks: false)) != nil
  }

  private mutating func add(_ path: String, _ text: [UInt8], isProgram: Bool = false) {
    files.append(
      File(
        path: path, change: isThere(path) ? .keep : .create,
        text: String(decoding: text, as: UTF8.self), isProgram: isProgram))
  }

  /// Adds a line to `.gitignore`, unless the line is there.
  private mutating func ignore(_ line: String) {
    let path = ".gitignore"
    guard isThere(path) else { return add(path, Array("\(line)\n".utf8)) }
    let text = (try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)) ?? ""
    let isKnown = text.split(whereSeparator: \.isNewline).contains { $0 == line }
    let start = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
    files.append(
      File(path: path, change: isKnown ? .keep : .append, text: isKnown ? "" : "\(start)\(line)\n"))
  }

  /// Adds the job for the CI service that the repository shows, GitHub's if it shows none.
  private mutating func addJob() {
    let remotes = (try? String(contentsOfFile: "\(root)/.git/config", encoding: .utf8)) ?? ""
    let service = Self.others.first { isThere($0.0) }
    if isThere(".gitlab-ci.yml") {
      files.append(File(path: ".gitlab-ci.yml", change: .keep, text: ""))
      notes.append(
        "Add this job to .gitlab-ci.yml:\n\n"
          + String(decoding: PackageResources.gitlab_yml, as: UTF8.self))
    } else if !isThere(".github"), remotes.contains("gitlab") {
      add(".gitlab-ci.yml", PackageResources.gitlab_yml)
    } else if !isThere(".github"), let service {
      notes.append("CIReports.md has a job for \(service.1): it runs './traycheckw check'.")
    } else {
      add(".github/workflows/rules.yml", PackageResources.rules_yml)
    }
  }

  /// Writes the files that are new, and adds to the others.
  ///
  /// - Throws: `ReportFileError` for the first file that cannot be written. Those before it are there.
  public func write() throws(ReportFileError) {
    for file in files where file.change != .keep {
      let target = OutputFile("\(root)/\(file.path)")
      do throws(FileError) {
        switch file.change {
        case .append: try target.append(Array(file.text.utf8))
        default:
          // Another program may have made it meanwhile.
          if isThere(file.path) { throw FileError("it exists now, and stays as it is") }
          try target.replace(with: Array(file.text.utf8))
          if file.isProgram { chmod("\(root)/\(file.path)", 0o755) }
        }
      } catch {
        throw ReportFileError(reason: "\(LogText.line(file.path)): \(error.reason)")
      }
    }
  }
}
