import Semantics
import Traces

/// The failures of a spec, and their causes for the header.
extension SpecSection {
  func article(_ trace: PageTrace) -> HTML {
    guard let number = failureAnchors.firstIndex(where: { $0.id == trace.anchor.id }) else {
      return ""
    }
    let failure = groups.failures[number]
    var trace = trace
    trace.also = also(failure)
    if case .missing = failure.subject { trace.verdict = .bad }
    return trace.article(level: level + 1, title: title(failure, number))
  }

  func title(_ failure: Failure, _ number: Int) -> HTML {
    let world = failure.world
    let place: HTML = world == "default" ? "" : " · world <code>\(world)</code>"
    let count: HTML =
      groups.failures.count == 1 ? "Failure" : "Failure \(number + 1) of \(groups.failures.count)"
    let name: HTML =
      failure.noun == failure.title || failure.title.hasPrefix("\(failure.noun) ")
      ? "\(failure.title)" : "\(failure.noun) <code>\(failure.title)</code>"
    return "\(count) · \(name)\(place)"
  }

  /// The other worlds in which it fails.
  func also(_ failure: Failure) -> HTML {
    func names(_ worlds: [String]) -> HTML {
      let shown = worlds.prefix(12).map { "<code>\($0)</code>" as HTML }.joined(", ")
      return worlds.count > 12 ? "\(shown) and \(worlds.count - 12) more" : shown
    }
    var parts: [HTML] = []
    if !failure.otherWorlds.isEmpty {
      let count = Wording.count(failure.otherWorlds.count, "other world")
      parts.append("Also fails in \(count): \(names(failure.otherWorlds)).")
    }
    if !failure.expectedIn.isEmpty {
      parts.append("Expected to fail in \(names(failure.expectedIn)).")
    }
    return parts.joined(" ")
  }

  /// The trace that opens a page without failures.
  func example(_ trace: PageTrace) -> HTML {
    let name: HTML = "<code>\(trace.name)</code>"
    let title: HTML =
      trace.verdict == .good
      ? "An example · property \(name)"
      : "A rejected design, caught as expected · it breaks \(name)"
    var trace = trace
    (trace.raw, trace.excerpt, trace.close) = ([], "", [])
    return trace.article(level: level + 1, title: title)
  }

  /// The causes of its failures, for the header.
  var causes: [HTML] {
    var number = 0
    return groups.groups.map { group in
      let first = failureAnchors[number]
      var parts: [HTML] = []
      for failure in group.failures.prefix(4) {
        let sentence = PageTrace.sentences(failure.documentation).first
        let anchor = failureAnchors[number]
        let name: HTML = "<a \(anchor.address)><code>\(failure.title)</code></a>"
        number += 1
        switch failure.subject {
        case .missing:
          parts.append("expects <code>\(failure.name)</code> to fail, and it does not")
        case .unreached: parts.append("no state reaches \(name)")
        case .scenario: parts.append("scenario \(name)")
        case .internalError: parts.append("internal error: \(name)")
        case .violation(let violation):
          if !sentence.isEmpty {
            parts.append("“\(sentence, upTo: 400)”")
          } else if case .rule = group.cause, !violation.kind.isGeneral {
            parts.append("property \(name)")
          } else {
            parts.append("\(violation.summary, upTo: 400)")
          }
        }
      }
      if group.failures.count > 4 {
        parts.append("and \(group.failures.count - 4) more")
        number += group.failures.count - 4
      }
      let owner: HTML = isAlone ? "" : "<small>\(spec.name)</small> "
      guard case .rule(let rule, let line, let path) = group.cause else {
        let failure = group.failures[0]
        let line: HTML =
          failure.place.map { " <span>\($0.path.map { "\($0), " } ?? "")line \($0.line)</span>" }
          ?? ""
        return """
          <li>\(owner)<a \(first.address)><code>\(failure.title)</code>\(line)</a>\
          <p>\(parts.joined(", "))</p>
          """
      }
      let place =
        (path.map { "\($0), line \(line)" } ?? "line \(line)")
        + (spec.isChanged(line, path) ? ", changed since \(spec.changes?.since ?? "")" : "")
      return """
        <li>\(owner)<a \(first.address)><code>\(rule)</code> <span>\(place)</span></a>\
        <p>breaks \(parts.joined(", "))</p>
        """
    }
  }

  var failures: HTML {
    if groups.groups.isEmpty {
      let story = candidates.filter { $0.rank == .example }.compactMap { drawn[$0.anchor.id] }
      return story.isEmpty
        ? "" : "<section><h\(level) class=vh>A story</h\(level)>\(story.joined())</section>\n"
    }
    let items = groups.failures.enumerated().map { number, failure -> HTML in
      let anchor = failureAnchors[number]
      return drawn[anchor.id] ?? undrawn(failure, number)
    }
    return """
      <section \((anchors[.failures] ?? anchor).attribute)><h\(level) class=vh>Failures</h\(level)>\
      \(items.joined())</section>

      """
  }

  /// A failure without a trace, or without space for it.
  func undrawn(_ failure: Failure, _ number: Int) -> HTML {
    let (first, rest) = PageTrace.sentences(failure.documentation)
    let text: HTML
    var place = failure.place.map(rules.place) ?? ""
    switch failure.subject {
    case .violation(let violation):
      text =
        "\(PageTrace.capitalized(TraceMaker.outcome(violation))): \(violation.summary, upTo: 1000)"
    case .scenario(_, let failed): text = "\(failed.summary, upTo: 1000)"
    case .unreached: text = "No reachable state satisfies it."
    case .missing:
      text = """
        World <code>\(failure.world)</code> expects <code>\(failure.name)</code> to fail, and it \
        does not. The design is not caught.
        """
      place = spec.verdicts.first { $0.name == failure.world }.map { rules.place($0.place) } ?? ""
    case .internalError(let error):
      text = "\(error.message, upTo: 2000): \(Wording.internalErrorAdvice)"
    }
    let heading: HTML = first.isEmpty ? "\(failure.noun) \(failure.title)" : "\(first, upTo: 2000)"
    return """
      <article class="st v-bad" \(failureAnchors[number].attribute)><p class=kk>\(PageVerdict.bad.mark)\
      \(title(failure, number))</p><h\(level + 1)>\(heading)</h\(level + 1)>\
      <p class=by>\(rest, upTo: 2000) \(place)</p><p class=ld>\(text)</p><p class=ot>\(also(failure))</p></article>

      """
  }
}
