import Basics
import Semantics

/// The values of expressions in the states of a set.
extension SetRun {
  /// The parts of a set by the value of an expression; nil where it has none.
  typealias Values = SetParts<Value?>

  /// A set by whether a condition holds.
  struct Split {
    var yes: Node
    var no: Node
    /// The states in which it faults.
    var fault: Node
  }

  func split(_ set: Node, by condition: Expression, _ frame: Frame) throws(Obstacle) -> Split {
    var split = Split(yes: SetStore.none, no: SetStore.none, fault: SetStore.none)
    for (value, part) in try values(of: condition, in: set, frame).all {
      if let value {
        if value.asBool {
          split.yes = store.union(split.yes, part)
        } else {
          split.no = store.union(split.no, part)
        }
      } else {
        split.fault = store.union(split.fault, part)
      }
    }
    return split
  }

  /// The number of tested states for each condition and event instance.
  static let trials: UInt64 = 3

  /// The split, tested against the reference evaluator's value of the whole condition in some states.
  func triedSplit(
    _ set: Node, by condition: Expression, _ frame: Frame
  ) throws(Obstacle) -> Split {
    let split = try split(set, by: condition, frame)
    let parts = [split.yes, split.no, split.fault]
    var isRight = parts.reduce(SetStore.none, store.union) == set
    for (place, part) in parts.enumerated() {
      for other in parts[(place + 1)...] {
        isRight = isRight && store.intersection(part, other) == SetStore.none
      }
    }
    for trial in 0..<Self.trials where set != SetStore.none {
      var random = SplitMix(seed: trial)
      let row = store.member(of: set) { Int(random.next() % UInt64($0)) }
      var evaluator = evaluator(for: row[...], frame)
      let expected: Node
      do throws(Fault) {
        expected = try evaluator.holds(condition) ? split.yes : split.no
      } catch {
        if error.isLimit { try note(error) }
        expected = split.fault
      }
      isRight = isRight && store.isSubset(store.single(row), of: expected)
    }
    if isRight { return split }
    throw .contradiction(
      InternalError(
        Finding(.invariant),
        "the parts of a condition differ from the result of the reference interpreter"
      ))
  }

  func values(of expression: Expression, in set: Node, _ frame: Frame) throws(Obstacle) -> Values {
    if set == SetStore.none { return Values() }
    guard expression.looksAtMany else { return try evaluated(expression, in: set, frame) }
    switch expression.node {
    case .not(let inner):
      return mapped(try values(of: inner, in: set, frame)) { .bool(!$0.asBool) }
    case .connective(let connective, let left, let right):
      return try connected(connective, left, right, in: set, frame)
    case .comparison(.equal, let left, let right) where left.isCollectionInPlace:
      if let parts = equalities(left, right, frame) { return try all(parts, in: set, frame) }
    case .comparison(let comparison, let left, let right):
      return try combined(left, right, in: set, frame) { .bool(comparison.holds($0, $1)) }
    case .arithmetic(let operation, let left, let right):
      return try combined(left, right, in: set, frame) {
        (left, right) throws(Fault) in
        .int(try Evaluator.compute(operation, left.asInt, right.asInt, expression.range))
      }
    case .bounded(let inner, let type):
      return mapped(try values(of: inner, in: set, frame)) {
        type.boundsViolation(of: $0) == nil ? $0 : nil
      }
    case .old(let inner):
      var before = frame
      before.isOld = true
      return try values(of: inner, in: set, before)
    case .call(let function, let arguments):
      return try called(function, arguments, in: set, frame)
    case .bind(let bindings, let body):
      var found = Values()
      for (frame, part) in try bound(bindings, in: set, frame, &found) {
        merge(try values(of: body, in: part, frame), into: &found)
      }
      return found
    case .branch(let branches):
      var found = Values()
      for (place, frame, part) in try places(in: branches, in: set, frame, &found) {
        let body =
          place < branches.branches.count ? branches.branches[place].body : branches.otherwise
        if let body {
          merge(try values(of: body, in: part, frame), into: &found)
        } else {
          found.add(Value.none, part, store)
        }
      }
      return found
    case .quantifier, .aggregate, .member:
      if let found = try gathered(expression, in: set, frame) { return found }
    default: break
    }
    return try evaluated(expression, in: set, frame)
  }

  /// Evaluates it as a whole, by the reference evaluator.
  private func evaluated(
    _ expression: Expression, in set: Node, _ frame: Frame
  ) throws(Obstacle) -> Values {
    var found = Values()
    if expression.reads.variables.isEmpty {
      var evaluator = Evaluator(signals: frame.signals, locals: frame.locals)
      do throws(Fault) {
        found.add(try evaluator.evaluate(expression), set, store)
      } catch {
        if error.isLimit { try note(error) }
        found.add(nil, set, store)
      }
      return found
    }
    return try locally(set) { (set) throws(Obstacle) in
      var found = Values()
      try forEachCase(of: set, frame) { (evaluator) throws(Fault) in
        try evaluator.evaluate(expression)
      } _: { (each) throws(Obstacle) in
        switch each.outcome {
        case .success(let value): found.add(value, each.set, store)
        case .failure(let fault):
          if fault.isLimit { try note(fault) }
          found.add(nil, each.set, store)
        }
      }
      return found
    }
  }

  // MARK: Putting together

  func merge(_ values: Values, into found: inout Values) {
    for (value, part) in values.all { found.add(value, part, store) }
  }

  private func mapped(_ values: Values, _ body: (Value) -> Value?) -> Values {
    var found = Values()
    for (value, part) in values.all { found.add(value.flatMap(body), part, store) }
    return found
  }

  private func combined(
    _ left: Expression, _ right: Expression, in set: Node, _ frame: Frame,
    _ body: (Value, Value) throws(Fault) -> Value
  ) throws(Obstacle) -> Values {
    var found = Values()
    for (leftValue, part) in try values(of: left, in: set, frame).all {
      guard let leftValue else {
        found.add(nil, part, store)
        continue
      }
      for (rightValue, part) in try values(of: right, in: part, frame).all {
        found.add(rightValue.flatMap { try? body(leftValue, $0) }, part, store)
      }
    }
    return found
  }

  private func connected(
    _ connective: Connective, _ left: Expression, _ right: Expression, in set: Node, _ frame: Frame
  ) throws(Obstacle) -> Values {
    var found = Values()
    for (value, part) in try values(of: left, in: set, frame).all {
      let decided: Value?? =
        switch (connective, value) {
        case (_, nil): .some(nil)
        case (.and, let value?): value.asBool ? Value??.none : .bool(false)
        case (.or, let value?): value.asBool ? .bool(true) : Value??.none
        case (.implies, let value?): value.asBool ? Value??.none : .bool(true)
        case (.coalesce, let value?): value == Value.none ? Value??.none : .some(value)
        }
      if let decided {
        found.add(decided, part, store)
      } else {
        merge(try values(of: right, in: part, frame), into: &found)
      }
    }
    return found
  }

  /// Whether all of some conditions hold, which never fault.
  private func all(
    _ conditions: [Expression], in set: Node, _ frame: Frame
  ) throws(Obstacle) -> Values {
    var found = Values()
    var open = set
    for condition in conditions {
      let split = try split(open, by: condition, frame)
      found.add(.bool(false), split.no, store)
      found.add(nil, split.fault, store)
      open = split.yes
    }
    found.add(.bool(true), open, store)
    return found
  }

  private func called(
    _ function: FunctionDefinition, _ arguments: [Expression], in set: Node, _ frame: Frame
  ) throws(Obstacle) -> Values {
    var found = Values()
    for (values, part) in try self.values(of: arguments, in: set, frame, &found) {
      let missing = max(0, function.frameSize - values.count)
      var inner = frame
      inner.locals = values + Array(repeating: .none, count: missing)
      merge(try self.values(of: function.body, in: part, inner), into: &found)
    }
    return found
  }

  /// The parts of a set by the values of several expressions; states in which one faults are in `faults`.
  func values(
    of expressions: [Expression], in set: Node, _ frame: Frame, _ faults: inout Values
  ) throws(Obstacle) -> [(values: [Value], set: Node)] {
    var parts: [(values: [Value], set: Node)] = [([], set)]
    for expression in expressions {
      var next: [(values: [Value], set: Node)] = []
      for (known, part) in parts {
        for (value, part) in try values(of: expression, in: part, frame).all {
          if let value {
            next.append((known + [value], part))
          } else {
            faults.add(nil, part, store)
          }
        }
      }
      parts = next
    }
    return parts
  }

  /// The parts of a set by the names that `let` lines bind there.
  func bound(
    _ bindings: [(slot: Int, Expression)], in set: Node, _ frame: Frame, _ faults: inout Values
  ) throws(Obstacle) -> [(frame: Frame, set: Node)] {
    var parts = [(frame: frame, set: set)]
    for (slot, expression) in bindings {
      var next: [(frame: Frame, set: Node)] = []
      for (frame, part) in parts {
        for (value, part) in try values(of: expression, in: part, frame).all {
          guard let value else {
            faults.add(nil, part, store)
            continue
          }
          var bound = frame
          bound.locals[slot] = value
          next.append((bound, part))
        }
      }
      parts = next
    }
    return parts
  }

  /// The parts of a set by the branch that is taken there, or the number of branches if none is, with the names bound
  /// before.
  func places<Body>(
    in branches: Branches<Body>, in set: Node, _ frame: Frame, _ faults: inout Values
  ) throws(Obstacle) -> [(place: Int, frame: Frame, set: Node)] {
    var found: [(place: Int, frame: Frame, set: Node)] = []
    for (frame, part) in try bound(branches.subject.map { [$0] } ?? [], in: set, frame, &faults) {
      var open = [(frame: frame, set: part)]
      for (place, branch) in branches.branches.enumerated() {
        var rest = SetParts<Frame>()
        for (frame, part) in open {
          var holding = [(frame: frame, set: part)]
          for condition in branch.conditions {
            var next: [(frame: Frame, set: Node)] = []
            for (frame, part) in holding {
              next += try hold(condition, in: part, frame, &rest, &faults)
            }
            holding = next
          }
          for (frame, part) in holding { found.append((place, frame, part)) }
        }
        open = rest.all.map { ($0.key, $0.set) }
      }
      for (frame, part) in open { found.append((branches.branches.count, frame, part)) }
    }
    return found
  }

  /// The parts of a set in which a condition holds, with the names it binds; it does not hold in the others.
  private func hold(
    _ condition: Semantics.Condition, in set: Node, _ frame: Frame, _ rest: inout SetParts<Frame>,
    _ faults: inout Values
  ) throws(Obstacle) -> [(frame: Frame, set: Node)] {
    var found = SetParts<Frame>()
    switch condition {
    case .test(let test):
      let split = try split(set, by: test, frame)
      found.add(frame, split.yes, store)
      rest.add(frame, split.no, store)
      faults.add(nil, split.fault, store)
    case .pattern(let pattern, let value):
      for (value, part) in try values(of: value, in: set, frame).all {
        guard let value else {
          faults.add(nil, part, store)
          continue
        }
        try forEachCase(of: part, frame) { (evaluator) throws(Fault) in
          try evaluator.matches(pattern, value)
        } _: { (each) throws(Obstacle) in
          switch each.outcome {
          case .success(true):
            var bound = frame
            bound.locals = each.evaluator.locals
            found.add(bound, each.set, store)
          // Nothing reads the names that it bound before it failed.
          case .success(false): rest.add(frame, each.set, store)
          case .failure(let fault):
            if fault.isLimit { try note(fault) }
            faults.add(nil, each.set, store)
          }
        }
      }
    }
    return found.all.map { ($0.key, $0.set) }
  }
}

extension Expression {
  /// Whether it depends on many parts of a state at once, so that it should be split.
  fileprivate var looksAtMany: Bool { reads.variables.count > 3 || runsOverCollections }

  /// Whether it reads all elements of a collection that is part of the state.
  var runsOverCollections: Bool {
    if reads.variables.isEmpty { return false }
    switch node {
    case .quantifier, .aggregate: return true
    case .comparison(.equal, let left, _) where left.isCollectionInPlace: return true
    case .member(let member, let base, _):
      return member == .count || member == .isEmpty || base.runsOverCollections
    case .call(let function, _) where function.body.runsOverCollections: return true
    default: return node.children.contains(where: \.runsOverCollections)
    }
  }
}
