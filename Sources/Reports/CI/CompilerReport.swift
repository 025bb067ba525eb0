/// A report in the format of compilers, `path:line:column: error: message`, which editors and Xcode link to the source.
/// Failures and inconclusive results are errors; other findings are warnings.
package struct CompilerReport {
  private let list: CaseList
  private let root: String

  /// Creates a report with absolute paths, since its reader may use another current folder.
  ///
  /// - Parameter root: the prefix of paths.
  package init(_ report: CheckReport, paths: RepositoryPaths, root: String) {
    list = CaseList(report, paths: paths)
    self.root = root
  }

  /// Creates a report with the paths of this machine.
  ///
  /// - Parameter current: the absolute path of the folder to which paths are relative.
  package init(_ report: CheckReport, current: String) {
    self.init(report, paths: RepositoryPaths(root: "/", current: current), root: "/")
  }

  /// The lines; empty if there is nothing to report.
  package func encoded() -> String {
    let cases = list.all.flatMap { suite, each -> [String] in
      let title = "\(suite.name): \(each.keyword.map { "\($0) " } ?? "")\(each.name): "
      switch each.outcome {
      case .passed, .skipped: return []
      case .allowed: return each.findings.flatMap { lines("warning", $0, title) }
      // The error message is complete in itself.
      case .broken where each.rule == "traycheck/compile":
        return each.findings.flatMap { lines("error", $0, "") }
      case .failed, .open, .broken, .internalError:
        return each.findings.flatMap { lines("error", $0, title) }
      }
    }
    let all = cases + list.warnings.flatMap { lines("warning", $0, "") }
    return all.map { $0 + "\n" }.joined()
  }

  private func lines(_ word: String, _ finding: CaseFinding, _ title: String) -> [String] {
    let rule = finding.rule.split(separator: "/").map(String.init)
    let isCode = rule.count == 2 && rule[0] == "traycheck" && TrayDiagnostic.codes.contains(rule[1])
    let code = isCode ? " [\(rule[1])]" : ""
    return [line(word, finding, finding.place, title + finding.summary + code)]
      + finding.notes.map { line("note", finding, $0.1, $0.0) }
      + finding.help.map { line("note", finding, finding.place, "help: \($0)") }
  }

  private func line(
    _ word: String, _ finding: CaseFinding, _ place: TextPlace?, _ message: String
  ) -> String {
    var head = ""
    if let path = place?.path.map(list.paths.relative) ?? finding.path {
      // Without a place, the finding concerns the whole file.
      head = "\(root)\(path):\(place?.line ?? 1):\(place?.column ?? 1): "
    }
    return "\(head)\(word): \(message)".printableLine.inert
  }
}
