import Reports
import Semantics

/// The results of mutation testing as JUnit XML: a suite for each spec, and a case for each mutation that changes the
/// behaviour.
package struct MutationJUnit {
  package func render(_ report: MutationReport) -> String {
    let all = report.specs.flatMap(\.mutants).filter { $0.fate != .equivalent }
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuites"
        + attributes([
          ("name", "traycheck mutate"), ("tests", "\(all.count)"),
          ("failures", "\(all.count { $0.fate == .survived })"),
          ("errors", "\(all.count { $0.fate == .undecided })"),
          ("time", report.duration.inSeconds.thousandths),
        ]) + ">",
    ]
    for spec in report.specs { lines += suite(spec) }
    return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private func suite(_ spec: SpecMutation) -> [String] {
    let cases = spec.mutants.filter { $0.fate != .equivalent }
    var lines = [
      "  <testsuite"
        + attributes([
          ("name", spec.name), ("tests", "\(cases.count)"),
          ("failures", "\(spec.count(.survived))"), ("errors", "\(spec.count(.undecided))"),
          ("skipped", "0"), ("time", "0.000"), ("file", spec.path),
        ]) + ">"
    ]
    for each in cases { lines += self.lines(each, spec) }
    return lines + ["  </testsuite>"]
  }

  private func lines(_ mutant: MutantVerdict, _ spec: SpecMutation) -> [String] {
    let place = mutant.place.text(in: spec.path)
    let head =
      "    <testcase"
      + attributes([
        ("name", "\(place) \(mutant.kind.rawValue): \(mutant.text)"),
        ("classname", "\(spec.name).\(mutant.owner)"), ("time", "0.000"),
      ])
    switch mutant.fate {
    case .killed, .equivalent: return ["\(head)/>"]
    case .survived:
      let proposal = mutant.proposal.map {
        "this would notice it:\n" + $0.lines.joined(separator: "\n")
      }
      let message = "no property notices if \(mutant.text)"
      return [
        "\(head)>",
        "      <failure\(attributes([("message", message), ("type", "survived")]))>"
          + "\(XMLText.content(proposal ?? ""))</failure>",
        "    </testcase>",
      ]
    case .undecided:
      return [
        "\(head)>",
        "      <error\(attributes([("message", mutant.reason ?? ""), ("type", "not-decided")]))/>",
        "    </testcase>",
      ]
    }
  }

  private func attributes(_ values: [(String, String)]) -> String {
    values.map { " \($0)=\"\(XMLText.attribute($1))\"" }.joined()
  }
}
