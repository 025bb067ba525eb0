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
package struct NameTable: Hashable, Sendable {
  /// The implementation uses more things at once than the spec has names for.
  package struct ExhaustedNamesError: Error, Sendable {
    package var type: SymmetricType
    package var real: RealName
  }

  private var reals: [SymmetricType: [Int: RealName]] = [:]
  /// What names of the spec are known not to be called, as something else was while they were in use.
  private var strangers: [SymmetricType: [Int: Set<RealName>]] = [:]
  /// What was called by names that are idle since something happened that is still being understood.
  private(set) var gone: [SymmetricType: [Int: RealName]] = [:]
  /// More of them are not remembered.
  private static let maximumStrangers = 64

  package init() {}

  /// The place of a real name among those of the type; nil if it stands for none.
  package func place(of real: RealName, in type: SymmetricType) -> Int? {
    reals[type]?.first { $0.value == real }?.key
  }
  /// The type of the name that a real one stands for; nil if it stands for none, or for some of several types.
  package func type(of real: RealName) -> SymmetricType? {
    let types = reals.keys.filter { place(of: real, in: $0) != nil }
    return types.count == 1 ? types[0] : nil
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
    if let other = self.place(of: real, in: type), other != place { free(other, of: type) }
    reals[type, default: [:]][place] = real
    strangers[type]?[place] = nil
  }

  private mutating func free(_ place: Int, of type: SymmetricType) {
    reals[type]?[place] = nil
    if reals[type]?.isEmpty ?? false { reals[type] = nil }
  }

  /// Whether a name of the spec may be called by a real one that stands for nothing.
  func mayBind(_ place: Int, of type: SymmetricType, to real: RealName) -> Bool {
    isFree(place, of: type) && !(strangers[type]?[place]?.contains(real) ?? false)
  }

  /// What a name of the spec is known not to be called.
  func strangers(to place: Int, of type: SymmetricType) -> Set<RealName> {
    strangers[type]?[place] ?? []
  }

  mutating func forgetGone() { gone = [:] }

  /// Forgets what is called by names of the spec that are not in use, but that all others are called otherwise.
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
