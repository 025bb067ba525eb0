import Files
import Platform

/// The files that set up Traycheck in a repository: `NewProject(in: folder, spec: spec).write()`.
///
/// The files are a settings file, a first spec, a script that runs a pinned version of the tool, a line of `.gitignore`
/// for the cache, a CI job, and instructions for assistants. Except `.gitignore`, existing files are not changed.
public struct NewProject: Sendable {
  /// One file of the project setup, with the planned change.
  public struct File: Sendable, Equatable {
    /// The planned change of a file.
    public enum Change: String, Sendable {
      /// The file is created.
      case create
      /// Lines are appended to the file.
      case append
      /// The file exists and is not changed.
      case keep
    }

    /// The path of the file, relative to the root of the repository.
    public var path: String
    /// The planned change of the file.
    public var change: Change
    /// The text that is written or appended.
    public var text: String
    var isProgram = false
  }

  /// The root of the repository, or the given folder if it is not in a repository.
  public let root: String
  /// All files, in the order in which they are written.
  public private(set) var files: [File] = []
  /// Sentences that describe the steps left to the user.
  public private(set) var notes: [String] = []

  /// The other CI services that have their own configuration file, each with the file that reveals its use.
  private static let others = [
    ("bitrise.yml", "Bitrise"), (".circleci", "CircleCI"), ("Jenkinsfile", "Jenkins"),
    ("ci_scripts", "Xcode Cloud"),
  ]

  /// Plans the files without writing anything.
  ///
  /// - Parameters:
  ///   - folder: an absolute path of a folder in the repository.
  ///   - spec: the first spec. It is left out if the repository already has specs in `Specs`.
  public init(in folder: String, spec: NewSpec) {
    let repository = RealPath.repository(of: folder)
    root = repository == "/" ? folder : repository ?? folder
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
    addInstructions()
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

  /// Adds a line to `.gitignore` unless the file already contains it.
  private mutating func ignore(_ line: String) {
    let path = ".gitignore"
    guard isThere(path) else { return add(path, Array("\(line)\n".utf8)) }
    let text = (try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)) ?? ""
    let isKnown = text.split(whereSeparator: \.isNewline).contains { $0 == line }
    let start = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
    files.append(
      File(path: path, change: isKnown ? .keep : .append, text: isKnown ? "" : "\(start)\(line)\n"))
  }

  /// Adds the job for the CI service that the repository uses, or for GitHub Actions if there is none.
  private mutating func addJob() {
    let remotes = (try? String(contentsOfFile: "\(root)/.git/config", encoding: .utf8)) ?? ""
    let service = Self.others.first { isThere($0.0) }
    let workflows = ".github/workflows"
    if isThere(".gitlab-ci.yml") {
      files.append(File(path: ".gitlab-ci.yml", change: .keep, text: ""))
      notes.append(
        "Add this job to .gitlab-ci.yml:\n\n"
          + String(decoding: PackageResources.gitlab_yml, as: UTF8.self))
    } else if !isThere(workflows), remotes.contains("gitlab") {
      add(".gitlab-ci.yml", PackageResources.gitlab_yml)
    } else if !isThere(workflows), let service {
      notes.append("CIRecipes.md has a job for \(service.1): it runs './traycheckw check'.")
    } else {
      add("\(workflows)/rules.yml", PackageResources.rules_yml)
    }
  }

  /// Adds the skill for assistants, and its text as a section of `AGENTS.md`.
  private mutating func addInstructions() {
    add(".github/skills/traycheck/SKILL.md", PackageResources.skill)
    let skill = String(decoding: PackageResources.skill, as: UTF8.self)
    let section = String(skill.split(separator: "\n---\n\n", maxSplits: 1).last ?? "")
    let path = "AGENTS.md"
    add(path, Array(section.utf8))
    let present = try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    if isThere(path), present?.contains(section) != true {
      notes.append("Add this section to \(path):\n\n\(section)")
    }
  }

  /// Creates the new files and appends to the existing ones.
  ///
  /// - Throws: `ReportFileError` for the first file that cannot be written. Files written before it are kept.
  public func write() throws(ReportFileError) {
    for file in files where file.change != .keep {
      let target = OutputFile("\(root)/\(file.path)")
      do throws(FileError) {
        switch file.change {
        case .append: try target.append(Array(file.text.utf8))
        default:
          // Another program may have created it in the meantime.
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
