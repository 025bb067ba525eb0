import Semantics

/// The value of a condition.
enum Truth: UInt8, Comparable, Sendable {
  case yes, no
  /// It faults.
  case fault
}

/// A condition that is split into parts, given the names in it. Each part is evaluated and cached separately, and the
/// structure gives the value as in the language.
indirect enum Condition: Hashable, Sendable {
  case constant(Truth)
  /// By its number.
  case part(Int)
  case not(Condition)
  /// The right side counts where the left one is true.
  case and(Condition, Condition)
  /// The right side counts where the left one is false.
  case or(Condition, Condition)
  case same(Condition, Condition)
  /// All of them are evaluated, and hold.
  case every([Condition])

  /// Its value, given those of its parts by `body`.
  func truth<E>(_ body: (Int) throws(E) -> Truth) throws(E) -> Truth {
    switch self {
    case .constant(let truth): return truth
    case .part(let part): return try body(part)
    case .not(let inner): return try inner.truth(body).negated
    case .and(let left, let right):
      let truth = try left.truth(body)
      return truth == .yes ? try right.truth(body) : truth
    case .or(let left, let right):
      let truth = try left.truth(body)
      return truth == .no ? try right.truth(body) : truth
    case .same(let left, let right):
      return Self.same(try left.truth(body), try right.truth(body))
    case .every(let all):
      var result = Truth.yes
      for each in all { result = max(result, try each.truth(body)) }
      return result
    }
  }

  /// The remaining condition, given the possible values of its parts and subconditions by `body`, and its own
  /// possible values.
  func rest<E>(
    _ body: (Condition) throws(E) -> ThreeValued
  ) throws(E) -> (condition: Condition, truths: ThreeValued) {
    var (condition, truths) = try restAsItIs(body)
    switch condition {
    case .and, .or, .same:
      if truths.single == nil { truths.formIntersection(try body(condition)) }
    default: break
    }
    return (truths.single.map(Condition.constant) ?? condition, truths)
  }

  private func restAsItIs<E>(
    _ body: (Condition) throws(E) -> ThreeValued
  ) throws(E) -> (Condition, ThreeValued) {
    switch self {
    case .constant(let truth): return (self, ThreeValued(truth))
    case .part: return (self, try body(self))
    case .not(let inner):
      let (inner, truths) = try inner.rest(body)
      return (.not(inner), truths.mapped(\.negated))
    case .and(let left, let right):
      let (left, leftTruths) = try left.rest(body)
      if !leftTruths.contains(.yes) { return (left, leftTruths) }
      let (right, rightTruths) = try right.rest(body)
      if leftTruths == .yes { return (right, rightTruths) }
      return (.and(left, right), leftTruths.subtracting(.yes).union(rightTruths))
    case .or(let left, let right):
      let (left, leftTruths) = try left.rest(body)
      if !leftTruths.contains(.no) { return (left, leftTruths) }
      let (right, rightTruths) = try right.rest(body)
      if leftTruths == .no { return (right, rightTruths) }
      return (.or(left, right), leftTruths.subtracting(.no).union(rightTruths))
    case .same(let left, let right):
      let (left, leftTruths) = try left.rest(body)
      let (right, rightTruths) = try right.rest(body)
      return (
        .same(left, right), leftTruths.combined(rightTruths) { Condition.same($0, $1) }
      )
    case .every(let all):
      var truths = ThreeValued.yes
      var open: [Condition] = []
      for each in all {
        let (each, eachTruths) = try each.rest(body)
        truths = truths.combined(eachTruths, max)
        if eachTruths != .yes { open.append(each) }
      }
      return (.every(open), truths)
    }
  }

  static func same(_ left: Truth, _ right: Truth) -> Truth {
    left == .fault || right == .fault ? .fault : left == right ? .yes : .no
  }

  /// The parts that all have to hold for it to hold.
  var conjuncts: [Condition] {
    switch self {
    case .constant(.yes): []
    case .and(let left, let right): left.conjuncts + right.conjuncts
    case .every(let all): all.flatMap(\.conjuncts)
    case .not(.or(let left, let right)):
      Condition.not(left).conjuncts + Condition.not(right).conjuncts
    default: [self]
    }
  }
}

extension Truth {
  static func < (left: Truth, right: Truth) -> Bool { left.rawValue < right.rawValue }

  var negated: Truth {
    switch self {
    case .yes: .no
    case .no: .yes
    case .fault: .fault
    }
  }
}

/// A set of possible values: a superset of the actual ones.
struct ThreeValued: OptionSet {
  let rawValue: UInt8

  static let yes = ThreeValued(.yes)
  static let no = ThreeValued(.no)
  static let fault = ThreeValued(.fault)
  static let any: ThreeValued = [.yes, .no, .fault]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ truth: Truth) { rawValue = 1 << truth.rawValue }

  /// Its value, if it is unique.
  var single: Truth? {
    rawValue.nonzeroBitCount == 1 ? Truth(rawValue: UInt8(rawValue.trailingZeroBitCount)) : nil
  }

  private static let each: [Truth] = [.yes, .no, .fault]

  func mapped(_ body: (Truth) -> Truth) -> ThreeValued {
    Self.each.reduce(into: []) {
      if contains(ThreeValued($1)) { $0.formUnion(ThreeValued(body($1))) }
    }
  }

  func combined(_ other: ThreeValued, _ body: (Truth, Truth) -> Truth) -> ThreeValued {
    Self.each.reduce(into: []) { result, truth in
      if contains(ThreeValued(truth)) { result.formUnion(other.mapped { body(truth, $0) }) }
    }
  }
}
