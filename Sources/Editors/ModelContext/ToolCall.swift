import Basics
import Files
import Platform
import Synchronization
import TrayKit

/// A call of a tool: a process of this executable that runs a command, within limits.
final class ToolCall: Sendable {
  typealias Answer = Result<JSONMembers, LanguageServer.Refusal>

  /// How long a command may take to end by itself.
  private static let patience = Duration.seconds(5)
  /// The number of commands that run at a time; others wait.
  private static let slots = DispatchSemaphore(value: 4)

  /// The words of the command line.
  private let command: [String]
  private let timeLimit: Duration
  private let wasCancelled = Atomic(false)
  /// The output of the command, once it has ended.
  private let said = Mutex<(output: [UInt8], errors: [UInt8])?>(nil)

  init(_ command: [String], timeLimit: Duration) {
    (self.command, self.timeLimit) = (command, timeLimit)
  }

  /// Whether nobody waits for the answer.
  var isCancelled: Bool { wasCancelled.load(ordering: .relaxed) }

  /// Ends the command.
  func cancel() { wasCancelled.store(true, ordering: .relaxed) }

  /// Runs the command; returns the result for the assistant, or a refusal if the command line is wrong.
  func answer() -> Answer {
    while Self.slots.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      if isCancelled { return .success([:]) }
    }
    defer { Self.slots.signal() }
    do throws(FileError) {
      return try run()
    } catch {
      return .failure(.internalError("the command cannot be run: \(error.reason)"))
    }
  }

  private func run() throws(FileError) -> Answer {
    guard let tool = System.executablePath else { return .failure(.internalError("no executable")) }
    let (output, errors) = (try OpenFile.pipe(), try OpenFile.pipe())
    let process = try ChildProcess(tool, command, output: output.writer, errors: errors.writer)
    output.writer.close()
    errors.writer.close()
    let isRead = DeepThread.start(stackSize: 1 << 18) { [self] in
      let contents = OpenFile.contents(of: output.reader, errors.reader)
      said.withLock { $0 = (contents.first, contents.second) }
    }
    guard isRead else {
      process.send(SIGKILL)
      throw FileError(code: EAGAIN)
    }
    return answer(end(of: process))
  }

  /// Waits for the process, and ends it if its time is over or the call is cancelled.
  private func end(of process: ChildProcess) -> ChildProcess.Ending {
    let limit = ContinuousClock.now + timeLimit + Self.patience
    var wasInterrupted = false
    while said.withLock({ $0 == nil }) {
      usleep(5_000)
      // After an interruption, a command still reports.
      if !wasInterrupted, .now > limit {
        process.send(SIGINT)
        wasInterrupted = true
      }
      if isCancelled || .now > limit + Self.patience { process.send(SIGKILL) }
    }
    return process.wait()
  }

  private func answer(_ ending: ChildProcess.Ending) -> Answer {
    let (output, errors) = said.withLock { $0 } ?? ([], [])
    var text = String(decoding: output.isEmpty ? errors : output, as: UTF8.self)
    let isError: Bool
    switch ending {
    case .status(ExitStatus.usage.rawValue) where output.isEmpty:
      return .failure(.invalid(text.trimmed))
    case .status(let status):
      isError = [.specError, .internalError, .enginesDiffer].contains(ExitStatus(rawValue: status))
      if text.hasPrefix("{\n") { text = Self.withoutIndents(text) }
    case .signal(let signal):
      isError = true
      text += "the command was ended by signal \(signal), after at most \(timeLimit)"
    }
    return .success(["content": [["type": "text", "text": text]], "isError": isError])
  }

  /// A document of JSON on one line: it takes less than half of an assistant's attention.
  private static func withoutIndents(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
  }
}
