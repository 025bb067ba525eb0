import Semantics

/// The file name of a counterexample: `SlackTray.freshIDs.noDuplicates.json`.
///
/// It depends only on the spec, the world and the violation. If a name contains characters that file names do not
/// support, or differs only by case from another one of the spec, six digits of its digest are appended.
package enum CounterexampleName {
  /// The maximum length of a name in a file name.
  private static let maximumPart = 60

  /// The file name of a disagreement between engines.
  package static func disagreement(in spec: CheckedSpec) -> String {
    [world(of: spec), "engines.md"].joined(separator: ".")
  }

  /// The file name of a world's checkpoint.
  package static func checkpoint(of spec: CheckedSpec) -> String {
    [world(of: spec), "checkpoint"].joined(separator: ".")
  }

  package static func file(
    of property: CounterexampleDocument.Property, in spec: CheckedSpec
  ) -> String {
    [world(of: spec), name(property, spec), "json"].joined(separator: ".")
  }

  /// The first part of all file names of a world.
  package static func world(of spec: CheckedSpec) -> String {
    let worlds = [CheckedSpec.defaultWorldName] + spec.worlds.map(\.name)
    return "\(part(spec.name, among: [])).\(part(spec.worldName, among: worlds))"
  }

  private static func name(
    _ property: CounterexampleDocument.Property, _ spec: CheckedSpec
  ) -> String {
    let events = spec.events.map(\.name)
    func rules(_ event: String?) -> [String] {
      spec.events.first { $0.name == event }?.rules.map(\.name) ?? []
    }
    let event = property.event.map { part($0, among: events) }
    switch property.kind {
    case .invariant, .transition, .eventually, .possible:
      return part(property.name, among: spec.properties.map(\.name))
    case .deadlock: return "deadlock"
    case .gap: return "gap-\(event ?? "")"
    case .overlap:
      let parts = (property.rules ?? []).map { part($0, among: rules(property.event)) }
      return shortened((["overlap", event ?? ""] + parts).joined(separator: "-"))
    case .fault:
      let inside = property.inside.map { part($0, among: spec.properties.map(\.name)) }
      let rule = property.rules?.first.map { "-" + part($0, among: rules(property.event)) } ?? ""
      let place = event.map { $0 + rule } ?? inside ?? "terminal"
      return shortened("fault-\(place)") + "-" + Fingerprint.short(property.expression ?? "")
    }
  }

  /// A name that is cut and marked with its digest if it is too long.
  package static func shortened(_ name: String) -> String {
    name.count <= 2 * maximumPart
      ? name : name.prefix(2 * maximumPart) + "-" + Fingerprint.short(name)
  }

  /// A name as a part of a file name.
  package static func part(_ name: String, among others: [String]) -> String {
    let plain = String(
      name.prefix(maximumPart).map { character in
        character.isASCII && (character.isLetter || character.isNumber || character == "_")
          ? character : "_"
      })
    let isAmbiguous = others.contains { $0 != name && $0.lowercased() == name.lowercased() }
    return plain == name && !isAmbiguous ? plain : "\(plain)-\(Fingerprint.short(name))"
  }
}
