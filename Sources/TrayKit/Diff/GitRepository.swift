import Foundation

/// Reads files as they are in a revision of a git repository: `GitRepository(revision: "main")`.
///
/// It asks `git`, from the current folder, and never changes anything.
struct GitRepository {
  /// Why something cannot be read.
  struct Problem: Error {
    var reason: String
  }

  /// What a path stands for in a revision.
  enum Entry {
    case file([UInt8])
    /// The names of all files in it, from the folder on.
    case folder([String])
  }

  private let revision: String
  private let git: URL

  /// Makes sure that there is git, a repository and the revision.
  init(revision: String) throws(Problem) {
    guard !revision.isEmpty else { throw Problem(reason: "it names no revision") }
    // To git it would be an option.
    guard !revision.hasPrefix("-") else {
      throw Problem(reason: "a revision does not begin with '-'")
    }
    guard !revision.contains("\0") else {
      throw Problem(reason: "there is no revision of that name")
    }
    self.revision = revision
    guard let git = Self.executable() else {
      throw Problem(reason: "git is needed to read it, and there is none in PATH")
    }
    self.git = git
    let place = try run(["rev-parse", "--git-dir"])
    guard place.status == 0 else {
      let isUnowned = place.errors.contains("dubious ownership")
      throw Problem(
        reason: isUnowned
          ? "git does not trust this repository, which belongs to somebody else"
          : "the current folder is in no git repository")
    }
    let known = try run(["rev-parse", "--verify", "--quiet", "\(revision)^{tree}"])
    guard known.status == 0 else {
      throw Problem(reason: "the repository has no revision '\(revision)'")
    }
  }

  /// What is at a path, seen from the current folder.
  func entry(at path: String) throws(Problem) -> Entry {
    let name = try object(path)
    let kind = try run(["cat-file", "-t", name])
    switch String(decoding: kind.output, as: UTF8.self) {
    case "blob\n": return .file(try contents(name))
    case "tree\n": return .folder(try names(in: name))
    default:
      throw Problem(reason: "there is no '\(path)' in '\(revision)'")
    }
  }

  /// The contents of a file.
  func file(at path: String) throws(Problem) -> [UInt8] { try contents(try object(path)) }

  private func object(_ path: String) throws(Problem) -> String {
    guard !path.hasPrefix("/") else {
      throw Problem(reason: "the path has to be relative to the current folder")
    }
    guard !path.contains("\0") else { throw Problem(reason: "there is no such path") }
    return "\(revision):./\(path)"
  }

  private func contents(_ object: String) throws(Problem) -> [UInt8] {
    let size = try run(["cat-file", "-s", object])
    let text = String(decoding: size.output, as: UTF8.self)
    if let bytes = Int(text.dropLast()), bytes > SpecLoader.maximumBytes {
      throw Problem(
        reason: "it is larger than \(SpecLoader.maximumBytes >> 20) MiB, so it is no spec")
    }
    let result = try run(["cat-file", "blob", object])
    guard result.status == 0 else { throw Problem(reason: "git cannot read it: \(result.errors)") }
    return Array(result.output)
  }

  private func names(in object: String) throws(Problem) -> [String] {
    let result = try run(["ls-tree", "--full-tree", "-r", "-z", "--name-only", object])
    guard result.status == 0 else { throw Problem(reason: "git cannot list it: \(result.errors)") }
    return result.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Running git

  private struct Result {
    var status: Int32
    var output: Data
    /// What git said, on one line.
    var errors: String
  }

  private static func executable() -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    for folder in path.split(separator: ":") {
      let file = "\(folder)/git"
      if FileManager.default.isExecutableFile(atPath: file) { return URL(filePath: file) }
    }
    return nil
  }

  private func run(_ arguments: [String]) throws(Problem) -> Result {
    let process = Process()
    process.executableURL = git
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    // It must neither ask nor translate, nor write to the repository.
    environment["GIT_TERMINAL_PROMPT"] = "0"
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    environment["LC_ALL"] = "C"
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    let done = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in done.signal() }
    do {
      try process.run()
    } catch {
      throw Problem(reason: "git cannot be run: \(error.localizedDescription)")
    }
    // Both are read at once, so that neither can fill up and block git.
    let said = Drain(errors.fileHandleForReading)
    let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    let text = said.finish()
    done.wait()
    return Result(
      status: process.terminationStatus, output: data,
      errors: String(decoding: text, as: UTF8.self).split(separator: "\n").joined(separator: " "))
  }
}

/// Reads a pipe to its end on a thread of its own.
///
/// Invariant: `data` is written before the semaphore is signalled and read only after.
private final class Drain: @unchecked Sendable {
  private var data = Data()
  private let done = DispatchSemaphore(value: 0)

  init(_ handle: FileHandle) {
    let thread = Thread { [self] in
      data = (try? handle.readToEnd()) ?? Data()
      done.signal()
    }
    thread.start()
  }

  func finish() -> Data {
    done.wait()
    return data
  }
}
