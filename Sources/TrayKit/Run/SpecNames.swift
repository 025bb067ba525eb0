import SpecLanguage

/// What a spec calls things, as far as a request may name them.
struct SpecNames: Codable, Sendable {
  /// That of the spec; its path if it has none.
  var spec: String
  /// All worlds, the default one first.
  var worlds: [String]
  /// What `--set` may set.
  var settable: [String]
  /// Its properties and scenarios.
  var checkable: [String]
  /// Those of them that belong to a world that is checked.
  var checked: [String]

  init(_ compiled: CompiledSpec, isChosen: (String) -> Bool) {
    let syntax = compiled.syntax
    spec = syntax.name?.text ?? compiled.file.path
    worlds = [CheckedSpec.defaultWorldName] + syntax.worldNames
    settable = syntax.settableNames
    checkable = syntax.checkableNames
    var checked: Set<String> = []
    for world in compiled.worlds where isChosen(world.worldName) {
      checked.formUnion(world.properties.map(\.name) + world.scenarios.map(\.name))
    }
    self.checked = checked.sorted()
  }
}

extension CheckRequest {
  /// A filter that matches nothing would pass everything.
  func requireMatches(in specs: [SpecNames]) throws(RequestError) {
    try require(settings.map(\.name), among: specs.flatMap(\.settable), "param", "--set")
    try require(worlds, among: specs.flatMap(\.worlds), "world", "--world")
    let kinds = Checker.violationKinds
    try require(properties, among: specs.flatMap(\.checkable) + kinds, "property", "--property")
    let checked = Set(specs.flatMap(\.checked) + kinds)
    for name in properties where !checked.contains(name) {
      throw RequestError(
        "--property: no world that is checked has '\(name)'")
    }
  }

  private func require(
    _ names: [String], among known: [String], _ what: String, _ option: String
  ) throws(RequestError) {
    for name in names where !known.contains(name) {
      let near = NearestName.propose(name, among: known).map { "; did you mean '\($0)'?" } ?? ""
      throw RequestError("\(option): no spec has a \(what) '\(name)'\(near)")
    }
  }
}

extension SpecSyntax {
  /// The names that `--property` may choose.
  var checkableNames: [String] {
    declarations.compactMap { declaration in
      switch declaration.kind {
      case .invariant(let name, _), .reachable(let name, _), .possible(let name, _): name.text
      case .transition(let transition): transition.name.text
      case .eventually(let eventually): eventually.name.text
      case .scenario(let scenario): scenario.name.text
      default: nil
      }
    }
  }
}
