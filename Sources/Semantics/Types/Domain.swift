import Basics

/// The number of values of a type; `tooMany` if it does not fit in 63 bits. Arithmetic never overflows: larger
/// results are `tooMany`, which is greater than every number.
package enum Cardinality: Hashable, Sendable, Comparable {
  case exactly(Int)
  case tooMany

  package static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.exactly(let left), .exactly(let right)): left < right
    case (.exactly, .tooMany): true
    case (.tooMany, _): false
    }
  }

  package static func + (left: Self, right: Self) -> Self {
    guard case .exactly(let left) = left, case .exactly(let right) = right else { return .tooMany }
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .tooMany : .exactly(sum)
  }

  /// Zero times `tooMany` is zero: a struct with an empty field has no values, however many the others have.
  package static func * (left: Self, right: Self) -> Self {
    if left == .exactly(0) || right == .exactly(0) { return .exactly(0) }
    guard case .exactly(let left) = left, case .exactly(let right) = right else { return .tooMany }
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? .tooMany : .exactly(product)
  }

  /// The number of selections of up to `most` values, in any order: each value at most once, or any number of times
  /// with `repeats`.
  static func choices(_ most: Int, of values: Self, repeats: Bool) -> Self {
    guard case .exactly(let count) = values else { return most == 0 ? .exactly(1) : .tooMany }
    var sum = Self.exactly(1)
    var ways = Int128(1)
    for chosen in 1...max(1, most) where most > 0 {
      // The number for one less, times the remaining values, divided by the positions of the new one.
      let left = Int128(count) + Int128(repeats ? chosen - 1 : 1 - chosen)
      guard left > 0 else { break }
      ways = ways * left / Int128(chosen)
      guard let number = Int(exactly: ways) else { return .tooMany }
      sum = sum + .exactly(number)
      if sum == .tooMany { break }
    }
    return sum
  }

  /// `self` to the power of `exponent`.
  ///
  /// It is the number of tables from `exponent` keys to `self` values, so the power of 0 is 1. With two or more
  /// values, 64 keys are always too many, which bounds the number of steps.
  func power(_ exponent: Self) -> Self {
    if exponent == .exactly(0) || self == .exactly(1) { return .exactly(1) }
    if self == .exactly(0) { return .exactly(0) }
    guard case .exactly(let count) = exponent, count < 64 else { return .tooMany }
    return (0..<count).reduce(.exactly(1)) { result, _ in result * self }
  }
}

/// A type as the finite, ordered collection of its values.
extension Type {
  /// Exact, even if it is far too large to list. Enums and structs store theirs, so no declaration is visited twice.
  package var cardinality: Cardinality {
    switch self {
    case .bool: return .exactly(2)
    case .range(let lower, let upper):
      guard lower <= upper else { return .exactly(0) }
      let (distance, overflow) = upper.subtractingReportingOverflow(lower)
      return overflow ? .tooMany : .exactly(distance) + .exactly(1)
    case .enumeration(let type): return type.traits.cardinality
    case .structure(let type): return type.traits.cardinality
    case .symmetric(let type): return .exactly(type.count)
    case .optional(let inner): return inner.cardinality + .exactly(1)
    case .set(let element, nil): return Cardinality.exactly(2).power(element.cardinality)
    case .set(let element, let maximum?):
      return .choices(maximum, of: element.cardinality, repeats: false)
    case .bag(let element, let maximum?):
      return .choices(maximum, of: element.cardinality, repeats: true)
    case .map(let key, let value):
      return (value.cardinality + .exactly(1)).power(key.cardinality)
    case .table(let key, let value): return value.cardinality.power(key.cardinality)
    case .list(let element, let maximum):
      guard let maximum else { return .tooMany }
      let base = element.cardinality
      if base == .exactly(0) || maximum == 0 { return .exactly(1) }
      if base == .exactly(1) { return .exactly(maximum) + .exactly(1) }
      guard maximum < 64 else { return .tooMany }
      return (0...maximum).reduce(.exactly(0)) { $0 + base.power(.exactly($1)) }
    case .timer(let maximum): return .exactly(maximum) + .exactly(2)
    case .integer, .sequence, .bag, .error: return .tooMany
    }
  }

  private static func cardinality(_ fields: [Field]) -> Cardinality {
    fields.reduce(.exactly(1)) { $0 * $1.type.cardinality }
  }

  /// All values in ascending order. Check the cardinality first: the array contains every value.
  ///
  /// The order is that of `Value`, and the index of a value in it is its `rank`. Infinite types give an empty list.
  package var allValues: [Value] {
    var enumeration = DomainEnumeration()
    return enumeration.values(of: self)
  }

  /// All values, or those until the time of the thread's deadline ran out; for types that may have many values.
  ///
  /// A truncated list looks complete: the owner of the deadline must check its limit.
  package var watchedValues: [Value] {
    var enumeration = DomainEnumeration(ticks: DeadlineTicks())
    return enumeration.values(of: self)
  }

  /// The product of several domains, with the last one varying fastest. For no domains, there is one empty
  /// combination.
  package static func combinations(_ domains: [[Value]]) -> [[Value]] {
    var enumeration = DomainEnumeration()
    return enumeration.combinations(domains)
  }

  /// All combinations, or those until the deadline of the thread was over.
  package static func watchedCombinations(_ domains: [[Value]]) -> [[Value]] {
    var enumeration = DomainEnumeration(ticks: DeadlineTicks())
    return enumeration.combinations(domains)
  }

  /// The index of a value in `allValues`, computed directly for types without sets, maps and lists; nil if the type
  /// does not have the value.
  ///
  /// For sets, maps, tables and lists, all values are listed and searched; their number is not bounded here.
  package func rank(of value: Value) -> Int? {
    switch (self, value) {
    case (.bool, .bool(let flag)): return flag ? 1 : 0
    case (.range(let lower, let upper), .int(let number)):
      return number >= lower && number <= upper ? number - lower : nil
    case (.symmetric(let type), .name(let index)): return index < type.count ? index : nil
    case (.timer(let maximum), .timer(let due)): return due <= maximum ? due + 1 : nil
    case (.optional, .none): return 0
    case (.optional(let inner), _): return inner.rank(of: value).map { $0 + 1 }
    case (.enumeration(let type), .enumCase(let index, let payload)):
      guard index < type.cases.count else { return nil }
      var base = 0
      for earlier in type.cases[..<index] {
        guard case .exactly(let count) = Self.cardinality(earlier.fields) else { return nil }
        base += count
      }
      return Self.rank(payload, type.cases[index].fields).map { base + $0 }
    case (.structure(let type), .record(let values)): return Self.rank(values, type.fields)
    default: return allValues.firstIndex(of: value)
    }
  }

  /// A number whose digits are the ranks of the fields, with the first one the most significant.
  private static func rank(_ values: [Value], _ fields: [Field]) -> Int? {
    var rank = 0
    for (value, field) in zip(values, fields) {
      guard case .exactly(let count) = field.type.cardinality,
        let digit = field.type.rank(of: value)
      else { return nil }
      rank = rank * count + digit
    }
    return rank
  }

  /// Whether a value is within the bounds of the type, at every depth.
  ///
  /// Only bounds are checked; the value must have the kind of the type.
  package func contains(_ value: Value) -> Bool { boundsViolation(of: value) == nil }

  /// Whether every value of `other` is within the bounds of this type, judged by the types alone.
  ///
  /// The types must be equal except for bounds. True is certain; false means that a value has to be checked when it
  /// is stored.
  package func containsAll(of other: Type) -> Bool {
    switch (self, other) {
    case (.range(let lower, let upper), .range(let otherLower, let otherUpper)):
      return otherUpper < otherLower || lower <= otherLower && otherUpper <= upper
    case (.range, .integer): return false
    case (.optional(let inner), .optional(let otherInner)): return inner.containsAll(of: otherInner)
    case (.optional(let inner), _): return inner.containsAll(of: other)
    case (.set(let element, let maximum), .set(let otherElement, let otherMaximum)):
      let most = otherMaximum.map(Cardinality.exactly) ?? otherElement.cardinality
      return most <= .exactly(maximum ?? .max) && element.containsAll(of: otherElement)
    case (.map(let key, let value), .map(let otherKey, let otherValue)):
      return key.containsAll(of: otherKey) && value.containsAll(of: otherValue)
    case (.table(_, let value), .table(_, let otherValue)):
      return value.containsAll(of: otherValue)
    case (.list(let element, let maximum), .list(let otherElement, let otherMaximum)),
      (.bag(let element, let maximum), .bag(let otherElement, let otherMaximum)):
      let fits = maximum == nil || (otherMaximum ?? .max) <= maximum ?? .max
      return fits && element.containsAll(of: otherElement)
    case (.timer(let maximum), .timer(let otherMaximum)): return otherMaximum <= maximum
    default: return true
    }
  }
}
