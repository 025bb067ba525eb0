import Files
import Platform
import Reports
import Semantics
import SpecLanguage
import TrayKit

/// One of two versions of specs: a file or a folder, on disk or in a revision.
///
/// All files are read at once, when the value is made, and later changes on disk do not matter.
struct DiffSource {
  /// A spec with the path by which it is found again in the other version.
  ///
  /// The relative path goes from the folder of the version on; of a single file it is its last part.
  /// The path of the source file itself is the one that messages show, such as
  /// `git:main:Specs/lamp.tray`.
  struct File {
    var relativePath: String
    var file: SourceFile
  }

  private(set) var files: [File] = []
  private(set) var unreadable: [CheckReport.Unreadable] = []
  /// It is a single file, and compared with a single one whatever they are called.
  private(set) var isSingle = false

  /// Reads a version by the text that a user gives for it.
  ///
  /// A file of that very name is taken only if the text does not begin with `git:`.
  ///
  /// - Throws: `RequestError` if it begins with `git:` and has no revision or no path. That something
  ///   cannot be read is in `unreadable`.
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
/// Files are paired by path first, then by the name of the spec, so that a spec may move or be
/// renamed, but not both. Two single files are a pair whatever they hold.
struct SpecPairs {
  typealias Pair = (old: SourceFile?, new: SourceFile?)

  /// In the order of the new version, with those that are gone at the end.
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
    // Of a folder, what a single file is not about is not missing from it.
    if old.isSingle != new.isSingle { pairs.removeAll { $0.old == nil || $0.new == nil } }
  }

  /// The name that the spec gives itself.
  private static func name(of file: SourceFile) -> String? { Parser.parse(file).spec.name?.text }
}
