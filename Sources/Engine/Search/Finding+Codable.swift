import SpecLanguage

/// A finding as it stands in machine-readable files: by numbers, which hold for the text of the spec as it
/// was; keys that say nothing of its kind are left out.
extension Finding: Codable {
  private enum Kind: String, Codable {
    case deadlock, terminalFault, invariant, goal, eventually, possible, propertyFault
    case gap, overlap, guardFault, fault, transition, stepFault
  }

  private enum Key: CodingKey { case kind, property, event, rule, rules, start, end }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func number(_ key: Key) throws -> Int { try values.decode(Int.self, forKey: key) }
    func range() throws -> SourceRange { SourceRange(try number(.start), try number(.end)) }
    switch try values.decode(Kind.self, forKey: .kind) {
    case .deadlock: self = .deadlock
    case .terminalFault: self = .terminalFault(try range())
    case .invariant: self = .invariant(try number(.property))
    case .goal: self = .goal(try number(.property))
    case .eventually: self = .eventually(try number(.property))
    case .possible: self = .possible(try number(.property))
    case .propertyFault: self = .propertyFault(try number(.property), try range())
    case .gap: self = .event(.gap(event: try number(.event)))
    case .overlap:
      let rules = try values.decodeIfPresent([Int].self, forKey: .rules)
      self = .event(.overlap(event: try number(.event), rules: rules))
    case .guardFault: self = .event(.guardFault(event: try number(.event), try range()))
    case .fault:
      let rule = try values.decodeIfPresent(Int.self, forKey: .rule)
      self = .event(.fault(event: try number(.event), rule: rule, try range()))
    case .transition: self = .event(.transition(property: try number(.property)))
    case .stepFault:
      self = .event(.propertyFault(property: try number(.property), try range()))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(kind, forKey: .kind)
    try values.encodeIfPresent(property, forKey: .property)
    try values.encodeIfPresent(event, forKey: .event)
    try values.encodeIfPresent(rule, forKey: .rule)
    try values.encodeIfPresent(rules, forKey: .rules)
    try values.encodeIfPresent(faultRange?.start, forKey: .start)
    try values.encodeIfPresent(faultRange?.end, forKey: .end)
  }

  private var kind: Kind {
    switch self {
    case .deadlock: .deadlock
    case .terminalFault: .terminalFault
    case .invariant: .invariant
    case .goal: .goal
    case .eventually: .eventually
    case .possible: .possible
    case .propertyFault: .propertyFault
    case .event(.gap): .gap
    case .event(.overlap): .overlap
    case .event(.guardFault): .guardFault
    case .event(.fault): .fault
    case .event(.transition): .transition
    case .event(.propertyFault): .stepFault
    }
  }

  /// The event that it is about; nil if it is about a state or a property.
  private var event: Int? { if case .event = self, property == nil { number } else { nil } }
  private var rule: Int? { if case .event(.fault(_, let rule, _)) = self { rule } else { nil } }
  private var rules: [Int]? {
    if case .event(.overlap(_, let rules)) = self { rules } else { nil }
  }

  /// Whether a spec has what it is about.
  package func fits(_ spec: CheckedSpec) -> Bool {
    if let event {
      return spec.events.indices.contains(event)
        && (rules ?? [rule].compactMap(\.self)).allSatisfy(
          spec.events[event].rules.indices.contains)
    }
    return property.map(spec.properties.indices.contains) ?? true
  }
}
