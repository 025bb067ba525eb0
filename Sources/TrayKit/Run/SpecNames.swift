import Semantics
import SpecLanguage

/// What a spec calls things, as far as a request may name them.
///
/// The cache keeps them, so that a request can be checked against a spec that need not be compiled.
package struct SpecNames: Codable, Sendable {
  /// That of the spec; its path if it has none.
  var spec: String
  /// All worlds, the default one first.
  var worlds: [String]
  /// What a setting may set.
  var settable: [String]
  /// Its properties and scenarios.
  var checkable: [String]
  /// Those of them that belong to a world that is checked.
  ///
  /// Sorted, each once. A scenario belongs to one world, so its name may be known and yet be checked
  /// nowhere.
  var checked: [String]

  package init(_ compiled: CompiledSpec, isChosen: (String) -> Bool) {
    let syntax = compiled.syntax
    spec = syntax.name?.text ?? compiled.file.path
    worlds = [CheckedSpec.defaultWorldName] + syntax.worldNames
    settable = syntax.settableNames
    checkable = syntax.checkableNames
    var checked: Set<String> = []
    for world in compiled.worlds where isChosen(world.worldName) {
      checked.formUnion(world.properties.map(\.name) + world.properties.compactMap(\.family))
      checked.formUnion(world.scenarios.map(\.name))
    }
    self.checked = checked.sorted()
  }
}

extension CheckRequest {
  /// A filter that matches nothing would pass everything.
  ///
  /// Each name has to be known to one spec at least, not to all. A property also has to belong to a
  /// world that is checked.
  ///
  /// - Throws: `RequestError` for the first name that matches nothing, with the nearest one.
  package func requireMatches(in specs: [SpecNames]) throws(RequestError) {
    let params = specs.flatMap(\.settable)
    try RequestError.require(settings.map(\.name), among: params, "param", vocabulary.settings)
    try RequestError.require(worlds, among: specs.flatMap(\.worlds), "world", vocabulary.worlds)
    let kinds = ViolationKind.generalNames
    let names = specs.flatMap(\.checkable) + specs.flatMap(\.checked) + kinds
    try RequestError.require(properties, among: names, "property", vocabulary.properties)
    try RequestError.require(
      witnesses, among: specs.flatMap(\.checked), "property", vocabulary.witnesses)
    let checked = Set(specs.flatMap(\.checked) + kinds)
    for name in properties where !checked.contains(name) {
      throw RequestError(
        "\(vocabulary.properties): no world that is checked has '\(name)'")
    }
  }
}

extension RequestError {
  /// Throws for a name that is not known, with the nearest that is.
  ///
  /// - Parameters:
  ///   - member: what names them in the request.
  ///   - nobody: who does not have it.
  package static func require(
    _ names: [String], among known: [String], _ what: String, _ member: String,
    nobody: String = "no spec"
  ) throws(RequestError) {
    for name in names where !known.contains(name) {
      let near = NearestName.hint(name, among: known)
      throw RequestError("\(member): \(nobody) has a \(what) '\(name)'\(near)")
    }
  }
}

extension NearestName {
  /// The nearest name as the end of a sentence; empty if none is near.
  package static func hint(_ name: String, among known: [String]) -> String {
    propose(name, among: known).map { "; did you mean '\($0)'?" } ?? ""
  }
}

extension SpecSyntax {
  /// The names that a check may be confined to.
  package var checkableNames: [String] {
    let leftOut = uses.flatMap(\.changes.replacements).compactMap { replacement in
      if case .withoutProperty(let name) = replacement.kind { name.text } else { nil }
    }
    return declarations.compactMap { declaration in
      if case .scenario(let scenario) = declaration.kind { return scenario.name.text }
      return declaration.kind.propertyName.flatMap { leftOut.contains($0) ? nil : $0 }
    }
  }
}
