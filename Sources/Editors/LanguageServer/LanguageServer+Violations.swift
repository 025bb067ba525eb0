import Files
import Platform
import Reports
import Semantics
import TrayKit

extension LanguageServer {
  /// The maximum number of sentences about a trace.
  private static let mostSteps = 60

  /// The violations that the last check of a saved file found, by address, until the text changes.
  func violations(of document: OpenDocument) -> [(uri: String, diagnostic: LSP.Diagnostic)] {
    guard let severity = severityOfViolations, let result = checks[document.path] else { return [] }
    return result.failures.compactMap { cause in
      let finding = cause.finding
      guard let path = finding.path, let place = location(finding.place, in: path) else {
        return nil
      }
      let subject = [cause.each.keyword, cause.each.name].compactMap(\.self).joined(separator: " ")
      let lines = [finding.summary, "\(cause.suite.name): \(subject)", cause.othersText]
      var notes = [("the line to change", finding.culprit)]
      notes += finding.flow(in: cause.suite, most: Self.mostSteps).map {
        ($0.text, $0.place ?? finding.place)
      }
      let related = notes.compactMap { text, place in
        location(place, in: path).map { LSP.Diagnostic.Note(location: $0, message: text) }
      }
      let diagnostic = LSP.Diagnostic(
        range: place.range, severity: severity, code: cause.each.name.printableLine,
        codeDescription: result.page.map { ["href": $0 + anchor(of: cause, in: result)] },
        message: lines.compactMap(\.self).map(\.printable).joined(separator: "\n"),
        relatedInformation: related)
      return (place.uri, diagnostic)
    }
  }

  /// The place of a violation in its page.
  private func anchor(of cause: CaseCause, in result: SavedCheck.Result) -> String {
    guard let spec = result.spec?.name, let world = cause.suite.world?.name else { return "" }
    var anchors = PageAnchors()
    return "#" + RepositoryPaths.uri(anchors.name([spec, world, cause.each.name]).id)
  }

  /// A place of a report on a file; nil if the file cannot be read.
  private func location(_ place: TextPlace?, in path: String) -> LSP.Location? {
    guard let place else { return nil }
    let path = "/" + (place.path.map(SavedCheck.paths.relative) ?? path)
    let real = RealPath.of(path)
    if let open = documents.values.first(where: { RealPath.of($0.path) == real }) {
      return LSP.Location(uri: open.uri, range: open.positions.rangeOfWord(at: place))
    }
    guard let bytes = try? SpecLoader.read(path) else { return nil }
    let range = TextPositions(bytes, encoding).rangeOfWord(at: place)
    return LSP.Location(uri: OpenDocument.uri(of: path), range: range)
  }
}
