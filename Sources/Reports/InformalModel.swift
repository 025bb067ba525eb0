import Files
import Semantics

/// All reachable states of a spec and their steps as one document, with states in the Informal Trace Format (ITF):
/// `InformalModel(states, …).encoded()`.
package struct InformalModel {
  /// A step between two states, given by their indices.
  package struct Transition: Sendable {
    package var from: Int
    package var to: Int
    package var instance: EventInstance
    package var rule: Int?

    package init(from: Int, to: Int, instance: EventInstance, rule: Int?) {
      self.from = from
      self.to = to
      self.instance = instance
      self.rule = rule
    }
  }

  private let spec: CheckedSpec
  private let states: [[Value]]
  private let initial: Int
  private let transitions: [Transition]
  private let source: String

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - initial: the number of initial states, which come first.
  ///   - source: the file of the spec.
  package init(
    _ states: [[Value]], initial: Int, _ transitions: [Transition], in spec: CheckedSpec,
    source: String
  ) {
    self.spec = spec
    self.states = states
    self.initial = initial
    self.transitions = transitions
    self.source = source
  }

  /// The document as text, with a line for each state, event and step.
  package func encoded() throws -> String {
    struct Label: Hashable {
      var instance: EventInstance
      var rule: Int?
    }
    var labels: [Label: Int] = [:]
    var (events, steps): ([String], [String]) = ([], [])
    for each in transitions {
      let label = Label(instance: each.instance, rule: each.rule)
      let place = labels[label] ?? events.count
      if place == events.count {
        labels[label] = place
        let fields = InformalTrace.fields(each.instance, each.rule, in: spec)
        events.append(try JSONDocument.line(of: JSONTree.object(fields)))
      }
      steps.append("[\(each.from),\(each.to),\(place)]")
    }
    var lines: [String] = []
    for (index, state) in states.enumerated() {
      lines.append(try JSONDocument.line(of: InformalTrace.state(state, index, [], spec)))
    }
    let variables = JSONTree.array(spec.shownVariables.map { .string($0.name) })
    func list(_ lines: [String]) -> String {
      lines.isEmpty ? "[]" : "[\n    \(lines.joined(separator: ",\n    "))\n  ]"
    }
    return """
      {
        "#meta": \(try JSONDocument.line(of: meta)),
        "params": [],
        "vars": \(try JSONDocument.line(of: variables)),
        "states": \(list(lines)),
        "initial": [\((0..<initial).map(String.init).joined(separator: ","))],
        "events": \(list(events)),
        "transitions": \(list(steps))
      }

      """
  }

  private var meta: JSONTree {
    .object([
      ("format", .string("ITF")),
      ("format-description", .string("https://apalache-mc.org/docs/adr/015adr-trace.html")),
      ("description", .string("all reachable states, and the steps between them, equal ones once")),
      ("source", .string(source)), ("spec", .string(spec.name)), ("world", .string(spec.worldName)),
    ])
  }
}
