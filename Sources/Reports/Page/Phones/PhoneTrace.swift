import Semantics
import Traces

/// A trace as a sequence of frames, one for each state, each with all devices.
package struct PhoneTrace: Sendable {
  /// A state, and the step that led to it.
  package struct Frame: Sendable {
    /// The number of steps before it.
    var number: Int
    /// The event of the step; nil at the start.
    var event: Event?
    /// The emitted signals, in order.
    var marks: [Mark] = []
    /// One device without a name, or several with names.
    var devices: [Device] = []
    var others: [Other] = []

    var cards: [ShownCard] { devices.flatMap(\.cards) }
    var messages: [ShownCard] { devices.flatMap(\.messages) }
  }

  /// A device in one state.
  struct Device: Sendable {
    var name: String?
    var cards: [ShownCard] = []
    /// The messages in flight to it.
    var messages: [ShownCard] = []
    var badge: String?
    /// The badge before the step, if it was different.
    var oldBadge: String?
    var isLit: Bool?
    /// Whether this step switched the screen on.
    var wakes = false

    init(_ phone: Phone, after before: Phone?) {
      name = phone.name
      cards = ShownCard.cards(phone.cards, after: before?.cards ?? phone.cards)
      messages = ShownCard.cards(phone.messages, after: before?.messages ?? phone.messages)
      (badge, isLit) = (phone.badge, phone.isLit)
      guard let before else { return }
      if before.badge != phone.badge { oldBadge = before.badge ?? "" }
      wakes = before.isLit == false && phone.isLit == true
    }
  }

  struct Event: Sendable {
    var name: String
    var arguments: [Card.Detail]
    /// The title of the card that arrives, such as `info`; nil if nothing arrives.
    var arrival: String?
    /// The name of the argument with that title.
    var titleName: String?
    var rule: String?
    var place: Trace.Place?
    var choices: [String]
    /// Whether the step had no changes and no signals.
    var changesNothing: Bool
  }

  /// A signal that the user notices.
  struct Mark: Sendable {
    var name: String
    /// The values of its arguments, in words.
    var detail = ""
    var icon: Icon?
    /// Whether the explanation of the failure concerns it.
    var isSuspect = false
  }

  /// A variable that is not on the phone.
  struct Other: Sendable {
    var name: String
    var value: String
    /// The differences from the state before.
    var changes: [Trace.Change] = []
  }

  package var frames: [Frame]
  /// The event that was attempted at the end and failed.
  var attempt: String?
  /// The number of steps before the loop; nil if there is none.
  var loop: Int?
  /// The number of steps before the witness of a `possible` or `eventually`.
  var way: Int?
  /// The number of steps.
  var length: Int
  /// Whether its states have a tray.
  var hasTray: Bool
  /// Whether its states show messages in flight.
  var hasMessages: Bool

  /// The maximum number of frames; the first and the last frames of a longer trace are drawn.
  package static let maximumFrames = 24

  /// Creates the frames of a trace.
  ///
  /// - Parameter suspects: the explanation of the failure in the last state.
  package init(
    _ path: Path, in spec: CheckedSpec, look: PhoneLook, suspects: String = "",
    attempt: EventInstance? = nil, loop: Int? = nil, way: Int? = nil
  ) {
    self.attempt = attempt.map { spec.text($0) }
    (self.loop, self.way, length) = (loop, way, path.steps.count)
    hasTray = look.hasTray
    hasMessages = look.hasMessages
    let states = path.states
    frames = Self.shown(of: states.count).map { index in
      let old = index > 0 ? states[index - 1] : states[index]
      let before = index > 0 ? look.phones(old) : nil
      var frame = Frame(number: index)
      frame.devices = look.phones(states[index]).enumerated().map { place, phone in
        Device(phone, after: before?[place])
      }
      if index > 0 { frame.add(path.steps[index - 1], from: old, in: spec, look.words) }
      frame.others = look.others.map {
        Self.other(spec.variables[$0], old[$0], states[index][$0])
      }
      return frame
    }
    mark(suspects: suspects)
  }

  /// The indices of the drawn states.
  private static func shown(of count: Int) -> [Int] {
    let half = maximumFrames / 2
    return count > maximumFrames
      ? Array(0..<half) + Array(count - half..<count) : Array(0..<count)
  }

  /// Marks the cards and signals of the last state that the explanation concerns.
  private mutating func mark(suspects: String) {
    guard let last = frames.indices.last, !suspects.isEmpty else { return }
    for device in frames[last].devices.indices {
      for index in frames[last].devices[device].cards.indices {
        let shown = frames[last].devices[device].cards[index]
        let marks = shown.card.marks
        frames[last].devices[device].cards[index].isSuspect =
          shown.change != .gone && !marks.isEmpty && marks.allSatisfy(suspects.contains)
      }
    }
    for index in frames[last].marks.indices {
      let name = frames[last].marks[index].name
      frames[last].marks[index].isSuspect =
        suspects.contains("\(name) was emitted") || suspects.contains("emitted(\(name)")
        || suspects.contains("\(name)(") && suspects.contains("was emitted")
    }
  }

  private static func other(_ variable: Variable, _ old: Value, _ new: Value) -> Other {
    var other = Other(name: variable.name, value: variable.type.text(new))
    variable.type.changes(from: old, to: new, at: variable.name, into: &other.changes)
    return other
  }
}

extension PhoneTrace.Frame {
  /// Adds the event of the step and its signals.
  fileprivate mutating func add(
    _ step: Step, from old: [Value], in spec: CheckedSpec, _ texts: PageWords
  ) {
    let event = spec.events[step.instance.event]
    let range = step.rule.map { event.rules[$0].range } ?? event.range
    var (arrival, titleName): (String?, String?)
    let arguments = zip(event.parameters, step.instance.arguments).map { parameter, value in
      let isTitle =
        parameter.type.unwrapped.isEnumeration
        && KnownWords.isNamed(parameter.name, KnownWords.titles)
      let words = texts.text(value, parameter.type)
      if isTitle {
        let isNamed = value != .none || texts.absent(parameter.type) != nil
        arrival = isNamed ? words : "unknown \(parameter.name)"
        titleName = KnownWords.spaced(parameter.name)
      }
      return Card.Detail(
        name: KnownWords.spaced(parameter.name), value: words,
        isSmallest: !isTitle && parameter.type.isSmallest(value))
    }
    self.event = PhoneTrace.Event(
      name: event.name, arguments: arguments,
      arrival: KnownWords.isNamed(event.name, KnownWords.arrivals) ? arrival : nil,
      titleName: titleName,
      rule: step.rule.map { event.rules[$0].name },
      place: event.isTick ? nil : Trace.Place(spec.file, range),
      choices: step.choices.map { "\($0.name) = \($0.type.text($0.value))" },
      changesNothing: step.signals.isEmpty && spec.changes(from: old, to: step.state).isEmpty)
    marks = step.signals.map { signal in
      let declared = spec.signals[signal.signal]
      let words = zip(declared.fields, signal.arguments).map { texts.text($1, $0.type) }
      return PhoneTrace.Mark(
        name: declared.name, detail: Wording.list(words), icon: KnownWords.mark(declared.name))
    }
  }
}

extension Type {
  /// Whether the value is the smallest of the type: false, none, an empty collection, the first number or case.
  fileprivate func isSmallest(_ value: Value) -> Bool {
    switch (self, value) {
    case (_, .none): true
    case (.optional, _): false
    case (_, .bool(let flag)): !flag
    case (.range(let lower, _), .int(let number)): number == lower
    case (.enumeration, .enumCase(let index, _)): index == 0
    case (_, .set(let values)), (_, .list(let values)), (_, .bag(let values)): values.isEmpty
    default: false
    }
  }
}
