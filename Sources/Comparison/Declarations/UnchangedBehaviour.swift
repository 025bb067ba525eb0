/// The parts of two specs that certainly react alike, by the text of their dependencies.
///
/// It is conservative: parts that it calls unchanged are so. A change in anything that an event mentions, directly or
/// through functions, types and constants, makes it uncertain, even without an effect. It avoids the comparison of
/// unchanged worlds, and half of the evaluation of events.
///
/// The values of params are not part of an event's text: `confined(toParamsOf:_:_:)` compares them.
package struct UnchangedBehaviour: Sendable {
  /// The events of the old spec whose text, and the text of everything that they mention, has the same meaning.
  ///
  /// By their names in the old spec.
  let events: Set<String>
  /// Whether the same is true of all events and variables of both specs, so that all behaviour is the same for equal
  /// params.
  package let isEverything: Bool
  /// The relevant params, by their old names.
  let params: Set<String>
  /// All params that the old spec declares.
  let declaredParams: Set<String>

  /// Nothing is certain.
  package static let nothing = UnchangedBehaviour(
    events: [], isEverything: false, params: [], declaredParams: [])

  private init(
    events: Set<String>, isEverything: Bool, params: Set<String>, declaredParams: Set<String>
  ) {
    self.events = events
    self.isEverything = isEverything
    self.params = params
    self.declaredParams = declaredParams
  }

  /// Nothing is certain unless the renaming is plain.
  ///
  /// - Parameter worlds: the worlds of the old spec whose replacements count: all behaviour depends on them, and on
  ///   everything they mention.
  package init(_ comparison: DeclarationComparison, replacedBy worlds: [String] = []) {
    let (old, new) = (comparison.old, comparison.new)
    guard comparison.renames.isPlain(from: old, to: new) else {
      self = .nothing
      return
    }
    let graph = Mentions(old)
    let changed = Set(old.declarations.indices).subtracting(comparison.unchangedInBehaviour)
    var events: Set<String> = []
    var params: Set<String> = []
    var isEverything = true
    let replacing = old.declarations.indices.filter {
      old.declarations[$0].kind == .world && worlds.contains(old.declarations[$0].name)
    }
    let inWorlds = replacing.reduce(into: Set()) { $0.formUnion(graph.reached(from: $1)) }
    for (index, declaration) in old.declarations.enumerated() {
      guard declaration.kind == .event || declaration.kind == .variable else { continue }
      let reached = graph.reached(from: index).union(inWorlds)
      if reached.isDisjoint(with: changed) {
        if declaration.kind == .event { events.insert(declaration.name) }
      } else {
        isEverything = false
      }
      for place in reached where old.declarations[place].kind == .param {
        params.insert(old.declarations[place].name)
      }
    }
    let known = Set(comparison.partners.values)
    let hasNew = new.declarations.enumerated().contains { index, declaration in
      (declaration.kind == .event || declaration.kind == .variable) && !known.contains(index)
    }
    self.events = events
    self.params = params
    declaredParams = Set(
      old.declarations.lazy.filter { $0.kind == .param }.map(\.name))
    self.isEverything = isEverything && !hasNew
  }
}

/// The mentions between declarations.
///
/// A name in a declaration counts as a mention of every declaration of that name, even if it is a local name or a
/// field: too many mentions only make the result less certain.
private struct Mentions {
  /// By the index of the declaration that mentions. Behaviour never mentions properties, scenarios and worlds, which
  /// are omitted.
  private var mentioned: [Set<Int>] = []

  init(_ outline: SpecOutline) {
    var places: [String: [Int]] = [:]
    for (index, declaration) in outline.declarations.enumerated()
    where !declaration.kind.isOnlyChecked {
      places[declaration.name, default: []].append(index)
    }
    for declaration in outline.declarations {
      let names = Set(declaration.words.lazy.filter(\.isName).map(\.text))
      mentioned.append(Set(names.flatMap { places[$0] ?? [] }))
    }
  }

  /// A declaration and everything that it mentions, directly or indirectly.
  func reached(from start: Int) -> Set<Int> {
    var reached: Set<Int> = [start]
    var open = [start]
    while let next = open.popLast() {
      for place in mentioned[next] where reached.insert(place).inserted { open.append(place) }
    }
    return reached
  }
}
