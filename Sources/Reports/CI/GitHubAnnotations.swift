/// The report as workflow commands, which GitHub shows next to the lines of a change. Failures and inconclusive results
/// are errors; other findings are warnings.
package struct GitHubAnnotations {
  /// The maximum number of errors, and of warnings, that GitHub shows for a step.
  private static let shown = 10
  /// The maximum length of a message in bytes; GitHub accepts 64 KiB.
  private static let maximumMessage = 60_000
  private static let maximumTitle = 255

  private let list: CaseList

  package init(_ report: CheckReport, paths: RepositoryPaths) {
    list = CaseList(report, paths: paths)
  }

  /// The commands, one line each; empty if there is nothing to report.
  package func encoded() throws -> String {
    // If there are more than are shown, certain errors come first.
    let errors =
      commands("error") { $0 == .internalError } + commands("error") { $0 == .failed }
      + commands("error") { $0 == .broken }
      + commands("error") { $0 == .open }
    let warnings =
      commands("warning") { if case .allowed = $0 { true } else { false } }
      + list.warnings.map { command("warning", $0, title: $0.rule) }
    var lines = errors + warnings
    let hidden = max(0, errors.count - Self.shown) + max(0, warnings.count - Self.shown)
    if hidden > 0 {
      lines.append(
        "::notice title=Traycheck::"
          + Self.message(
            "\(Wording.count(errors.count, "error")) and "
              + "\(Wording.count(warnings.count, "warning")): GitHub shows \(Self.shown) of each "
              + "step; all are in the log of this one"))
    }
    lines += list.all.compactMap { suite, each in
      each.witness.map { command("notice", $0, title: title(suite, each)) }
    }
    if !list.asides.isEmpty {
      lines.append(
        "::notice title=Traycheck::" + Self.message(list.asides.joined(separator: "\n")))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func commands(_ word: String, _ isChosen: (Case.Outcome) -> Bool) -> [String] {
    list.causes(where: isChosen).map { cause in
      var finding = cause.finding
      finding.place = finding.culprit ?? finding.place
      if let others = cause.othersText {
        finding.text += (finding.text.isEmpty ? "" : "\n") + others
      }
      return command(word, finding, title: title(cause.suite, cause.each))
    }
  }

  private func title(_ suite: CaseSuite, _ each: Case) -> String {
    "\(suite.name): \(each.keyword.map { "\($0) " } ?? "")\(each.name)"
  }

  private func command(_ word: String, _ finding: CaseFinding, title: String) -> String {
    var properties: [String] = []
    if let path = finding.path {
      properties.append("file=\(Self.property(path))")
      if let place = finding.place {
        properties += ["line=\(place.line)", "col=\(place.column)"]
      }
    }
    properties.append(
      "title=\(Self.property(title.printableLine.cut(toBytes: Self.maximumTitle)))")
    let text = [finding.summary, finding.text].filter { !$0.isEmpty }.joined(separator: "\n")
    return "::\(word) \(properties.joined(separator: ","))::"
      + Self.message(text.cut(toBytes: Self.maximumMessage))
  }

  /// A message with its special characters escaped.
  private static func message(_ text: String) -> String {
    text.printable.inert.escaped { "%\n".unicodeScalars.contains($0) ? code(of: $0) : nil }
  }

  /// A property with its special characters escaped.
  private static func property(_ text: String) -> String {
    text.printable.inert.escaped { "%\n:,".unicodeScalars.contains($0) ? code(of: $0) : nil }
  }

  /// The percent code of a character, such as `%0A`.
  private static func code(of scalar: Unicode.Scalar) -> String {
    "%" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
  }
}
