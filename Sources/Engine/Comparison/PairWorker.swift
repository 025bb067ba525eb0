import Basics
import Semantics

/// One thread of a search of pairs: expands nodes of a window, and pairs the steps of both machines with equal
/// observations.
///
/// It only reads the data of the search.
final class PairWorker: @unchecked Sendable {
  static let chunkSize = 64

  /// A state without a number: its machine, and the location of its words.
  struct Fresh {
    var side: ComparedMachines.Side
    var words: Int
  }

  /// A common successor of both by the same step, as members.
  struct Candidate {
    var pair: Int32
    var old: Range<Int32>
    var new: Range<Int32>
  }

  /// The results of a node, as ranges in the results of its chunk.
  struct NodeResult {
    var fresh: Range<Int> = 0..<0
    var candidates: Range<Int> = 0..<0
    var found: Range<Int> = 0..<0
    var differingSteps = 0
    /// The first limit that stopped the tool.
    var limit: (side: ComparedMachines.Side, fault: Fault)?
  }

  /// The results of a chunk of nodes.
  struct Result: Sendable {
    var first: Int
    var nodes: [NodeResult] = []
    var fresh: [Fresh] = []
    var words: [UInt64] = []
    /// Numbers of states; for a fresh one, the complement of its index.
    var members: [Int32] = []
    var candidates: [Candidate] = []
    /// The distinct differences of a pair of instances.
    var found: [(pair: Int, oldRule: Int32?, newRule: Int32?)] = []
  }

  /// Steps of a node by one pair of instances with equal observations.
  private struct Group: BitwiseCopyable {
    var first: Int32
    var last: Int32
  }

  private unowned let search: PairSearch
  private let machines: ComparedMachines
  private let keys: PackedNumbers
  private let old: ComparisonSuccessors
  private let new: ComparisonSuccessors
  private var result = Result(first: 0)
  private let isShared: Bool
  /// The side that does not lead, if one leads.
  private let follower: ComparedSide
  private let followerStates: PackedNumbers
  /// For each pair of instances, whether the old machine represents both.
  private let isFollowed: [Bool]
  private let oldGroups = GrowingBuffer<Group>()
  private let newGroups = GrowingBuffer<Group>()
  private let isMatched = GrowingBuffer<Bool>()
  /// The next step of each row of a node.
  private let oldCursors = GrowingBuffer<Int32>()
  private let newCursors = GrowingBuffer<Int32>()

  init(_ search: PairSearch) {
    self.search = search
    machines = search.machines
    keys = search.keys
    isShared = machines.isShared
    isFollowed = search.machines.instances.map { search.machines.follows($0) }
    let signals = SignalNumbers(machines, search.sides)
    let looks = LookNumbers()
    old = ComparisonSuccessors(
      machines, search.sides[0], search.tables[0], search.marks, signals, looks)
    new = ComparisonSuccessors(
      machines, search.sides[1], search.tables[1], search.marks, signals, looks)
    follower = machines.lead == .old ? search.sides[1] : search.sides[0]
    followerStates = search.tables[follower.side.rawValue]
  }

  /// Expands chunks of a window until none is left or the deadline is over.
  func work(_ window: PairSearch.Window) {
    while !Deadline.isOver, let (place, nodes) = window.take() {
      expand(nodes)
      window.put(result, at: place)
    }
  }

  private func expand(_ nodes: Range<Int>) {
    result = Result(first: nodes.lowerBound)
    var (olds, news): ([Int32], [Int32]) = ([], [])
    var ends: [(old: Int, new: Int)] = []
    var singles: (old: [Bool], new: [Bool]) = ([], [])
    for node in nodes {
      let (first, second) = (search.numbers(of: node, .old), search.numbers(of: node, .new))
      olds += first
      news += second
      let isSingle = first.count == 1 && second.count == 1
      for _ in first { singles.old.append(isSingle) }
      for _ in second { singles.new.append(isSingle) }
      ends.append((olds.count, news.count))
    }
    old.expand(olds, singles: singles.old)
    new.expand(news, singles: singles.new)
    var begin = (old: 0, new: 0)
    for end in ends {
      if Deadline.isOver { return }
      finish(begin.old..<end.old, begin.new..<end.new)
      begin = end
    }
  }

  // MARK: Nodes

  /// Compares both at a node whose states are these rows.
  private func finish(_ oldRows: Range<Int>, _ newRows: Range<Int>) {
    var node = NodeResult()
    let begin = (result.fresh.count, result.candidates.count, result.found.count)
    oldCursors.removeAll()
    newCursors.removeAll()
    for row in oldRows { oldCursors.append(old.heads[row]) }
    for row in newRows { newCursors.append(new.heads[row]) }
    let isSingle = oldRows.count == 1 && newRows.count == 1
    while let pair = nextPair() {
      if isSingle, isFollowed[Int(pair)] {
        follow(pair)
        continue
      }
      gather(pair, old, oldCursors, oldGroups, .old)
      gather(pair, new, newCursors, newGroups, .new)
      compare(pair, &node)
    }
    node.limit = limit(oldRows, newRows)
    node.fresh = begin.0..<result.fresh.count
    node.candidates = begin.1..<result.candidates.count
    node.found = begin.2..<result.found.count
    result.nodes.append(node)
  }

  /// The first pair of instances whose steps were not examined yet.
  @inline(__always)
  private func nextPair() -> Int32? {
    var pair = Int32.max
    for row in 0..<oldCursors.count where oldCursors[row] >= 0 {
      pair = min(pair, old.entries[Int(oldCursors[row])].pair)
    }
    for row in 0..<newCursors.count where newCursors[row] >= 0 {
      pair = min(pair, new.entries[Int(newCursors[row])].pair)
    }
    return pair == .max ? nil : pair
  }

  /// If both react alike, only one of them is expanded, in its only state.
  private func follow(_ pair: Int32) {
    let isOld = follower.side == .new
    let side = isOld ? old : new
    var entry = isOld ? oldCursors[0] : newCursors[0]
    while entry >= 0, side.entries[Int(entry)].pair == pair {
      if isShared {
        let place = addFresh(side.target(entry), .old)
        result.candidates.append(Candidate(pair: pair, old: place..<place + 1, new: 0..<0))
      } else {
        let known = side.entries[Int(entry)].target
        let own = known >= 0 ? known : ~addFresh(side.target(entry), isOld ? .old : .new)
        let other = projected(side.look(entry))
        let place = Int32(truncatingIfNeeded: result.members.count)
        result.members += isOld ? [own, other] : [other, own]
        result.candidates.append(
          Candidate(pair: pair, old: place..<place + 1, new: place + 1..<place + 2))
      }
      entry = side.entries[Int(entry)].next
    }
    if isOld { oldCursors[0] = entry } else { newCursors[0] = entry }
  }

  /// The state of the side that does not lead, by its observation.
  private func projected(_ look: UnsafePointer<UInt64>) -> Int32 {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: followerStates.stride) { words in
      guard let base = words.baseAddress else { preconditionFailure("a state has words") }
      follower.look.writeState(look, to: base)
      return followerStates.find(base) ?? ~addFresh(UnsafeBufferPointer(words), follower.side)
    }
  }

  /// Groups all steps by a pair of instances by observation. The states of a group are all those with the same
  /// observation, because nothing observable distinguishes them.
  private func gather(
    _ pair: Int32, _ side: ComparisonSuccessors, _ cursors: borrowing GrowingBuffer<Int32>,
    _ groups: borrowing GrowingBuffer<Group>, _ which: ComparedMachines.Side
  ) {
    groups.removeAll()
    for row in 0..<cursors.count {
      var entry = cursors[row]
      while entry >= 0, side.entries[Int(entry)].pair == pair {
        if !isShared, side.entries[Int(entry)].target < 0 {
          side.setTarget(entry, ~addFresh(side.target(entry), which))
        }
        var place = 0
        while place < groups.count, !side.looksLike(entry, groups[place].first, of: side) {
          place += 1
        }
        if place < groups.count {
          side.join(entry, behind: groups[place].last)
          groups[place].last = entry
        } else {
          groups.append(Group(first: entry, last: entry))
        }
        entry = side.entries[Int(entry)].next
      }
      cursors[row] = entry
    }
  }

  private func addFresh(_ words: UnsafeBufferPointer<UInt64>, _ side: ComparedMachines.Side)
    -> Int32
  {
    let place = Int32(truncatingIfNeeded: result.fresh.count)
    result.fresh.append(Fresh(side: side, words: result.words.count))
    result.words += words
    return place
  }

  /// Pairs the groups with equal observations; unpaired groups are differences.
  private func compare(_ pair: Int32, _ node: inout NodeResult) {
    isMatched.removeAll()
    isMatched.append(repeating: false, count: newGroups.count)
    var onlyOld: Group?
    var onlyNew: Group?
    for index in 0..<oldGroups.count {
      let group = oldGroups[index]
      var partner = 0
      while partner < newGroups.count,
        !old.looksLike(group.first, newGroups[partner].first, of: new)
      {
        partner += 1
      }
      guard partner < newGroups.count else {
        onlyOld = onlyOld ?? group
        node.differingSteps += 1
        continue
      }
      isMatched[partner] = true
      addCandidate(pair, group, newGroups[partner])
    }
    for place in 0..<newGroups.count where !isMatched[place] {
      onlyNew = onlyNew ?? newGroups[place]
      node.differingSteps += 1
    }
    if onlyOld == nil, onlyNew == nil { return }
    let oldRule = onlyOld.map { old.entries[Int($0.first)].rule }
    let newRule = onlyNew.map { new.entries[Int($0.first)].rule }
    let event = machines.instances[Int(pair)].event
    let isKnown = result.found.contains {
      machines.instances[$0.pair].event == event && $0.oldRule == oldRule && $0.newRule == newRule
    }
    if !isKnown { result.found.append((Int(pair), oldRule, newRule)) }
  }

  /// Adds a common successor, unless it is known.
  private func addCandidate(_ pair: Int32, _ first: Group, _ second: Group) {
    let (entry, other) = (old.entries[Int(first.first)], new.entries[Int(second.first)])
    if isShared {
      if entry.target >= 0 { return }
      let place = addFresh(old.target(first.first), .old)
      result.candidates.append(Candidate(pair: pair, old: place..<place + 1, new: 0..<0))
      return
    }
    if entry.mate < 0, other.mate < 0, entry.target >= 0, other.target >= 0 {
      if withUnsafePointer(to: PairSearch.key(entry.target, other.target), { keys.find($0) }) != nil
      {
        return
      }
    }
    let (olds, news) = (members(first, old), members(second, new))
    result.candidates.append(Candidate(pair: pair, old: olds, new: news))
  }

  private func members(_ group: Group, _ side: ComparisonSuccessors) -> Range<Int32> {
    let begin = Int32(truncatingIfNeeded: result.members.count)
    var entry = group.first
    while entry >= 0 {
      result.members.append(side.entries[Int(entry)].target)
      entry = side.entries[Int(entry)].mate
    }
    return begin..<Int32(truncatingIfNeeded: result.members.count)
  }

  /// The first limit at a node: by the pair of instances, with the old machine before the new one.
  private func limit(
    _ oldRows: Range<Int>, _ newRows: Range<Int>
  ) -> (side: ComparedMachines.Side, fault: Fault)? {
    let first = old.limits.filter { oldRows.contains($0.row) }.min {
      ($0.pair, $0.row) < ($1.pair, $1.row)
    }
    let second = new.limits.filter { newRows.contains($0.row) }.min {
      ($0.pair, $0.row) < ($1.pair, $1.row)
    }
    switch (first, second) {
    case (let first?, let second?) where second.pair < first.pair: return (.new, second.fault)
    case (let first?, _): return (.old, first.fault)
    case (nil, let second?): return (.new, second.fault)
    case (nil, nil): return nil
    }
  }
}
