import Basics
import Files
import Platform
import Reports
import Semantics
import Traces

/// Tests an implementation for conformance to a spec: `ConformRun(request, …).run()`.
///
/// Known differences are driven first, then the planned paths. Each difference is shrunk and stored when it is found.
final class ConformRun {
  private static let chancesOfFlaky = 10
  /// The number of events that are tried to plan the usual paths: a second or two.
  private static let eventsOfUsualPaths = 100_000

  private let request: ConformRequest
  private let limits: RunLimits
  private let begin = ContinuousClock.now
  private var report: ConformanceReport
  /// The signatures of the differences found so far.
  private var known: Set<String> = []
  /// The kinds of events in which the implementation is known to differ.
  private var avoided: Set<StateEstimator.Way> = []
  /// The refused events that were driven, with their counts.
  private var refusals: [RandomChooser.Refusal: Int] = [:]

  init(_ request: ConformRequest, isInterrupted: @escaping @Sendable () -> Bool) {
    self.request = request
    limits = request.limits(isInterrupted)
    report = ConformanceReport(path: request.path)
  }

  func run() throws(RequestError) -> ConformanceReport {
    if let problem = request.missingCounterexampleFolder {
      report.unreadable.append(problem)
      report.duration = .now - begin
      return report
    }
    let limit = try limits.during { () throws(RequestError) in
      let loaded = try LoadedInterface(request, limits)
      (report.broken, report.unreadable) = (loaded.broken, loaded.unreadable)
      if let interface = loaded.interface { drive(interface) }
    }
    report.wasInterrupted = limits.isInterrupted()
    if let limit, limit != .interrupted {
      report.limit = "it ended early: \(Wording.reason(limits.searchLimit(limit)))"
    }
    report.duration = .now - begin
    return report
  }

  private var mayGoOn: Bool { !Deadline.isOver && !limits.isInterrupted() && !limits.isExceeded }

  // MARK: Driving

  private func drive(_ plain: Interface) {
    let isInterrupted = limits.isInterrupted
    let system = PipeSystem(
      request.driver, greeting: Handshake.greeting(of: plain), timeout: request.timeout,
      isInterrupted: { isInterrupted() || Deadline.isOver })
    defer { system.close() }
    let handshake: Handshake
    do {
      handshake = try Handshake(
        try system.send(.hello(Handshake.greeting(of: plain))), plain)
    } catch let failure as SystemFailure {
      if case .interrupted = failure { return }
      report.failure = failure.text
      return
    } catch {
      report.failure = (error as? JSONError)?.message ?? "\(error)"
      return
    }
    var interface = plain.introduced(handshake)
    interface.hidden.formUnion(request.hidden.compactMap(plain.event(named:)))
    report.interface = interface
    report.driver = handshake.name
    let driver = TestDriver(interface, system, refuses: handshake.refuses)
    driveStored(driver)
    var plan: [String] = []
    if let file = request.testsFile { plan += driveFile(file, driver) }
    if !request.goals.isEmpty, report.failure == nil { plan += driveSuite(driver) }
    if request.goals.isEmpty, request.testsFile == nil, request.drivesUsualPaths {
      plan += driveUsualPaths(driver)
    }
    plan += walk(driver)
    report.plan = plan.joined(separator: "; ")
    report.seen = driver.shown.observables
    report.seenAfterEvents = driver.shown.afterEvents
    if request.asksStrength, report.failure == nil, mayGoOn {
      report.strength =
        StrengthRun(
          file: driver.interface.spec.file, interface: driver.interface, shown: driver.shown,
          refuses: driver.refuses, request: request
        ).run()
    }
  }

  /// Drives all stored differences.
  private func driveStored(_ driver: TestDriver) {
    guard let folder = request.counterexampleFolder else { return }
    let (documents, problems) = StoredDifferences(folder: folder).load(driver.interface)
    report.unreadable += problems.map { .init(path: $0.0, reason: $0.1) }
    for (path, document) in documents
    where document.driver == report.driver && mayGoOn && report.failure == nil {
      guard let (driven, interface) = document.driven(in: driver.interface) else {
        report.stale.append(
          (path, "it cannot be driven: the spec has not all of its events and values any more"))
        continue
      }
      let driver = driver.following(interface)
      var run = driver.run(driven, skips: true)
      // A flaky difference gets several attempts.
      for _ in 1..<Self.chancesOfFlaky where document.isFlaky && mayGoOn {
        guard case .conforms = run.end else { break }
        run = driver.run(driven, skips: true)
      }
      take(run, driver, origin: path, file: path)
      if case .conforms = run.end { report.mended.append(path) }
    }
  }

  /// Drives the paths of a file, and returns a phrase that describes it.
  private func driveFile(_ file: String, _ driver: TestDriver) -> [String] {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try InputFile.read(file, atMost: 1 << 30, noun: "file of tests")
    } catch {
      report.unreadable.append(.init(path: file, reason: error.reason))
      return []
    }
    do throws(SuiteReader.Mistake) {
      let stored = try SuiteReader.read(bytes, driver.interface)
      drive(stored.paths, driver, of: file)
      return [
        "\(Wording.count(stored.paths.count, "path")) of \(file)"
          + (stored.isOfOtherText ? ", which was made of another text of the spec" : "")
      ]
    } catch {
      report.unreadable.append(
        .init(path: "\(file):\(error.line):\(error.column)", reason: error.message))
      return []
    }
  }

  /// Drives the paths that cover the goals. Where the implementation takes another branch, the remaining goals are
  /// covered by the nearest paths.
  private func driveSuite(_ driver: TestDriver) -> [String] {
    let coverage = DrivenCoverage(request.goals, driver.interface, longest: request.longest)
    defer { (report.covered, report.missed) = (coverage.attained, coverage.missed) }
    if coverage.suite.isCut {
      report.limit = "a limit was reached before all states were visited for the suite"
    }
    drive(coverage, driver)
    return [SuiteText.summary(coverage.suite)]
  }

  private func driveUsualPaths(_ driver: TestDriver) -> [String] {
    guard report.failure == nil, mayDrive else { return [] }
    let states = Suite.states(within: Self.eventsOfUsualPaths, driver.interface)
    let coverage = DrivenCoverage(
      SuiteGoal.usual, driver.interface, longest: request.longest, maximumStates: states)
    guard !coverage.suite.paths.isEmpty else { return [] }
    drive(coverage, driver)
    return ["\(Wording.count(coverage.suite.paths.count, "path")) over the rules"]
  }

  private func drive(_ coverage: DrivenCoverage, _ driver: TestDriver) {
    for (number, path) in coverage.suite.paths.enumerated() where mayDrive {
      take(
        driver.run(choosing: coverage.chooser(along: path.driven)), driver,
        origin: "path \(number + 1) of the suite", file: nil)
    }
    while coverage.mayGoOn, mayDrive {
      let run = driver.run(choosing: coverage.chooser())
      coverage.end()
      take(run, driver, origin: "a path to a goal that was not covered", file: nil)
    }
  }

  private func drive(_ paths: [DrivenPath], _ driver: TestDriver, of source: String) {
    for (number, path) in paths.enumerated() where mayDrive {
      take(driver.run(path), driver, origin: "path \(number + 1) of \(source)", file: nil)
    }
  }

  private var mayDrive: Bool {
    mayGoOn && report.failure == nil && report.findings.count < request.maximumDifferences
  }

  private func walk(_ driver: TestDriver) -> [String] {
    guard request.walks > 0 else { return [] }
    let plan =
      "\(Wording.count(request.walks, "walk")) of up to \(Wording.count(request.steps, "event")), "
      + "seed \(request.seed)"
    for walk in 0..<max(0, request.walks) where mayDrive {
      var chooser = RandomChooser(
        steps: request.steps, refuses: driver.refuses,
        seed: SplitMix.mix(request.seed) &+ UInt64(walk))
      (chooser.avoided, chooser.refusals) = (avoided, refusals)
      let run = driver.run { chooser.next($0, $1) }
      refusals = chooser.refusals
      take(run, driver, origin: "walk \(walk + 1) of seed \(request.seed)", file: nil)
    }
    return [plan]
  }

  /// Records the result of a run.
  ///
  /// - Parameter file: the file that already stores the run; nil if there is none.
  private func take(_ run: TestRun, _ driver: TestDriver, origin: String, file: String?) {
    report.note(run)
    switch run.end {
    case .conforms: return
    case .left: report.left += 1
    case .interrupted: return
    case .failed(let reason): report.failure = reason
    case .undecided(let reason):
      guard mayGoOn else { return }
      if let index = report.undecided.firstIndex(where: { $0.reason == reason }) {
        report.undecided[index].count += 1
      } else {
        report.undecided.append((reason, 1))
      }
    case .differs(let difference):
      guard known.insert(difference.look(run)).inserted else { return }
      add(run, difference, driver, origin: origin, file: file)
    }
  }

  private func add(
    _ run: TestRun, _ difference: Difference, _ driver: TestDriver, origin: String, file: String?
  ) {
    let end = ContinuousClock.now + request.shrinkingTime
    let shrunk = RunShrinker.shrink(run, driver) {
      self.mayGoOn && !driver.hasGivenUp && .now < end
    }
    let smallest = shrunk.run.difference ?? difference
    let look = smallest.look(shrunk.run)
    // It may have been shrunk to a difference that is already known.
    if known.contains(look), look != difference.look(run) { return }
    known.insert(look)
    if let last = smallest.path.steps.last, smallest.kind == .seen {
      avoided.insert(.init(event: last.instance.event, rule: last.rule))
    } else if let last = shrunk.run.steps.last {
      avoided.insert(.init(event: last.driven.instance.event, rule: nil))
    }
    var finding = ConformanceReport.Finding(
      origin: origin, run: shrunk.run, difference: smallest, originalLength: run.steps.count,
      shrinkingRuns: shrunk.runs, failures: shrunk.failures, replays: shrunk.replays)
    finding.isKnown = file != nil
    finding.file = file
    if let folder = request.counterexampleFolder, request.savesDifferences {
      finding.store(
        in: folder, path: SpecPath.relative(request.path, toParentOf: folder),
        driver: report.driver)
    }
    report.findings.append(finding)
  }
}

extension Difference {
  /// The signature that identifies a difference: the differing part, without keys and values, and the preceding event.
  fileprivate func look(_ run: TestRun) -> String {
    func plain(_ place: String) -> String {
      var depth = 0
      return String(
        place.filter { character in
          if "[(".contains(character) { depth += 1 }
          defer { if ")]".contains(character) { depth -= 1 } }
          return depth == 0
        })
    }
    let event =
      run.steps.last.map { run.interface.spec.events[$0.driven.instance.event].name } ?? ""
    let parts =
      leaves.map { plain($0.place) } + missing.map { "-" + plain($0.place) }
      + unexpected.map { "+" + plain($0) }
    return ([kind.rawValue, event] + Set(parts).sorted()).joined(separator: " ")
  }
}
