import Semantics
import Traces

/// Renders a behaviour of an implementation that its spec does not allow, for people:
/// `DifferenceText(style: .plain).lines(difference, interface)`.
package struct DifferenceText {
  let style: TextStyle
  var indent = "    "

  /// The nearest run of the spec, followed by the differences from it.
  package func lines(_ difference: Difference, _ interface: Interface, _ names: NameTable)
    -> [String]
  {
    var trace = Trace(difference.path, attempt: attempt(difference), in: interface.spec)
    let evaluator = ReferenceEvaluator(interface.spec)
    for (index, step) in difference.path.steps.enumerated() {
      if interface.hidden.contains(step.instance.event) {
        trace.steps[index].event += "  (by itself, unseen)"
      } else if (try? evaluator.completeReaction(
        to: step.instance, in: difference.path.states[index]))?.isPossible == false
      {
        trace.steps[index].event += "  (not possible)"
      }
    }
    let text = TraceText(style: style, indent: indent)
    var lines = difference.path.start.isEmpty ? [] : text.lines(trace)
    lines += reasons(difference, interface)
    if difference.kind == .seen, difference.count > 1 {
      lines.append(
        "\(indent)    of the \(Wording.count(difference.count, "state")) that the spec allows here, this comes "
          + "nearest")
    }
    let bound = names.bound.filter { $0.type.text(of: $0.place) != $0.real.text }
    if !bound.isEmpty {
      let parts = bound.map { "\($0.type.text(of: $0.place)) is \($0.real.text)" }
      lines.append("\(indent)names at the end: \(parts.joined(separator: ", ").printable)")
    }
    return lines
  }

  /// The differences, without the run.
  package func reasons(_ difference: Difference, _ interface: Interface) -> [String] {
    var lines = [indent + style.bold(Self.headline(difference, interface) + ":")]
    lines += details(difference)
    let isRefused = difference.kind == .seen && !difference.reasons.isEmpty
    if isRefused { lines.append("\(indent)    nothing may come of it, as it is not possible:") }
    return lines
      + difference.reasons.map {
        indent + String(repeating: "  ", count: $0.depth + (isRefused ? 3 : 2)) + $0.text.printable
      }
  }

  private func attempt(_ difference: Difference) -> EventInstance? {
    difference.kind == .seen ? nil : difference.attempt
  }

  /// A clause that summarises the difference.
  package static func headline(_ difference: Difference, _ interface: Interface) -> String {
    let event = difference.attempt.map { "'\(interface.spec.events[$0.event].name)'" } ?? "it"
    return switch difference.kind {
    case .seen: "the spec does not allow this"
    case .impossible: "\(event) happened, and by the spec it cannot happen here"
    case .refused: "\(event) was refused, and by the spec it can happen here"
    case .undefined: "the spec does not define the outcome of \(event) here"
    case .broken: "the implementation failed"
    }
  }

  private func details(_ difference: Difference) -> [String] {
    var lines: [String] = []
    func add(_ text: String, _ origin: String?) {
      lines.append("\(indent)    \(text.printable)")
      if let origin { lines.append("\(indent)      \(origin.printable)") }
    }
    if let message = difference.message {
      lines += message.split(separator: "\n").map { "\(indent)    \(String($0).printable)" }
    }
    for leaf in difference.leaves {
      add("\(leaf.place): \(leaf.expected) by the spec, seen is \(leaf.seen)", leaf.origin)
    }
    var unexpected = difference.unexpected
    for leaf in difference.missing {
      let name = Self.name(leaf.place)
      // A signal with other values is one difference.
      if let index = unexpected.firstIndex(where: { Self.name($0) == name }) {
        let noticed = unexpected.remove(at: index)
        add("signal \(leaf.place) by the spec, noticed is \(noticed)", leaf.origin)
      } else {
        add("signal \(leaf.place): emitted by the spec, and nobody noticed it", leaf.origin)
      }
    }
    for signal in unexpected {
      add("signal \(signal): noticed, and not emitted by the spec", nil)
    }
    return lines
  }

  /// The name of a signal in its text.
  private static func name(_ signal: String) -> Substring { signal.prefix { $0 != "(" } }
}
