import Files
import Semantics

/// An identifier of the implementation for a name of a `symmetric` type: a text or an integer. A number equals the text
/// of its digits, because keys of JSON objects are texts.
package struct RealName: Hashable, Sendable, CustomStringConvertible {
  package let text: String
  /// Whether it is written as a number.
  package let isNumber: Bool

  package init(_ text: String, isNumber: Bool = false) {
    self.text = text
    self.isNumber = isNumber
  }

  /// Parses an identifier; nil if the value is neither a text nor an integer.
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

/// A table of the identifiers that belong to the names of the spec.
package struct NameTable: Hashable, Sendable {
  /// The error that the implementation uses more things at once than the spec has names.
  package struct ExhaustedNamesError: Error, Sendable {
    package var type: SymmetricType
    package var real: RealName
  }

  private var reals: [SymmetricType: [Int: RealName]] = [:]
  /// Identifiers that names are known not to have, because another thing had them at the same time.
  private var strangers: [SymmetricType: [Int: Set<RealName>]] = [:]
  /// The identifiers of names that became unused during the current message.
  private(set) var gone: [SymmetricType: [Int: RealName]] = [:]
  /// The maximum number of such identifiers for one name.
  private static let maximumStrangers = 64

  package init() {}

  /// The index of the name with an identifier; nil if there is none.
  package func place(of real: RealName, in type: SymmetricType) -> Int? {
    reals[type]?.first { $0.value == real }?.key
  }
  /// The type of the name with an identifier; nil if there is none, or if several types have one.
  package func type(of real: RealName) -> SymmetricType? {
    let types = reals.keys.filter { place(of: real, in: $0) != nil }
    return types.count == 1 ? types[0] : nil
  }
  /// The identifier of a name; nil if it is unknown.
  package func real(_ place: Int, of type: SymmetricType) -> RealName? { reals[type]?[place] }
  /// Whether a name has no identifier yet.
  package func isFree(_ place: Int, of type: SymmetricType) -> Bool { reals[type]?[place] == nil }
  /// All bound identifiers, in the order of the names.
  package var bound: [(type: SymmetricType, place: Int, real: RealName)] {
    reals.flatMap { type, names in names.map { (type, $0.key, $0.value) } }
      .sorted { ($0.0.name, $0.1) < ($1.0.name, $1.1) }
  }

  /// Binds a name to an identifier, and removes earlier bindings of both.
  package mutating func bind(_ place: Int, of type: SymmetricType, to real: RealName) {
    if let other = self.place(of: real, in: type), other != place { free(other, of: type) }
    reals[type, default: [:]][place] = real
    strangers[type]?[place] = nil
  }

  private mutating func free(_ place: Int, of type: SymmetricType) {
    reals[type]?[place] = nil
    if reals[type]?.isEmpty ?? false { reals[type] = nil }
  }

  /// Whether a name may be bound to an unbound identifier.
  func mayBind(_ place: Int, of type: SymmetricType, to real: RealName) -> Bool {
    isFree(place, of: type) && !(strangers[type]?[place]?.contains(real) ?? false)
  }

  /// The identifiers that a name is known not to have.
  func strangers(to place: Int, of type: SymmetricType) -> Set<RealName> {
    strangers[type]?[place] ?? []
  }

  mutating func forgetGone() { gone = [:] }

  /// Removes the identifiers of unused names, and records that all other names have different ones.
  mutating func forgetIdle(_ inUse: NamesInUse.Places) {
    for (type, known) in strangers {
      let left = known.filter { inUse[type]?.contains($0.key) ?? false }
      strangers[type] = left.isEmpty ? nil : left
    }
    for (type, place, real) in bound {
      let inUse = inUse[type] ?? []
      if inUse.contains(place) { continue }
      free(place, of: type)
      gone[type, default: [:]][place] = real
      for other in inUse where isFree(other, of: type) {
        guard strangers(to: other, of: type).count < Self.maximumStrangers else { continue }
        strangers[type, default: [:]][other, default: []].insert(real)
      }
    }
  }
}
