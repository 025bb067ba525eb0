import Semantics
import Traces

/// The opening sentence of a failure: the step, the rule, and its effect.
///
/// For example: "In step 2 an info arrives with alert: yes, and rule infoJoinsSilently makes the phone flash, vibrate
/// and sound."
final class Lead {
  /// Signals that are verbs of a phone.
  private static let verbs: Set = ["flash", "vibrate", "sound", "wake", "ring", "beep", "crash"]

  private let trace: PhoneTrace
  private let origin: Origin?
  private let link: (Trace.Place, String) -> HTML

  init(
    _ trace: PhoneTrace, origin: Origin?, link: @escaping (Trace.Place, String) -> HTML
  ) {
    (self.trace, self.origin, self.link) = (trace, origin, link)
  }

  /// The sentence for a property that is false in one state or step.
  ///
  /// - Parameter summary: the sentence if no step explains it.
  func html(or summary: String) -> HTML {
    if let loop = trace.loop { return self.loop(loop) }
    if let attempt = trace.attempt {
      let before: HTML =
        trace.length == 0 ? "At the start" : "After \(Wording.count(trace.length, "step"))"
      return "\(before) <b>\(attempt)</b> is attempted: \(summary, upTo: 1000)."
    }
    guard let frame = trace.frames.last, let event = frame.event else {
      return "It is false at the start already."
    }
    guard origin != nil || frame.marks.contains(where: \.isSuspect) else {
      return "After \(Wording.count(trace.length, "step")): \(summary, upTo: 1000)."
    }
    return "In step \(frame.number) \(happens(event)), \(effect(frame, event))."
  }

  private func loop(_ start: Int) -> HTML {
    if start >= trace.length {
      let place: HTML = start == 0 ? "From the start" : "After step \(start)"
      return "\(place) nothing has to happen any more, and the promise is never kept."
    }
    let steps: HTML =
      trace.length == start + 1
      ? "Step \(start + 1) can repeat" : "Steps \(start + 1) to \(trace.length) can repeat"
    return "\(steps) forever, and the promise is never kept."
  }

  /// The event, with the relevant arguments.
  private func happens(_ event: PhoneTrace.Event) -> HTML {
    let other = event.arguments.filter { !$0.isSmallest && $0.name != event.titleName }
    if let arrival = event.arrival {
      let shown = other.filter { !$0.name.hasSuffix("ID") && !$0.value.isEmpty }
      let with: HTML =
        shown.isEmpty
        ? ""
        : " with \(shown.prefix(3).map { "<b>\($0.name): \($0.value)</b>" as HTML }.joined(", "))"
      return "\(Self.article(arrival)) arrives\(with)"
    }
    let with: HTML =
      other.isEmpty
      ? ""
      : " with \(other.prefix(3).map { "<b>\($0.name): \($0.value)</b>" as HTML }.joined(", "))"
    return "<code>\(event.name)</code> happens\(with)"
  }

  private static func article(_ noun: String) -> String {
    if noun.contains(where: \.isNumber) { return noun }
    let isVowel = noun.first.map { "aeiou".contains($0.lowercased()) } ?? false
    return "\(isVowel ? "an" : "a") \(noun)"
  }

  /// The effect of the step, or the missing effect.
  private func effect(_ frame: PhoneTrace.Frame, _ event: PhoneTrace.Event) -> HTML {
    let rule: HTML =
      event.rule.map { name in
        "rule <code>\(event.place.map { link($0, name) } ?? "\(name)")</code>"
      } ?? "event <code>\(event.name)</code>"
    let suspects = frame.marks.filter(\.isSuspect).map(\.name)
    if !suspects.isEmpty {
      let verb: HTML =
        suspects.allSatisfy(Self.verbs.contains) ? "makes the phone" : "emits"
      return "and \(rule) \(verb) <b>\(Self.sentence(suspects))</b>"
    }
    if origin?.kind == .time { return "and the time that passes makes it false" }
    let kept = frame.cards.filter { $0.isSuspect && $0.change == .none }
    if origin?.kind == .noStatement {
      guard let card = kept.first else { return "and \(rule) never makes it true" }
      return "and <b>the \(card.card.title) stays</b>: \(rule) never removes it"
    }
    for shown in frame.cards where shown.isSuspect || shown.change != .none {
      switch shown.change {
      case .none: continue
      case .came: return "and \(rule) shows <b>\(Self.article(shown.card.title))</b>"
      case .gone: return "and \(rule) removes <b>the \(shown.card.title)</b>"
      case .changed(let before) where before.title != shown.card.title:
        let new = Self.article(shown.card.title)
        return "and \(rule) turns <b>the \(before.title) into \(new)</b>"
      case .changed: return "and \(rule) changes <b>the \(shown.card.title)</b>"
      }
    }
    if let cause = origin?.causes.first {
      return "and \(rule) runs <code>\(cause.statement, upTo: 200)</code> (\(cause.line))"
    }
    return "and \(rule) makes it false"
  }

  /// Joins words with commas, and with `and` before the last one.
  static func sentence(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
