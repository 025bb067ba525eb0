/// The report in the Test Anything Protocol, version 14: a line for each case, followed by a YAML block of details if
/// it is not ok.
package struct TAPReport {
  private let list: CaseList

  package init(_ report: CheckReport, paths: RepositoryPaths) {
    list = CaseList(report, paths: paths)
  }

  package func encoded() throws -> String {
    let cases = list.suitesWithoutRepeatedTraces.flatMap { suite in
      suite.cases.map { (suite, $0) }
    }
    var lines = ["TAP version 14", "1..\(cases.count)" + (cases.isEmpty ? " # SKIP nothing" : "")]
    for (index, (suite, each)) in cases.enumerated() {
      lines += self.lines(each, suite, index + 1)
    }
    lines += list.asides.map { "# \($0.printableLine.inert)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(_ each: Case, _ suite: CaseSuite, _ number: Int) -> [String] {
    let name = [suite.name, (each.keyword.map { "\($0) " } ?? "") + each.name]
      .map(Self.description).joined(separator: " - ")
    switch each.outcome {
    case .passed:
      return ["ok \(number) - \(name)"] + (each.witness.map { diagnostics($0) } ?? [])
    case .skipped(let why): return ["ok \(number) - \(name) # SKIP \(Self.description(why))"]
    case .allowed(let option):
      let why = "\(each.summary ?? "") (\(option))"
      return ["ok \(number) - \(name) # SKIP \(Self.description(why))"]
    case .failed: return ["not ok \(number) - \(name)"] + diagnostics(each, "fail")
    case .open: return ["not ok \(number) - \(name)"] + diagnostics(each, "undecided")
    case .internalError:
      return ["not ok \(number) - \(name)"] + diagnostics(each, "internal-error")
    case .broken: return ["not ok \(number) - \(name)"] + diagnostics(each, "error")
    }
  }

  private func diagnostics(_ each: Case, _ severity: String) -> [String] {
    block(each.summary ?? "", severity, each.findings.first, each.text)
  }

  /// The details of a witness.
  private func diagnostics(_ witness: CaseFinding) -> [String] {
    block(witness.summary, nil, witness, witness.placedText)
  }

  private func block(
    _ message: String, _ severity: String?, _ finding: CaseFinding?, _ text: String
  ) -> [String] {
    var lines = ["---", "message: \(Self.quoted(message))"]
    if let severity { lines.append("severity: \(severity)") }
    if let finding, let path = finding.path {
      lines += ["at:", "  file: \(Self.quoted(path))"]
      if let place = finding.place {
        lines += ["  line: \(place.line)", "  column: \(place.column)"]
      }
    }
    return (lines + trace(text) + ["..."]).map { "  \($0)" }
  }

  /// The details as a literal block that every reader, including Perl's, takes line by line.
  private func trace(_ text: String) -> [String] {
    let text = text.printable.inert.escaped { Self.isNoCharacter($0) ? "\u{FFFD}" : nil }
    let lines = text.split(separator: "\n")
    guard let first = lines.first else { return [] }
    // The first line determines the indentation of a block.
    if first.hasPrefix(" ") || first.hasPrefix("\t") {
      return ["trace: \(Self.quoted(text))"]
    }
    return ["trace: |"] + lines.map { "  \($0)" }
  }

  /// Whether a character is a line end for readers, or is not allowed in YAML.
  private static func isNoCharacter(_ scalar: Unicode.Scalar) -> Bool {
    [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar.value)
  }

  /// A description on one line, without a `#` that would start a directive.
  private static func description(_ text: String) -> String {
    text.printableLine.inert.escaped { $0 == "\\" || $0 == "#" ? "\\\($0)" : nil }
  }

  /// A double-quoted YAML string.
  private static func quoted(_ text: String) -> String {
    let inside = text.printable.inert.escaped { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\t": "\\t"
      case _ where isNoCharacter(scalar):
        "\\u" + String(scalar.value, radix: 16, uppercase: true)
      default: nil
      }
    }
    return "\"\(inside)\""
  }
}
