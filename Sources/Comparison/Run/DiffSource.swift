import Files
import Platform
import Reports
import Semantics
import SpecLanguage
import TrayKit

/// One of two versions of specs: a file or a folder, on disk or in a revision.
///
/// All files are read when the value is created. Later changes on disk have no effect.
struct DiffSource {
  /// A spec with the path that identifies it in the other version.
  ///
  /// The relative path starts at the folder of the version. For a single file, it is the last path component. The path
  /// of the source file itself is the one that messages show, such as `git:main:Specs/lamp.tray`.
  struct File {
    var relativePath: String
    var file: SourceFile
  }

  private(set) var files: [File] = []
  private(set) var unreadable: [CheckReport.Unreadable] = []
  /// Whether the version is a single file, which is compared with another single file regardless of their names.
  private(set) var isSingle = false

  /// Reads a version from the text that the user gave.
  ///
  /// A text that begins with `git:` always means a revision, even if a file of that name exists.
  ///
  /// - Throws: `RequestError` if the text begins with `git:` and has no revision or no path. Unreadable files are
  ///   listed in `unreadable`.
  init(_ text: String) throws(RequestError) {
    guard text.hasPrefix(GitRepository.prefix) else {
      loadFromDisk(text)
      return
    }
    let parts = text.dropFirst(GitRepository.prefix.count)
      .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw RequestError(
        "'\(text)': write 'git:REV:path', such as 'git:main:Specs'")
    }
    loadFromGit(text, revision: String(parts[0]), path: String(parts[1]))
  }

  private mutating func loadFromDisk(_ path: String) {
    isSingle = !FileStatus.isFolder(path)
    let found = SpecLoader.load([path])
    unreadable =
      found.unreadable + found.empty.map { .init(path: $0, reason: SpecLoader.emptyFolder) }
    let base = path.hasSuffix("/") ? path : path + "/"
    files = found.files.map { file in
      let relative =
        file.path.hasPrefix(base)
        ? String(file.path.dropFirst(base.count)) : Self.lastName(of: file.path)
      return File(relativePath: relative, file: file)
    }
  }

  private mutating func loadFromGit(_ text: String, revision: String, path: String) {
    do throws(GitRepository.Problem) {
      let repository = try GitRepository(revision: revision)
      let used = Self.usedFiles(of: repository, root: "\(GitRepository.prefix)\(revision):")
      switch try repository.entry(at: path) {
      case .file(let contents):
        isSingle = true
        files = [
          File(
            relativePath: Self.lastName(of: path),
            file: used.joined(to: SourceFile(path: text, contents: contents)))
        ]
      case .folder(let names):
        let base = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
        for name in names.sorted(by: { $0.path < $1.path }) {
          let shown = "\(GitRepository.prefix)\(revision):\(base)\(name.path)"
          do throws(GitRepository.Problem) {
            if let reason = name.problem { throw GitRepository.Problem(reason: reason) }
            let contents = try repository.file(at: base + name.path)
            files.append(
              File(
                relativePath: name.path,
                file: used.joined(to: SourceFile(path: shown, contents: contents))))
          } catch {
            unreadable.append(.init(path: shown, reason: error.reason))
          }
        }
        if files.isEmpty, unreadable.isEmpty {
          unreadable.append(
            .init(path: text, reason: SpecLoader.emptyFolder))
        }
      }
    } catch {
      unreadable.append(.init(path: text, reason: error.reason))
    }
  }

  private static func usedFiles(of repository: GitRepository, root: String) -> UsedFiles {
    UsedFiles(root: root) { path in
      do throws(GitRepository.Problem) {
        return .bytes(try repository.file(at: String(path.dropFirst(root.count))))
      } catch {
        return .unreadable(error.reason)
      }
    }
  }

  private static func lastName(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// The specs of two versions, each with its counterpart if it has one.
///
/// Files are paired by path first, then by the name of the spec. So a spec may be moved or renamed, but not both. Two
/// single files are always a pair.
struct SpecPairs {
  typealias Pair = (old: SourceFile?, new: SourceFile?)

  /// The pairs in the order of the new version, with removed specs at the end.
  private(set) var pairs: [Pair] = []

  init(_ old: DiffSource, _ new: DiffSource) {
    if old.isSingle, new.isSingle {
      if !old.files.isEmpty, !new.files.isEmpty {
        pairs = [(old.files[0].file, new.files[0].file)]
      }
      return
    }
    var free = old.files
    var partners: [SourceFile?] = new.files.map { file in
      free.firstIndex { $0.relativePath == file.relativePath }.map { free.remove(at: $0).file }
    }
    for (index, file) in new.files.enumerated() where partners[index] == nil {
      guard let name = Self.name(of: file.file) else { continue }
      let match = free.firstIndex { Self.name(of: $0.file) == name }
      partners[index] = match.map { free.remove(at: $0).file }
    }
    pairs = zip(partners, new.files).map { ($0, $1.file) }
    pairs += free.map { ($0.file, nil) }
    // Specs of a folder that the other side's single file does not cover are not missing.
    if old.isSingle != new.isSingle { pairs.removeAll { $0.old == nil || $0.new == nil } }
  }

  /// The name that the spec declares.
  private static func name(of file: SourceFile) -> String? { Parser.parse(file).spec.name?.text }
}
