import Files
import Semantics

/// A trace in the Informal Trace Format of Apalache (its ADR-015), which viewers of TLA+ traces can read:
/// `InformalTrace(path, …).encoded()`.
package struct InformalTrace {
  private let tree: JSONTree

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - loop: the number of steps before the loop of an infinite trace; nil for a finite one.
  ///   - source: the file of the trace.
  package init(
    _ path: Path, loop: Int? = nil, in spec: CheckedSpec, source: String, description: String
  ) {
    var meta: [(key: String, value: JSONTree)] = [
      ("format", .string("ITF")),
      ("format-description", .string("https://apalache-mc.org/docs/adr/015adr-trace.html")),
      ("source", .string(source)), ("description", .string(description)),
      ("spec", .string(spec.name)), ("world", .string(spec.worldName)),
    ]
    var states = [Self.state(path.start, 0, [], spec)]
    // The states of the loop are repeated; the last one equals the first one.
    let isRound = loop.map { $0 < path.steps.count } ?? false
    for (index, step) in path.steps.enumerated() {
      var fields = Self.fields(step.instance, step.rule, in: spec)
      if !step.signals.isEmpty {
        fields.append(("signals", .array(step.signals.map { .string(spec.text($0)) })))
      }
      if isRound, index == path.steps.count - 1 {
        meta.append(("loop-step", .object(fields)))
      } else {
        states.append(Self.state(step.state, index + 1, fields, spec))
      }
    }
    tree = .object(
      [
        ("#meta", .object(meta)), ("params", .array([])),
        ("vars", .array(spec.shownVariables.map { .string($0.name) })), ("states", .array(states)),
      ] + (loop.map { [("loop", .integer($0))] } ?? []))
  }

  /// The document as text.
  package func encoded() throws -> String { try JSONDocument.text(of: tree) }

  /// The fields of a step.
  static func fields(
    _ instance: EventInstance, _ rule: Int?, in spec: CheckedSpec
  ) -> [(key: String, value: JSONTree)] {
    var fields: [(key: String, value: JSONTree)] = [("event", .string(spec.text(instance)))]
    if let rule {
      fields.append(("rule", .string(spec.events[instance.event].rules[rule].name)))
    }
    return fields
  }

  static func state(
    _ values: [Value], _ index: Int, _ fields: [(key: String, value: JSONTree)], _ spec: CheckedSpec
  ) -> JSONTree {
    .object(
      [("#meta", .object([("index", .integer(index))] + fields))]
        + spec.shown(values).map { ($0.variable.name, $0.variable.type.informal($0.value)) })
  }
}

extension Type {
  /// A value in the Informal Trace Format: enums with payloads, optionals and timers are variants.
  func informal(_ value: Value) -> JSONTree {
    switch (self, value) {
    case (.optional, .none): return Self.variant("None", Self.unit)
    case (.optional(let inner), _): return Self.variant("Some", inner.informal(value))
    case (_, .bool(let flag)): return .boolean(flag)
    case (_, .int(let number)): return Self.number(number)
    case (_, .name): return .string(text(value))
    case (.enumeration(let type), .enumCase(let index, let payload)):
      let declared = type.cases[index]
      if type.isPlain { return .string(declared.name) }
      return Self.variant(
        declared.name, payload.isEmpty ? Self.unit : Self.parts(declared.fields, payload))
    case (.structure(let type), .record(let values)): return Self.parts(type.fields, values)
    case (.set(let element, _), .set(let values)):
      return .object([("#set", .array(values.map(element.informal)))])
    case (.list(let element, _), .list(let values)), (.bag(let element, _), .bag(let values)):
      return .array(values.map(element.informal))
    case (.map(let key, let content), .map(let keys, let values)):
      return Self.map(keys.map(key.informal), values.map(content.informal))
    case (.table(let key, let content), .table(let values)):
      return Self.map(key.allValues.map(key.informal), values.map(content.informal))
    case (_, .timer(let due)):
      return due < 0 ? Self.variant("Off", Self.unit) : Self.variant("Due", Self.number(due))
    default: return .object([("#unserializable", .string(text(value)))])
    }
  }

  private static let unit = JSONTree.object([("#tup", .array([]))])

  private static func number(_ value: Int) -> JSONTree {
    .object([("#bigint", .string(String(value)))])
  }

  private static func variant(_ tag: String, _ value: JSONTree) -> JSONTree {
    .object([("tag", .string(tag)), ("value", value)])
  }

  private static func map(_ keys: [JSONTree], _ values: [JSONTree]) -> JSONTree {
    .object([("#map", .array(zip(keys, values).map { .array([$0, $1]) }))])
  }

  /// A record, or a tuple if the fields have no names.
  private static func parts(_ fields: [Field], _ values: [Value]) -> JSONTree {
    let names = fields.compactMap(\.name)
    let parts = zip(fields, values).map { $0.type.informal($1) }
    guard names.count == fields.count else { return .object([("#tup", .array(parts))]) }
    return .object(Array(zip(names, parts)).map { (key: $0.0, value: $0.1) })
  }
}
