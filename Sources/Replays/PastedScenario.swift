import Semantics
import SpecLanguage

/// A scenario behind the text of its spec, as somebody would paste it.
enum PastedScenario {
  /// The first mistake in a pasted text; nil if it compiles.
  ///
  /// - Parameters:
  ///   - text: worlds and scenarios.
  ///   - world: the world of the scenario; nil for the default one.
  static func mistake(in text: String, of spec: CheckedSpec, world: String?) -> String? {
    let own = spec.file.parts[0].range
    let file = spec.file.appending(text)
    let added = SourceRange(own.end, own.end + file.bytes.count - spec.file.bytes.count)
    let (syntax, sink) = Parser.parse(file, provesHelp: false)
    var diagnostics = sink.diagnostics
    if !sink.hasErrors {
      do throws(ResolvedWorld.Problem) {
        _ = try ResolvedWorld.check(syntax, world: world)
      } catch {
        diagnostics = error.diagnostics
      }
    }
    return diagnostics.first {
      $0.severity == .error && added.contains($0.range.start) && added.contains($0.range.end)
    }?.message
  }
}

extension SourceFile {
  /// The file with a text behind its own part; the files that it uses come after it.
  fileprivate func appending(_ text: String) -> SourceFile {
    let (own, tail) = (parts[0].range, "\n" + text)
    let files = parts.enumerated().map { index, part in
      SourceFile(path: part.path, text: self.text(part.range) + (index == 0 ? tail : ""))
    }
    guard files.count > 1 else { return files[0] }
    func moved(_ place: Int) -> Int { place > own.end ? place + tail.utf8.count : place }
    let links = links.map { place, link in
      if case .cycle(let places) = link { return (moved(place), Link.cycle(places.map(moved))) }
      return (moved(place), link)
    }
    return SourceFile(joining: files, links: Dictionary(links) { first, _ in first })
  }
}
