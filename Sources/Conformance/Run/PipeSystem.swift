import Files
import Platform
import Semantics

/// An implementation whose driver is a program that speaks JSON lines over standard input and output.
///
/// The program starts at first use, and restarts after a run in which it exited or did not answer. Its standard error
/// is passed through. It has its own process group, which is terminated on close.
final class PipeSystem: SystemUnderTest {
  /// The time that the program has to exit after a request.
  private static let patience = Duration.seconds(2)
  /// The time that the program has to exit after a limit was reached.
  private static let shortPatience = Duration.milliseconds(300)
  /// The time to read remaining output after the exit, since a child process may keep the pipe open.
  private static let lastWords = Duration.milliseconds(100)

  private let command: [String]
  private let timeout: Duration
  private let isInterrupted: () -> Bool
  /// The greeting that is sent after each start.
  private let greeting: JSONTree
  private var process: ChildProcess?
  private var input: OpenFile?
  private var output: OpenFile?
  private var reader = LineReader(-1)
  private(set) var handshake: JSONPart?

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
      handshake = try exchange(.hello(greeting))
      if case .hello = message, let handshake { return handshake }
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
    guard let path = ProgramPath.find(command[0]) else {
      throw .unusable("'\(command[0])' is no program that can be run")
    }
    do throws(FileError) {
      let (input, output) = (try OpenFile.pipe(), try OpenFile.pipe())
      process = try ChildProcess(
        path, Array(command.dropFirst()), input: input.reader, output: output.writer)
      self.input = input.writer
      self.output = output.reader
      reader = LineReader(output.reader.descriptor)
    } catch {
      throw .unusable("'\(command[0])' cannot be run: \(error.reason)")
    }
  }

  /// Ends the program.
  func close() {
    guard process != nil else { return }
    if (try? write(DriverMessage.bye.tree)) != nil {
      close(gently: true)
    } else {
      close(gently: false)
    }
  }

  /// Ends the program and its process group.
  ///
  /// - Parameter gently: whether to wait for a regular exit. Otherwise the whole process group is killed at once.
  private func close(gently: Bool) {
    guard let process else { return }
    input?.close()
    let patience = isInterrupted() ? Self.shortPatience : Self.patience
    let ending = process.wait(atMost: gently ? patience : .zero)
    // All processes that it started end with it.
    process.send(SIGTERM)
    if ending == nil, process.wait(atMost: .milliseconds(500)) == nil {
      process.send(SIGKILL)
      _ = process.wait(atMost: .seconds(5))
    }
    self.process = nil
    input = nil
    output = nil
  }

  private static func text(_ ending: ChildProcess.Ending) -> String {
    switch ending {
    case .status(let status): "it ended with status \(status)"
    case .signal(let signal): "it ended by signal \(signal)"
    }
  }

  /// Waits shortly for the exit of a silent program, and describes how it ended.
  private func endingSoon() -> String {
    guard let process else { return "it ended" }
    return process.wait(atMost: .seconds(1)).map(Self.text) ?? "it closed its output"
  }

  // MARK: Lines

  private func write(_ tree: JSONTree) throws(SystemFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    guard let data = try? encoder.encode(tree) else { throw .unusable("the message has no form") }
    do {
      try input?.write(Array(data) + [UInt8(ascii: "\n")])
    } catch {
      throw .died("the driver does not read: \(endingSoon())")
    }
  }

  private func answer(to message: DriverMessage) throws(SystemFailure) -> JSONPart {
    let line = try line(message)
    do throws(JSONError) {
      return try JSONText.read(line)
    } catch {
      let text = String(decoding: line.prefix(200), as: UTF8.self)
      throw .unusable(
        "the driver's answer to '\(message.label)' is no JSON (column \(error.place + 1)): "
          + "\(error.message), in '\(text)'; write other output to standard error")
    }
  }

  private func line(_ message: DriverMessage) throws(SystemFailure) -> [UInt8] {
    let end = ContinuousClock.now + timeout
    var lastWords: ContinuousClock.Instant?
    do throws(LineReader.Failure) {
      return try reader.line {
        if lastWords == nil, process?.ending != nil { lastWords = .now + Self.lastWords }
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
  /// The duration in words, such as "10 s" or "300 ms".
  fileprivate var text: String {
    let milliseconds = Int(self / .milliseconds(1))
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
