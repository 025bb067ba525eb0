/// What a world says has to fail: `violates noDuplicates`, `violates fault in receive.mention`.
package struct Announcement: Sendable {
  /// Where something has to go wrong that is looked for in every spec.
  package enum Place: Sendable, Equatable {
    case event(Int)
    case rule(event: Int, rule: Int)
    /// What has no value is the property.
    case property(Int)
    /// Nowhere in this world, which is without the rule.
    case none
  }

  /// A property, or deadlock, fault, gap, overlap.
  package var name: String
  /// Nil for anywhere.
  package var place: Place?
  /// As it is written: `fault in receive.mention`.
  package var text: String

  package init(name: String, place: Place? = nil, text: String) {
    self.name = name
    self.place = place
    self.text = text
  }

  /// Whether a violation is one that has to happen.
  package func covers(_ finding: Finding, in spec: CheckedSpec) -> Bool {
    let isFamily = !finding.isFault && finding.property.map { spec.properties[$0].family } == name
    guard isFamily || finding.name(in: spec) == name else { return false }
    switch place {
    case nil: return true
    case .event(let event): return finding.event == event
    case .rule(let event, let rule):
      return finding.event == event
        && (finding.rule == rule || finding.rules?.contains(rule) ?? false)
    case .property(let property): return finding.property == property
    case .none?: return false
    }
  }
}

extension CheckedSpec {
  /// The announcement that covers a violation; one that names its place before one that takes any.
  package func announcement(of finding: Finding) -> Announcement? {
    let covering = world?.violates.filter { $0.covers(finding, in: self) } ?? []
    return covering.first { $0.place != nil } ?? covering.first
  }

  /// Whether the world at hand announces something of that name, wherever it is to be.
  package func announces(_ name: String) -> Bool {
    world?.violates.contains { $0.name == name } ?? false
  }
}
