import Semantics

/// Where the names of a text are declared: `references.declarations(of: use)`.
///
/// They are noted where the checker resolves them, so a name that means nothing is missing. At a place and at
/// its declarations stands the same text.
///
/// Most names have one declaration. In a `transition` after several events, that of a parameter stands for
/// the one of each event; and what `if let card {` declares is a use of the `card` outside as well.
package struct NameReferences: Sendable {
  private var declarations: [SourceRange: SourceRange] = [:]
  /// Those of places with several, but for the one above.
  private var others: [SourceRange: Set<SourceRange>] = [:]

  /// The types of what is declared, in the world that came first.
  private var types: [SourceRange: Type] = [:]

  package init() {}

  /// Notes a use, or with twice the same place a declaration.
  mutating func note(_ place: SourceRange, declaredAt declaration: SourceRange) {
    guard let known = declarations[place] else { return declarations[place] = declaration }
    if known != declaration { others[place, default: []].insert(declaration) }
  }

  /// Notes of which type is what is declared at a place.
  mutating func note(_ declaration: SourceRange, _ type: Type) {
    if types[declaration] == nil { types[declaration] = type }
  }

  /// The type of what stands at a place, in the first world that has it; nil for what has none, or is wrong.
  package func type(of place: SourceRange) -> Type? {
    types[place] ?? declarations(of: place).lazy.compactMap { types[$0] }.first
  }

  /// Adds what was found out in another world, which may have scenarios of its own.
  package mutating func formUnion(_ other: NameReferences) {
    for (place, declaration) in other.declarations { note(place, declaredAt: declaration) }
    others.merge(other.others) { $0.union($1) }
    types.merge(other.types) { first, _ in first }
  }

  /// All places of names, in the order of the text.
  package var places: [SourceRange] { declarations.keys.sorted { $0.start < $1.start } }

  package func isDeclaration(_ place: SourceRange) -> Bool {
    declarations[place] == place || others[place]?.contains(place) == true
  }

  /// Where what stands at a place is declared; of what is only declared there, the place itself.
  package func declarations(of place: SourceRange) -> [SourceRange] {
    guard let declaration = declarations[place] else { return [] }
    guard let others = others[place] else { return [declaration] }
    return others.union([declaration]).subtracting([place]).sorted { $0.start < $1.start }
  }

  /// Which places belong together, each by its number in the text: the same if only names differ.
  package var shape: [[Int]] {
    let numbers = Dictionary(
      places.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return names.map { $0.compactMap { numbers[$0] } }
  }

  /// The places by name: those at which the same text has to stand, in the order of the text.
  package var names: [[SourceRange]] {
    var roots: [SourceRange: SourceRange] = [:]
    func root(_ place: SourceRange) -> SourceRange {
      var root = place
      while let next = roots[root] { root = next }
      return root
    }
    for place in places {
      for declaration in declarations(of: place) {
        let (first, second) = (root(place), root(declaration))
        if first != second { roots[first] = second }
      }
    }
    return Dictionary(grouping: places, by: root).values.sorted { $0[0].start < $1[0].start }
  }
}
