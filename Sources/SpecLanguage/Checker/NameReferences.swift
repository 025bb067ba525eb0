import Semantics

/// The declarations of the names in a text: `references.declarations(of: use)`.
///
/// The checker records them when it resolves names, so unknown names are missing. A name and its declarations have the
/// same text.
///
/// Most names have one declaration. In a `transition` after several events, a parameter has one declaration in each
/// event. The name in `if let card {` is a declaration and also a use of the outer `card`.
package struct NameReferences: Sendable {
  private var declarations: [SourceRange: SourceRange] = [:]
  /// The other declarations of places with several.
  private var others: [SourceRange: Set<SourceRange>] = [:]

  /// The types of declarations, from the first world that has them.
  private var types: [SourceRange: Type] = [:]

  package init() {}

  /// Returns whether a use or a declaration is recorded.
  func has(_ place: SourceRange, declaredAt declaration: SourceRange) -> Bool {
    declarations[place] == declaration || others[place]?.contains(declaration) == true
  }

  /// Returns whether the type of a declaration is recorded.
  func hasType(of declaration: SourceRange) -> Bool { types[declaration] != nil }

  /// Records a use, or a declaration if both places are the same.
  mutating func note(_ place: SourceRange, declaredAt declaration: SourceRange) {
    guard let known = declarations[place] else { return declarations[place] = declaration }
    if known != declaration { others[place, default: []].insert(declaration) }
  }

  /// Records the type of a declaration.
  mutating func note(_ declaration: SourceRange, _ type: Type) {
    if types[declaration] == nil { types[declaration] = type }
  }

  /// Returns the type of the name at a place, in the first world that has it; nil if it has no type or a wrong one.
  package func type(of place: SourceRange) -> Type? {
    types[place] ?? declarations(of: place).lazy.compactMap { types[$0] }.first
  }

  /// Adds the references of another world, which may have its own scenarios.
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

  /// Returns the declarations of the name at a place. For a declaration, this is the place itself.
  package func declarations(of place: SourceRange) -> [SourceRange] {
    guard let declaration = declarations[place] else { return [] }
    guard let others = others[place] else { return [declaration] }
    return others.union([declaration]).subtracting([place]).sorted { $0.start < $1.start }
  }

  /// Returns the declarations to which some places refer that are no declarations themselves.
  package func declarations(ofPlaces isMeant: (SourceRange) -> Bool) -> Set<SourceRange> {
    var found: Set<SourceRange> = []
    for (place, declaration) in declarations where isMeant(place) {
      if declaration != place { found.insert(declaration) }
      for other in others[place] ?? [] where other != place { found.insert(other) }
    }
    return found
  }

  /// The groups of places with the same declaration, each place as an index in the text. It does not change if names
  /// are replaced.
  package var shape: [[Int]] {
    let numbers = Dictionary(
      places.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return names.map { $0.compactMap { numbers[$0] } }
  }

  /// The groups of places that must have the same text, in the order of the text.
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
