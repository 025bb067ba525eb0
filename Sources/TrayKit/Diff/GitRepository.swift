import Files
import Platform
import Reports
import Semantics

/// Reads files as they are in a revision of a git repository: `GitRepository(revision: "main")`.
///
/// It asks `git`, from the current folder, and never changes anything.
///
/// Each question starts a process and waits for it. Paths count from the current folder, as they do
/// for files, although git counts from the root of the repository. Contents are those that git keeps:
/// neither filters nor line endings of a checkout apply.
struct GitRepository {
  /// Why something cannot be read.
  struct Problem: Error {
    var reason: String
  }

  /// What a path stands for in a revision. Links are followed within it, and never out of it.
  enum Entry {
    case file([UInt8])
    /// The specs in it, and what may hold some and cannot be looked at.
    case folder([Name])
  }

  /// A file in a folder.
  struct Name {
    /// From the folder on.
    var path: String
    /// Why it cannot be read, if that is known.
    var problem: String?
  }

  private let revision: String
  private let git: String
  /// The current folder, seen from the root of what is tracked, with a slash at its end if it is another.
  private var prefix = ""

  /// Makes sure that there is git, a repository and the revision.
  init(revision: String) throws(Problem) {
    guard !revision.isEmpty else { throw Problem(reason: "it names no revision") }
    // To git it would be an option.
    guard !revision.hasPrefix("-") else {
      throw Problem(reason: "a revision does not begin with '-'")
    }
    guard !revision.contains("\0"), !revision.contains("\n") else {
      throw Problem(reason: "there is no revision of that name")
    }
    self.revision = revision
    guard let path = ProgramPath.find("git") else {
      throw Problem(reason: "git is needed to read it, and there is none in PATH")
    }
    git = path
    let place = try run(["rev-parse", "--git-dir"])
    if place.errors.contains("dubious ownership") {
      throw Problem(reason: "git does not trust this repository, which belongs to somebody else")
    }
    if place.errors.contains("not a git repository") {
      throw Problem(reason: "the current folder is in no git repository")
    }
    _ = try place.output(of: "git cannot say where the repository is")
    // A bare repository has no folder that is the current one.
    if try run(["rev-parse", "--is-inside-work-tree"]).line == "true" {
      prefix = try run(["rev-parse", "--show-prefix"]).line
    }
    let known = try run(["rev-parse", "--verify", "--quiet", "\(revision)^{tree}"])
    guard known.status == 0 else {
      if known.status == 1, known.errors.isEmpty {
        throw Problem(reason: "the repository has no revision '\(revision)'")
      }
      _ = try known.output(of: "git cannot find the revision '\(revision)'")
      return
    }
  }

  /// The revision that a text names, for example `git:main`.
  ///
  /// - Throws: `RequestError` if it has another form, or cannot be read.
  static func since(_ text: String) throws(RequestError) -> GitRepository {
    guard text.hasPrefix(DiffSource.prefix) else {
      throw RequestError("'\(text)': write 'git:REV', for example 'git:main'")
    }
    do throws(Problem) {
      return try GitRepository(revision: String(text.dropFirst(DiffSource.prefix.count)))
    } catch {
      throw RequestError("'\(text)': \(error.reason)")
    }
  }

  /// The lines of a spec that changed since the revision. A file that the revision does not have is new.
  func changedLines(of file: SourceFile) -> ChangedLines {
    let folder = FileManager.default.currentDirectoryPath + "/"
    return ChangedLines(file, since: revision) { path in
      let relative = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
      return (try? self.file(at: relative)).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// What is at a path, seen from the current folder.
  func entry(at path: String) throws(Problem) -> Entry {
    let object = try object(at: path)
    guard object.isFolder else { return .file(try contents(object)) }
    var seen = [object.name] as Set
    return .folder(try names(at: path, in: object, &seen))
  }

  /// The contents of a file.
  func file(at path: String) throws(Problem) -> [UInt8] { try contents(try object(at: path)) }

  // MARK: Objects

  /// What git keeps: a file or a folder.
  ///
  /// `name` is what git calls it by its contents, so two paths to the same contents have the same
  /// object. `bytes` is its size.
  private struct Object {
    var name: String
    var isFolder: Bool
    var bytes: Int
  }

  /// What is at a path, links of the revision followed.
  ///
  /// - Throws: `Problem` if the path is absolute, leads out of the repository, or nothing is there.
  private func object(at path: String) throws(Problem) -> Object {
    guard !path.hasPrefix("/") else {
      throw Problem(reason: "the path has to be relative to the current folder")
    }
    guard !path.contains("\0"), !path.contains("\n") else {
      throw Problem(reason: "there is no such path")
    }
    guard let inside = Self.normal(prefix + path) else {
      throw Problem(reason: "it is outside of the repository")
    }
    // The question is a line; the answer is "<name> <kind> <bytes>", or tells where a link leads.
    let answer = try run(
      ["cat-file", "--batch-check", "--follow-symlinks"], input: "\(revision):\(inside)\n"
    ).output(of: "git cannot find it")
    let line = String(decoding: answer, as: UTF8.self)
    let words = line.prefix { $0 != "\n" }.split(separator: " ")
    switch (words.first, words.last) {
    case ("dangling", _): throw Problem(reason: "it is a link, and nothing is where it leads")
    case ("loop", _): throw Problem(reason: "its links lead round in a circle")
    case ("symlink", _): throw Problem(reason: "it is a link that leads out of the repository")
    case ("notdir", _): throw Problem(reason: "a part of its path is no folder")
    case (let name?, let bytes?) where words.count == 3:
      if words[1] == "blob" || words[1] == "tree" {
        return Object(name: String(name), isFolder: words[1] == "tree", bytes: Int(bytes) ?? 0)
      }
    default: break
    }
    throw Problem(reason: "there is no '\(path)' in '\(revision)'")
  }

  /// A path without `.` and `..`; nil if it leads out of the repository.
  private static func normal(_ path: String) -> String? {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.joined(separator: "/")
  }

  /// The bytes of a file, within the size that a spec may have.
  private func contents(_ object: Object) throws(Problem) -> [UInt8] {
    if object.isFolder { throw Problem(reason: "it is a folder, not a file") }
    guard object.bytes <= SpecLoader.maximumBytes else {
      throw Problem(
        reason: "it is larger than \(SpecLoader.maximumBytes >> 20) MiB, so it is no spec")
    }
    return try run(["cat-file", "blob", object.name]).output(of: "git cannot read it")
  }

  // MARK: Folders

  /// The specs in a folder at any depth, in the order of git, with what cannot be looked at.
  ///
  /// - Parameter seen: the names of folders that were looked through; links to them are not followed.
  private func names(
    at path: String, in folder: Object, _ seen: inout Set<String>
  ) throws(Problem) -> [Name] {
    let listing = try run(["ls-tree", "--full-tree", "-r", "-z", folder.name])
      .output(of: "git cannot list it")
    let base = path.isEmpty || path.hasSuffix("/") ? path : path + "/"
    var names: [Name] = []
    // Each is "<mode> <kind> <name of the object>\t<path>".
    for entry in listing.split(separator: 0) {
      guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let bytes = entry[(tab + 1)...]
      let name = String(decoding: bytes, as: UTF8.self)
      let isMeant = FolderWalk.ends(bytes, in: SpecLoader.suffix)
      if entry.starts(with: "160000".utf8) {
        names.append(
          Name(path: name, problem: "it is a submodule, which has a repository of its own"))
      } else if isMeant, String(validating: bytes, as: UTF8.self) == nil {
        names.append(Name(path: name, problem: "its name is not UTF-8, so it cannot be read"))
      } else if entry.starts(with: "120000".utf8) {
        names += linked(base, name, isMeant, &seen)
      } else if isMeant {
        names.append(Name(path: name))
      }
    }
    return names
  }

  /// What a link leads to; no folder is looked through twice.
  private func linked(
    _ base: String, _ name: String, _ isMeant: Bool, _ seen: inout Set<String>
  ) -> [Name] {
    do throws(Problem) {
      let target = try object(at: base + name)
      if !target.isFolder { return isMeant ? [Name(path: name)] : [] }
      guard seen.insert(target.name).inserted else { return [] }
      return try names(at: base + name, in: target, &seen).map {
        Name(path: "\(name)/\($0.path)", problem: $0.problem)
      }
    } catch {
      return [Name(path: name, problem: error.reason)]
    }
  }

  // MARK: Running git

  private struct Result {
    var status: Int32
    /// The signal that ended git, if one did.
    var signal: Int32?
    var output: [UInt8]
    /// What git said, on one line.
    var errors: String

    /// The first line of the output.
    var line: String {
      String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// The output, if git came to its end and is content.
    ///
    /// - Parameter failure: what is the matter if not.
    func output(of failure: String) throws(Problem) -> [UInt8] {
      if let signal {
        throw Problem(reason: "\(failure): git was ended by signal \(signal)")
      }
      guard status == 0 else {
        let said = errors.isEmpty ? "it ended with status \(status)" : String(errors.prefix(300))
        throw Problem(reason: "\(failure): \(said)")
      }
      return output
    }
  }

  /// - Parameter input: what git is asked, if it reads that; it has to fit into a pipe.
  /// - Returns: what git says, whatever its status is; only a git that cannot be started is an error
  ///   here.
  private func run(_ arguments: [String], input: String? = nil) throws(Problem) -> Result {
    var environment = ProcessInfo.processInfo.environment
    // It must neither ask nor translate, nor write to the repository.
    environment["GIT_TERMINAL_PROMPT"] = "0"
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    environment["LC_ALL"] = "C"
    let (said, complaints): ([UInt8], [UInt8])
    let ending: ChildProcess.Ending
    do throws(FileError) {
      let question = try input.map { text throws(FileError) in
        let pipe = try OpenFile.pipe()
        try pipe.writer.write(Array(text.utf8))
        pipe.writer.close()
        return pipe.reader
      }
      let (output, errors) = (try OpenFile.pipe(), try OpenFile.pipe())
      let process = try ChildProcess(
        git, arguments, environment: environment, input: question, output: output.writer,
        errors: errors.writer)
      output.writer.close()
      errors.writer.close()
      (said, complaints) = OpenFile.contents(of: output.reader, errors.reader)
      ending = process.wait()
    } catch {
      throw Problem(reason: "git cannot be run: \(git) is no program that works here")
    }
    var result = Result(
      status: 0, output: said,
      errors: String(decoding: complaints, as: UTF8.self).split(separator: "\n")
        .joined(separator: " "))
    switch ending {
    case .status(let status): result.status = status
    case .signal(let signal): (result.status, result.signal) = (signal, signal)
    }
    return result
  }
}
