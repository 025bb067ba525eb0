import Semantics

/// What the reference evaluator says of states in rows. What it has said of the values that it read is remembered.
///
/// That an evaluation depends on nothing but what it read is trusted, and tried: now and then, at first once in a hundred
/// times, something is evaluated again though it is known, and has to come to the same.
final class RowEvaluator {
  /// What an event instance does in a state.
  struct Reaction: Equatable, Sendable {
    var isPossible = false
    var steps: [Step] = []
    var wrong: Set<Certificate.Freedom> = []
    /// The tool goes no further, so that there may be more.
    var isCut = false
  }

  struct Step: Equatable, Sendable {
    var rule: Int?
    /// The variables that may change, and their values.
    var writes: [Write]
    /// Some value has no number.
    var isUnknown = false
  }

  struct Write: Equatable, Sendable {
    var variable: Int
    var value: UInt32
  }

  /// Something that is asked of states.
  enum Question: Hashable, Sendable {
    /// Whether a property of states holds.
    case property(Int)
    /// Whether the premise of a property of runs holds, for that choice of its parameters.
    case premise(Int, choice: Int)
    case body(Int, choice: Int)
    /// Whether a state in which nothing can happen is right.
    case termination
  }

  enum Truth: UInt32, Sendable {
    case yes, no
    /// It has no value.
    case fault
  }

  let machine: Machine
  private(set) var numbers: ValueNumbers
  private(set) var layout: RowLayout
  private let addsValues: Bool
  /// For each event the transition properties that are asked of its steps.
  private let transitions: [[Int]]
  private let reference: ReferenceEvaluator
  let properties: PropertyEvaluator
  /// The choices of the parameters of each property.
  let choices: [[[Value]]]
  /// For each event instance.
  private let reactions: [Known<KnownReactions>]
  var questions: [Question: Int] = [:]
  var answers: [Known<KnownTruths>] = []

  /// - Parameters:
  ///   - transitions: the transition properties that are asked of steps.
  ///   - addsValues: values without number get one, and rows may be packed anew; then `layout` is another one.
  init(
    _ machine: Machine, _ numbers: ValueNumbers, transitions: [Int], addsValues: Bool = false
  ) {
    self.machine = machine
    self.numbers = numbers
    self.transitions = machine.spec.events.indices.map { event in
      transitions.filter { property in
        guard case .transition(let patterns, _) = machine.spec.properties[property].kind else {
          return false
        }
        return patterns.contains { $0.event == nil || $0.event == event }
      }
    }
    self.addsValues = addsValues
    layout = RowLayout(counts: numbers.values.map(\.count))
    reference = ReferenceEvaluator(machine.spec)
    properties = PropertyEvaluator(spec: machine.spec)
    choices = machine.spec.properties.map(\.tuples)
    let tree = ReadingTree(layout)
    reactions = machine.instances.map { _ in Known(KnownReactions(tree: tree)) }
  }

  /// Gives a value a number.
  func added(_ value: Value, in variable: Int) -> UInt32 {
    let number = numbers.added(value, in: variable)
    if Int(number) >= layout.capacity(of: variable) { widen() }
    return number
  }

  private func widen() {
    layout = RowLayout(counts: numbers.values.map(\.count))
    for known in reactions { known.content.pointee.change(to: layout) }
    for known in answers { known.content.pointee.tree.change(to: layout) }
  }

  // MARK: Events

  /// What an event instance does, by its place in the machine, in rows that come one after the other, as numbers of
  /// those in `known(of:)`.
  ///
  /// - Parameter rows: packed by `layout`, which may be another one after one of them.
  /// - Throws: `InternalError` if what was evaluated before, with the same values, came to something else.
  func react(
    to instance: Int, _ rows: UnsafePointer<UInt64>, _ reactions: inout ArraySlice<Int32>
  ) throws(InternalError) {
    let known = known(of: instance)
    let count = reactions.count
    known.pointee.asked += count
    let wordCount = layout.wordCount
    var done = 0
    while done < count {
      done += reactions.withUnsafeMutableBufferPointer {
        known.pointee.tree.answers(
          rows + done * wordCount, count - done, &known.pointee.pace,
          $0.baseAddress.unsafelyUnwrapped + done)
      }
      if done == count { return }
      reactions[reactions.startIndex + done] = Int32(
        try evaluatedReaction(to: instance, in: rows + done * wordCount))
      done += 1
    }
  }

  /// What an event instance does in a row.
  func reaction(
    to instance: Int, in row: UnsafePointer<UInt64>
  ) throws(InternalError) -> Int {
    var reaction: Int32 = 0
    let known = known(of: instance)
    known.pointee.asked += 1
    if known.pointee.tree.answers(row, 1, &known.pointee.pace, &reaction) == 1 {
      return Int(reaction)
    }
    return try evaluatedReaction(to: instance, in: row)
  }

  /// What is known of an event instance.
  func known(of instance: Int) -> UnsafeMutablePointer<KnownReactions> {
    reactions[instance].content
  }

  private func evaluatedReaction(
    to instance: Int, in row: UnsafePointer<UInt64>
  ) throws(InternalError) -> Int {
    let known = known(of: instance)
    let number = known.pointee.tree.found(for: row)
    if let number, !known.pointee.pace.isDue { return number }
    let values = layout.unpacked(row)
    let state = numbers.state(of: values)
    let footprint = Footprint(variableCount: state.count)
    let found = reference.react(to: machine.instances[instance], in: state, footprint: footprint)
    let reaction = self.reaction(found, state, footprint)
    if let number {
      known.pointee.pace.tried()
      if known.pointee.packed.all[number] != reaction { throw mistake(of: instance) }
      return number
    }
    // Values may have got numbers.
    let packed = layout.packed(values)
    guard let number = known.pointee.tree.note(packed, reading: footprint.read) else {
      throw mistake(of: instance)
    }
    let transitions = transitions[machine.instances[instance].event]
    if known.pointee.areSeldom, !found.steps.isEmpty, !transitions.isEmpty {
      let violated = self.violated(by: found.steps, from: state)
      known.pointee.details.append(.init(single: (packed, violated)))
      known.pointee.packed.append(reaction, violated: [], hasChecks: true, layout)
      return number
    }
    var violated: [Int] = []
    var detail = KnownReactions.Detail()
    for property in transitions where !found.steps.isEmpty {
      let (holds, reading) = evaluated(property, found.steps, state)
      if reading.isEmpty {
        if !holds { violated.append(property) }
        continue
      }
      var check = KnownCheck(property: property, tree: ReadingTree(layout))
      _ = check.tree.note(packed, reading: reading)
      check.holds.append(holds)
      detail.checks.append(check)
    }
    if !detail.checks.isEmpty { detail.steps = found.steps }
    known.pointee.packed.append(
      reaction, violated: violated, hasChecks: !detail.checks.isEmpty, layout)
    known.pointee.details.append(detail)
    return number
  }

  private func mistake(of instance: Int) -> InternalError {
    let event = machine.instances[instance].event
    return InternalError(
      Finding(.fault, event: event),
      "the reference evaluator does not always say the same of '\(machine.spec.events[event].name)'"
    )
  }

  private func reaction(
    _ found: Semantics.Reaction, _ state: [Value], _ footprint: Footprint
  ) -> Reaction {
    var reaction = Reaction()
    reaction.isPossible = found.isPossible
    reaction.isCut = found.limit != nil
    for problem in found.problems { reaction.wrong.formUnion(Self.wrong(problem.finding)) }
    for step in found.steps {
      var taken = Step(rule: step.rule, writes: [])
      for (variable, value) in step.state.enumerated()
      where footprint.isWritten(variable) || value != state[variable] {
        // Another branch may have written it, and this one not.
        if value == state[variable] { footprint.noteRead(variable) }
        if let number = number(of: value, in: variable) {
          taken.writes.append(Write(variable: variable, value: number))
        } else {
          taken.isUnknown = true
        }
      }
      reaction.steps.append(taken)
    }
    return reaction
  }

  // MARK: Transition properties

  /// The transition properties that do not hold of a step of a reaction in a row, or have no value.
  ///
  /// Those aside that hold of no such reaction: `PackedReactions.violated`.
  func violated(
    by reaction: Int, to instance: Int, in row: UnsafePointer<UInt64>
  ) throws(InternalError) -> [Int] {
    let known = known(of: instance)
    if let single = known.pointee.details[reaction].single {
      return violated(by: instance, in: row, single.row, single.violated)
    }
    var violated: [Int] = []
    for place in known.pointee.details[reaction].checks.indices {
      known.pointee.checkPace.give(1)
      let number = known.pointee.details[reaction].checks[place].tree.found(for: row)
      let holds: Bool
      if let number, !known.pointee.checkPace.isDue {
        holds = known.pointee.details[reaction].checks[place].holds[number]
      } else {
        holds = try evaluatedCheck(place, of: reaction, to: instance, in: row, number)
      }
      if !holds { violated.append(known.pointee.details[reaction].checks[place].property) }
    }
    return violated
  }

  /// The same where nothing but a row and its properties is known.
  private func violated(
    by instance: Int, in row: UnsafePointer<UInt64>, _ known: [UInt64], _ violated: [Int]
  ) -> [Int] {
    if known.elementsEqual(UnsafeBufferPointer(start: row, count: layout.wordCount)) {
      return violated
    }
    let state = numbers.state(of: layout.unpacked(row))
    let found = reference.react(to: machine.instances[instance], in: state)
    return self.violated(by: found.steps, from: state)
  }

  private func violated(by steps: [Semantics.Step], from state: [Value]) -> [Int] {
    guard let event = steps.first?.instance.event else { return [] }
    return transitions[event].filter { property in
      steps.contains {
        let verdict = properties.check(property, $0, from: state)
        return verdict.isViolated || verdict.fault != nil
      }
    }
  }

  private func evaluatedCheck(
    _ place: Int, of reaction: Int, to instance: Int, in row: UnsafePointer<UInt64>, _ number: Int?
  ) throws(InternalError) -> Bool {
    let known = known(of: instance)
    let state = numbers.state(of: layout.unpacked(row))
    var steps = known.pointee.details[reaction].steps
    for (step, taken) in known.pointee.packed.all[reaction].steps.enumerated() {
      steps[step].state = state
      for write in taken.writes {
        steps[step].state[write.variable] = numbers.values[write.variable][Int(write.value)]
      }
    }
    let (holds, reading) = evaluated(
      known.pointee.details[reaction].checks[place].property, steps, state)
    if let number {
      known.pointee.checkPace.tried()
      if known.pointee.details[reaction].checks[place].holds[number] != holds {
        throw mistake(of: instance)
      }
      return holds
    }
    guard known.pointee.details[reaction].checks[place].tree.note(row, reading: reading) != nil
    else {
      throw mistake(of: instance)
    }
    known.pointee.details[reaction].checks[place].holds.append(holds)
    return holds
  }

  private func evaluated(
    _ property: Int, _ steps: [Semantics.Step], _ state: [Value]
  ) -> (holds: Bool, reading: [Int]) {
    let footprint = Footprint(variableCount: state.count)
    var holds = true
    for step in steps {
      let verdict = properties.check(property, step, from: state, footprint: footprint)
      if verdict.isViolated || verdict.fault != nil { holds = false }
    }
    return (holds, footprint.read)
  }

  // MARK: Values

  private func number(of value: Value, in variable: Int) -> UInt32? {
    addsValues ? added(value, in: variable) : numbers.number(of: value, in: variable)
  }

  private static func wrong(_ finding: Finding) -> Set<Certificate.Freedom> {
    switch finding.kind {
    case .gap: [.gap]
    case .overlap: [.overlap]
    default: [.fault]
    }
  }
}
