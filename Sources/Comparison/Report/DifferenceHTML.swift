import Reports
import Semantics
import Traces

/// Renders a difference in behaviour: the outcomes of both versions next to each other, and the steps that lead there.
final class DifferenceHTML {
  private let difference: BehaviourDifference
  private let anchor: PageAnchor
  private let anchors: (old: PageAnchor, new: PageAnchor)

  /// Creates a renderer.
  ///
  /// - Parameter names: the anchors of the page.
  init(_ difference: BehaviourDifference, at anchor: PageAnchor, _ names: inout PageAnchors) {
    (self.difference, self.anchor) = (difference, anchor)
    anchors = (names.name(["\(anchor.id)-old"]), names.name(["\(anchor.id)-new"]))
  }

  /// The difference as an article.
  ///
  /// - Parameter level: the level of its heading.
  func html(level: Int, number: Int) -> HTML {
    let title: HTML = "\(PageTrace.capitalized(DiffWording.title(difference)), upTo: 1000)"
    return """
      <article class="st v-open" \(anchor.attribute)><p class=kk>Difference \(number)</p><h\(level)>\(title)</h\(level)>
      <div class=two2>\(side(difference.old, difference.oldOutcome, "Old", anchors.old))\
      \(side(difference.new, difference.newOutcome, "New", anchors.new))</div>\(common(level))</article>

      """
  }

  /// The number of frames of its longest trace.
  var steps: Int { min(PhoneTrace.maximumFrames, (commonPath?.path.steps.count ?? 0) + 1) }

  private var commonPath: BehaviourDifference.Shown? {
    guard var shown = difference.kind == .onlyOld ? difference.old : difference.new,
      !shown.path.steps.isEmpty
    else { return nil }
    if shown.hasOutcome { shown.path.steps.removeLast() }
    return shown
  }

  /// The common steps before the difference.
  private func common(_ level: Int) -> HTML {
    guard let shown = commonPath else { return "" }
    let trace = PhoneTrace(shown.path, in: shown.spec, look: PhoneLook(shown.spec))
    let title: HTML = trace.frames.count > 1 ? "The steps before, in both versions" : "Before"
    return """
      <h\(level + 1)>\(title)</h\(level + 1)>\(PhonesHTML(trace, at: anchor, verdict: .none).figure())
      """
  }

  private func side(
    _ shown: BehaviourDifference.Shown?, _ outcome: BehaviourDifference.Outcome, _ name: String,
    _ place: PageAnchor
  ) -> HTML {
    let words = Self.text(outcome)
    var phones: HTML = ""
    if let shown, shown.hasOutcome || shown.path.steps.isEmpty {
      var trace = PhoneTrace(shown.path, in: shown.spec, look: PhoneLook(shown.spec))
      trace.frames = trace.frames.suffix(1)
      phones = PhonesHTML(trace, at: place, verdict: .none).figure()
    }
    let changes: HTML =
      name == "New" && !difference.startChanges.isEmpty
      ? "<ul>\(difference.startChanges.map { "<li>\($0.text)" as HTML }.joined())</ul>" : ""
    return """
      <div role=group aria-label=\(attribute: name)><p><b>\(name)</b>\(words)</p>\(changes)\(phones)</div>
      """
  }

  /// The outcome in a version, if a phone cannot show it.
  private static func text(_ outcome: BehaviourDifference.Outcome) -> HTML {
    switch outcome {
    case .steps(let steps):
      steps.count > 1 ? ": the first of \(steps.count) ways" : ""
    case .refused(let reasons): ": refused\(PageText.nested(reasons))"
    case .gap: ": no rule applies"
    case .fault(let message): ": fault: \(message)"
    case .unknown(let isEvent):
      isEvent ? ": no such event exists" : ": no such arguments exist"
    case .none: ": no such start"
    }
  }
}
