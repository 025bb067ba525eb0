import Reports
import Semantics

/// Generates tests from a spec: `TestsRun(request: request, limits: limits).run()`.
struct TestsRun {
  let request: TestsRequest
  let limits: RunLimits

  func run() throws(RequestError) -> SuiteReport {
    guard request.longest >= 1 else {
      throw RequestError("a path has to have one event at least")
    }
    let begin = ContinuousClock.now
    var report = SuiteReport(path: request.conform.path)
    let limit = try limits.during { () throws(RequestError) in
      let loaded = try LoadedInterface(request.conform, limits)
      (report.broken, report.unreadable) = (loaded.broken, loaded.unreadable)
      guard var interface = loaded.interface else { return }
      interface.hidden.formUnion(request.conform.hidden.compactMap(interface.event(named:)))
      report.interface = interface
      report.suite = suite(interface)
    }
    if let limit {
      report.limit = Wording.reason(limits.searchLimit(limit))
    } else if let suite = report.suite, suite.isCut {
      report.limit =
        suite.states > request.maximumStates
        ? "the limit of \(Wording.number(request.maximumStates)) states was reached"
        : "half of the time was over before all states were looked at"
    } else if let suite = report.suite, !suite.isDecided {
      report.limit =
        "the open goals need a path of more than \(Wording.count(request.longest, "event"))"
    }
    report.duration = .now - begin
    return report
  }

  private func suite(_ interface: Interface) -> Suite {
    if let walks = request.walks {
      return Suite.walks(
        walks, steps: request.conform.steps, seed: request.conform.seed, interface)
    }
    return Suite.make(
      request.goals, interface, longest: request.longest, maximumStates: request.maximumStates)
  }
}
