import Basics
import Files
import Platform
import Reports
import Semantics

/// Runs the conformance tests of an external test runner: `ServeRun(request, …).run()`.
///
/// The runner speaks first, in JSON lines. It sends a greeting, starts a run after it has reset the app, performs the
/// requested events and reports its observations. Traycheck ends each run with its result.
final class ServeRun {
  private let request: ConformRequest
  private let limits: RunLimits
  private var reader: LineReader
  private let write: (String) -> Bool
  private var report: ConformanceReport
  /// The numbers of the finished runs.
  private var finished: Set<Int> = []
  /// Whether the runner has said that it ends.
  private var saidBye = false

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - input: the file descriptor for reading from the runner.
  ///   - write: writes a line to the runner; returns false on failure.
  init(
    _ request: ConformRequest, input: Int32, write: @escaping (String) -> Bool,
    isInterrupted: @escaping @Sendable () -> Bool
  ) {
    self.request = request
    report = ConformanceReport(path: request.path)
    limits = request.limits(isInterrupted)
    reader = LineReader(input)
    self.write = write
  }

  /// A protocol error of the runner.
  private struct ProtocolError: Error { var text: String }

  /// Runs tests until the runner says bye or closes its side.
  ///
  /// - Throws: `RequestError` if the request names something that the spec does not have.
  func run() throws(RequestError) -> ConformanceReport {
    let limit = try limits.during { () throws(RequestError) in
      let loaded = try LoadedInterface(request, limits)
      (report.broken, report.unreadable) = (loaded.broken, loaded.unreadable)
      guard let interface = loaded.interface else { return }
      do throws(ProtocolError) {
        try converse(interface)
      } catch {
        report.failure = error.text
        _ = tell([("verb", .string("error")), ("message", .string(error.text))])
      }
    }
    report.wasInterrupted = limits.isInterrupted()
    if let limit, limit != .interrupted {
      report.limit = "it ended early: \(Wording.reason(limits.searchLimit(limit)))"
    } else if let reason = lossOfRunner {
      report.limit = reason
    }
    return report
  }

  /// The reason why the runner was lost before all runs were done; nil if it was not.
  private var lossOfRunner: String? {
    guard report.interface != nil, report.failure == nil, !report.wasInterrupted, !saidBye,
      finished.count < request.walks
    else { return nil }
    return "the runner ended without \"bye\" after \(Wording.number(finished.count)) of "
      + Wording.count(request.walks, "run")
  }

  // MARK: Messages

  private func tell(_ members: [(key: String, value: JSONTree)]) -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    guard let data = try? encoder.encode(JSONTree.object(members)) else { return false }
    return write(String(decoding: data, as: UTF8.self) + "\n")
  }

  /// The next message of the runner; nil at the end.
  private func hear() throws(ProtocolError) -> (verb: String, part: JSONPart)? {
    let line: [UInt8]
    do throws(LineReader.Failure) {
      line = try reader.line { limits.isInterrupted() }
    } catch {
      switch error {
      case .ended, .stopped: return nil
      case .tooLong: throw ProtocolError(text: "a message is longer than 16 MB")
      }
    }
    do throws(JSONError) {
      let part = try JSONText.read(line)
      let object = try JSONObject(part, "the message", known: nil)
      return (try object.required(object.string("verb"), "verb"), part)
    } catch {
      throw ProtocolError(
        text: "the message is not understood (column \(error.place + 1)): \(error.message)")
    }
  }

  private func converse(_ plain: Interface) throws(ProtocolError) {
    var driver: TestDriver?
    var next = try hear()
    while let (verb, part) = next {
      switch verb {
      case "bye":
        saidBye = true
        _ = tell([])
        return
      case "hello":
        let handshake = try handshake(part, plain)
        var interface = plain.introduced(handshake)
        interface.hidden.formUnion(request.hidden.compactMap(plain.event(named:)))
        report.interface = interface
        report.driver = handshake.name
        driver = TestDriver(interface, ServedSystem(self), refuses: handshake.refuses)
        guard case .object(let members) = Handshake.greeting(of: plain) else { return }
        _ = tell(members + [("runs", .integer(request.walks))])
        next = try hear()
      case "reset":
        guard let driver, let system = driver.system as? ServedSystem else {
          throw ProtocolError(text: "the runner begins with \"hello\"")
        }
        next = try conduct(driver, system, part)
      default:
        throw ProtocolError(
          text:
            "\"\(JSONError.shown(verb))\" is not understood here: \"hello\", \"reset\" or \"bye\" is"
        )
      }
    }
  }

  private func handshake(
    _ part: JSONPart, _ interface: Interface
  ) throws(ProtocolError) -> Handshake {
    do throws(JSONError) {
      return try Handshake(part.without("verb"), interface)
    } catch {
      throw ProtocolError(text: error.message)
    }
  }

  /// Performs one run after the reset of the app, and returns the next message of the runner.
  private func conduct(
    _ driver: TestDriver, _ system: ServedSystem, _ reset: JSONPart
  ) throws(ProtocolError) -> (verb: String, part: JSONPart)? {
    let number: Int
    do throws(JSONError) {
      let object = try JSONObject(reset, "the message", known: nil)
      number = try object.integer("run").map { Int(clamping: $0) } ?? report.runs + 1
    } catch {
      throw ProtocolError(text: error.message)
    }
    system.begin(reset.without("verb").without("run"))
    var chooser = RandomChooser(
      steps: request.steps, refuses: driver.refuses,
      seed: SplitMix.mix(request.seed) &+ UInt64(max(1, number) - 1))
    let run = driver.run { chooser.next($0, $1) }
    if let misunderstood = system.misunderstood { throw ProtocolError(text: misunderstood) }
    note(run, driver, number)
    if let abandoned = system.abandonedFor { return abandoned }
    var members: [(key: String, value: JSONTree)] = [
      ("verb", .string("end")), ("run", .integer(number)), ("events", .integer(run.steps.count)),
    ]
    switch run.end {
    case .conforms, .left: members.append(("result", .string("conforms")))
    case .differs(let difference):
      let text = DifferenceText(style: .plain, indent: "")
        .lines(difference, run.interface, run.names).joined(separator: "\n")
      members += [
        ("result", .string("differs")), ("kind", .string(difference.kind.rawValue)),
        ("text", .string(text)),
      ]
    case .undecided(let reason):
      members += [("result", .string("undecided")), ("text", .string(reason))]
    case .failed(let reason): throw ProtocolError(text: reason)
    case .interrupted: return nil
    }
    finished.insert(number)
    _ = tell(members)
    return try hear()
  }

  private func note(_ run: TestRun, _ driver: TestDriver, _ number: Int) {
    report.note(run)
    report.seen = driver.shown.observables
    report.seenAfterEvents = driver.shown.afterEvents
    switch run.end {
    case .conforms, .left, .failed: return
    case .differs(let difference):
      report.findings.append(
        .init(
          origin: "run \(number)", run: run, difference: difference,
          originalLength: run.steps.count, shrinkingRuns: 0, failures: 1, replays: 1))
    case .undecided(let reason): report.undecided.append((reason, 1))
    case .interrupted: report.undecided.append(("run \(number) was abandoned", 1))
    }
  }

  // MARK: The app of the runner

  /// The app of the runner, as a system under test.
  private final class ServedSystem: SystemUnderTest {
    private unowned let run: ServeRun
    private var start = JSONPart(node: .object([]), place: 0)
    /// A message of the runner that does not belong to this run.
    private(set) var abandonedFor: (verb: String, part: JSONPart)?
    private(set) var misunderstood: String?

    init(_ run: ServeRun) { self.run = run }

    /// Starts a run.
    ///
    /// - Parameter start: the observation of the runner after its reset.
    func begin(_ start: JSONPart) {
      self.start = start
      abandonedFor = nil
    }

    func send(_ message: DriverMessage) throws(SystemFailure) -> JSONPart {
      if case .reset = message { return start }
      guard case .object(let members) = message.tree, run.tell(members) else {
        throw .unusable("the runner does not read")
      }
      let heard: (verb: String, part: JSONPart)?
      do throws(ProtocolError) {
        heard = try run.hear()
      } catch {
        misunderstood = error.text
        throw .interrupted
      }
      if let heard, heard.verb == "did" { return heard.part.without("verb") }
      abandonedFor = heard
      throw .interrupted
    }
  }
}

extension JSONPart {
  /// The object without one of its members.
  fileprivate func without(_ key: String) -> JSONPart {
    guard case .object(let members) = node else { return self }
    return JSONPart(node: .object(members.filter { $0.key != key }), place: place)
  }
}
