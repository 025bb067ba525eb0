import Analysis
import Semantics
import Traces

/// A difference in behaviour: the way that both versions can go, and behind it what each of them does, side by side.
struct DifferenceHTML {
  private let difference: BehaviourDifference
  private let anchor: PageAnchor

  init(_ difference: BehaviourDifference, at anchor: PageAnchor) {
    (self.difference, self.anchor) = (difference, anchor)
  }

  func html(isOpen: Bool) -> HTML {
    let common = common
    let title: HTML = "<b>\(DiffWording.title(difference))</b>"
    return """
      <details class=t \(anchor.attribute)\(isOpen ? " open" : "" as HTML)><summary>\(title)</summary>\
      \(common)<div class=two>\(side(difference.old, difference.oldOutcome, "old"))\
      \(side(difference.new, difference.newOutcome, "new"))</div></details>

      """
  }

  /// What both can do until then, as the version has it whose step is told.
  private var common: HTML {
    guard let shown = difference.kind == .onlyOld ? difference.old : difference.new,
      !shown.path.steps.isEmpty
    else { return "" }
    var path = shown.path
    if shown.hasOutcome { path.steps.removeLast() }
    let trace = PhoneTrace(path, in: shown.spec, look: PhoneLook(shown.spec))
    return PhonesHTML(trace, at: anchor).html
  }

  private func side(
    _ shown: BehaviourDifference.Shown?, _ outcome: BehaviourDifference.Outcome, _ name: String
  ) -> HTML {
    let words = Self.text(outcome)
    var phones: HTML = ""
    if let shown, shown.hasOutcome || shown.path.steps.isEmpty {
      var trace = PhoneTrace(shown.path, in: shown.spec, look: PhoneLook(shown.spec))
      trace.frames = trace.frames.suffix(1)
      phones = PhonesHTML(trace, at: PageAnchor(id: "\(anchor.id)-\(name)")).html
    }
    let changes: HTML =
      name == "new" && !difference.startChanges.isEmpty
      ? "<ul>\(difference.startChanges.map { "<li>\($0.text)" as HTML }.joined())</ul>" : ""
    return
      "<div role=group aria-label=\(attribute: name)><p><b>\(name)</b>\(words)\(changes)\(phones)</div>"
  }

  /// What a version does that does nothing which a phone could show.
  private static func text(_ outcome: BehaviourDifference.Outcome) -> HTML {
    switch outcome {
    case .steps(let steps):
      steps.count > 1 ? ": the first of \(steps.count) ways" : ""
    case .refused(let reasons): ": refused\(PageText.nested(reasons))"
    case .gap: ": no rule applies"
    case .fault(let message): ": fault: \(message)"
    case .unknown(let isEvent):
      isEvent ? ": there is no such event" : ": there are no such arguments"
    case .none: ": no such start"
    }
  }
}
