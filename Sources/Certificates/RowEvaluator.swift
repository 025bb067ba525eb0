import Semantics

/// What the reference evaluator says of states in rows. What it has said of the values that it read is remembered.
///
/// That an evaluation depends on nothing but what it read is trusted, and tried: now and then something is evaluated
/// again though it is known, and has to come to the same.
struct RowEvaluator {
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
    /// The transition properties that do not hold of it, or have no value.
    var violated: [Int]
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

  enum Truth: Equatable, Sendable {
    case yes, no
    /// It has no value.
    case fault
  }

  let machine: Machine
  private(set) var numbers: ValueNumbers
  private let addsValues: Bool
  private let transitions: [Int]
  private let reference: ReferenceEvaluator
  private let properties: PropertyEvaluator
  /// The choices of the parameters of each property.
  private let choices: [[[Value]]]
  private var reactions: [ReadingTree<Reaction>]
  private var answers: [Question: ReadingTree<Truth>] = [:]
  private var known = 0
  /// One of so many known answers is found out again.
  private static let trialPace = 97

  /// - Parameters:
  ///   - transitions: the transition properties that are asked of steps.
  ///   - addsValues: values without number get one.
  init(
    _ machine: Machine, _ numbers: ValueNumbers, transitions: [Int], addsValues: Bool = false
  ) {
    self.machine = machine
    self.numbers = numbers
    self.transitions = transitions
    self.addsValues = addsValues
    reference = ReferenceEvaluator(machine.spec)
    properties = PropertyEvaluator(spec: machine.spec)
    choices = machine.spec.properties.map(\.tuples)
    reactions = Array(repeating: ReadingTree(), count: machine.instances.count)
  }

  /// Gives a value a number.
  mutating func added(_ value: Value, in variable: Int) -> UInt32 {
    numbers.added(value, in: variable)
  }

  private mutating func isTried() -> Bool {
    known += 1
    return known % Self.trialPace == 0
  }

  // MARK: Events

  /// What an event instance does, by its place in the machine.
  ///
  /// - Throws: `InternalError` if what was evaluated before, with the same values, came to something else.
  mutating func reaction(
    to instance: Int, in row: ArraySlice<UInt32>
  ) throws(InternalError) -> Reaction {
    if let known = reactions[instance].answer(for: row) {
      if isTried(), evaluated(instance, row).answer != known { throw mistake(of: instance) }
      return known
    }
    let (answer, reading) = evaluated(instance, row)
    guard reactions[instance].note(answer, for: row, reading: reading) else {
      throw mistake(of: instance)
    }
    return answer
  }

  private func mistake(of instance: Int) -> InternalError {
    let event = machine.instances[instance].event
    return InternalError(
      Finding(.fault, event: event),
      "the reference evaluator does not always say the same of '\(machine.spec.events[event].name)'"
    )
  }

  private mutating func evaluated(
    _ instance: Int, _ row: ArraySlice<UInt32>
  ) -> (answer: Reaction, reading: [Int]) {
    let state = numbers.state(of: row)
    let footprint = Footprint(variableCount: state.count)
    let found = reference.react(to: machine.instances[instance], in: state, footprint: footprint)
    var reaction = Reaction()
    reaction.isPossible = found.isPossible
    reaction.isCut = found.limit != nil
    for problem in found.problems { reaction.wrong.formUnion(Self.wrong(problem.finding)) }
    for step in found.steps {
      var taken = Step(rule: step.rule, writes: [], violated: [])
      for property in transitions {
        let verdict = properties.check(property, step, from: state, footprint: footprint)
        if verdict.isViolated || verdict.fault != nil { taken.violated.append(property) }
      }
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
    return (reaction, footprint.read)
  }

  private mutating func number(of value: Value, in variable: Int) -> UInt32? {
    addsValues ? numbers.added(value, in: variable) : numbers.number(of: value, in: variable)
  }

  private static func wrong(_ finding: Finding) -> Set<Certificate.Freedom> {
    switch finding.kind {
    case .gap: [.gap]
    case .overlap: [.overlap]
    default: [.fault]
    }
  }

  // MARK: Questions

  mutating func answer(
    to question: Question, in row: ArraySlice<UInt32>
  ) throws(InternalError) -> Truth {
    if let known = answers[question]?.answer(for: row) {
      if isTried(), evaluated(question, row).answer != known { throw mistake(question) }
      return known
    }
    let (answer, reading) = evaluated(question, row)
    guard answers[question, default: ReadingTree()].note(answer, for: row, reading: reading) else {
      throw mistake(question)
    }
    return answer
  }

  private func mistake(_ question: Question) -> InternalError {
    let property: Int? =
      switch question {
      case .property(let property), .premise(let property, _), .body(let property, _): property
      case .termination: nil
      }
    return InternalError(
      property.map { Finding(.invariant, property: $0) } ?? Finding(.deadlock),
      "the reference evaluator does not always say the same of a state")
  }

  private func evaluated(
    _ question: Question, _ row: ArraySlice<UInt32>
  ) -> (answer: Truth, reading: [Int]) {
    let state = numbers.state(of: row)
    let footprint = Footprint(variableCount: state.count)
    let answer: Truth
    switch question {
    case .property(let index):
      let property = machine.spec.properties[index]
      if case .same = property.sentence {
        footprint.noteAll()
        answer = Self.truth(properties.holds(property, in: state))
      } else {
        answer = Self.truth(properties.holds(property.body, in: state, footprint: footprint))
      }
    case .premise(let index, let choice):
      let property = machine.spec.properties[index]
      guard let premise = property.premise else { return (.yes, []) }
      answer = truth(premise, property, choices[index][choice], state, footprint)
    case .body(let index, let choice):
      let property = machine.spec.properties[index]
      answer = truth(
        property.body.expression, property, choices[index][choice], state, footprint)
    case .termination:
      footprint.noteAll()
      answer =
        switch properties.termination(in: state) {
        case .right: .yes
        case .deadlock: .no
        case .fault: .fault
        }
    }
    return (answer, footprint.read)
  }

  private func truth(
    _ expression: Expression, _ property: Property, _ arguments: [Value], _ state: [Value],
    _ footprint: Footprint
  ) -> Truth {
    var evaluator = Evaluator(
      state: state, locals: arguments, frameSize: property.body.frameSize)
    evaluator.footprint = footprint
    do throws(Fault) {
      return try evaluator.holds(expression) ? .yes : .no
    } catch {
      return .fault
    }
  }

  private static func truth(_ result: Result<Bool, Fault>) -> Truth {
    switch result {
    case .success(true): .yes
    case .success(false): .no
    case .failure: .fault
    }
  }
}
