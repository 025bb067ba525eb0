import Basics
import Semantics

/// A set of states from another diagram: `SetSeed(diagram, machine, run).set`.
///
/// It is a start that saves time and is not trusted: whether it is the reachable set is checked afterwards.
struct SetSeed {
  typealias Node = SetStore.Node

  private let diagram: StateDiagram
  private let machine: Machine
  private let run: SetRun
  /// The bits of some state.
  private var example: [UInt64]
  /// For each group of levels, its possible bits, and the columns whose contents follow from them.
  private var masks: [[UInt64]] = []
  private var columns: [[Int]] = []

  init(_ diagram: StateDiagram, _ machine: Machine, _ run: SetRun) {
    self.diagram = diagram
    self.machine = machine
    self.run = run
    example = Array(repeating: 0, count: machine.layout.wordCount)
    var place = 0
    for level in diagram.levels {
      guard let edge = level.nodes[place].first else { break }
      example = zip(example, level.bits[edge.value]).map { $0 | $1 }
      place = edge.next
    }
    for group in diagram.groups {
      masks.append(
        diagram.levels[group].reduce(Array(repeating: 0, count: example.count)) { mask, level in
          level.bits.reduce(mask) { zip($0, $1).map { $0 | $1 } }
        })
    }
  }

  /// The set; nil if some column has contents that follow from several groups of levels.
  func set() throws(SetRun.Obstacle) -> Node? {
    let parts = run.numbers.parts
    guard let usual = parts.split(machine.layout.unpack(example)) else { throw run.misfit() }
    var owners = Array(repeating: Int?.none, count: parts.count)
    /// For each group, by its first node, the contents on each path, and the node after it.
    var ways: [[[(contents: [Value?], next: Int)]]] = []
    for (number, group) in diagram.groups.enumerated() {
      var known: [[UInt64]: [Value?]] = [:]
      let count = diagram.levels[group.lowerBound].nodes.count
      var found: [[(contents: [Value?], next: Int)]] = []
      for node in 0..<count {
        if Deadline.isOver { throw .stopped }
        found.append(
          try self.ways(through: number, from: node).map { (way) throws(SetRun.Obstacle) in
            if let contents = known[way.bits] { return (contents, way.next) }
            guard let contents = parts.split(machine.layout.unpack(way.bits)) else {
              throw run.misfit()
            }
            known[way.bits] = contents
            return (contents, way.next)
          })
      }
      for contents in known.values {
        for column in owners.indices where contents[column] != usual[column] {
          if owners[column] ?? number != number { return nil }
          owners[column] = number
        }
      }
      ways.append(found)
    }
    return try built(ways, owners, try number(usual))
  }

  /// From the last group to the first; earlier columns have default contents in the meantime.
  private func built(
    _ ways: [[[(contents: [Value?], next: Int)]]], _ owners: [Int?], _ usual: Node
  ) throws(SetRun.Obstacle) -> Node {
    let store = run.store
    var behind = [usual]
    for (number, nodes) in ways.enumerated().reversed() {
      let own = owners.indices.filter { owners[$0] == number }
      var made: [Node] = []
      for ways in nodes {
        if Deadline.isOver { throw .stopped }
        var set = SetStore.none
        for way in ways {
          var part = behind[way.next]
          for column in own {
            let write = try run.write(way.contents[column], to: column)
            part = store.assigned(part, write.level, write.content)
          }
          set = store.union(set, part)
        }
        made.append(set)
      }
      behind = made
    }
    return behind[0]
  }

  private func number(_ contents: [Value?]) throws(SetRun.Obstacle) -> Node {
    var row: [UInt32] = []
    for column in run.store.columns {
      row.append(try run.write(contents[column], to: column).content)
    }
    return run.store.single(row)
  }

  /// The bits of a whole state on each path through the levels of a group, with defaults for the others, and the node
  /// after it.
  private func ways(through group: Int, from node: Int) -> [(bits: [UInt64], next: Int)] {
    var ways = [(bits: zip(example, masks[group]).map { $0 & ~$1 }, next: node)]
    for level in diagram.levels[diagram.groups[group]] {
      ways = ways.flatMap { way in
        level.nodes[way.next].map { edge in
          (zip(way.bits, level.bits[edge.value]).map { $0 | $1 }, edge.next)
        }
      }
    }
    return ways
  }
}
