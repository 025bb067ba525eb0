/// Something that can be found out about a state or a step, and what makes two violations the same:
/// they violate one property, or are the same mistake of the same event or place of the text.
///
/// It is by numbers, which hold for the text of the spec as it was. In machine-readable files, keys that say
/// nothing of its kind are left out.
package struct Finding: Hashable, Codable, Sendable {
  /// What is found, by the word of machine-readable files; in the order in which it is told of one
  /// event or property.
  package enum Kind: String, Codable, Sendable, CaseIterable {
    /// No rule of an event applies.
    case gap
    case overlap
    /// The `when` of an event has no value.
    case guardFault
    /// A condition, or the body of the event or rule, has none.
    case fault
    case transition
    /// A step is one that a transition property is about.
    case matched
    /// A transition property has no value for a step.
    case stepFault
    case deadlock
    case terminalFault
    case invariant
    /// The body of a `reachable` or `possible` holds.
    case goal
    /// A property has no value in a state.
    case propertyFault
    /// A `possible` is not possible any more.
    case possible
    /// An `eventually` is not answered on a path with a loop.
    case eventually

    /// Of what it is a violation; nil for a goal, and for a step that is looked for, which are none.
    package var violation: ViolationKind? {
      self == .goal || self == .matched ? nil : ViolationKind(rawValue: rawValue) ?? .fault
    }

    package var subject: Subject {
      switch self {
      case .gap, .overlap, .guardFault, .fault: .event
      case .transition, .matched, .stepFault: .step
      case .deadlock, .terminalFault: .end
      case .invariant, .goal, .propertyFault: .state
      case .possible: .trap
      case .eventually: .run
      }
    }
  }

  /// What it shows at, in the order in which findings of one level are told: what can happen in a state,
  /// that nothing can, the state as such, and what comes after it.
  package enum Subject: Int, Sendable { case event, step, end, state, trap, run }

  package let kind: Kind
  /// The property that it is about, also where that has no value.
  package private(set) var property: Int?
  /// The event that it is about.
  package private(set) var event: Int?
  /// The rule in whose body the fault is.
  package private(set) var rule: Int?
  /// Exactly these rules overlap; nil where it may be any of three or more.
  package private(set) var rules: [Int]?
  /// Where the text of a fault begins and ends.
  private var start, end: Int?

  /// - Parameter range: the place of a fault in the text.
  package init(
    _ kind: Kind, property: Int? = nil, event: Int? = nil, rule: Int? = nil, rules: [Int]? = nil,
    at range: SourceRange? = nil
  ) {
    self.kind = kind
    self.property = property
    self.event = event
    self.rule = rule
    self.rules = rules
    start = range?.start
    end = range?.end
  }
}

extension Finding {
  /// Something has no value.
  package var isFault: Bool { kind.violation == .fault }

  /// Whether it is about a state as such, and not about what can happen there.
  package var isOfState: Bool { kind.subject.rawValue >= Subject.state.rawValue }

  /// The place of a fault in the text.
  package var faultRange: SourceRange? {
    start.flatMap { start in end.map { SourceRange(start, $0) } }
  }

  /// The event of an overlap of which it is left open which rules apply.
  package var openOverlap: Int? { kind == .overlap && rules == nil ? event : nil }

  /// The name under which it is told: a property, or the kind of violation.
  package func name(in spec: CheckedSpec) -> String {
    isFault
      ? ViolationKind.fault.rawValue
      : property.map { spec.properties[$0].name } ?? kind.rawValue
  }

  /// The same finding about the spec under other constants, by the names of what it is about; rules keep
  /// their places in their event. Nil if there is no such thing.
  package func carried(from old: CheckedSpec, to new: CheckedSpec) -> Finding? {
    var carried = self
    carried.property = property.flatMap { index in
      new.properties.firstIndex { $0.name == old.properties[index].name }
    }
    carried.event = event.flatMap { index in
      new.events.firstIndex { $0.name == old.events[index].name }
    }
    let isThere = (carried.property != nil, carried.event != nil) == (property != nil, event != nil)
    return isThere ? carried : nil
  }

  /// Whether it is complete, and a spec has what it is about.
  package func fits(_ spec: CheckedSpec) -> Bool {
    let isOfEvent = kind.subject == .event
    guard (event != nil) == isOfEvent, (property == nil) == (isOfEvent || kind.subject == .end),
      (start != nil) == isFault, (end != nil) == isFault, rules == nil || kind == .overlap,
      rule == nil || kind == .fault
    else { return false }
    if let property { return spec.properties.indices.contains(property) }
    guard let event else { return true }
    return spec.events.indices.contains(event)
      && ((rules ?? []) + [rule].compactMap(\.self)).allSatisfy(
        spec.events[event].rules.indices.contains)
  }
}

extension Finding: Comparable {
  /// A total order, by what comes first when a state is told of.
  package static func < (left: Finding, right: Finding) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }

  private var order: [Int] {
    [kind.subject.rawValue, property ?? event ?? 0, Kind.allCases.firstIndex(of: kind) ?? 0]
      + (rules ?? [.max]) + [start ?? 0, end ?? 0, rule ?? -1]
  }
}
