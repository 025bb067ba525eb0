import Traces

/// How properties hold, as text: what stands behind their verdict, and the trace with what is to be seen at its end.
struct WitnessText {
  private let trace: TraceText

  init(_ trace: TraceText) { self.trace = trace }

  /// The trace, or that there is none.
  func lines(_ property: WorldVerdict.Property) -> [String] {
    guard let path = property.trace else {
      return property.status == .holds ? [trace.indent + "nothing was found that shows it"] : []
    }
    let change = property.nearestChange.map {
      trace.indent + "one change away: \(Self.text($0).printable)"
    }
    return trace.lines(path) + (change.map { [$0] } ?? [])
  }

  /// The verdict on a property that holds, and how it does.
  static func verdict(_ property: WorldVerdict.Property, of world: WorldVerdict) -> String {
    Wording.holding(property) + figures(property, of: world)
  }

  /// What stands behind the verdict on a property, as the end of a sentence; empty if there is nothing more to
  /// tell.
  static func figures(_ property: WorldVerdict.Property, of world: WorldVerdict) -> String {
    guard property.status == .holds else { return "" }
    if property.keyword == .transition, property.matchedSteps ?? 0 > 0 {
      return ", of \(Wording.number(world.statistics.transitions)) in all"
    }
    guard let length = property.wayLength else { return "" }
    let steps = Wording.count(length, "step")
    let values = (property.arguments ?? []).map { "\($0.name) = \($0.value)" }
    return (property.keyword == .possible ? ", in at most \(steps)" : ", up to \(steps) away")
      + (values.isEmpty ? "" : " (for \(Wording.list(values)))")
  }

  private static func text(_ change: Trace.Change) -> String {
    let would = "it would be violated here if"
    return switch change.element {
    case nil: "\(would) \(change.place) were \(change.new)"
    case .added: "\(would) there were \(change.place), as \(change.new)"
    case .removed: "\(would) there were no \(change.place)"
    }
  }
}

extension WorldVerdict.Property {
  /// Whether a name stands for it: its own, or that which it has in the text.
  package func isCalled(_ name: String) -> Bool { name == self.name || name == family }
}

extension WorldVerdict {
  /// Whether it is to be shown how a property holds: that was asked for, or it does so though the world announces
  /// that it does not.
  func shows(_ property: Property, among witnesses: Set<String>) -> Bool {
    witnesses.contains(where: property.isCalled)
      || property.trace != nil && judgement.missing.contains(where: property.isCalled)
  }
}
