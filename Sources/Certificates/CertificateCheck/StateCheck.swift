import Basics
import Semantics

/// Checks all states of a certificate: `try check()`.
///
/// Each question is answered for all states before the next one, so that its data stays in the cache.
final class StateCheck {
  typealias Row = UnsafePointer<UInt64>
  typealias Failure = Certifier.Failure

  let certifier: Certifier
  let starts: Set<Int>
  private let evaluator: MemoizedInterpreter
  private let claimedTransitions: Set<Int>
  /// The steps by each event instance that were followed, while there are not too many.
  private var kept: [StepBlock] = []
  /// The maximum number of kept steps, in twelve bytes each.
  private static let maximumKept = 1 << 23
  var machine: Machine { certifier.machine }
  var set: RowSet { certifier.set }

  init(_ certifier: Certifier, _ starts: Set<Int>) {
    self.certifier = certifier
    self.starts = starts
    claimedTransitions = Set(
      certifier.claims.map(\.property).filter {
        certifier.machine.spec.properties[$0].keyword == .transition
      })
    evaluator = MemoizedInterpreter(
      certifier.machine, certifier.numbers, transitions: claimedTransitions.sorted())
  }

  /// Checks everything; returns the number of steps from the states.
  func check() throws(Failure) -> Int {
    let steps = try checkSteps()
    try checkBound()
    var ranked = RankCheck(certifier)
    for claim in certifier.claims {
      switch claim.proof {
      case .everywhere: try checkEverywhere(claim)
      case .path(let path): try check(path, claim)
      case .distances(let all):
        for (choice, distances) in all.enumerated() {
          try check(distances, claim, choice)
          ranked.add(distances, claim)
          if ranked.isFull { try check(&ranked) }
        }
      case .ranks(let all):
        for (choice, ranking) in all.enumerated() {
          ranked.add(ranking, claim, try answers(ranking, claim, choice))
          if ranked.isFull { try check(&ranked) }
        }
      }
    }
    try check(&ranked)
    return steps
  }

  /// Checks that runs are followed in all states: a proof about runs ends at the states beyond the bound.
  private func checkBound() throws(Failure) {
    let spec = machine.spec
    let isOfRuns = certifier.claims.contains { spec.properties[$0.property].keyword.isOfRuns }
    guard isOfRuns, let goal = spec.goalBeyondBound else { return }
    if let place = try answers(to: .property(goal)).firstIndex(where: { $0 != .no }) {
      throw rejected("runs are not followed beyond 'explore while'", place)
    }
  }

  // MARK: Asking

  func rejected(_ reason: String, _ place: Int) -> Failure {
    .rejected(
      .init("\(reason), in the state \(certifier.text(certifier.numbers.state(of: set[place])))"))
  }

  func text(_ instance: Int) -> String { machine.spec.text(machine.instances[instance]) }

  /// The number of states between checks of the deadline.
  private static let blockLength = 256

  /// Visits the states in blocks, and checks the deadline before each.
  private func forEachBlock(
    _ body: (_ places: Range<Int>, _ rows: Row) throws(InternalError) -> Failure?
  ) throws(Failure) {
    let failure: Failure?
    do throws(InternalError) {
      failure = try set.find { (find) throws(InternalError) -> Failure? in
        var begin = 0
        while begin < set.count {
          if Deadline.isOver { return .stopped }
          let end = min(set.count, begin + Self.blockLength)
          if let failure = try body(begin..<end, find.words + begin * set.layout.wordCount) {
            return failure
          }
          begin = end
        }
        return nil
      }
    } catch {
      throw .contradiction(error)
    }
    if let failure { throw failure }
  }

  /// The answers to a question in all states.
  private func answers(
    to question: MemoizedInterpreter.StateQuery
  ) throws(Failure) -> [Truth] {
    let condition = evaluator.condition(of: question)
    var answers: [Truth] = []
    answers.reserveCapacity(set.count)
    try forEachBlock { (places, rows) throws(InternalError) in
      answers += try evaluator.truths(of: condition, rows, places.count)
      return nil
    }
    return answers
  }

  /// The reactions of an event instance in all states, by number.
  private func reactions(to instance: Int) throws(Failure) -> [Int32] {
    let known = evaluator.known(of: instance)
    var answers = Array(repeating: Int32(0), count: set.count)
    try forEachBlock { (places, rows) throws(InternalError) in
      try evaluator.react(to: instance, rows, &answers[places])
      return nil
    }
    return answers.map { known.pointee.reactions[Int($0)] }
  }

  // MARK: Steps

  /// Checks that no step leaves the states, and that all steps are valid; returns their number.
  private func checkSteps() throws(Failure) -> Int {
    let canHappen = UnsafeMutableBufferPointer<Bool>.allocate(capacity: set.count)
    canHappen.initialize(repeating: false)
    defer { canHappen.deallocate() }
    var step = Array(repeating: UInt64(0), count: set.layout.wordCount * 2)
    var count = 0
    let keepsSteps = certifier.claims.contains { $0.needsSteps }
    for instance in machine.instances.indices {
      let known = evaluator.known(of: instance)
      var steps = StepBlock()
      let keeps = keepsSteps && count <= Self.maximumKept
      try forEachStep(of: instance, keeps: keeps) {
        (places, rows, answers) throws(InternalError) in
        for (offset, place) in places.enumerated() {
          let answer = Int(answers[offset])
          let mark = known.pointee.marks[answer]
          if mark.contains(.isPossible) { canHappen[place] = true }
          if mark.isDisjoint(with: [.isSpecial, .hasClaims]) { continue }
          if mark.contains(.isSpecial) {
            let reaction = Int(known.pointee.reactions[answer])
            if let failure = failure(reaction, of: instance, place) { return failure }
          }
          if !mark.contains(.hasClaims) { continue }
          let row = rows + offset * set.layout.wordCount
          let violated = try evaluator.violated(by: answer, to: instance, in: row, &step)
          if let property = violated.first { return violation(property, of: instance, place) }
        }
        return nil
      } taken: { block, taken in
        count += taken
        if keeps, count <= Self.maximumKept { steps.append(block) }
        return nil
      }
      if keeps, count <= Self.maximumKept { kept.append(steps) }
    }
    try checkEnds(Array(canHappen))
    return count
  }

  /// Goes through the reactions to an event instance and the steps, in blocks.
  ///
  /// - Parameters:
  ///   - asked: the indices from which steps are followed; nil for all.
  ///   - keeps: returns the steps, not only their number.
  private func forEachStep(
    of instance: Int, asked: [UInt16]? = nil, keeps: Bool = true,
    reacted: (_ places: Range<Int>, _ rows: Row, _ answers: [Int32]) throws(InternalError) ->
      Failure? = { (_, _, _) throws(InternalError) in nil },
    taken: (StepBlock, _ count: Int) -> Failure?
  ) throws(Failure) {
    let known = evaluator.known(of: instance)
    var answers: [Int32] = []
    var block = StepBlock()
    try forEachBlock { (places, rows) throws(InternalError) in
      answers = Array(repeating: 0, count: places.count)
      try evaluator.react(to: instance, rows, &answers[...])
      if let failure = try reacted(places, rows, answers) { return failure }
      for place in answers.indices {
        answers[place] = known.pointee.reactions[Int(answers[place])]
      }
      let followed = known.pointee.packed.follow(
        answers, from: places.lowerBound, in: set, asked: asked, keeps: keeps, &block)
      switch followed {
      case .leaves(let place):
        return rejected("\(text(instance)) leads out of the states", place)
      case .steps(let count): return taken(block, count)
      }
    }
  }

  private func failure(_ reaction: Int, of instance: Int, _ place: Int) -> Failure? {
    let packed = evaluator.known(of: instance).pointee.packed
    let found = packed.all[reaction]
    if found.isCut {
      return rejected("the tool goes no further in \(text(instance))", place)
    }
    for freedom in certifier.certificate.freedoms where found.wrong.contains(freedom) {
      return rejected("there is a \(freedom.rawValue) in \(text(instance))", place)
    }
    if found.steps.contains(where: \.isUnknown) {
      return rejected("\(text(instance)) leads out of the states", place)
    }
    return nil
  }

  private func violation(_ property: Int, of instance: Int, _ place: Int) -> Failure {
    rejected(
      "'\(machine.spec.properties[property].name)' does not hold of \(text(instance))", place)
  }

  /// Checks that states without a step may be ends.
  private func checkEnds(_ canHappen: [Bool]) throws(Failure) {
    let freedoms = certifier.certificate.freedoms
    if !freedoms.contains(.deadlock), !freedoms.contains(.fault) { return }
    for place in canHappen.indices where !canHappen[place] {
      switch evaluator.mayEnd(set.packed(place)) {
      case .no where freedoms.contains(.deadlock): throw rejected("nothing can happen", place)
      case .fault: throw rejected("'terminal' has no value", place)
      case .yes, .no: break
      }
    }
  }

  private func truth(_ condition: Condition, _ place: Int) throws(Failure) -> Truth {
    do throws(InternalError) {
      return try evaluator.truth(of: condition, in: set.packed(place))
    } catch {
      throw .contradiction(error)
    }
  }

  // MARK: Claims

  private func name(_ claim: Certifier.Claim) -> String {
    machine.spec.properties[claim.property].name
  }

  private func checkEverywhere(_ claim: Certifier.Claim) throws(Failure) {
    // The transitions were checked with the steps.
    if claimedTransitions.contains(claim.property) { return }
    let answers = try answers(to: .property(claim.property))
    if let place = answers.firstIndex(where: { $0 != .yes }) {
      throw rejected("'\(name(claim))' does not hold", place)
    }
  }

  private func check(_ path: [Int], _ claim: Certifier.Claim) throws(Failure) {
    let name = name(claim)
    guard let first = path.first, starts.contains(first), let last = path.last else {
      throw .rejected(.init("the path to '\(name)' does not begin at a start"))
    }
    if try truth(evaluator.condition(of: .property(claim.property)), last) != .yes {
      throw rejected("'\(name)' is not so where its path ends", last)
    }
    for (source, target) in zip(path, path.dropFirst()) {
      if try !leads(from: source, to: target) {
        throw rejected("the path to '\(name)' has no next step", source)
      }
    }
  }

  private func leads(from source: Int, to target: Int) throws(Failure) -> Bool {
    let row = set.packed(source)
    let wanted = set.packed(target)
    var next = row
    for instance in machine.instances.indices {
      let answer: Int
      do throws(InternalError) {
        answer = try evaluator.reaction(to: instance, in: row)
      } catch {
        throw .contradiction(error)
      }
      let known = evaluator.known(of: instance)
      let packed = known.pointee.packed
      let reaction = Int(known.pointee.reactions[answer])
      for step in packed.heads[reaction].steps {
        packed.take(Int(step), row, &next)
        if next == wanted { return true }
      }
    }
    return false
  }

  /// Checks that a `possible` has ranks where it needs them, and is satisfied where they end.
  private func check(
    _ distances: [UInt32], _ claim: Certifier.Claim, _ choice: Int
  ) throws(Failure) {
    let name = name(claim)
    let bodies = try answers(to: .body(claim.property, choice: choice))
    let premises = try answers(to: .premise(claim.property, choice: choice))
    for (place, distance) in distances.enumerated() {
      if bodies[place] == .fault || premises[place] == .fault {
        throw rejected("'\(name)' has no value", place)
      }
      switch distance {
      case Certificate.noRank where premises[place] == .yes:
        throw rejected("'\(name)' has no rank", place)
      case 0 where bodies[place] != .yes:
        throw rejected("'\(name)' is not satisfied, as its rank says", place)
      default: break
      }
    }
  }

  /// Checks that an `eventually` has ranks where an answer is first pending; returns the answers in all states.
  private func answers(
    _ ranking: Certificate.Ranking, _ claim: Certifier.Claim, _ choice: Int
  ) throws(Failure) -> [Truth] {
    let name = name(claim)
    let answers = try answers(to: .body(claim.property, choice: choice))
    let premises = try self.answers(to: .premise(claim.property, choice: choice))
    for place in claim.hasPremise ? Array(answers.indices) : starts.sorted() {
      switch premises[place] {
      case .fault: throw rejected("'\(name)' has no value", place)
      case .no: break
      case .yes:
        switch answers[place] {
        case .fault: throw rejected("'\(name)' has no value", place)
        case .no where ranking.places[place] == Certificate.noRank:
          throw rejected("'\(name)' has no rank", place)
        case .yes, .no: break
        }
      }
    }
    return answers
  }

  // MARK: Ranks

  /// Checks that ranks decrease along the steps; none remains afterwards.
  private func check(_ ranked: inout RankCheck) throws(Failure) {
    if ranked.isEmpty { return }
    defer { ranked = RankCheck(certifier) }
    for action in ranked.actions.sorted() {
      let instance = certifier.instancesOfActions[action]
      let rule = certifier.actions[action].rule
      let reactions = try reactions(to: instance)
      let isPossible = evaluator.known(of: instance).pointee.packed.all.map {
        $0.steps.contains { rule == nil || $0.rule == rule }
      }
      ranked.note(reactions.map { isPossible[Int($0)] }, of: action)
    }
    ranked.close()
    if let failure = ranked.checkStaying(self) { throw failure }
    for instance in machine.instances.indices {
      if Deadline.isOver { throw .stopped }
      if instance < kept.count {
        if let failure = ranked.take(kept[instance], of: instance, self) { throw failure }
        continue
      }
      try forEachStep(of: instance, asked: ranked.open) { block, _ in
        ranked.take(block, of: instance, self)
      }
    }
    if let failure = ranked.checkEnd(self) { throw failure }
  }
}
