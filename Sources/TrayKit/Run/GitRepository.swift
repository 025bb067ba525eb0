import Files
import Platform
import Reports
import Semantics

/// Reads files of a revision in a git repository: `GitRepository(revision: "main")`.
///
/// It runs `git` in the current folder and changes nothing.
///
/// Each query starts a process and waits for it. Paths are relative to the current folder, as for files on disk,
/// although git's own paths are relative to the root of the repository. Contents are those in the object store: no
/// filters and no line-ending conversion apply.
package struct GitRepository {
  /// The reason why something cannot be read.
  package struct Problem: Error {
    package var reason: String

    package init(reason: String) { self.reason = reason }
  }

  /// The file or folder at a path in a revision. Links are followed within the revision, and never out of it.
  package enum Entry {
    case file([UInt8])
    /// A folder, with the specs in it and the entries that cannot be read.
    case folder([Name])
  }

  /// A file in a folder.
  package struct Name {
    /// The path of the file, relative to the folder.
    package var path: String
    /// The reason why the file cannot be read, if it is known.
    package var problem: String?
  }

  private let revision: String
  private let git: String
  /// The path from the root of the work tree to the current folder, with a trailing slash unless it is empty.
  private var prefix = ""

  /// Verifies that git, a repository and the revision exist.
  package init(revision: String) throws(Problem) {
    guard !revision.isEmpty else { throw Problem(reason: "it names no revision") }
    // Git would read it as an option.
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
    // A bare repository has no current folder.
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

  /// The beginning of a text that names a revision.
  package static let prefix = "git:"

  /// Parses a text that names a revision, for example `git:main`.
  ///
  /// - Throws: `RequestError` if it has another form, or if the revision cannot be read.
  package static func since(_ text: String) throws(RequestError) -> GitRepository {
    guard text.hasPrefix(prefix) else {
      throw RequestError("'\(text)': write 'git:REV', for example 'git:main'")
    }
    do throws(Problem) {
      return try GitRepository(revision: String(text.dropFirst(prefix.count)))
    } catch {
      throw RequestError("'\(text)': \(error.reason)")
    }
  }

  /// The lines of a spec that changed since the revision. All lines of a file that the revision does not have are new.
  package func changedLines(of file: SourceFile) -> ChangedLines {
    let folder = FileManager.default.currentDirectoryPath + "/"
    return ChangedLines(file, since: revision) { path in
      let relative = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
      return (try? self.file(at: relative)).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The entry at a path, relative to the current folder.
  package func entry(at path: String) throws(Problem) -> Entry {
    let object = try object(at: path)
    guard object.isFolder else { return .file(try contents(object)) }
    var seen = [object.name] as Set
    return .folder(try names(at: path, in: object, &seen))
  }

  /// The contents of a file in the revision.
  package func file(at path: String) throws(Problem) -> [UInt8] {
    try contents(try object(at: path))
  }

  // MARK: Objects

  /// An object in git's store: a file or a folder.
  ///
  /// `name` is the hash of its contents, so equal contents have the same object. `bytes` is its size.
  private struct Object {
    var name: String
    var isFolder: Bool
    var bytes: Int
  }

  /// The object at a path, after links within the revision were followed.
  ///
  /// - Throws: `Problem` if the path is absolute, leads out of the repository, or does not exist.
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
    // The query is one line. The answer is "<name> <kind> <bytes>", or the target of a link.
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

  /// The path without `.` and `..`; nil if it leads out of the repository.
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

  /// The bytes of a file, limited to the maximum size of a spec.
  private func contents(_ object: Object) throws(Problem) -> [UInt8] {
    if object.isFolder { throw Problem(reason: "it is a folder, not a file") }
    guard object.bytes <= SpecLoader.maximumBytes else {
      throw Problem(
        reason: "it is larger than \(SpecLoader.maximumBytes >> 20) MiB, so it is no spec")
    }
    return try run(["cat-file", "blob", object.name]).output(of: "git cannot read it")
  }

  // MARK: Folders

  /// The specs in a folder at any depth, in the order of git, with the entries that cannot be read.
  ///
  /// - Parameter seen: the names of the folders visited so far; links to them are not followed.
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

  /// The specs at the target of a link. No folder is visited twice.
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
    /// The signal that ended git, if there was one.
    var signal: Int32?
    var output: [UInt8]
    /// The error output of git, on one line.
    var errors: String

    /// The first line of the output.
    var line: String {
      String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// The output of git, if it exited with success.
    ///
    /// - Parameter failure: the beginning of the error message.
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

  /// Runs git with arguments.
  ///
  /// - Parameter input: the standard input of git, if it reads any. It must fit into a pipe.
  /// - Returns: the output, whatever the exit status is. It is an error only if git cannot be started.
  private func run(_ arguments: [String], input: String? = nil) throws(Problem) -> Result {
    var environment = ProcessInfo.processInfo.environment
    // Git must not prompt, translate messages or write to the repository.
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
