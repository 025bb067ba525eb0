import Basics
import Files
import Semantics

/// Follows the log of an implementation line by line, in memory that does not depend on the length of the log.
///
/// ```json
/// {"event": "receive", "arguments": {"kind": "info"}, "seen": {"badge": 1}, "signals": ["sound"]}
/// ```
///
/// Everything in a line is optional. For missing arguments, all matching values are followed at once. A line without an
/// event contains only observations. The log starts in the initial states of the spec.
///
/// If there are several processes, lines whose times differ by at most the skew may have happened in any order, except
/// for lines of the same process. All orders are followed step by step.
package struct LogFollower {
  /// The reason why the spec does not allow a log.
  package struct Failure: Sendable {
    package enum Kind: Sendable {
      /// No run of the spec allows the log up to the line.
      indirect case differs(Difference)
      /// The line is invalid, with the byte offset of the error.
      case malformed(JSONError)
      case undecided(String)
    }

    package var kind: Kind
    /// The line; nil for the end of the log.
    package var line: LogLine?
    /// The meaning of the failure for other numbers of names.
    package var explained = Explained.yes
    /// Lines of other processes that could have come instead, each with its own difference.
    package var others: [(line: LogLine, difference: Difference)] = []
  }

  /// A possible order of lines.
  struct Branch {
    /// The number of consumed lines of each process.
    var taken: [Int]
    var estimator: StateEstimator
  }

  /// The maximum number of orders.
  private static let maximumBranches = 4096

  package let interface: Interface
  /// The maximum clock difference between processes in nanoseconds; nil if the log has one process.
  package let skew: Int64?
  /// All orders with the same number of lines; a single one if there is one process.
  var branches: [Branch]
  /// The waiting lines of each process, with the number of earlier lines.
  var waiting: [(first: Int, lines: [LogLine])] = []
  /// The time of the last line.
  var latest = Int64.min
  /// Whether a difference is described, and not only detected.
  var tellsWhy = true
  /// Whether unneeded states are dropped when there are many; false if several followers share them.
  var forgets = true

  /// The invariants that are evaluated after each line; nil if there are none.
  package private(set) var invariants: BeliefInvariants?

  /// The number of lines with an event.
  package private(set) var events = 0
  /// Whether each observable was seen at least once.
  private var isSeen: [Bool]
  /// Whether some signal was observed.
  package private(set) var hasSignals = false
  /// Unknown keys, which were skipped.
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

  /// The indices of the observables that were seen at least once.
  package var seen: Set<Int> { Set(isSeen.indices.filter { isSeen[$0] }) }

  /// The possible states of the implementation, if they are few.
  package var beliefs: [[Value]] {
    var known: Set<[Value]> = []
    return branches.flatMap { branch in
      branch.estimator.belief.elements.prefix(1000).map {
        branch.estimator.stepper.states[$0.state]
      }
    }.filter { known.insert($0).inserted }
  }
  /// The number of possible states.
  package var count: Int {
    branches.count == 1
      ? branches[0].estimator.count
      : Set(branches.flatMap { $0.estimator.belief.elements.map(\.state) }).count
  }
  package var names: NameTable { branches[0].estimator.names }
  /// The number of consumed lines of several processes in some order.
  package var taken: Int { branches[0].taken.reduce(0, +) }

  // MARK: Following

  /// Evaluates invariants now and after each following line.
  package mutating func judge(_ invariants: BeliefInvariants) {
    self.invariants = invariants
    judge(after: nil)
  }

  private mutating func judge(after line: LogLine?, isEnd: Bool = false) {
    guard invariants != nil, let stepper = branches.first?.estimator.stepper else { return }
    let states = branches.flatMap { $0.estimator.belief.elements.map(\.state) }
    invariants?.check(states, stepper, after: line, isEnd: isEnd)
  }

  /// Consumes a line; nil if the log so far is allowed.
  ///
  /// Lines of several processes must be sorted by time, those of one process by their own order.
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

  /// Consumes the end of the log, when all work is completed.
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

  /// The failure of an outcome, with a description of the difference if it is wanted.
  ///
  /// - Parameter branch: the order that led to the outcome; before the line, if that differs.
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

  /// Continues as long as the set of possible next lines is known.
  ///
  /// - Parameter limit: the earliest time of a future line; nil if there are none.
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

  /// The possible next lines of an order, the earliest first.
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
      // Lines are removed in large batches.
      let count = least - waiting[process].first
      guard count >= 64 || count == waiting[process].lines.count else { continue }
      waiting[process].lines.removeFirst(count)
      waiting[process].first = least
    }
  }

  /// Adds an order to others. Orders with the same lines are merged, with the union of their states.
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
  /// The difference at a line, with the nearest step of the spec; nil if there is none.
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
