import Semantics
import Traces

extension Exploration {
  /// One effect of a step, in words: `adds tray[1]`, `unread 0 → 1`.
  public struct Effect: Sendable, Hashable, Encodable {
    /// The verb `adds`, `removes` or `replaces`; empty for a changed value.
    public var verb: String
    /// The name of the variable that changes.
    public var variable: String
    /// The changed element: a key such as `[1]`, an element of a set or list such as `2`, or a changed value such as
    /// `tray[1].text 1 → 2`.
    public var element: String

    /// The text of the effect in one step.
    public var text: String { Self.text(verb, variable, [element]) }

    /// The combined text of several effects that differ only in their elements.
    public static func text(_ verb: String, _ variable: String, _ elements: [String]) -> String {
      let shown = elements.count > 3 ? elements.prefix(2) + ["…"] : elements[...]
      let list = shown.joined(separator: " or ").replacing(" or …", with: " …")
      if verb.isEmpty { return list }
      if elements.allSatisfy({ $0.hasPrefix("[") }) { return "\(verb) \(variable)\(list)" }
      return "\(verb) \(list) \(verb == "removes" ? "from" : "to") \(variable)"
    }
  }
}

/// Describes the changes of a step in words: `EffectWords(spec).effects(from: old, to: new)`.
struct EffectWords {
  private let spec: CheckedSpec

  init(_ spec: CheckedSpec) { self.spec = spec }

  /// The effects between two states: one for each part that is added, removed or changed.
  func effects(from old: [Value], to new: [Value]) -> [Exploration.Effect] {
    zip(spec.variables, zip(old, new)).filter { $0.0.monitor == nil && $0.1.0 != $0.1.1 }
      .flatMap { effects($0.name, $0.type, $1.0, $1.1) }
  }

  private func effects(
    _ name: String, _ type: Type, _ old: Value, _ new: Value
  ) -> [Exploration.Effect] {
    if case .set(let element, _) = type, case .set(let olds) = old, case .set(let news) = new {
      return news.filter { !olds.contains($0) }.map {
        effect("adds", name, element.text($0))
      }
        + olds.filter { !news.contains($0) }
        .map { effect("removes", name, element.text($0)) }
    }
    if case .list(let element, _) = type, case .list(let olds) = old, case .list(let news) = new,
      news.count > olds.count, news.starts(with: olds)
    {
      return news.dropFirst(olds.count).map { effect("adds", name, element.text($0)) }
    }
    var changes: [Trace.Change] = []
    type.changes(from: old, to: new, at: name, into: &changes)
    var effects: [Exploration.Effect] = []
    for change in changes {
      let made = effect(of: change, in: name, among: changes)
      if !effects.contains(made) { effects.append(made) }
    }
    return effects
  }

  private func effect(
    of change: Trace.Change, in name: String, among changes: [Trace.Change]
  ) -> Exploration.Effect {
    let place = change.place.hasPrefix(name) ? String(change.place.dropFirst(name.count)) : ""
    if place.hasPrefix("["), place.hasSuffix("]") {
      if change.old == "nil" { return effect("adds", name, place) }
      if change.new == "nil" { return effect("removes", name, place) }
    }
    if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
      let element = String(place[...end])
      if changes.count(where: { $0.place.hasPrefix("\(name)\(element).") }) > 1 {
        return effect("replaces", name, element)
      }
    }
    return effect("", name, "\(change.place) \(change.old) → \(change.new)")
  }

  private func effect(_ verb: String, _ variable: String, _ element: String) -> Exploration.Effect {
    Exploration.Effect(
      verb: verb, variable: variable.printableLine, element: element.printableLine)
  }
}
