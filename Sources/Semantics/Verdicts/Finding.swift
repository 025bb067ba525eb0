/// A possible result about a state or a step. It also defines when two violations are the same: they violate one
/// property, or are the same mistake of the same event or place.
///
/// It uses indices, which are valid for the original text of the spec. Machine-readable files omit keys that do not
/// apply to its kind.
package struct Finding: Hashable, Codable, Sendable {
  /// The kind of a finding, by the word in machine-readable files; in the order of reports about one event or
  /// property.
  package enum Kind: String, Codable, Sendable, CaseIterable {
    /// No rule of an event applies.
    case gap
    case overlap
    /// The `when` of an event has no value.
    case guardFault
    /// A condition, or the body of the event or rule, has no value.
    case fault
    case transition
    /// A step matches a transition property.
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
    /// A `possible` is no longer possible.
    case possible
    /// An `eventually` is not answered on a path with a loop.
    case eventually

    /// The kind of the violation; nil for a goal and for a searched step, which are no violations.
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

  /// The subject of a finding, in the order of reports for one level: an event in a state, a missing event, the state
  /// itself, and a transition from it.
  package enum Subject: Int, Sendable { case event, step, end, state, trap, run }

  package let kind: Kind
  /// Its property, even for a fault of one.
  package private(set) var property: Int?
  /// The event that it concerns.
  package private(set) var event: Int?
  /// The rule in whose body the fault is.
  package private(set) var rule: Int?
  /// The rules that overlap, exactly; nil if it may be any of three or more.
  package private(set) var rules: [Int]?
  /// The range of the text of a fault.
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

  /// Whether it is about a state itself, and not about its events.
  package var isOfState: Bool { kind.subject.rawValue >= Subject.state.rawValue }

  /// The place of a fault in the text.
  package var faultRange: SourceRange? {
    start.flatMap { start in end.map { SourceRange(start, $0) } }
  }

  /// The event of an overlap whose rules are not determined.
  package var openOverlap: Int? { kind == .overlap && rules == nil ? event : nil }

  /// The name in reports: a property, or the kind of violation.
  package func name(in spec: CheckedSpec) -> String {
    isFault
      ? ViolationKind.fault.rawValue
      : property.map { spec.properties[$0].name } ?? kind.rawValue
  }

  /// Returns the same finding for the spec with other constants, matched by name; rules keep their indices in their
  /// event. Nil if there is no match.
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

  /// Whether it is complete, and its subject exists in the spec.
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
  /// A total order, by the order in which a state's findings are reported.
  package static func < (left: Finding, right: Finding) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }

  private var order: [Int] {
    [kind.subject.rawValue, property ?? event ?? 0, Kind.allCases.firstIndex(of: kind) ?? 0]
      + (rules ?? [.max]) + [start ?? 0, end ?? 0, rule ?? -1]
  }
}
