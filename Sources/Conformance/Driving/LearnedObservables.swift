import Files
import Semantics

/// The observable parts of a system, learned from its answers.
package struct LearnedObservables: Sendable {
  /// The indices of the observables.
  package private(set) var observables: Set<Int> = []
  /// The observables in an answer after an event, and not only after a reset.
  package private(set) var afterEvents: Set<Int> = []
  /// Fields of structs, such as `Card.image`.
  package private(set) var fields: Set<String> = []
  /// Whether some answer arrived before everything was settled.
  package private(set) var isLate = false

  mutating func note(_ reply: Reply, _ interface: Interface) {
    if !reply.isSettled { isLate = true }
    for (index, part) in reply.seen {
      observables.insert(index)
      note(part, interface.observables[index].type)
    }
  }

  /// Records an answer after an event.
  mutating func noteAfterEvent(_ reply: Reply, _ interface: Interface) {
    for (index, part) in reply.seen where interface.observables[index].type.says(part) {
      afterEvents.insert(index)
    }
  }

  private mutating func note(_ part: JSONPart, _ type: Type) {
    switch (type, part.node) {
    case (.optional(let inner), _): note(part, inner)
    case (.structure(let type), .object(let members)):
      for member in members {
        guard let field = type.fields.first(where: { $0.name == member.key }) else { continue }
        fields.insert("\(type.name).\(member.key)")
        note(member.value, field.type)
      }
    case (.set(let element, _), .array(let parts)), (.bag(let element, _), .array(let parts)),
      (.list(let element, _), .array(let parts)):
      parts.forEach { note($0, element) }
    case (.map(_, let content), .object(let members)),
      (.table(_, let content), .object(let members)):
      members.forEach { note($0.value, content) }
    default: break
    }
  }
}

extension Type {
  /// Whether an observation contains information about a value; a struct without fields does not.
  fileprivate func says(_ part: JSONPart) -> Bool {
    switch (self, part.node) {
    case (.structure(let type), .object(let members)):
      members.contains { member in
        type.fields.first { $0.name == member.key }?.type.says(member.value) ?? true
      }
    case (.table(_, let content), .object(let members)):
      members.contains { content.says($0.value) }
    case (.table, .array(let parts)): !parts.isEmpty
    default: true
    }
  }
}

extension Interface {
  /// The mask for a spec that runs as an implementation.
  ///
  /// - Parameter shown: the observable parts of the implementation; nil for everything.
  package func mask(_ shown: LearnedObservables?, refuses: Bool) -> SpecSystem.Mask {
    let places = shown?.observables ?? Set(observables.indices)
    var mask = SpecSystem.Mask(observed: Set(places.map { observables[$0].name }))
    mask.refuses = refuses
    mask.hidden = Set(hidden.map { spec.events[$0].name })
    guard let shown else {
      mask.signals = Set(spec.signals.map(\.name))
      return mask
    }
    mask.signals = Set(heard.map { spec.signals[$0].name })
    mask.isLate = shown.isLate
    mask.blind = fieldNames(of: places).subtracting(shown.fields)
    return mask
  }

  /// The fields of the structs in some observables.
  private func fieldNames(of places: Set<Int>) -> Set<String> {
    var names: Set<String> = []
    func visit(_ type: Type) {
      if case .structure(let structure) = type {
        names.formUnion(structure.fields.map { "\(structure.name).\($0.name ?? "")" })
      }
      type.parts.forEach(visit)
    }
    places.forEach { visit(observables[$0].type) }
    return names
  }
}
