import Semantics

/// A condition of a branch made ready for views: whether it holds; it binds its names.
typealias ViewTest = @Sendable (inout ViewFrame) throws(ViewError) -> Bool

extension ViewCompiler {
  /// Which of the branches is taken; if none, their number.
  func place<Body>(
    in branches: Branches<Body>
  ) throws(UnsupportedError) -> @Sendable (inout ViewFrame) throws(ViewError) -> Int {
    let subject = try branches.subject.map { (subject) throws(UnsupportedError) in
      (slot: subject.slot, value: try code(subject.value))
    }
    if let subject = branches.subject { note(subject.slot, is: subject.value) }
    let tests = try branches.branches.map { (branch) throws(UnsupportedError) in
      try branch.conditions.map { (condition) throws(UnsupportedError) in try test(condition) }
    }
    return { (frame) throws(ViewError) in
      if let (slot, value) = subject { frame.locals[slot] = try value(&frame) }
      for (place, conditions) in tests.enumerated() {
        var holds = true
        for test in conditions where holds { holds = try test(&frame) }
        if holds { return place }
      }
      return tests.count
    }
  }

  func branch(
    _ branches: Branches<Expression>, _ body: (Expression) throws(UnsupportedError) -> ViewCode
  ) throws(UnsupportedError) -> ViewCode {
    let place = try place(in: branches)
    let bodies = try alternatives(branches.bodies, body)
    return { (frame) throws(ViewError) in
      let place = try place(&frame)
      return place < bodies.count ? try bodies[place](&frame) : .none
    }
  }

  func test(_ condition: Condition) throws(UnsupportedError) -> ViewTest {
    switch condition {
    case .test(let expression):
      let value = try code(expression)
      return { (frame) throws(ViewError) in try value(&frame).asBool }
    case .pattern(let pattern, let expression):
      let value = try code(expression)
      let matches = try self.pattern(pattern, expression.type, expression.range)
      return { (frame) throws(ViewError) in try matches(&frame, try value(&frame)) }
    }
  }

  typealias ViewPattern = @Sendable (inout ViewFrame, Value) throws(ViewError) -> Bool

  /// Whether a value fits a pattern; what it names is bound. A name that is bound is touched.
  func pattern(
    _ pattern: Pattern, _ type: Type, _ range: SourceRange
  ) throws(UnsupportedError) -> ViewPattern {
    switch pattern {
    case .wildcard: return { (_, _) throws(ViewError) in true }
    case .isNil: return { (_, value) throws(ViewError) in value == .none }
    case .bind(let slot):
      let isTouched = scope.isName(type) && depth == 0
      if isTouched {
        touch(1)
        noteClean(slot)
      }
      return { (frame, value) throws(ViewError) in
        if isTouched, value.hasElsewhere { throw .covered }
        frame.locals[slot] = value
        return true
      }
    case .some(let inner):
      let inner = try self.pattern(inner, type.unwrapped, range)
      return { (frame, value) throws(ViewError) in
        value == .none ? false : try inner(&frame, value)
      }
    case .enumCase(let index, let patterns):
      guard case .enumeration(let declared) = type.unwrapped else {
        throw UnsupportedError("a pattern is not known here", range)
      }
      let parts = try fields(patterns, declared.cases[index].fields, range)
      return { (frame, value) throws(ViewError) in
        guard case .enumCase(index, let payload) = value else { return false }
        return try Self.fit(parts, payload, &frame)
      }
    case .record(let patterns):
      guard case .structure(let declared) = type.unwrapped else {
        throw UnsupportedError("a pattern is not known here", range)
      }
      let parts = try fields(patterns, declared.fields, range)
      return { (frame, value) throws(ViewError) in
        guard case .record(let payload) = value else { return false }
        return try Self.fit(parts, payload, &frame)
      }
    case .equals(let expression):
      let other = try code(expression, raw: true)
      let compared = type.isOptional ? type : expression.type.isOptional ? expression.type : type
      return { [scope] (frame, value) throws(ViewError) in
        let other = try other(&frame)
        if value.leastNumber != nil || other.leastNumber != nil {
          throw .outside(UnsupportedError("a number of names is compared", range))
        }
        switch scope.sameness(value, other, compared) {
        case .same: return true
        case .different: return false
        case .sameHere, .unknown: return frame.oracle.choose(2) == 0
        }
      }
    case .within(let lower, let upper, let isClosed):
      let (lower, upper) = (try code(lower), try code(upper))
      return { [scope] (frame, value) throws(ViewError) in
        if value == .none { return false }
        let number = try scope.number(value, range)
        let (lower, upper) = (
          try scope.number(try lower(&frame), range), try scope.number(try upper(&frame), range)
        )
        return number >= lower && (isClosed ? number <= upper : number < upper)
      }
    case .anyOf(let patterns):
      let parts = try patterns.map { (part) throws(UnsupportedError) in
        try self.pattern(part, type, range)
      }
      return { (frame, value) throws(ViewError) in
        for part in parts where try part(&frame, value) { return true }
        return false
      }
    }
  }

  private func fields(
    _ patterns: [Pattern], _ fields: [Field], _ range: SourceRange
  ) throws(UnsupportedError) -> [ViewPattern] {
    var parts: [ViewPattern] = []
    for (part, field) in zip(patterns, fields) {
      parts.append(try pattern(part, field.type, range))
    }
    return parts
  }

  private static func fit(
    _ parts: [ViewPattern], _ values: [Value], _ frame: inout ViewFrame
  ) throws(ViewError) -> Bool {
    for (part, value) in zip(parts, values) where !(try part(&frame, value)) { return false }
    return true
  }
}
