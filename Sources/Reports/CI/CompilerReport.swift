/// The report in lines as compilers write them, `path:line:column: error: what`, by which editors and Xcode lead to the
/// place: an error for each thing that is wrong or not decided, a warning for what is said or allowed besides.
package struct CompilerReport {
  private let list: CaseList
  private let root: String

  /// - Parameter root: what paths are put behind. They are absolute, since whoever reads the lines may be elsewhere.
  package init(_ report: CheckReport, paths: RepositoryPaths, root: String) {
    list = CaseList(report, paths: paths)
    self.root = root
  }

  /// With the paths of this machine.
  ///
  /// - Parameter current: the folder from which relative paths count, an absolute path.
  package init(_ report: CheckReport, current: String) {
    self.init(report, paths: RepositoryPaths(root: "/", current: current), root: "/")
  }

  /// The lines; empty if there is nothing to tell.
  package func encoded() -> String {
    let cases = list.all.flatMap { suite, each -> [String] in
      let title = "\(suite.name): \(each.keyword.map { "\($0) " } ?? "")\(each.name): "
      switch each.outcome {
      case .passed, .skipped: return []
      case .allowed: return each.findings.flatMap { lines("warning", $0, title) }
      // The text of a mistake says all.
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
    [line(word, finding, finding.place, title + finding.summary)]
      + finding.notes.map { line("note", finding, $0.1, $0.0) }
  }

  private func line(
    _ word: String, _ finding: CaseFinding, _ place: TextPlace?, _ message: String
  ) -> String {
    var head = ""
    if let path = place?.path.map(list.paths.relative) ?? finding.path {
      // Without a place it is about the file as a whole.
      head = "\(root)\(path):\(place?.line ?? 1):\(place?.column ?? 1): "
    }
    return "\(head)\(word): \(message)".printableLine.inert
  }
}
