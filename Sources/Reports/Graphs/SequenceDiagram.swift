import Semantics
import Traces

/// A trace as a sequence diagram with a lane for each participant: the environment, and the devices or other subjects
/// of events.
///
/// Lanes are guessed from types alone. The candidates are types that index a table and are parameters of events; the
/// one with the most events is chosen, with a lane for each value that occurs. Without a candidate, the spec has a
/// single lane. Keys of maps have no lanes, because they are added and removed like cards.
package struct SequenceDiagram: Sendable {
  /// An event in the diagram.
  struct Message: Sendable {
    /// The lane that the event reaches; nil for all lanes.
    var lane: Int?
    var event: String
    /// Its changes and signals.
    var notes: [String]
    var signals: [String]
  }

  let title: String
  let lanes: [String]
  private(set) var messages: [Message] = []
  /// The index of the first message that repeats infinitely often; nil if none does.
  let loop: Int?
  /// The impossible event that was tried at the end; nil if there is none.
  let attempt: String?
  /// The lane of the attempted event.
  private(set) var attemptLane = 0
  /// The maximum number of lanes; more are merged into one.
  private static let maximumLanes = 6

  package init(
    _ path: Path, attempt: EventInstance?, loop: Int?, title: String, in spec: CheckedSpec
  ) {
    self.title = title.printableLine
    self.loop = loop
    self.attempt = attempt.map { spec.text($0).printableLine }
    let type = Self.laneType(of: spec)
    let instances = path.steps.map(\.instance) + (attempt.map { [$0] } ?? [])
    var names: [String] = []
    for instance in instances {
      if let name = type.flatMap({ Self.lane(of: instance, $0, spec) }), !names.contains(name) {
        names.append(name)
      }
    }
    let isOne = names.isEmpty || names.count > Self.maximumLanes
    lanes = isOne ? [spec.name.printableLine] : names.sorted()
    if !isOne, let attempt {
      let name = type.flatMap { Self.lane(of: attempt, $0, spec) }
      attemptLane = name.flatMap(lanes.firstIndex) ?? 0
    }
    var state = path.start
    for step in path.steps {
      let words = Trace.step(step, from: state, in: spec)
      let name = type.flatMap { Self.lane(of: step.instance, $0, spec) }
      messages.append(
        Message(
          lane: isOne ? 0 : name.flatMap(lanes.firstIndex), event: words.event.printableLine,
          notes: words.changes.map(\.text.printableLine),
          signals: words.signals.map(\.printableLine)))
      state = step.state
    }
  }

  /// Creates a diagram from a rendered trace, which has no lane information, so the spec has one lane.
  package init(_ trace: Trace, of spec: String, title: String) {
    self.title = title.printableLine
    loop = trace.loop
    attempt = trace.attempt?.printableLine
    lanes = [spec.printableLine]
    messages = trace.steps.map { step in
      Message(
        lane: 0, event: step.event.printableLine,
        notes: step.changes.map(\.text.printableLine), signals: step.signals.map(\.printableLine))
    }
  }

  private static func laneType(of spec: CheckedSpec) -> Type? {
    var keys: Set<Type> = []
    for variable in spec.shownVariables { collectKeys(of: variable.type, into: &keys) }
    let counts = keys.map { type in
      (type, spec.events.count { $0.parameters.contains { $0.type == type } })
    }
    return counts.filter { $0.1 > 0 }
      .sorted { ($1.1, "\($0.0)") < ($0.1, "\($1.0)") }.first?.0
  }

  private static func collectKeys(of type: Type, into keys: inout Set<Type>) {
    switch type {
    case .table(let key, let content):
      keys.insert(key)
      collectKeys(of: content, into: &keys)
    case .structure(let owner):
      for field in owner.fields { collectKeys(of: field.type, into: &keys) }
    default: break
    }
  }

  private static func lane(
    of instance: EventInstance, _ type: Type, _ spec: CheckedSpec
  ) -> String? {
    for (parameter, value) in zip(spec.events[instance.event].parameters, instance.arguments)
    where parameter.type == type {
      return type.text(value).printableLine
    }
    return nil
  }

  /// The diagram in the syntax of Mermaid.
  package var mermaid: String {
    var lines = ["sequenceDiagram", "  participant outside as outside"]
    for (index, lane) in lanes.enumerated() {
      lines.append("  participant l\(index) as \(MermaidText.label(lane))")
    }
    let all = lanes.count == 1 ? "l0" : "l0,l\(lanes.count - 1)"
    for (index, message) in messages.enumerated() {
      if index == loop { lines.append("  loop indefinitely") }
      let lane = message.lane.map { "l\($0)" } ?? "l0"
      lines.append("  outside->>\(lane): \(MermaidText.label(message.event))")
      if !message.notes.isEmpty {
        let text = message.notes.map(MermaidText.label).joined(separator: "<br>")
        lines.append("  Note over \(message.lane == nil ? all : lane): \(text)")
      }
      for signal in message.signals {
        lines.append("  \(lane)-->>outside: \(MermaidText.label(signal))")
      }
    }
    if let loop, loop < messages.count { lines.append("  end") }
    if loop == messages.count { lines.append("  Note over \(all): nothing happens any more") }
    if let attempt { lines.append("  outside-x l\(attemptLane): \(MermaidText.label(attempt))") }
    return lines.joined(separator: "\n") + "\n"
  }
}
