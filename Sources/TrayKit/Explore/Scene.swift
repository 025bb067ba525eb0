import Semantics
import SpecLanguage
import Traces

extension Exploration {
  /// Everything that a user interface shows for the current state of an exploration. All texts are safe to print on a
  /// terminal.
  public struct Scene: Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
      case spec, subject, place, position, event, effects, last, sentence, variables
      case lamps = "properties"
      case events, ending
    }

    /// The name of the spec, with the world unless it is the default one.
    public var spec = ""
    /// The property or counterexample that the path shows; nil if it was stepped through by hand.
    public var subject: String?
    /// The position in the path as text, for example `step 1 of 2`.
    public var place = ""
    /// The number of steps from the start of the path.
    public var position = 0
    /// The state as the phone shows it; nil if the spec has no tray.
    public var phone: PhoneWords?
    /// The event of the last step, with its arguments and rule; nil at the start.
    public var event: String?
    /// The choices, changes and signals of the last step, one line each.
    public var effects: [String] = []
    /// The last step in structured form; nil at the start.
    public var last: Step?
    /// The author's sentence for the violated property of the path, or its name; nil if it is not violated here.
    public var sentence: String?
    /// The variables with their values.
    public var variables: [Part] = []
    /// The status of each property here; built-in properties are listed only where they are violated.
    public var lamps: [Lamp] = []
    /// All events of the spec, in the order of the text.
    public var events: [Event] = []
    /// Lines to show at the end of a path that was not stepped through by hand.
    public var ending: [String] = []

    /// The title: the spec, the subject of the path, and the position.
    public var title: String { [spec, subject, place].compactMap(\.self).joined(separator: "  ") }
    /// All possible steps, in the order of ``events``.
    public var steps: [Step] { events.flatMap(\.steps) }
  }

  /// A variable, or a part of its value.
  public struct Part: Sendable, Encodable {
    /// The name, such as `tray` or `[ID#1]`.
    public var name: String
    /// The value in the notation of specs.
    public var value: String
    /// Whether the last step changed the value.
    public var isChanged: Bool
    /// The named parts of the value; empty if it has none.
    public var parts: [Part]
  }

  /// The status of a property in the current state.
  public struct Lamp: Sendable, Encodable {
    /// The name of the property.
    public var name: String
    /// The keyword that declares the property.
    public var word: String
    /// The status of the property.
    public var state: LampState
  }

  /// An event of the spec, with its possible steps.
  public struct Event: Sendable, Encodable {
    /// The name of the event.
    public var name: String
    /// The possible steps of the event.
    public var steps: [Step]
    /// The reasons why the event is impossible, or its errors: a gap, an overlap or a fault.
    public var reasons: [String]
    /// Whether the event has a gap, an overlap or a fault.
    public var isWrong: Bool
    /// Whether a limit cut the evaluation, so that more steps and problems may exist.
    public var isCut = false
  }

  /// A possible step, which may stand for several equivalent variants.
  public struct Step: Sendable, Encodable {
    /// The event with its arguments and its rule. Arguments are included only where they matter.
    public var title: String
    /// The choices, changes and signals, one line each.
    public var effects: [String]
    /// The name of the event.
    public var event = ""
    /// The rule that applies; nil for an event without rules.
    public var rule: String?
    /// The arguments of the event, in the order of its parameters.
    public var arguments: [Argument] = []
    /// The changes in words.
    public var changes: [Effect] = []
    /// The emitted signals, in order.
    public var signals: [String] = []
  }

  /// A parameter of an event, with the values for which the step is the same.
  public struct Argument: Sendable, Encodable {
    /// The name of the parameter.
    public var name: String
    /// The values in the notation of specs; nil for all values of the type.
    public var values: [String]?
    /// Whether the type is an enum or `Bool`, so that each value has a meaning of its own.
    public var isKind: Bool
  }

  /// The contents of the current state for a user interface.
  ///
  /// - Parameters:
  ///   - maximumSteps: the maximum number of variants of one event that are described.
  ///   - timeLimit: the time after which the scene so far is returned; nil for no limit.
  public func scene(
    maximumSteps: Int = 1_000, timeLimit: Duration? = nil, memoryLimit: Int? = nil
  ) -> Scene {
    let deadline = RunLimits(time: timeLimit, memory: memoryLimit).deadline()
    return LargeStack.run { [self] in
      deadline.during {
        var scene = scene(maximumSteps)
        if deadline.limit != nil { scene.place += "  (not all is shown: a limit was reached)" }
        return scene
      }
    }
  }

  private func scene(_ maximumSteps: Int) -> Scene {
    var scene = Scene()
    var suspects = ""
    (scene.spec, scene.subject) = (title, story?.title.printableLine)
    (scene.place, scene.position) = (place, position)
    if position > 0 {
      let before = position == 1 ? path.start : path.steps[position - 2].state
      let step = Trace.step(path.steps[position - 1], from: before, in: spec)
      scene.event = Self.title(of: step)
      scene.effects = step.effects.map(\.printable)
      scene.last = parts(of: [path.steps[position - 1]], step, from: before)
      scene.variables = parts(since: before)
    } else {
      scene.variables = parts(since: state)
    }
    scene.lamps = lamps()
    scene.events = events(maximumSteps)
    if position == path.steps.count, let story {
      scene.ending = story.lines.map(\.printable)
      if story.isViolation {
        let property = spec.properties.first { $0.name == story.title }
        let sentence = property?.documentation?.firstSentence
        scene.sentence = sentence ?? "\(story.title) fails".printableLine
        suspects = story.reasons
      }
    }
    scene.phone = PhoneWords(walked, in: spec, suspects: suspects)
    return scene
  }

  private static func title(of step: Trace.Step) -> String {
    (step.event + (step.rule.map { "  rule \($0)" } ?? "")).printableLine
  }

  private var title: String {
    let world = spec.worldName
    return (spec.name + (world == CheckedSpec.defaultWorldName ? "" : "/\(world)")).printableLine
  }

  private var place: String {
    let count = path.steps.count
    let isLoop = position > story?.loop ?? .max
    if position > 0 { return "step \(position) of \(count)" + (isLoop ? ", in the loop" : "") }
    return count == 0 ? "start" : "start, \(count) \(count == 1 ? "step" : "steps") ahead"
  }

  // MARK: Values

  private func parts(since before: [Value]) -> [Part] {
    let earlier = spec.shown(before).map(\.value)
    return zip(spec.shown(state), earlier).map { shown, old in
      Self.part(shown.variable.name, shown.variable.type, shown.value, old)
    }
  }

  private static func part(_ name: String, _ type: Type, _ value: Value, _ old: Value?) -> Part {
    Part(
      name: name.printableLine, value: type.text(value).printableLine, isChanged: value != old,
      parts: children(type, value, old))
  }

  private static func children(_ type: Type, _ value: Value, _ old: Value?) -> [Part] {
    switch (type, value) {
    case (.optional(let wrapped), _) where value != .none: return children(wrapped, value, old)
    case (.structure(let owner), .record(let values)):
      let earlier: [Value]? = if case .record(let values)? = old { values } else { nil }
      return zip(owner.fields, values).enumerated().map { place, field in
        part(field.0.name ?? "", field.0.type, field.1, earlier?[place])
      }
    case (.table(let key, let content), .table(let values)):
      let earlier: [Value]? = if case .table(let values)? = old { values } else { nil }
      return zip(key.allValues, values).enumerated().map { place, entry in
        part("[\(key.text(entry.0))]", content, entry.1, earlier?[place])
      }
    case (.map(let key, let content), .map(let keys, let values)):
      var earlier: [Value: Value] = [:]
      if case .map(let keys, let values)? = old {
        earlier = Dictionary(zip(keys, values)) { first, _ in first }
      }
      return zip(keys, values).map { part("[\(key.text($0))]", content, $1, earlier[$0] as Value?) }
    case (.list(let element, _), .list(let values)):
      let earlier: [Value] = if case .list(let values)? = old { values } else { [] }
      return values.enumerated().map { place, value in
        part("[\(place)]", element, value, earlier.indices.contains(place) ? earlier[place] : nil)
      }
    default: return []
    }
  }

  // MARK: Events

  private func events(_ maximumSteps: Int) -> [Event] {
    var events = spec.events.map {
      Event(name: $0.name.printableLine, steps: [], reasons: [], isWrong: false)
    }
    let reactions = reactions()
    for ways in ways(reactions.flatMap(\.reaction.steps)) {
      let event = ways[0].instance.event
      let isTold = events[event].steps.count < maximumSteps
      let words = isTold ? Trace.step(ways[0], from: state, in: spec) : nil
      let rule = words?.rule.map { "  rule \($0)" } ?? ""
      var step = words.map { parts(of: ways, $0, from: state) } ?? Step(title: "", effects: [])
      step.title = (title(of: ways.map(\.instance)) + rule).printableLine
      step.event = events[event].name
      events[event].steps.append(step)
    }
    if reactions.count < machine.instances.count {
      let first = machine.instances[reactions.count].event
      for index in events.indices where index >= first { events[index].isCut = true }
    }
    for (instance, reaction) in reactions {
      if reaction.limit != nil { events[instance.event].isCut = true }
      for problem in reaction.problems.compactMap({
        TrayMachine.Problem($0, of: instance, in: spec)
      }) {
        events[instance.event].isWrong = true
        events[instance.event].reasons.append(
          "\(problem.kind.rawValue) at \(problem.event): \(problem.message)".printableLine)
      }
    }
    for (index, event) in events.enumerated() where event.steps.isEmpty && event.reasons.isEmpty {
      if event.isCut {
        events[index].reasons = ["a limit was reached before it was evaluated"]
        continue
      }
      events[index].reasons = NearMiss.refusal(of: index, in: state, of: machine).map(\.printable)
    }
    return events
  }

  /// Equivalent variants as one structured step.
  private func parts(
    of ways: [Semantics.Step], _ words: Trace.Step, from old: [Value]
  ) -> Step {
    let instances = ways.map(\.instance)
    let event = spec.events[ways[0].instance.event]
    let shared = SharedArguments(instances, of: event)
    let arguments = zip(event.parameters, shared.values).map { parameter, values in
      Argument(
        name: parameter.name.printableLine,
        values: values?.map { parameter.type.text($0).printableLine },
        isKind: parameter.type.isKind)
    }
    return Step(
      title: words.event.printableLine, effects: words.effects.map(\.printable),
      event: event.name.printableLine, rule: words.rule?.printableLine, arguments: arguments,
      changes: EffectWords(spec).effects(from: old, to: ways[0].state),
      signals: words.signals.map(\.printableLine))
  }

  /// The event with its arguments. A parameter whose values are all equivalent is shown as `any`; otherwise its
  /// equivalent values are listed.
  func title(of all: [EventInstance]) -> String {
    let first = all[0]
    var instances: [EventInstance] = []
    // Equal instances are adjacent.
    for instance in all where instances.last != instance { instances.append(instance) }
    if instances.count == 1 { return spec.text(first) }
    let event = spec.events[first.event]
    let shared = SharedArguments(instances, of: event)
    return shared.isTold
      ? shared.text(of: event, any: "any")
      : "\(spec.text(first)) and \(instances.count - 1) more like it"
  }

  // MARK: Properties

  private func lamps() -> [Lamp] {
    let (panel, walked) = (PropertyTimeline(spec), walked)
    return spec.properties.enumerated().compactMap { index, property in
      let state = panel.lamps(of: index, walked, at: [position])[0]
      if property.isImplied, state != .violated { return nil }
      return Lamp(name: property.name.printableLine, word: property.word, state: state)
    }
  }
}

extension Type {
  /// Whether each value of the type has a meaning of its own.
  fileprivate var isKind: Bool {
    switch self {
    case .bool, .enumeration: true
    case .optional(let wrapped): wrapped.isKind
    default: false
    }
  }
}
