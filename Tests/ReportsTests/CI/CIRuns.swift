import Foundation
import Reports
import TestSupport
import TrayKit

/// Runs of every kind. A report must show a run as failed exactly if its status is not 0.
enum CIRuns {
  static func all() throws -> [CIRun] {
    let samples = try Sample.all.map { try CIRun($0) } + [try CIRun.ofAllSamples()]
    return try samples + allowed(samples) + chosen() + broken(samples) + walked() + idle()
      + unexplained(samples) + replayed() + [try SpecialCharacters.run()]
  }

  /// The same with options that loosen the gate.
  private static func allowed(_ runs: [CIRun]) -> [CIRun] {
    let allowances: [Set<Allowance>] = [
      [.inconclusive], [.missingViolations], [.inconclusive, .missingViolations],
    ]
    return runs.flatMap { run in
      allowances.map { allowance in
        var report = run.report
        report.allowances = allowance
        return CIRun("\(run.testDescription), allowed \(CIRun.names(allowance))", run, report)
      }
    }
  }

  /// Checks that are confined to some names.
  private static func chosen() throws -> [CIRun] {
    let choices = [
      ("violated", ["noDuplicates"]), ("announced", ["small"]), ("missing", ["fine"]),
      ("missing", ["deadlock"]), ("gap", ["overlap"]), ("gap", ["gap"]), ("limit", ["end"]),
      ("scenario", ["wrong"]), ("fault", ["deadlock"]),
    ]
    let runs = try choices.compactMap { name, properties in
      try Sample.all.first { $0.name == name }.map { sample in
        let run = try CIRun(sample) { $0.properties = properties }
        return CIRun("\(name), only \(properties)", run, run.report)
      }
    }
    // Selecting another property does not hide the fault of one without a value.
    let faulted = try CIRun(
      "faulted", [("Specs/faulted.tray", faultedSpec)]
    ) { $0.properties = ["low"] }
    return runs + [faulted, try CIRun("faulted, all", [("Specs/faulted.tray", faultedSpec)])]
  }

  /// A scenario in which nothing happens, with and without leave.
  private static func idle() throws -> [CIRun] {
    let spec = """
      spec Idle

      var isLit = false
      on press { isLit = !isLit }
      invariant fine { isLit || !isLit }
      scenario nothing { }
      """
    let run = try CIRun("an idle scenario", [("Specs/idle.tray", spec)])
    var allowed = run.report
    allowed.allowances = [.idleScenarios]
    return [run, CIRun("an idle scenario, allowed", run, allowed)]
  }

  /// Worlds with internal errors, in addition to all other problems.
  private static func unexplained(_ runs: [CIRun]) -> [CIRun] {
    runs.flatMap { run in
      [[], Set(Allowance.allCases)].compactMap { allowances in
        let report = InternalErrorSample.report(run.report, allowances)
        return report.map { CIRun("\(run.testDescription), unexplained", run, $0) }
      }
    }
  }

  private static let faultedSpec = """
    spec Faulted

    var list: List<0...1, 2> = []
    on grow when list.count < 2 { append 1 to list }
    on clear { list = [] }
    invariant low { list[1] == 1 }
    """

  /// Runs with something wrong besides the specs.
  private static func broken(_ runs: [CIRun]) -> [CIRun] {
    guard let good = runs.first(where: { $0.report.status == .success }) else { return [] }
    let kinds: [GateProblem.Kind] = [
      .request, .noSpecs, .noProperties, .orphanedCounterexample, .interrupted, .cache,
      .linkCycle, .linkOutside, .limit, .missingParts, .unknownGaps,
    ]
    var all = kinds.flatMap { kind in
      let all: [Set<Allowance>] = [[], [.noSpecs, .noProperties, .idleScenarios, .unreplayed]]
      return all.map { allowances in
        var report = good.report
        report.allowances = allowances
        report.problems = [
          GateProblem(kind, "it is so", path: "Specs/a.tray", allowances: allowances),
          GateProblem(kind, "it is so", allowances: allowances),
        ]
        return CIRun("\(kind), allowed \(CIRun.names(allowances))", good, report)
      }
    }
    var unreadable = good.report
    unreadable.unreadable = [
      .init(path: "no.tray", reason: "there is no such file or folder"),
      .init(path: "c.json", reason: "it is no JSON", place: (line: 2, column: 3)),
    ]
    all.append(CIRun("unreadable", good, unreadable))
    var unsaved = good.report
    unsaved.saved = [.init(outcome: .failed("c.json", why: "the disk is full"), smaller: [])]
    all.append(CIRun("not saved", good, unsaved))
    all.append(CIRun("nothing", CheckReport(), in: "/repository"))
    if let mistakes = runs.first(where: { $0.testDescription == "mistakes" }) {
      var report = mistakes.report
      report.replays.broken = mistakes.report.specs.map { ("c.json", $0.diagnostics, 1) }
      report.specs = []
      all.append(CIRun("a broken spec of a counterexample", mistakes, report))
    }
    return all
  }

  /// Stored counterexamples that are as expected, contradicted and no longer possible.
  private static func replayed() throws -> [CIRun] {
    let folder = try ScratchFolder()
    let spec = """
      spec Crowd

      var count: 0...3 = 0
      on enter when count < 3 { count += 1 }
      on leave when count > 0 { count -= 1 }
      invariant few { count < 2 }
      """
    func run(_ description: String, _ text: String, _ allowances: Set<Allowance> = [])
      throws -> CIRun
    {
      let path = try folder.write(text + "\n", to: "crowd.tray")
      var request = CheckRequest(paths: [path])
      request.counterexampleFolder = folder.url.appending(path: "Counterexamples").path
      var report = try request.outcome().report
      report.allowances = allowances
      return CIRun(description, report, in: folder.url.path)
    }
    let first = try run("a violation is saved", spec)
    let impossible = spec.replacing("on enter when count < 3", with: "on arrive when count < 3")
    return [
      first, try run("a known violation", spec),
      try run("mended", spec.replacing("count < 2 }", with: "count < 4 }")),
      try run("no longer possible", impossible),
      try run("no longer possible, allowed", impossible, [.unreplayed]),
    ]
  }

  /// Walks, whole and in part.
  private static func walked() throws -> [CIRun] {
    guard let sample = Sample.all.first(where: { $0.name == "whole-runs" }) else { return [] }
    return [
      try CIRun("one world of walks", [("Specs/w.tray", sample.spec)]) {
        $0.worlds = ["random"]
      }
    ]
  }
}

extension CIRun {
  /// The allowances, in words.
  fileprivate static func names(_ allowances: Set<Allowance>) -> String {
    allowances.map(\.rawValue).sorted().joined(separator: ", ")
  }

  /// The same run with another report.
  init(_ description: String, _ run: CIRun, _ report: CheckReport) {
    testDescription = description
    self.report = report
    paths = run.paths
  }
}
