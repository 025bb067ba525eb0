import Semantics

/// The exercised parts of a spec and its coverage gaps, in one of its worlds.
package struct Coverage: Codable, Sendable {
  /// The places that some property or rule exercised, and those that are exempt.
  package private(set) var asked: Set<CoverageGap.Key> = []
  /// The coverage gaps; for a world that was walked, only those that the text alone shows.
  package private(set) var unasked: [CoverageGap] = []
  /// Whether the world was walked: its behaviour is only partly known.
  private var isWalked = false
  /// Whether the search left out states beyond `explore while`.
  private let isCut: Bool

  /// Reads the coverage from the result of a search or of walks; nil if a limit ended them, or if states were on
  /// disk.
  package init?(_ result: SearchResult, of spec: CheckedSpec) {
    isCut = result.walks == nil && spec.bound != nil && result.statesBeyondBound != 0
    if let coverage = result.coverage {
      asked = Set((coverage.asked + coverage.exempt).map(\.key))
      unasked = coverage.unasked
    } else if result.walks == nil {
      return nil
    }
    let exemptions = LintExemptions(spec)
    addEvents(result, spec, exemptions)
    addProperties(result, spec, exemptions)
    let holding = result.properties.filter { $0.status == .holds || $0.status == .notRefuted }
    let hollow = VacuousProperties(
      spec: spec, holding: Set(holding.map(\.property)), exemptions)
    for (question, isAsked) in hollow.questions + hollow.idleParts + UnreadNames(spec).questions {
      add(question, isAsked: isAsked)
    }
    // A vacuous property is reported as a whole, without its parts.
    for question in unasked where question.kind == .always || question.kind == .implied {
      guard let property = spec.properties.first(where: { $0.range == question.range }) else {
        continue
      }
      let text = property.body.expression.range
      unasked.removeAll { text.start <= $0.range.start && $0.range.end <= text.end }
    }
    if result.walks != nil { (unasked, isWalked) = ([], true) }
    // With more names, conditions that currently decide nothing may decide something.
    var types: [String] = []
    for number in spec.nameNumbers where !types.contains(number.type) { types.append(number.type) }
    for index in unasked.indices where unasked[index].kind.dependsOnStates {
      unasked[index].closingNames = types
    }
  }

  /// Returns the gaps that all of some worlds share, in the order of the text, and the reason why some kinds of gaps
  /// are unknown; nil if all are known.
  ///
  /// A walked world has no gaps of its own, but the events and rules that happened in it are no gaps. If a search left
  /// out states beyond `explore while`, only gaps that the text alone shows are certain.
  ///
  /// - Parameter worlds: the worlds by name, each with its coverage; nil if that is unknown.
  package static func unasked(
    in worlds: [(name: String, coverage: Coverage?)]
  ) -> (gaps: [CoverageGap], unknown: String?) {
    if let world = worlds.first(where: { $0.coverage == nil }) {
      return ([], "the coverage of world '\(world.name)' is unknown")
    }
    let known = worlds.compactMap(\.coverage)
    let asked = known.reduce(into: Set<CoverageGap.Key>()) { $0.formUnion($1.asked) }
    var told: Set<CoverageGap.Key> = []
    let gaps = known.flatMap(\.unasked)
      .filter { !asked.contains($0.key) && told.insert($0.key).inserted }
      .sorted { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) }
    if known.contains(where: \.isCut) {
      let reason = "states beyond 'explore while' were not followed"
      return (gaps.filter(\.kind.isOfText), reason)
    }
    let isWalked = !known.isEmpty && known.allSatisfy(\.isWalked)
    return (gaps, isWalked ? "all worlds are walked" : nil)
  }

  /// The number of properties and parts of properties that are about nothing.
  package var hollowParts: Int { unasked.count { $0.kind == .nothing } }

  /// Adds a result that needs no search.
  package mutating func add(_ question: CoverageGap, isAsked: Bool) {
    if isAsked { asked.insert(question.key) } else { unasked.append(question) }
  }

  // MARK: Verdicts

  private mutating func addEvents(
    _ result: SearchResult, _ spec: CheckedSpec, _ exemptions: LintExemptions
  ) {
    for (index, event) in spec.events.enumerated() {
      if exemptions.isOptional(event: index) { continue }
      guard !event.isTick, spec.file.usedPath(at: event.range) == nil else { continue }
      let happens = !result.unseenEvents.contains(index)
      add(
        CoverageGap(.eventNeverHappens(event.name), event.range), isAsked: happens)
      for (place, rule) in event.rules.enumerated() where happens && !exemptions.isOptional(rule) {
        let applies = !result.unseenRules.contains { $0.event == index && $0.rule == place }
        add(
          CoverageGap(.ruleNeverApplies(rule.name, event: event.name), rule.range),
          isAsked: applies)
      }
    }
  }

  /// Whether a transition is only about events and rules that never happen because of a param.
  private func isWithoutSteps(
    _ property: Property, _ result: SearchResult, _ spec: CheckedSpec, _ exemptions: LintExemptions
  ) -> Bool {
    guard case .transition(let patterns, _) = property.kind else { return false }
    return patterns.allSatisfy { pattern in
      guard let index = pattern.event else { return false }
      let event = spec.events[index]
      if result.unseenEvents.contains(index), exemptions.isOptional(event: index) { return true }
      return pattern.rule.map { rule in
        exemptions.isOptional(event.rules[rule])
          && result.unseenRules.contains { $0.event == index && $0.rule == rule }
      } ?? false
    }
  }

  private mutating func addProperties(
    _ result: SearchResult, _ spec: CheckedSpec, _ exemptions: LintExemptions
  ) {
    for verdict in result.properties {
      let property = spec.properties[verdict.property]
      if property.isImplied || property.isDenial || exemptions.isOptional(property)
        || isWithoutSteps(property, result, spec, exemptions)
        || spec.file.usedPath(at: property.range) != nil
      {
        continue
      }
      // One of several starts may satisfy it at once, and then the property is informative.
      let isMet =
        verdict.isMetAtStart || verdict.goalDepth == 0 && result.statistics.starts == 1
      guard verdict.status == .holds || verdict.status == .notRefuted,
        verdict.isAboutNothing || isMet
      else {
        // Walks do not count the steps that a property is about.
        if result.walks == nil {
          add(
            CoverageGap(.propertyIsAboutNothing(property.name, .steps), property.range),
            isAsked: true)
        }
        continue
      }
      // If its premise is never true, a deadline is reported only for that.
      if let premise = property.tickDeadline?.premise?.expression.range,
        unasked.contains(where: { $0.kind == .nothing && $0.range == premise })
      {
        continue
      }
      let subject: CoverageGap.Cause.Subject =
        if isMet {
          verdict.isMetAtStart ? .laterStates : .statesBeforeGoal
        } else if verdict.isVacuous {
          .premise
        } else {
          property.tickDeadline != nil ? .ticks : .steps
        }
      add(
        CoverageGap(.propertyIsAboutNothing(property.name, subject), property.range),
        isAsked: false)
    }
  }
}

extension UnaskedKind {
  /// Whether the answer depends on the visited states.
  fileprivate var dependsOnStates: Bool { !isOfText && self != .nothing }

  /// Whether the text alone gives the answer.
  fileprivate var isOfText: Bool {
    switch self {
    case .always, .implied, .variable, .param, .enumCase, .signal, .idle: true
    case .event, .rule, .guardCondition, .branch, .part, .nothing, .unnoticed: false
    }
  }
}

extension Property {
  /// Whether no step may match the patterns of the property.
  fileprivate var isDenial: Bool { body.expression.isFalse }
}
