import Semantics

/// An event, ready to happen in views.
struct ViewEvent: Sendable {
  enum Body: Sendable {
    case statements(ViewAction)
    case rules([(slot: Int, value: ViewCode)], [ViewRule])
    case tick
  }

  struct ViewRule: Sendable {
    var conditions: [Condition]
    var isOtherwise: Bool
    var body: ViewAction

    enum Condition: Sendable {
      case test(ViewCode)
      case bind([(slot: Int, value: ViewCode)])
    }
  }

  let index: Int
  let frameSize: Int
  let guardCode: ViewCode?
  let body: Body
  let monitors: [(variable: Int, size: Int, code: ViewCode)]
  /// Whether names that the view must have decide some condition.
  let usesWitnesses: Bool
  /// The number of names that a view needs for everything that the event touches.
  let touches: Int
  /// The number of additional names for each fault to be visible.
  let nesting: Int
  private let parameters: [Type]

  /// The result of one way in which an event may happen.
  enum Outcome {
    case impossible
    /// Another view shows it.
    case covered
    case step(rule: Int?, state: [Value], signals: [EmittedSignal])
    case gap
    case fault(Fault)
    case outside(UnsupportedError)
  }

  init(
    _ index: Int, _ spec: CheckedSpec, _ scope: NameScope, partialSignals: Set<Int>,
    hasWitnesses: Bool
  ) throws(UnsupportedError) {
    let event = spec.events[index]
    self.index = index
    frameSize = event.frameSize
    parameters = event.parameters.map(\.type)
    let written = StatementEffects(event, scope).variables
    let compiler = ViewCompiler(
      spec, scope, written: written, partialSignals: partialSignals, hasWitnesses: hasWitnesses)
    for (slot, parameter) in event.parameters.enumerated() {
      compiler.noteClean(slot)
      if scope.holdsCollections(parameter.type) {
        throw UnsupportedError("a parameter is a collection of names", parameter.range)
      }
      compiler.touch(scope.positions(parameter.type))
    }
    guardCode = try event.guardExpression.map { (test) throws(UnsupportedError) in
      try compiler.condition(test, wanted: true)
    }
    switch event.body {
    case .statements(let statements):
      compiler.isBeforeChanges = false
      body = .statements(try compiler.action(statements))
    case .rules(let bindings, let rules):
      body = .rules(try compiler.bound(bindings), try compiler.rules(rules))
    case .tick: body = .tick
    }
    compiler.isBeforeChanges = false
    var monitors: [(variable: Int, size: Int, code: ViewCode)] = []
    for (variable, declared) in spec.variables.enumerated() {
      guard let monitor = declared.monitor else { continue }
      let root = event.isTick ? monitor.onTick : monitor.onEvent
      monitors.append((variable, root.frameSize, try compiler.code(root.expression)))
    }
    self.monitors = monitors
    usesWitnesses = compiler.usesWitnesses
    touches = compiler.touches
    nesting = compiler.nesting
  }

  /// All choices of arguments with the names of a view.
  func arguments(names: Int, _ scope: NameScope, _ range: SourceRange) throws(UnsupportedError)
    -> [[Value]]
  {
    var result: [[Value]] = [[]]
    for type in parameters {
      guard let values = scope.values(of: type, names: names),
        result.count * max(values.count, 1) <= 1 << 16
      else { throw UnsupportedError("an event has too many arguments", range) }
      result = result.flatMap { prefix in values.map { prefix + [$0] } }
    }
    return result
  }

  /// One way in which the event may happen, chosen by the oracle.
  ///
  /// - Parameter onOverlap: called if several rules apply; one of them is followed.
  func react(
    _ arguments: [Value], _ frame: ViewFrame, _ spec: CheckedSpec, _ scope: NameScope,
    onOverlap: ([Int]) -> Void
  ) -> Outcome {
    var frame = frame
    frame.locals = arguments + Array(repeating: .none, count: max(0, frameSize - arguments.count))
    do throws(ViewError) {
      if let guardCode, !(try guardCode(&frame).asBool) { return .impossible }
      var applied: Int?
      switch body {
      case .statements(let action): try action(&frame)
      case .rules(let bindings, let rules):
        for (slot, value) in bindings { frame.locals[slot] = try value(&frame) }
        let applicable = try Self.applicable(rules, &frame)
        if applicable.count > 1 { onOverlap(applicable) }
        guard !applicable.isEmpty else { return .gap }
        let rule = applicable[frame.oracle.choose(applicable.count)]
        applied = rule
        try rules[rule].body(&frame)
      case .tick:
        guard let state = scope.ticked(frame.state, spec.variables) else { return .impossible }
        frame.forget()
        frame.state = state
      }
      let reached = frame.state
      for (variable, size, code) in monitors {
        var monitored = ViewFrame(names: frame.names, oracle: frame.oracle, state: reached)
        monitored.locals = Array(repeating: .none, count: size)
        do throws(ViewError) {
          frame.state[variable] = try code(&monitored)
        } catch {
          if case .fault = error { continue }
          throw error
        }
      }
      return .step(rule: applied, state: frame.state, signals: frame.signals)
    } catch {
      switch error {
      case .fault(let fault): return .fault(fault)
      case .covered: return .covered
      case .outside(let outside): return .outside(outside)
      }
    }
  }

  private static func applicable(
    _ rules: [ViewRule], _ frame: inout ViewFrame
  ) throws(ViewError) -> [Int] {
    var applicable: [Int] = []
    for (index, rule) in rules.enumerated() where !rule.isOtherwise {
      var holds = true
      for condition in rule.conditions where holds {
        switch condition {
        case .test(let test): holds = try test(&frame).asBool
        case .bind(let bindings):
          for (slot, value) in bindings { frame.locals[slot] = try value(&frame) }
        }
      }
      if holds { applicable.append(index) }
    }
    if applicable.isEmpty, let otherwise = rules.firstIndex(where: \.isOtherwise) {
      return [otherwise]
    }
    return applicable
  }
}

extension ViewCompiler {
  /// All conditions are evaluated before one of the bodies runs.
  fileprivate func rules(_ rules: [Rule]) throws(UnsupportedError) -> [ViewEvent.ViewRule] {
    var conditions: [[ViewEvent.ViewRule.Condition]] = []
    for rule in rules {
      var compiled: [ViewEvent.ViewRule.Condition] = []
      for condition in rule.conditions {
        switch condition {
        case .test(let test): compiled.append(.test(try code(test)))
        case .bind(let bindings): compiled.append(.bind(try bound(bindings)))
        }
      }
      conditions.append(compiled)
    }
    isBeforeChanges = false
    let bodies = try alternatives(rules) { (rule) throws(UnsupportedError) in try action(rule.body)
    }
    return rules.indices.map {
      .init(
        conditions: conditions[$0], isOtherwise: rules[$0].isOtherwise, body: bodies[$0])
    }
  }
}

extension NameScope {
  /// The state after a tick; nil if a timer that the view shows is due.
  ///
  /// A view may not show whether some timer is running.
  fileprivate func ticked(_ state: [Value], _ variables: [Variable]) -> [Value]? {
    var isDue = false
    func advance(_ value: Value, _ type: Type) -> Value {
      guard type.containsTimer else { return value }
      switch (type, value) {
      case (.timer, .timer(let due)):
        if due == 0 { isDue = true }
        return due > 0 ? .timer(due - 1) : value
      case (.table(let key, let content), .map(let keys, let values)) where occurs(in: key):
        return .map(keys: keys, values: values.map { advance($0, content) })
      default: return type.mapParts(of: value) { advance($1, $0) }
      }
    }
    let next = zip(variables, state).map { advance($1, $0.type) }
    return isDue ? nil : next
  }
}
