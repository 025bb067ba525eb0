import Semantics

/// The differences between two specs of one world that are edits of one another: `SpecDifference(original, edited)`.
///
/// The checked trees are compared, so an edit of a part that a world replaces is no difference there. Equal parts
/// behave the same; different parts may still behave the same.
package struct SpecDifference: Sendable {
  /// Whether variables, signals, events and their parameters, or rules differ, so that nothing else is comparable.
  package private(set) var isIncomparable = false
  /// Whether the starts differ.
  package private(set) var changesStarts = false
  /// The events whose behaviour may differ.
  package private(set) var events: [Int] = []
  /// The events whose fairness differs.
  package private(set) var promises: [Int] = []
  /// Whether properties, monitors, `terminal` or scenarios differ, directly or through definitions that they use. The
  /// guard of an event is no part of a check that asks whether the event is enabled.
  package private(set) var changesChecks = false

  package init(_ original: CheckedSpec, _ edited: CheckedSpec) {
    guard Self.shape(original) == Self.shape(edited) else {
      isIncomparable = true
      return
    }
    changesStarts = Self.starts(original) != Self.starts(edited)
    for (index, (old, new)) in zip(original.events, edited.events).enumerated() {
      if Self.behaviour(old) != Self.behaviour(new) { events.append(index) }
      if Self.promises(old) != Self.promises(new) { promises.append(index) }
    }
    changesChecks =
      Self.checks(original) != Self.checks(edited)
      || Self.monitors(original) != Self.monitors(edited)
  }

  /// Nothing differs at all.
  package var isEmpty: Bool {
    !isIncomparable && !changesStarts && events.isEmpty && promises.isEmpty && !changesChecks
  }

  /// Whether only checks differ, and no behaviour.
  package var isOfChecks: Bool {
    !isIncomparable && !changesStarts && events.isEmpty && promises.isEmpty && changesChecks
  }

  /// Whether only fairness differs.
  package var isOfFairness: Bool {
    !isIncomparable && !changesStarts && events.isEmpty && !changesChecks && !promises.isEmpty
  }

  private static func shape(_ spec: CheckedSpec) -> TreeTokens {
    var tokens = TreeTokens()
    for variable in spec.variables {
      tokens.add(variable.name)
      tokens.add(variable.type)
    }
    for signal in spec.signals {
      tokens.add(signal.name)
      for field in signal.fields { tokens.add(field.type) }
    }
    for event in spec.events {
      tokens.add("on \(event.name)")
      for parameter in event.parameters { tokens.add(parameter.type) }
      for rule in event.rules { tokens.add("rule \(rule.name)") }
    }
    for property in spec.properties { tokens.add(property.name) }
    return tokens
  }

  private static func starts(_ spec: CheckedSpec) -> TreeTokens {
    var tokens = TreeTokens()
    for variable in spec.variables where variable.monitor == nil {
      switch variable.initial {
      case .value(let root): tokens.add(root)
      case .any(let values): values.forEach { tokens.add($0) }
      case .anyOf(let binders, let frameSize):
        tokens.add(frameSize)
        tokens.add(binders)
      }
    }
    return tokens
  }

  private static func behaviour(_ event: Event) -> TreeTokens {
    var tokens = TreeTokens()
    tokens.add(event.guardExpression)
    switch event.body {
    case .tick: tokens.add("tick")
    case .statements(let body): tokens.add(body)
    case .rules(let bindings, let rules):
      tokens.add(bindings)
      for rule in rules {
        tokens.add(rule.isOtherwise ? "otherwise" : "rule")
        for condition in rule.conditions {
          switch condition {
          case .test(let test): tokens.add(test)
          case .bind(let bindings): tokens.add(bindings)
          }
        }
        tokens.add(rule.body)
      }
    }
    return tokens
  }

  private static func promises(_ event: Event) -> TreeTokens {
    var tokens = TreeTokens()
    tokens.add(event.fairness.rawValue)
    for rule in event.rules { tokens.add(rule.fairness.rawValue) }
    for promise in event.promises {
      tokens.add(promise.fairness.rawValue)
      for (parameter, pattern) in promise.arguments {
        tokens.add(parameter)
        tokens.add(pattern)
      }
    }
    return tokens
  }

  private static func checks(_ spec: CheckedSpec) -> TreeTokens {
    var tokens = TreeTokens.ofChecks
    for property in spec.properties { add(property, to: &tokens) }
    for terminal in spec.terminals { tokens.add(terminal) }
    for scenario in spec.scenarios { add(scenario.steps, to: &tokens) }
    return tokens
  }

  /// Monitors are variables, so their values depend on the guards that they read.
  private static func monitors(_ spec: CheckedSpec) -> TreeTokens {
    var tokens = TreeTokens()
    for variable in spec.variables {
      guard let monitor = variable.monitor else { continue }
      if case .value(let root) = variable.initial { tokens.add(root) }
      tokens.add(monitor.onEvent)
      tokens.add(monitor.onTick)
    }
    return tokens
  }

  private static func add(_ property: Property, to tokens: inout TreeTokens) {
    tokens.add(property.body.frameSize)
    tokens.add(property.expressions.count)
    for part in property.expressions { tokens.add(part) }
    if case .transition(let patterns, _) = property.kind {
      for pattern in patterns {
        tokens.add(pattern.event ?? -1)
        for (_, argument) in pattern.arguments { tokens.add(argument) }
      }
    }
  }

  private static func add(_ steps: [ScenarioStep], to tokens: inout TreeTokens) {
    for step in steps {
      switch step.node {
      case .event(let event, let arguments), .refuse(let event, let arguments):
        tokens.add(event)
        for argument in arguments { tokens.add(argument) }
      case .expect(let value), .given(let value), .bind(_, let value): tokens.add(value)
      case .repetition(let count, let inner):
        tokens.add(count)
        add(inner, to: &tokens)
      case .loop(let binders, let inner):
        tokens.add(binders)
        add(inner, to: &tokens)
      }
    }
  }
}
