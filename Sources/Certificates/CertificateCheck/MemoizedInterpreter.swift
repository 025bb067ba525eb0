import Semantics

/// Memoizes the reference evaluator in states as rows: results are cached by the columns it read.
///
/// An evaluation is assumed to depend only on its reads, and that is tested: at intervals, at first once in a hundred
/// times, a cached result is evaluated again and must be equal.
final class MemoizedInterpreter {
  /// The reaction of an event instance in a state.
  struct Reaction: Hashable, Sendable {
    var isPossible = false
    var steps: [Step] = []
    var wrong: Set<Certificate.SafetyClaim> = []
    /// Whether a limit stopped the tool, so that there may be more.
    var isCut = false
  }

  struct Step: Hashable, Sendable {
    var rule: Int?
    var signals: [EmittedSignal]
    /// The columns that may change, and their contents.
    var writes: [Write]
    /// Some content has no number.
    var isUnknown = false
  }

  struct Write: Hashable, Sendable {
    var column: Int
    var value: UInt32
  }

  /// A question about states.
  enum StateQuery: Hashable, Sendable {
    /// Whether a state property holds.
    case property(Int)
    /// Whether the premise of a property of runs holds, for that choice of its parameters.
    case premise(Int, choice: Int)
    case body(Int, choice: Int)
  }

  let machine: Machine
  let numbers: ValueNumbers
  let layout: RowLayout
  private let reference: ReferenceEvaluator
  let properties: PropertyEvaluator
  /// The choices of the parameters of each property.
  let choices: [[[Value]]]
  /// For each event instance.
  private let reactions: [Memo<ReactionMemo>]
  var parts = ConditionParts()
  /// For each of the parts.
  private var answers: [Memo<KnownPart>] = []
  private var places = GrowingBuffer<UnsafeMutablePointer<KnownPart>>()
  var judge: StepJudge

  /// - Parameter transitions: the transition properties for steps.
  init(_ machine: Machine, _ numbers: ValueNumbers, transitions: [Int]) {
    self.machine = machine
    self.numbers = numbers
    layout = RowLayout(counts: numbers.values.map(\.count))
    reference = ReferenceEvaluator(machine.spec)
    properties = PropertyEvaluator(spec: machine.spec)
    choices = machine.spec.properties.map(\.tuples)
    judge = StepJudge(machine, transitions)
    let layout = layout
    reactions = machine.instances.map { _ in Memo(ReactionMemo(tree: ReadSetTrie(layout))) }
  }

  // MARK: Events

  /// The reactions of an event instance, by its index in the machine, in consecutive rows: answers of the tree in
  /// `known(of:)`.
  ///
  /// - Parameter rows: packed by `layout`.
  /// - Throws: `InternalError` if an earlier evaluation with the same contents had another result.
  func react(
    to instance: Int, _ rows: UnsafePointer<UInt64>, _ answers: inout ArraySlice<Int32>
  ) throws(InternalError) {
    let known = known(of: instance)
    let count = answers.count
    let wordCount = layout.wordCount
    var done = 0
    while done < count {
      done += answers.withUnsafeMutableBufferPointer {
        known.pointee.tree.answers(
          rows + done * wordCount, count - done, &known.pointee.pace,
          $0.baseAddress.unsafelyUnwrapped + done)
      }
      if done == count { return }
      answers[answers.startIndex + done] = Int32(
        try evaluatedReaction(to: instance, in: rows + done * wordCount))
      done += 1
    }
  }

  /// The same for one row.
  func reaction(
    to instance: Int, in row: UnsafePointer<UInt64>
  ) throws(InternalError) -> Int {
    var answer: Int32 = 0
    let known = known(of: instance)
    if known.pointee.tree.answers(row, 1, &known.pointee.pace, &answer) == 1 {
      return Int(answer)
    }
    return try evaluatedReaction(to: instance, in: row)
  }

  /// The cache for a part.
  func known(_ part: Int) -> UnsafeMutablePointer<KnownPart> {
    while places.count <= part {
      let known = Memo(KnownPart(part: parts.all[places.count], tree: ReadSetTrie(layout)))
      answers.append(known)
      places.append(known.content)
    }
    return places[part]
  }

  /// The cache for an event instance.
  func known(of instance: Int) -> UnsafeMutablePointer<ReactionMemo> {
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
    let footprint = Footprint(numbers.parts)
    let found = reference.react(to: machine.instances[instance], in: state, footprint: footprint)
    let reaction = try self.reaction(found, state, values, footprint)
    if let number {
      known.pointee.pace.tried()
      if known.pointee.packed.all[Int(known.pointee.reactions[number])] != reaction {
        throw mistake(of: instance)
      }
      return number
    }
    guard let number = known.pointee.tree.note(row, reading: footprint.read) else {
      throw mistake(of: instance)
    }
    known.pointee.append(reaction, layout)
    return number
  }

  private func mistake(of instance: Int) -> InternalError {
    let event = machine.instances[instance].event
    return InternalError(
      Finding(.fault, event: event),
      "the reference evaluator does not always say the same of '\(machine.spec.events[event].name)'"
    )
  }

  private func unnoted(_ step: Semantics.Step) -> InternalError {
    InternalError(
      Finding(.fault, event: step.instance.event),
      "a step changes more than the reference evaluator says that it writes")
  }

  private func misfit() -> InternalError {
    InternalError(Finding(.fault), "a state does not fit the types of its variables")
  }

  private func reaction(
    _ found: Semantics.Reaction, _ state: [Value], _ row: [UInt32], _ footprint: Footprint
  ) throws(InternalError) -> Reaction {
    var reaction = Reaction()
    reaction.isPossible = found.isPossible
    reaction.isCut = found.limit != nil
    for problem in found.problems { reaction.wrong.formUnion(Self.wrong(problem.finding)) }
    for (step, written) in zip(found.steps, footprint.written) {
      var taken = Step(rule: step.rule, signals: step.signals.sorted(), writes: [])
      guard step.state.count == state.count else { throw misfit() }
      for (variable, columns) in numbers.parts.columns.enumerated() {
        let isSame = step.state[variable] == state[variable]
        if isSame {
          for column in columns where written.contains(column) {
            taken.writes.append(Write(column: column, value: row[column]))
          }
          continue
        }
        guard let after = numbers.parts.split(step.state[variable], of: variable) else {
          throw misfit()
        }
        for (column, content) in zip(columns, after) {
          guard written.contains(column) else {
            if content != numbers.values[column][Int(row[column])] { throw unnoted(step) }
            continue
          }
          if let number = numbers.number(of: content, in: column) {
            taken.writes.append(Write(column: column, value: number))
          } else {
            taken.isUnknown = true
          }
        }
      }
      reaction.steps.append(taken)
    }
    return reaction
  }

  static func wrong(_ finding: Finding) -> Set<Certificate.SafetyClaim> {
    switch finding.kind {
    case .gap: [.gap]
    case .overlap: [.overlap]
    default: [.fault]
    }
  }
}
