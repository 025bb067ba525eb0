import Platform

/// The report as JUnit XML, as Jenkins and GitLab read it.
///
/// It has only the elements and attributes of Jenkins' schema `junit-10.xsd`. So the file of a case appears at its
/// suite, and its place in the text of the failure.
package struct JUnitReport {
  private let list: CaseList

  package init(_ report: CheckReport, paths: RepositoryPaths) {
    list = CaseList(report, paths: paths)
  }

  package func encoded() throws -> String {
    let counts = Counts(list.all.map(\.each))
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuites"
        + attributes([
          ("name", "traycheck"), ("tests", "\(counts.tests)"), ("failures", "\(counts.failures)"),
          ("errors", "\(counts.errors)"), ("time", list.duration.inSeconds.thousandths),
        ]) + ">",
    ]
    for suite in list.suitesWithoutRepeatedTraces { lines += self.lines(suite) }
    return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0

    init(_ cases: [Case]) {
      for each in cases {
        tests += 1
        switch each.outcome {
        case .passed: break
        case .failed: failures += 1
        case .open, .broken, .internalError: errors += 1
        case .skipped, .allowed: skipped += 1
        }
      }
    }
  }

  private func lines(_ suite: CaseSuite) -> [String] {
    let counts = Counts(suite.cases)
    let seconds = suite.world?.statistics.seconds ?? 0
    var head = [
      ("name", suite.name), ("tests", "\(counts.tests)"), ("failures", "\(counts.failures)"),
      ("errors", "\(counts.errors)"), ("skipped", "\(counts.skipped)"),
      ("time", seconds.thousandths),
    ]
    if let path = suite.path { head.append(("file", path)) }
    var lines = ["  <testsuite\(attributes(head))>"] + properties(suite)
    // One search answers all cases of a world, so each gets an equal part of its time.
    let share = seconds / Double(max(1, suite.cases.count))
    for each in suite.cases { lines += self.lines(each, suite, share) }
    return lines + ["  </testsuite>"]
  }

  /// The constants of the world, and further facts that the cases do not show.
  private func properties(_ suite: CaseSuite) -> [String] {
    guard let world = suite.world else { return [] }
    var told = world.params.map { (name: "param.\($0.name)", value: $0.value) }
    if let walks = world.walks {
      told += [("walks", "\(walks.done)"), ("seed", "\(walks.seed)")]
    } else {
      told.append(("states", world.statistics.largeStates ?? "\(world.statistics.states)"))
    }
    told += world.aboutNothing.map { ("about-nothing", $0) }
    told += world.accepted.map { ("accepted.\($0.kind)", $0.summary) }
    if world.isCached ?? false { told.append(("cached", "true")) }
    let lines = told.map {
      "      <property\(attributes([("name", $0.name), ("value", $0.value)]))/>"
    }
    return ["    <properties>"] + lines + ["    </properties>"]
  }

  private func lines(_ each: Case, _ suite: CaseSuite, _ seconds: Double) -> [String] {
    let head =
      "    <testcase"
      + attributes([
        ("name", each.name), ("classname", suite.className), ("time", seconds.thousandths),
      ])
    let summary = each.summary ?? ""
    func told(_ element: String, _ type: String) -> [String] {
      let opened = "\(element)\(attributes([("message", summary), ("type", type)]))"
      return [
        "\(head)>", "      <\(opened)>\(XMLText.content(each.text))</\(element)>",
        "    </testcase>",
      ]
    }
    func skipped(_ why: String) -> [String] {
      ["\(head)>", "      <skipped\(attributes([("message", why)]))/>", "    </testcase>"]
    }
    return switch each.outcome {
    case .passed: passed(each, head)
    case .failed: told("failure", "violation")
    case .open: told("error", "not-decided")
    case .broken: told("error", "not-checked")
    case .internalError: told("error", "internal-error")
    case .skipped(let why): skipped(why)
    case .allowed(let option): skipped("\(summary) (\(option))")
    }
  }

  /// A passing case, with its witness if that was requested.
  private func passed(_ each: Case, _ head: String) -> [String] {
    guard let witness = each.witness else { return ["\(head)/>"] }
    let text = XMLText.content("\(witness.summary)\n\(witness.placedText)")
    return ["\(head)>", "      <system-out>\(text)</system-out>", "    </testcase>"]
  }

  private func attributes(_ values: [(String, String)]) -> String {
    values.map { " \($0)=\"\(XMLText.attribute($1))\"" }.joined()
  }
}
