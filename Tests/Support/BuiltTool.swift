import Foundation

/// The executable `traycheck`, or another one, built next to the tests: `BuiltTool.run(["check"])`.
///
/// Its output goes to files, not pipes, so that no amount of it can block the tool.
public enum BuiltTool {
  /// The reason why the tool could not run.
  public enum Failure: Error {
    /// None of the folders in which tests are built contains an executable.
    case notFound(searched: [String])
    /// The tool did not end within the time that a test may take.
    case timedOut(arguments: [String])
  }

  private final class Anchor {}

  /// Runs the tool to its end.
  ///
  /// - Parameters:
  ///   - arguments: the words after the name of the tool.
  ///   - tool: the name of the executable.
  ///   - folder: the working folder.
  ///   - environment: variables in addition to those of the tests. Variables that CI and the tool itself read are not
  ///     passed on.
  ///   - input: the content of its standard input.
  ///   - seconds: after so long the tool is ended, and the run fails.
  /// - Returns: the exit status (128 and the signal's number, if one ended the tool), and all that
  ///   was written.
  public static func run(
    _ arguments: [String], of tool: String = "traycheck", in folder: URL = RepositoryFolder.root,
    environment: [String: String] = [:], input: String = "", withinSeconds seconds: Int = 300
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try run(
      location(of: tool), arguments, in: folder, environment: environment, input: input,
      withinSeconds: seconds)
  }

  /// Runs the tool to its end, likewise, as if it had been called by a name. Displayed commands contain that name.
  public static func run(
    calledAs name: String, _ arguments: [String], in folder: URL,
    environment: [String: String] = [:], input: String = ""
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try run(
      URL(filePath: "/bin/bash"),
      ["-c", #"exec -a "$0" "$@""#, name, location().path] + arguments, in: folder,
      environment: environment, input: input, withinSeconds: 300)
  }

  /// Runs an installed program to its end, likewise; it finds the tool by its name.
  public static func run(
    installed program: String, _ arguments: [String], in folder: URL,
    environment: [String: String] = [:], input: String = "", withinSeconds seconds: Int = 300
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    let own = try location().deletingLastPathComponent().path
    return try run(
      URL(filePath: "/usr/bin/env"), [program] + arguments, in: folder,
      environment: ["PATH": "\(own):\(path)"].merging(environment) { $1 }, input: input,
      withinSeconds: seconds)
  }

  private static func run(
    _ executable: URL, _ arguments: [String], in folder: URL, environment: [String: String],
    input: String, withinSeconds seconds: Int
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    let scratch = try ScratchFolder()
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("GITHUB_") && !$0.key.hasPrefix("TRAYCHECK_") && $0.key != "CI" }
      .merging(environment) { $1 }
    try scratch.write(input, to: "stdin")
    let question = FileHandle(forReadingAtPath: scratch.url.path + "/stdin")
    let (answer, errors) = (try scratch.newFile("stdout"), try scratch.newFile("stderr"))
    // Foundation keeps the files of a process, and with some 1,360 open files it reads beyond the end of its list.
    defer { for file in [question, answer, errors] { try? file?.close() } }
    process.standardInput = question
    process.standardOutput = answer
    process.standardError = errors
    let done = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in done.signal() }
    try process.run()
    guard done.wait(timeout: .now() + .seconds(seconds)) == .success else {
      process.terminate()
      throw Failure.timedOut(arguments: arguments)
    }
    let signalled = process.terminationReason == .uncaughtSignal
    return (
      process.terminationStatus + (signalled ? 128 : 0), try scratch.text(of: "stdout"),
      try scratch.text(of: "stderr")
    )
  }

  /// Returns whether a program of that name is installed.
  public static func isInstalled(_ program: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  /// The location of the executable: next to the test bundle, wherever the platform puts that.
  public static func location(of tool: String = "traycheck") throws -> URL {
    let paths = [Bundle(for: Anchor.self).bundlePath] + CommandLine.arguments
    let folders = paths.map { URL(filePath: $0).deletingLastPathComponent() }
    let candidates = folders.flatMap { [$0] + parents(of: $0, upTo: 3) }
    guard
      let found = candidates.map({ $0.appending(path: tool) }).first(where: isExecutable)
    else { throw Failure.notFound(searched: candidates.map(\.path)) }
    return found
  }

  private static func parents(of folder: URL, upTo count: Int) -> [URL] {
    var folders: [URL] = []
    for _ in 0..<count { folders.append((folders.last ?? folder).deletingLastPathComponent()) }
    return folders
  }

  private static func isExecutable(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    return exists && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: url.path)
  }
}
