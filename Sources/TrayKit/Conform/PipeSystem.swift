import Conformance
import Files
import Foundation
import Semantics
import Traces

/// An implementation behind a program that speaks JSON lines over its standard input and output.
///
/// The program is started when it is first needed, and anew for the run after one in which it ended or did not answer.
/// What it writes to standard error goes through. It has a process group of its own, which is gone when it is closed.
final class PipeSystem: SystemUnderTest {
  /// How long it has to come to an end when it is asked to.
  private static let patience = Duration.seconds(2)
  /// The same after a limit was reached.
  private static let shortPatience = Duration.milliseconds(300)
  /// How long its last words are read after it ended: a child of it may keep the pipe open.
  private static let lastWords = Duration.milliseconds(100)

  private let command: [String]
  private let timeout: Duration
  private let isInterrupted: () -> Bool
  /// What it is greeted with whenever it is started.
  private let greeting: JSONTree
  private var process: Process?
  private var input: FileHandle?
  private var reader = LineReader(-1)
  private var outputHandle: FileHandle?
  private var exited = DispatchSemaphore(value: 0)
  private(set) var introduction: JSONPart?

  init(
    _ command: [String], greeting: JSONTree, timeout: Duration,
    isInterrupted: @escaping () -> Bool
  ) {
    self.command = command
    self.greeting = greeting
    self.timeout = timeout
    self.isInterrupted = isInterrupted
  }

  deinit { close() }

  func send(_ message: DriverMessage) throws(SystemFailure) -> JSONPart {
    if process == nil {
      try start()
      introduction = try exchange(.hello(greeting))
      if case .hello = message, let introduction { return introduction }
    }
    return try exchange(message)
  }

  private func exchange(_ message: DriverMessage) throws(SystemFailure) -> JSONPart {
    do throws(SystemFailure) {
      try write(message.tree)
      return try answer(to: message)
    } catch {
      close(gently: false)
      throw error
    }
  }

  // MARK: The process

  private func start() throws(SystemFailure) {
    let process = Process()
    guard let path = ProgramPath.find(command[0]) else {
      throw .unusable("'\(command[0])' is no program that can be run")
    }
    process.executableURL = URL(filePath: path)
    process.arguments = Array(command.dropFirst())
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    let exited = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in exited.signal() }
    do {
      try process.run()
    } catch {
      throw .unusable("'\(command[0])' cannot be run: \(error.localizedDescription)")
    }
    self.process = process
    self.exited = exited
    self.input = input.fileHandleForWriting
    outputHandle = output.fileHandleForReading
    reader = LineReader(output.fileHandleForReading.fileDescriptor)
  }

  /// Has the program end.
  func close() {
    guard process != nil else { return }
    if (try? write(DriverMessage.bye.tree)) != nil {
      close(gently: true)
    } else {
      close(gently: false)
    }
  }

  /// - Parameter gently: whether it is waited for; else it and all that it started are killed at once.
  private func close(gently: Bool) {
    guard let process else { return }
    try? input?.close()
    let patience = isInterrupted() ? Self.shortPatience : Self.patience
    let hasEnded = waitForEnd(gently ? patience : .zero)
    // Whatever it started and left running ends with it.
    kill(-process.processIdentifier, SIGTERM)
    if !hasEnded {
      kill(process.processIdentifier, SIGTERM)
      if !waitForEnd(.milliseconds(500)) {
        kill(-process.processIdentifier, SIGKILL)
        kill(process.processIdentifier, SIGKILL)
        _ = waitForEnd(.seconds(5))
      }
    }
    try? outputHandle?.close()
    self.process = nil
    input = nil
    outputHandle = nil
  }

  /// Waits until the program has ended; false if it has not by then.
  private func waitForEnd(_ time: Duration) -> Bool {
    let end = ContinuousClock.now + time
    while ending == nil {
      if .now >= end { return false }
      usleep(2_000)
    }
    return true
  }

  /// How the program ended; nil while it runs.
  ///
  /// The system is asked, because `Process` notices the end only when the children of the program have ended as well.
  private var ending: String? {
    guard let process else { return "it ended" }
    var information = siginfo_t()
    let id = id_t(bitPattern: process.processIdentifier)
    guard waitid(P_PID, id, &information, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      // It is gone, and `Process` knows or will know soon how it ended.
      guard errno == ECHILD, exited.wait(timeout: .now() + 1) == .success else { return nil }
      exited.signal()
      return process.terminationReason == .uncaughtSignal
        ? "it ended by signal \(process.terminationStatus)"
        : "it ended with status \(process.terminationStatus)"
    }
    guard information.si_signo == SIGCHLD else { return nil }
    #if canImport(Glibc)
      let status = information._sifields._sigchld.si_status
    #elseif canImport(Darwin)
      let status = information.si_status
    #else
      return "it ended"
    #endif
    #if canImport(Glibc) || canImport(Darwin)
      return information.si_code == CLD_EXITED
        ? "it ended with status \(status)" : "it ended by signal \(status)"
    #endif
  }

  /// How it ended, after it said nothing more.
  private func endingSoon() -> String {
    _ = waitForEnd(.seconds(1))
    return ending ?? "it closed its output"
  }

  // MARK: Lines

  private func write(_ tree: JSONTree) throws(SystemFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    guard let data = try? encoder.encode(tree) else { throw .unusable("the message has no form") }
    do {
      try input?.write(contentsOf: data + Data([UInt8(ascii: "\n")]))
    } catch {
      throw .died("the driver does not read: \(endingSoon())")
    }
  }

  private func answer(to message: DriverMessage) throws(SystemFailure) -> JSONPart {
    let line = try line(message)
    do throws(JSONMistake) {
      return try JSONText.read(line)
    } catch {
      let text = String(decoding: line.prefix(200), as: UTF8.self)
      throw .unusable(
        "the driver's answer to '\(message.label)' is no JSON (column \(error.place + 1)): "
          + "\(error.message), in '\(text)'; what is no answer belongs on standard error")
    }
  }

  private func line(_ message: DriverMessage) throws(SystemFailure) -> [UInt8] {
    let end = ContinuousClock.now + timeout
    var lastWords: ContinuousClock.Instant?
    do throws(LineReader.Failure) {
      return try reader.line {
        if lastWords == nil, ending != nil { lastWords = .now + Self.lastWords }
        return isInterrupted() || .now > end || lastWords.map { .now > $0 } ?? false
      }
    } catch {
      switch error {
      case .tooLong:
        throw .unusable("the driver's answer to '\(message.label)' is longer than 16 MB")
      case .stopped where isInterrupted(): throw .interrupted
      case .stopped where lastWords != nil:
        throw .died("the driver did not answer to '\(message.label)': \(endingSoon())")
      case .stopped:
        throw .silent("the driver did not answer to '\(message.label)' within \(timeout.text)")
      case .ended(let said):
        throw .died(
          "the driver did not answer to '\(message.label)': \(endingSoon())"
            + (said.isEmpty ? "" : ", after '\(said)'"))
      }
    }
  }
}

extension Duration {
  /// Such as "10 s".
  fileprivate var text: String {
    "\(formatted(.units(allowed: [.minutes, .seconds, .milliseconds], width: .narrow)))"
  }
}
