import Basics
import Semantics
import SpecLanguage

/// The names in a spec that a request may use.
///
/// The cache stores them, so that a request can be validated without compiling the spec.
package struct SpecNames: Codable, Sendable {
  /// The name of the spec, or its path if it has none.
  var spec: String
  /// All worlds, the default one first.
  var worlds: [String]
  /// The names that a setting can assign.
  var settable: [String]
  /// The names of its properties and scenarios.
  var checkable: [String]
  /// Those of them that belong to a checked world.
  ///
  /// They are sorted and unique. A scenario belongs to one world, so its name may exist without being checked.
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
  /// Requires that each name of the request matches something, because a filter without matches would pass everything.
  ///
  /// Each name has to exist in at least one spec. A property also has to belong to a checked world.
  ///
  /// - Throws: `RequestError` for the first name without a match, with the nearest name.
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
  /// Requires that a name is known.
  ///
  /// - Parameters:
  ///   - member: the option or field of the request.
  ///   - nobody: the subject of the message.
  /// - Throws: `RequestError` with the nearest known name.
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
