import Semantics
import Traces

/// A trace as a row of phones.
package struct PhoneTrace: Sendable {
  /// A state, and the step that led there.
  struct Frame: Sendable {
    /// How many steps lead to it.
    var number: Int
    /// What happened; nil at the start.
    var event: Event?
    /// Signals that were emitted, in their order.
    var marks: [Mark] = []
    var cards: [ShownCard] = []
    var badge: String?
    /// The badge before, if it was another one.
    var oldBadge: String?
    var isLit: Bool?
    /// The screen went on in this step.
    var wakes = false
    var others: [Other] = []
    var lamps: [LampState] = []
  }

  struct Event: Sendable {
    var name: String
    var arguments: [Card.Detail]
    var rule: String?
    var place: Trace.Place?
    var choices: [String]
    /// Nothing at all came of it.
    var changesNothing: Bool
  }

  /// What the outside world notices.
  struct Mark: Sendable {
    var name: String
    var icon: Icon
  }

  /// A variable beside the phone.
  struct Other: Sendable {
    var name: String
    var value: String
    /// Where it differs from the state before.
    var changes: [Trace.Change] = []
  }

  var frames: [Frame]
  /// The names of the lamps, in their order.
  var lampNames: [String] = []
  /// The event that was tried at the end and led nowhere.
  var attempt: String?
  /// How many steps come before those that are repeated for ever.
  var loop: Int?
  /// How many steps lead to where a way begins that is shown.
  var way: Int?
  /// How many steps there are.
  var length: Int
  /// Its states have a tray.
  var hasTray: Bool

  /// So many steps of a trace are drawn; of a longer one the first and the last.
  private static let maximumFrames = 60

  /// - Parameters:
  ///   - finding: what is wrong at its end.
  ///   - suspects: the places of cards that this has to do with, in the last state.
  init(
    _ path: Path, in spec: CheckedSpec, look: PhoneLook, panel: LampPanel? = nil,
    finding: Finding? = nil, suspects: String = "", attempt: EventInstance? = nil,
    loop: Int? = nil, way: Int? = nil
  ) {
    self.attempt = attempt.map { spec.text($0) }
    (self.loop, self.way, length) = (loop, way, path.steps.count)
    hasTray = look.hasTray
    let states = path.states
    let shown = Self.shown(of: states.count)
    let lamps = panel?.lamps(path, finding, at: shown)
    lampNames = panel?.names ?? []
    frames = shown.enumerated().map { place, index in
      let before = index > 0 ? look.phone(states[index - 1]) : nil
      let phone = look.phone(states[index])
      var frame = Frame(number: index)
      frame.cards = ShownCard.cards(phone.cards, after: before?.cards ?? phone.cards)
      (frame.badge, frame.isLit) = (phone.badge, phone.isLit)
      if let before {
        if before.badge != phone.badge { frame.oldBadge = before.badge ?? "" }
        frame.wakes = before.isLit == false && phone.isLit == true
      }
      let old = index > 0 ? states[index - 1] : states[index]
      if index > 0 { frame.add(path.steps[index - 1], from: old, in: spec) }
      frame.others = look.others.map {
        Self.other(spec.variables[$0], old[$0], states[index][$0])
      }
      frame.lamps = lamps?[place] ?? []
      return frame
    }
    mark(suspects: suspects)
  }

  /// The states that are drawn, of so many.
  private static func shown(of count: Int) -> [Int] {
    let half = maximumFrames / 2
    return count > maximumFrames
      ? Array(0..<half) + Array(count - half..<count) : Array(0..<count)
  }

  /// What stands in the explanation of the end is marked there.
  private mutating func mark(suspects: String) {
    guard let last = frames.indices.last, !suspects.isEmpty else { return }
    for index in frames[last].cards.indices
    where frames[last].cards[index].change != .gone
      && frames[last].cards[index].card.label.map(suspects.contains) ?? false
    {
      frames[last].cards[index].isSuspect = true
    }
  }

  private static func other(_ variable: Variable, _ old: Value, _ new: Value) -> Other {
    var other = Other(name: variable.name, value: variable.type.text(new))
    variable.type.changes(from: old, to: new, at: variable.name, into: &other.changes)
    return other
  }
}

extension PhoneTrace.Frame {
  /// Adds what the step did.
  fileprivate mutating func add(_ step: Step, from old: [Value], in spec: CheckedSpec) {
    let event = spec.events[step.instance.event]
    let range = step.rule.map { event.rules[$0].range } ?? event.range
    let isTick = if case .tick = event.body { true } else { false }
    self.event = PhoneTrace.Event(
      name: event.name,
      arguments: zip(event.parameters, step.instance.arguments).map {
        Card.Detail(name: $0.name, value: $0.type.plainText($1))
      },
      rule: step.rule.map { event.rules[$0].name },
      place: isTick ? nil : Trace.Place(spec.file, range),
      choices: step.choices.map { "\($0.name) = \($0.type.text($0.value))" },
      changesNothing: step.signals.isEmpty && spec.changes(from: old, to: step.state).isEmpty)
    marks = step.signals.map { signal in
      PhoneTrace.Mark(
        name: spec.text(signal), icon: KnownWords.mark(spec.signals[signal.signal].name))
    }
  }
}
