import Traces

/// Renders witnesses of properties as text: the figures of their verdicts, and the traces with the facts at their ends.
struct WitnessText {
  private let trace: TraceText

  init(_ trace: TraceText) { self.trace = trace }

  /// The trace, or a sentence that there is none.
  func lines(_ property: WorldVerdict.Property) -> [String] {
    guard let path = property.trace else {
      return property.status == .holds ? [trace.indent + "nothing was found that shows it"] : []
    }
    let change = property.nearestChange.map {
      trace.indent + "one change away: \(Self.text($0).printable)"
    }
    return trace.lines(path) + (change.map { [$0] } ?? [])
  }

  /// The verdict on a property that holds, with its witness.
  static func verdict(_ property: WorldVerdict.Property, of world: WorldVerdict) -> String {
    Wording.holding(property, isCut: world.isCutByBound) + figures(property, of: world)
  }

  /// The figures of a property's verdict, as the end of a sentence; empty if there are none.
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
  /// Whether a name refers to the property: its own name, or that of its family.
  package func isCalled(_ name: String) -> Bool { name == self.name || name == family }
}

extension WorldVerdict {
  /// Whether to show the witness of a property: it was requested, or the property holds although the world expects a
  /// violation.
  func shows(_ property: Property, among witnesses: Set<String>) -> Bool {
    witnesses.contains(where: property.isCalled)
      || property.trace != nil && judgement.missing.contains(where: property.isCalled)
  }
}
