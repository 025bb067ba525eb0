import Semantics

/// The location of a number or flag, or of a composite of them.
package struct Reference: Hashable, Sendable {
  package enum Root: Hashable, Sendable {
    /// A variable of the spec, in the current state.
    case now(Int)
    /// The same before the step.
    case before(Int)
    /// The number of times that each value of a signal was sent in the step.
    case sent(Int)
    case local(Local)
  }
  package enum Step: Hashable, Sendable {
    case part(String)
    case index(Scalar)
  }

  package var root: Root
  package var steps: [Step] = []

  func part(_ name: String) -> Reference { Reference(root: root, steps: steps + [.part(name)]) }
  func index(_ scalar: Scalar) -> Reference {
    Reference(root: root, steps: steps + [.index(scalar)])
  }
}

/// A name of a routine's own.
package struct Local: Hashable, Sendable {
  package var name: String
  package var shape: Shape
}

/// An expression over numbers and flags, which every checker has.
package indirect enum Scalar: Hashable, Sendable {
  case flag(Bool)
  case number(Int)
  /// A number that has a name: a case of an enum.
  case named(String, Int)
  case read(Reference, Shape)
  case not(Scalar)
  case binary(Operation, Scalar, Scalar)
  case pick(Scalar, then: Scalar, otherwise: Scalar)

  package enum Operation: String, Hashable, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case equal, notEqual, less, lessOrEqual, and, or
  }
}

/// A statement of a model.
package indirect enum Code: Sendable {
  case assign(Reference, Scalar)
  /// Both have the shape.
  case copy(to: Reference, from: Reference, Shape)
  /// Sets everything in it to the least value.
  case clear(Reference, Shape)
  case when(Scalar, [Code], otherwise: [Code])
  /// For each number of an inclusive range, if it is not empty; the body does not change the local.
  case loop(Local, from: Scalar, through: Scalar, [Code])
  /// The local becomes any value of its shape.
  case pick(Local)
  case leave(Exit)

  /// Why a routine ends before its end.
  package enum Exit: Hashable, Sendable {
    /// The step is not possible.
    case impossible
    /// A value is missing, which the spec reports as a fault.
    case fault(String)
  }
}

/// A piece of a model that runs as a whole.
package struct Routine: Sendable {
  package var name: String
  /// The source text that it implements, and its place.
  package var comment: [String] = []
  package var parameters: [Local] = []
  /// Values for which the other checker has to try all choices.
  package var picks: [Local] = []
  package var locals: [Local] = []
  package var code: [Code] = []
  /// The result, if it is a query.
  package var result: Scalar?
  /// Whether it may end in a fault.
  package var canFault: Bool { code.canFault }
}

extension [Code] {
  var canFault: Bool {
    contains {
      switch $0 {
      case .leave(.fault): true
      case .when(_, let then, let otherwise): then.canFault || otherwise.canFault
      case .loop(_, _, _, let body): body.canFault
      default: false
      }
    }
  }
}

extension Scalar {
  static let yes = Scalar.flag(true)
  static let no = Scalar.flag(false)

  var constant: Int? {
    switch self {
    case .number(let number), .named(_, let number): number
    case .flag(let flag): flag ? 1 : 0
    default: nil
    }
  }

  /// The range of its numbers.
  var bounds: ClosedRange<Int> {
    switch self {
    case .number(let number), .named(_, let number): return number...number
    case .read(_, .number(let range)): return range
    case .pick(let test, let then, let otherwise):
      return then.bounds(where: test, is: true)
        .joined(with: otherwise.bounds(where: test, is: false))
    case .binary(let operation, let left, let right):
      return Self.bounds(operation, left.bounds, right.bounds)
    default: return 0...1
    }
  }

  /// The range of its numbers if a comparison of it, or of its negative, has this outcome: `min`, `max` and `abs` are
  /// such choices.
  private func bounds(where test: Scalar, is outcome: Bool) -> ClosedRange<Int> {
    guard case .binary(let operation, let left, let right) = test,
      operation == .less || operation == .lessOrEqual
    else { return bounds }
    if case .binary(.subtract, .number(let whole), let part) = self, part == left || part == right {
      let own = part.bounds(where: test, is: outcome)
      return whole.saturating(-, own.upperBound)...whole.saturating(-, own.lowerBound)
    }
    // For `left < right`, or `right <= left`, both sides exclude their ends if they are equal.
    let gap = (operation == .less) == outcome ? 1 : 0
    let (low, high) = outcome ? (left, right) : (right, left)
    var own = bounds
    if self == low {
      let last = min(own.upperBound, high.bounds.upperBound.saturating(-, gap))
      if own.lowerBound <= last { own = own.lowerBound...last }
    }
    if self == high {
      let first = max(own.lowerBound, low.bounds.lowerBound.saturating(+, gap))
      if first <= own.upperBound { own = first...own.upperBound }
    }
    return own
  }

  private static func bounds(
    _ operation: Operation, _ left: ClosedRange<Int>, _ right: ClosedRange<Int>
  ) -> ClosedRange<Int> {
    func hull(_ combine: (Int, Int) -> Int) -> ClosedRange<Int> {
      var values: [Int] = []
      for one in [left.lowerBound, left.upperBound] {
        for two in [right.lowerBound, right.upperBound] { values.append(combine(one, two)) }
      }
      return values.min()!...values.max()!
    }
    switch operation {
    case .add: return hull { $0.saturating(+, $1) }
    case .subtract: return hull { $0.saturating(-, $1) }
    case .multiply: return hull { $0.saturating(*, $1) }
    case .divide:
      let most = max(abs(left.lowerBound), abs(left.upperBound))
      if left.lowerBound >= 0, right.lowerBound > 0 {
        return left.lowerBound / right.upperBound...left.upperBound / right.lowerBound
      }
      return -most...most
    case .remainder:
      let most = max(abs(right.lowerBound), abs(right.upperBound), 1) - 1
      return (left.lowerBound < 0 ? -most : 0)...(left.upperBound > 0 ? most : 0)
    case .equal, .notEqual, .less, .lessOrEqual, .and, .or: return 0...1
    }
  }

  static prefix func ! (scalar: Scalar) -> Scalar {
    switch scalar {
    case .flag(let flag): .flag(!flag)
    case .not(let inner): inner
    case .binary(.equal, let left, let right): .binary(.notEqual, left, right)
    case .binary(.notEqual, let left, let right): .binary(.equal, left, right)
    case .binary(.less, let left, let right): .binary(.lessOrEqual, right, left)
    case .binary(.lessOrEqual, let left, let right): .binary(.less, right, left)
    default: .not(scalar)
    }
  }

  static func && (left: Scalar, right: Scalar) -> Scalar {
    switch (left, right) {
    case (.flag(false), _), (_, .flag(false)): .no
    case (.flag(true), _): right
    case (_, .flag(true)): left
    default: left == right ? left : .binary(.and, left, right)
    }
  }

  static func || (left: Scalar, right: Scalar) -> Scalar {
    switch (left, right) {
    case (.flag(true), _), (_, .flag(true)): .yes
    case (.flag(false), _): right
    case (_, .flag(false)): left
    default: left == right ? left : .binary(.or, left, right)
    }
  }

  /// Whether two numbers, or two flags, are equal.
  static func equal(_ left: Scalar, _ right: Scalar) -> Scalar {
    if left == right { return .yes }
    switch (left, right) {
    case (.flag(let flag), let other), (let other, .flag(let flag)): return flag ? other : !other
    default: break
    }
    if !left.isFlag, !left.bounds.overlaps(right.bounds) { return .no }
    if let left = left.constant, let right = right.constant { return .flag(left == right) }
    return .binary(.equal, left, right)
  }

  static func less(_ left: Scalar, _ right: Scalar) -> Scalar {
    if left.isFlag { return !left && right }
    if left.bounds.upperBound < right.bounds.lowerBound { return .yes }
    if left.bounds.lowerBound >= right.bounds.upperBound { return .no }
    return .binary(.less, left, right)
  }

  static func lessOrEqual(_ left: Scalar, _ right: Scalar) -> Scalar { !less(right, left) }

  static func compute(_ operation: Operation, _ left: Scalar, _ right: Scalar) -> Scalar {
    if let one = left.constant, let two = right.constant {
      switch operation {
      case .add: return .number(one.saturating(+, two))
      case .subtract: return .number(one.saturating(-, two))
      case .multiply: return .number(one.saturating(*, two))
      case .divide where two != 0: return .number(one / two)
      case .remainder where two != 0: return .number(one % two)
      default: break
      }
    }
    switch (operation, left.constant, right.constant) {
    case (.add, 0, _): return right
    case (.add, _, 0), (.subtract, _, 0), (.multiply, _, 1), (.divide, _, 1): return left
    case (.multiply, 1, _): return right
    case (.remainder, _, 1): return .number(0)
    default: return .binary(operation, left, right)
    }
  }

  static func + (left: Scalar, right: Int) -> Scalar { compute(.add, left, .number(right)) }
  static func - (left: Scalar, right: Int) -> Scalar { compute(.subtract, left, .number(right)) }

  /// Whether it is a flag and not a number.
  var isFlag: Bool {
    switch self {
    case .flag, .not, .read(_, .flag): true
    case .binary(let operation, _, _):
      switch operation {
      case .equal, .notEqual, .less, .lessOrEqual, .and, .or: true
      default: false
      }
    case .pick(_, let then, _): then.isFlag
    default: false
    }
  }

  static func choose(_ test: Scalar, _ then: Scalar, _ otherwise: Scalar) -> Scalar {
    switch test {
    case .flag(true): return then
    case .flag(false): return otherwise
    default: break
    }
    if then == otherwise { return then }
    if then.isFlag { return (test && then) || (!test && otherwise) }
    return .pick(test, then: then, otherwise: otherwise)
  }

  /// Whether it reads part of a state, or a local that changes.
  func reads(_ isRead: (Reference.Root) -> Bool) -> Bool {
    switch self {
    case .flag, .number, .named: false
    case .read(let reference, _): reference.reads(isRead)
    case .not(let inner): inner.reads(isRead)
    case .binary(_, let left, let right): left.reads(isRead) || right.reads(isRead)
    case .pick(let test, let then, let otherwise):
      test.reads(isRead) || then.reads(isRead) || otherwise.reads(isRead)
    }
  }
}

extension Reference {
  func reads(_ isRead: (Root) -> Bool) -> Bool {
    isRead(root)
      || steps.contains { if case .index(let scalar) = $0 { scalar.reads(isRead) } else { false } }
  }
}

extension Int {
  /// A result that does not fit is clamped.
  func saturating(_ operation: (Int, Int) -> Int, _ other: Int) -> Int {
    // The numbers of a model have 31 bits, so 62 bits are enough to detect an overflow.
    let limit = 1 << 31
    let (one, two) = (
      Swift.max(-limit, Swift.min(limit, self)), Swift.max(-limit, Swift.min(limit, other))
    )
    return operation(one, two)
  }
}
