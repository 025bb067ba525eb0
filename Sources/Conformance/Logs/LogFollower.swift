import Semantics
import Traces

/// Follows what an implementation has logged, line by line, in memory that does not grow with the log.
///
/// ```json
/// {"event": "receive", "arguments": {"kind": "info"}, "seen": {"badge": 1}, "signals": ["sound"]}
/// ```
///
/// Everything in a line may be left out: of arguments that are not there all that fit are followed at once, and a line
/// without an event only says what was seen. The log begins where the spec does.
///
/// Of several processes, lines that are no farther apart in time than the skew may have happened in any order, but for
/// those of one process among themselves: all orders are followed, a step at a time.
package struct LogFollower {
  /// Why a log is not explained.
  package struct Failure: Sendable {
    package enum Kind: Sendable {
      /// No run of the spec explains the log up to the line.
      case differs(Difference)
      /// It is no line of a log; at a byte of it.
      case malformed(JSONError)
      case undecided(String)
    }

    package var kind: Kind
    /// The line; nil for the end of the log.
    package var line: LogLine?
    /// What it says of other numbers of names.
    package var explained = Explained.yes
    /// Lines of other processes that could have come instead, with what keeps each of them from it.
    package var others: [(line: LogLine, difference: Difference)] = []
  }

  /// An order in which lines may have happened.
  struct Branch {
    /// How many lines of each process have.
    var taken: [Int]
    var estimator: StateEstimator
  }

  /// More orders than this are not followed.
  private static let maximumBranches = 4096

  package let interface: Interface
  /// How far the clocks of processes may be apart, in nanoseconds; nil if the log is that of one process.
  package let skew: Int64?
  /// All orders of as many lines; one if there is one process.
  var branches: [Branch]
  /// Lines that wait, and how many of their process came before them.
  var waiting: [(first: Int, lines: [LogLine])] = []
  /// The time of the last line.
  var latest = Int64.min
  /// What differs is found out, and not only that something does.
  var tellsWhy = true
  /// States that are not needed any more are forgotten when there are many; not where several share them.
  var forgets = true

  /// The invariants that are judged after each line; nil if none are.
  package private(set) var invariants: BeliefInvariants?

  /// How many lines told of an event.
  package private(set) var events = 0
  /// Which observables were seen at least once.
  private var isSeen: [Bool]
  /// Some signal was noticed.
  package private(set) var hasSignals = false
  /// Keys that mean nothing, and were passed over.
  package private(set) var ignored: Set<String> = []

  package init(_ interface: Interface, skew: Int64? = nil) {
    self.interface = interface
    self.skew = skew
    var estimator = StateEstimator(interface, keepsHistory: false)
    estimator.asksWhy = false
    estimator.forgets = false
    _ = estimator.follow(Observation(.start, [], StateEstimator.ObservedOutputs(), estimator))
    branches = [Branch(taken: [], estimator: estimator)]
    isSeen = [Bool](repeating: false, count: interface.observables.count)
  }

  /// What was seen at least once, by the places of observables.
  package var seen: Set<Int> { Set(isSeen.indices.filter { isSeen[$0] }) }

  /// The states in which the implementation may be, as long as they are few.
  package var beliefs: [[Value]] {
    var known: Set<[Value]> = []
    return branches.flatMap { branch in
      branch.estimator.belief.elements.prefix(1000).map {
        branch.estimator.stepper.states[$0.state]
      }
    }.filter { known.insert($0).inserted }
  }
  /// In how many states it may be.
  package var count: Int {
    branches.count == 1
      ? branches[0].estimator.count
      : Set(branches.flatMap { $0.estimator.belief.elements.map(\.state) }).count
  }
  package var names: NameTable { branches[0].estimator.names }
  /// How many lines of several processes are explained in some order.
  package var taken: Int { branches[0].taken.reduce(0, +) }

  // MARK: Following

  /// Judges invariants now and after each line that follows.
  package mutating func judge(_ invariants: BeliefInvariants) {
    self.invariants = invariants
    judge(after: nil)
  }

  private mutating func judge(after line: LogLine?, isEnd: Bool = false) {
    guard invariants != nil, let stepper = branches.first?.estimator.stepper else { return }
    let states = branches.flatMap { $0.estimator.belief.elements.map(\.state) }
    invariants?.check(states, stepper, after: line, isEnd: isEnd)
  }

  /// Takes in a line; nil if the log is explained as far as it has to be by now.
  ///
  /// Lines of several processes come in the order of their times, those of one process in their own.
  package mutating func follow(_ line: LogLine) -> Failure? {
    note(line.content)
    guard let skew else {
      switch branches[0].estimator.follow(line.content) {
      case .fits:
        judge(after: line)
        forgetIfFull()
        return nil
      case let outcome: return failure(outcome, at: line, in: branches[0])
      }
    }
    while waiting.count <= line.process {
      waiting.append((0, []))
      for index in branches.indices { branches[index].taken.append(0) }
    }
    var line = line
    line.time = max(line.time ?? latest, waiting[line.process].lines.last?.time ?? .min)
    waiting[line.process].lines.append(line)
    latest = max(latest, line.time ?? latest)
    return goOn(while: latest &- 2 &* skew)
  }

  /// Takes in that the log ends, and that nothing is under way any more.
  package mutating func end() -> Failure? {
    if skew != nil, let failure = goOn(while: nil) { return failure }
    var settled: [Branch] = []
    var first: Failure?
    for branch in branches {
      var following = branch
      switch following.estimator.follow(
        Observation(.nothing, [], StateEstimator.ObservedOutputs(), branch.estimator))
      {
      case .fits: settled.append(following)
      case let outcome: first = first ?? failure(outcome, at: nil, in: following)
      }
    }
    if settled.isEmpty { return first }
    branches = settled
    judge(after: nil, isEnd: true)
    return nil
  }

  private mutating func note(_ content: LogLine.ReportedContent) {
    if let outputs = content.known?.outputs {
      for (index, _) in outputs.seen { isSeen[index] = true }
      if !outputs.signals.isEmpty { hasSignals = true }
    } else {
      for (index, _) in content.reply.seen { isSeen[index] = true }
      if !content.reply.signals.isEmpty { hasSignals = true }
    }
    if content.event != nil { events += 1 }
    for key in content.ignored { ignored.insert(key) }
  }

  /// What an outcome means, with what differs if somebody wants to know.
  ///
  /// - Parameter branch: the order in which it comes of it, as it was before it if that differs.
  private func failure(
    _ outcome: StateEstimator.Outcome, at line: LogLine?, in branch: Branch
  ) -> Failure {
    switch outcome {
    case .fits: return Failure(kind: .undecided("nothing is wrong"), line: line)
    case .malformed(let mistake): return Failure(kind: .malformed(mistake), line: line)
    case .undecided(let reason):
      return Failure(
        kind: .undecided(reason), line: line,
        explained: .open(isExhausted: branch.estimator.isExhausted))
    case .differs(let difference):
      let shown = tellsWhy ? branch.estimator.shown(line?.content ?? .init()) : nil
      var estimator = branch.estimator
      estimator.isExhausted = shown?.isExhausted ?? false
      return Failure(
        kind: .differs(shown?.difference ?? difference), line: line,
        explained: estimator.explained(shown?.difference ?? difference))
    }
  }

  private mutating func forgetIfFull() {
    guard forgets, let stepper = branches.first?.estimator.stepper, stepper.isFull else { return }
    var kept = stepper.forget(allBut: branches.flatMap { $0.estimator.belief.elements })[...]
    for index in branches.indices {
      var belief = CandidateSet(branches[index].estimator.canonicalNames)
      for _ in branches[index].estimator.belief.elements { belief.insert(kept.removeFirst(), nil) }
      branches[index].estimator.belief = belief
    }
  }

  // MARK: Several processes

  /// Goes on as long as it is clear which lines may be next.
  ///
  /// - Parameter limit: no line that is still to come is before it; nil if none is to come.
  private mutating func goOn(while limit: Int64?) -> Failure? {
    while true {
      var next: [Branch] = []
      let earliest = branches.first.flatMap { heads(of: $0).first }
      for branch in branches {
        let heads = heads(of: branch)
        guard let earliest = heads.first?.time else { return nil }
        if let limit, earliest >= limit { return nil }
        for head in heads {
          var following = branch
          following.taken[head.process] += 1
          switch following.estimator.follow(head.content) {
          case .fits: Self.merge(following, into: &next)
          case .differs: continue
          case let outcome: return failure(outcome, at: head, in: following)
          }
          if next.count > Self.maximumBranches {
            return Failure(
              kind: .undecided("the lines may have more than \(Self.maximumBranches) orders"),
              line: head)
          }
          if Deadline.isOver { return Failure(kind: .undecided("a limit was reached"), line: head) }
        }
      }
      guard !next.isEmpty else { return stuck() }
      branches = next
      judge(after: earliest)
      forgetTaken()
      forgetIfFull()
    }
  }

  /// The lines that may be next in an order, the earliest first.
  private func heads(of branch: Branch) -> [LogLine] {
    var heads: [LogLine] = []
    for (process, lines) in waiting.enumerated() {
      let place = branch.taken[process] - lines.first
      if place < lines.lines.count { heads.append(lines.lines[place]) }
    }
    heads.sort { ($0.time ?? 0, $0.process) < ($1.time ?? 0, $1.process) }
    guard let earliest = heads.first?.time, let skew else { return heads }
    return heads.filter { ($0.time ?? 0) &- earliest <= skew }
  }

  private func stuck() -> Failure? {
    guard let branch = branches.first else { return nil }
    let heads = heads(of: branch)
    guard let head = heads.first else { return nil }
    let nothing = Difference(.seen, Path(start: [], steps: []), count: 0)
    var failure = failure(.differs(nothing), at: head, in: branch)
    if tellsWhy {
      failure.others = heads.dropFirst().prefix(4).compactMap { head in
        branch.estimator.shown(head.content).map { (head, $0.difference) }
      }
    }
    return failure
  }

  private mutating func forgetTaken() {
    for process in waiting.indices {
      let least = branches.lazy.map { $0.taken[process] }.min() ?? 0
      // Lines are removed many at a time.
      let count = least - waiting[process].first
      guard count >= 64 || count == waiting[process].lines.count else { continue }
      waiting[process].lines.removeFirst(count)
      waiting[process].first = least
    }
  }

  /// Adds an order to others; of those of the same lines, one has the states of all.
  private static func merge(_ branch: Branch, into others: inout [Branch]) {
    guard let index = others.firstIndex(where: { $0.taken == branch.taken }) else {
      others.append(branch)
      return
    }
    for candidate in branch.estimator.belief.elements {
      others[index].estimator.belief.insert(candidate, nil)
    }
  }
}

extension StateEstimator {
  /// What differs at a line, beside the step of the spec that comes nearest; nil if it does not.
  fileprivate func shown(
    _ content: LogLine.ReportedContent
  ) -> (difference: Difference, isExhausted: Bool)? {
    var estimator = StateEstimator(interface)
    estimator.names = names
    for candidate in belief.elements {
      let state = stepper.states[candidate.state]
      var copy = candidate
      copy.state = estimator.stepper.id(of: state)
      copy.names = estimator.stepper.id(of: stepper.tables[candidate.names])
      estimator.belief.insert(copy, .start(state))
    }
    guard case .differs(let difference) = estimator.follow(content) else { return nil }
    return (difference, estimator.isExhausted)
  }
}
