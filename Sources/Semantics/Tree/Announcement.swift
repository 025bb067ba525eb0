/// An expected violation of a world: `violates noDuplicates`, `violates fault in receive.mention`; or the toleration of
/// every other one: `violates noDuplicates, and others`.
package struct Announcement: Sendable {
  /// The expected place of a violation that is searched for in every spec.
  package enum Place: Sendable, Equatable {
    case event(Int)
    case rule(event: Int, rule: Int)
    /// The faulting property.
    case property(Int)
    /// Nowhere in this world, which is without the rule.
    case none
  }

  /// A property, or deadlock, fault, gap, overlap; empty for `and others`.
  package var name: String
  /// Nil for anywhere.
  package var place: Place?
  /// The source text: `fault in receive.mention`.
  package var text: String

  package init(name: String, place: Place? = nil, text: String) {
    self.name = name
    self.place = place
    self.text = text
  }

  /// Every violation that the world does not expect is tolerated: `and others`.
  package static let others = Announcement(name: "", text: "others")

  package var isRest: Bool { name.isEmpty }

  /// Whether it expects or tolerates this violation.
  package func covers(_ finding: Finding, in spec: CheckedSpec) -> Bool {
    if isRest { return finding.kind.violation != nil }
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
  /// The expected violation that matches a finding; one with a place is preferred to one without, and both to
  /// `and others`.
  package func announcement(of finding: Finding) -> Announcement? {
    let covering = world?.violates.filter { $0.covers(finding, in: self) } ?? []
    return covering.first { $0.place != nil } ?? covering.first { !$0.isRest } ?? covering.first
  }

  /// Whether the current world expects or tolerates a violation of a property, or expects one of some member of its
  /// family.
  package func mayExpectViolation(of name: String) -> Bool {
    let family = properties.first { $0.name == name }?.family
    return toleratesOthers || announces(name) || family.map(announces) ?? false
  }

  /// Whether the current world tolerates violations that it does not expect.
  package var toleratesOthers: Bool { world?.violates.contains(where: \.isRest) ?? false }

  /// Whether the current world expects a violation of that name, at any place.
  package func announces(_ name: String) -> Bool {
    world?.violates.contains { $0.name == name } ?? false
  }
}
