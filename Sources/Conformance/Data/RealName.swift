import Semantics
import Traces

/// What an implementation calls something that a spec has a name of a `symmetric` type for: a text or a
/// whole number. A number and the text of its digits are the same name, since keys of JSON objects are texts.
package struct RealName: Hashable, Sendable, CustomStringConvertible {
  package let text: String
  /// Whether it is written as a number.
  package let isNumber: Bool

  package init(_ text: String, isNumber: Bool = false) {
    self.text = text
    self.isNumber = isNumber
  }

  /// Nil for what is neither a text nor a whole number.
  package init?(_ part: JSONPart) {
    switch part.node {
    case .string(let text): self.init(text)
    case .number(let digits) where Int(digits) != nil: self.init(digits, isNumber: true)
    default: return nil
    }
  }

  package var description: String { text }

  package var tree: JSONTree {
    if isNumber, let number = Int(text) { .integer(number) } else { .string(text) }
  }

  package static func == (left: Self, right: Self) -> Bool { left.text == right.text }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Which real names stand for which names of the spec.
///
/// The names of a symmetric type are interchangeable, so it makes no difference which of those that are bound to
/// nothing is taken for a real name that is new.
package struct NameTable: Sendable {
  /// The implementation uses more things at once than the spec has names for.
  package struct Exhausted: Error, Sendable {
    package var type: SymmetricType
    package var real: RealName
  }

  private var places: [SymmetricType: [RealName: Int]] = [:]
  private var reals: [SymmetricType: [Int: RealName]] = [:]

  package init() {}

  /// The place of a real name among those of the type; nil if it was never met.
  package func place(of real: RealName, in type: SymmetricType) -> Int? { places[type]?[real] }
  /// The name of the spec that a real one stands for; nil if there is none, or there are some of several types.
  package func name(called real: RealName) -> (type: SymmetricType, place: Int)? {
    let known = places.compactMap { type, names in names[real].map { (type, $0) } }
    return known.count == 1 ? known[0] : nil
  }
  /// What a name of the spec is called by the implementation; nil if nobody knows.
  package func real(_ place: Int, of type: SymmetricType) -> RealName? { reals[type]?[place] }
  /// Whether a name of the spec is free to be bound.
  package func isFree(_ place: Int, of type: SymmetricType) -> Bool { reals[type]?[place] == nil }
  /// All that is bound, in the order of the names.
  package var bound: [(type: SymmetricType, place: Int, real: RealName)] {
    reals.flatMap { type, names in names.map { (type, $0.key, $0.value) } }
      .sorted { ($0.0.name, $0.1) < ($1.0.name, $1.1) }
  }

  /// Binds a name of the spec; what either was bound to before is forgotten.
  package mutating func bind(_ place: Int, of type: SymmetricType, to real: RealName) {
    free(place, of: type)
    if let other = places[type]?[real] { free(other, of: type) }
    places[type, default: [:]][real] = place
    reals[type, default: [:]][place] = real
  }

  package mutating func free(_ place: Int, of type: SymmetricType) {
    if let real = reals[type]?.removeValue(forKey: place) { places[type]?[real] = nil }
  }
}
