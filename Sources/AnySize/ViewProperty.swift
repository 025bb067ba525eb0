import Semantics

/// A part of a property of states or steps, compiled for views.
struct ViewProperty: Sendable {
  /// Its index in the spec.
  let index: Int
  /// For a transition, the matching steps.
  let patterns: [StepPattern]?
  let touches: Int
  let nesting: Int
  private let frameSize: Int
  private let filter: ViewCode?
  private let body: ViewCode

  struct StepPattern: Sendable {
    var event: Int?
    var rule: Int?
    var arguments: [(parameter: Int, fits: ViewCompiler.ViewPattern)]
    var slots: [(parameter: Int, slot: Int)]
  }

  /// The result of a view for it.
  enum Finding {
    case holds
    /// It may be violated, or fault.
    case fails(Fault?)
    case outside(UnsupportedError)
  }

  /// Splits a property into parts that together are equivalent to it in every state or step, each with fewer names.
  static func parts(
    of index: Int, _ spec: CheckedSpec, _ scope: NameScope, partialSignals: Set<Int>
  ) throws(UnsupportedError) -> [Self] {
    try parts(of: spec.properties[index].body.expression).map { (part) throws(UnsupportedError) in
      try Self(index, part, spec, scope, partialSignals: partialSignals)
    }
  }

  /// The operands of `&&`. If one part faults, that is either visible, or another part is false.
  private static func parts(of expression: Expression) -> [Expression] {
    switch expression.node {
    case .connective(.and, let left, let right): parts(of: left) + parts(of: right)
    case .bind(let bindings, let body):
      parts(of: body).map { Expression(.bind(bindings, $0), expression.type, $0.range) }
    default: [expression]
    }
  }

  private init(
    _ index: Int, _ part: Expression, _ spec: CheckedSpec, _ scope: NameScope,
    partialSignals: Set<Int>
  ) throws(UnsupportedError) {
    let property = spec.properties[index]
    self.index = index
    frameSize = property.body.frameSize
    // Nothing changes while a property is judged.
    let compiler = ViewCompiler(spec, scope, partialSignals: partialSignals)
    switch property.kind {
    case .invariant:
      if case .same = property.sentence {
        throw UnsupportedError("'same' is judged state by state", property.range)
      }
      patterns = nil
      filter = nil
    case .transition(let declared, let condition):
      var compiled: [StepPattern] = []
      for pattern in declared {
        var arguments: [(parameter: Int, fits: ViewCompiler.ViewPattern)] = []
        for (parameter, argument) in pattern.arguments {
          let type = spec.events[pattern.event ?? 0].parameters[parameter].type
          arguments.append(
            (parameter, try compiler.pattern(argument, type, property.range)))
        }
        compiled.append(
          StepPattern(
            event: pattern.event, rule: pattern.rule, arguments: arguments,
            slots: pattern.parameterSlots))
      }
      patterns = compiled
      filter = try condition.map { (test) throws(UnsupportedError) in
        try compiler.condition(test, wanted: true)
      }
    default:
      throw UnsupportedError("properties of runs are checked for each size alone", property.range)
    }
    body = try compiler.condition(part, wanted: false)
    touches = compiler.touches
    nesting = compiler.nesting
  }

  func isAbout(_ event: Int) -> Bool {
    patterns?.contains { $0.event == nil || $0.event == event } ?? false
  }

  /// Checks a state, or a step to the state.
  func judge(
    _ frame: ViewFrame, event: Int? = nil, rule: Int? = nil, arguments: [Value] = []
  ) -> Finding {
    var frame = frame
    frame.locals = Array(repeating: .none, count: frameSize)
    do throws(ViewError) {
      if let patterns {
        guard try matches(patterns, &frame, event, rule, arguments) else { return .holds }
        if let filter, !(try filter(&frame).asBool) { return .holds }
      }
      return try body(&frame).asBool ? .holds : .fails(nil)
    } catch {
      switch error {
      case .fault(let fault): return .fails(fault)
      case .covered: return .holds
      case .outside(let outside): return .outside(outside)
      }
    }
  }

  private func matches(
    _ patterns: [StepPattern], _ frame: inout ViewFrame, _ event: Int?, _ rule: Int?,
    _ arguments: [Value]
  ) throws(ViewError) -> Bool {
    for pattern in patterns {
      if let wanted = pattern.event, wanted != event { continue }
      if let wanted = pattern.rule, wanted != rule { continue }
      for (parameter, slot) in pattern.slots { frame.locals[slot] = arguments[parameter] }
      var fits = true
      for (parameter, matches) in pattern.arguments where fits {
        fits = try matches(&frame, arguments[parameter])
      }
      if fits { return true }
    }
    return false
  }
}
