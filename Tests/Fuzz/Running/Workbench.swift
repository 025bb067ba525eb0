import Commands
import Foundation
import Guests

/// A working folder of the tool, and the tool itself, which runs in this process as if the words had been typed
/// there: `bench.run(["check"])`.
final class Workbench {
  /// The result of a run of the tool.
  struct Answer {
    var words: [String]
    var status: Int32
    var output: [UInt8]
    var errors: [UInt8]
    /// Processor time of all threads, in seconds.
    var seconds: Double

    var outputText: String { String(decoding: output, as: UTF8.self) }
    var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  /// The working folder, which is the process's own.
  let folder: URL
  private let output: Int32
  private let errors: Int32
  private var last: [Answer] = []

  /// Makes the folder, goes there, and takes the standard streams.
  init(_ folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard FileManager.default.changeCurrentDirectoryPath(folder.path) else {
      throw POSIXError(.ENOENT)
    }
    let outer = folder.deletingLastPathComponent()
    output = Self.stream(outer.appending(path: "stdout").path)
    errors = Self.stream(outer.appending(path: "stderr").path)
    fflush(nil)
    dup2(output, STDOUT_FILENO)
    dup2(errors, STDERR_FILENO)
    for name in ["GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "TRAYCHECK_CACHE"] { unsetenv(name) }
  }

  private static func stream(_ path: String) -> Int32 {
    open(path, O_RDWR | O_CREAT | O_APPEND | O_TRUNC, 0o644)
  }

  /// Clears the earlier runs that `keep` would report.
  func begin() { last = [] }

  /// Runs the tool.
  func run(_ words: [String]) -> Answer {
    ftruncate(output, 0)
    ftruncate(errors, 0)
    let before = Self.processorSeconds
    let status = tool.main(words)
    let answer = Answer(
      words: words, status: status, output: Self.contents(output), errors: Self.contents(errors),
      seconds: Self.processorSeconds - before)
    last.append(answer)
    return answer
  }

  /// Writes a file of the folder.
  func write(_ bytes: [UInt8], to name: String) {
    let file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
  }

  /// The content of a file in the folder; nil if it does not exist.
  func read(_ name: String) -> [UInt8]? {
    let file = open(name, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return Self.contents(file)
  }

  /// Removes a file or folder of the folder, if it exists.
  func remove(_ name: String) {
    if unlink(name) != 0, errno != ENOENT { try? FileManager.default.removeItem(atPath: name) }
  }

  /// Copies the folder, and reports the last run in it.
  func keep(in place: URL) throws {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try? FileManager.default.copyItem(at: folder, to: place.appending(path: "folder"))
    let text = last.map { answer in
      "traycheck \(answer.words)\nstatus \(answer.status), \(answer.seconds) s\n"
        + "--- stdout\n\(answer.outputText)--- stderr\n\(answer.errorText)\n"
    }
    try Data(text.joined(separator: "\n").utf8).write(to: place.appending(path: "runs.txt"))
  }

  private static func contents(_ file: Int32) -> [UInt8] {
    let size = Int(lseek(file, 0, SEEK_END))
    guard size > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, pread(file, buffer.baseAddress, size, 0))
    }
  }

  private static var processorSeconds: Double {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
