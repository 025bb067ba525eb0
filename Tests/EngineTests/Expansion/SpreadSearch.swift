import Engine
import Foundation
import Semantics

/// A search whose visited set is in the test. Several workers expand its states and pass on lines, like a program on
/// several machines.
struct SpreadSearch {
  let machine: Machine
  let starts: [[Value]]
  var options = Expansion.Options()
  var workers = 1

  /// The lines that workers have written, split into words.
  private struct Lines {
    var words: [[String]] = []

    func successors() -> Set<String> { Set(words.filter { $0[0] == "s" }.map { $0[1] }) }

    func counts() throws -> [ExpansionCounts] {
      try words.filter { $0[0] == "c" }.map {
        try JSONDecoder().decode(ExpansionCounts.self, from: Data($0[1].utf8))
      }
    }
  }

  private func lines(
    _ mode: Expansion.Mode, known: Set<Finding> = [], _ feed: (Expansion) throws -> Void
  ) throws -> Lines {
    final class Output: @unchecked Sendable { var bytes: [UInt8] = [] }
    let output = Output()
    var options = options
    options.mode = mode
    let expansion = try Expansion(machine, options) {
      output.bytes += $0
      return true
    }
    expansion.begin(known: known)
    try feed(expansion)
    _ = try expansion.finish()
    let text = String(decoding: output.bytes, as: UTF8.self)
    return Lines(
      words: text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) })
  }

  /// The output for states, concatenated over the workers.
  private func expanded(
    _ states: [String], _ mode: Expansion.Mode, known: Set<Finding> = []
  ) throws -> Lines {
    var all = Lines()
    for worker in 0..<workers {
      all.words += try lines(mode, known: known) { expansion in
        for place in stride(from: worker, to: states.count, by: workers) {
          try Array(states[place].utf8).withUnsafeBufferPointer { try expansion.take($0) }
        }
      }.words
    }
    return all
  }

  /// The successors of states, and how many transitions there are.
  func successors(of states: [[UInt64]]) throws -> (words: Set<[UInt64]>, transitions: Int) {
    let text = StateText(machine.layout)
    let lines = try expanded(states.map(text.text), .successors)
    return (
      Set(lines.successors().compactMap(text.words)),
      try lines.counts().reduce(0) { $0 + $1.transitions }
    )
  }

  /// Searches everything; nil beyond a limit of states.
  func result(maximumStates: Int = .max) throws -> SearchResult? {
    var written = [try lines(.successors) { try $0.take(starts: starts) }]
    var (levels, counts): ([[String]], ExpansionCounts) = ([], ExpansionCounts())
    var found: [(finding: Finding, text: String, level: Int, out: Int)] = []
    var visited: Set<String> = []
    while true {
      for line in Set(written[levels.count].words.filter { $0[0] == "f" }).sorted(by: {
        $0.lexicographicallyPrecedes($1)
      }) where !found.contains(where: { $0.text == line[2] }) {
        guard let finding = Finding(compactText: line[2]) else { continue }
        found.append((finding, line[2], levels.count - 1 + (line[1] == "1" ? 1 : 0), levels.count))
      }
      let new = written[levels.count].successors().subtracting(visited)
      if new.isEmpty { break }
      if visited.count + new.count > maximumStates { return nil }
      visited.formUnion(new)
      levels.append(new.sorted())
      written.append(
        try expanded(levels[levels.count - 1], .successors, known: Set(found.map(\.finding))))
      for more in try written[levels.count].counts() { counts.add(more) }
    }
    let marks = try marks(levels, found.map { ($0.text, $0.level, written[$0.out]) })
    let text = StateText(machine.layout)
    return ExpandedStates(
      levels: levels.map(\.count), counts: counts,
      found: found.map { ExpandedStates.Found($0.finding, level: $0.level) }
    ).result(
      of: machine, from: starts, properties: options.properties,
      reducesSymmetry: options.reducesSymmetry, witnesses: .none
    ) { level, wanted in
      Set(
        wanted.flatMap { state in
          (marks[level][text.text(state)] ?? []).map { .init(state: state, goal: $0) }
        })
    }
  }

  /// Returns for each level the goals that are straight ahead of its states.
  private func marks(
    _ levels: [[String]], _ found: [(text: String, level: Int, lines: Lines)]
  ) throws -> [[String: Set<Int>]] {
    var marks: [[String: Set<Int>]] = Array(repeating: [:], count: levels.count)
    for level in levels.indices.reversed() {
      for (goal, found) in found.enumerated() where found.level == level {
        for line in found.lines.words where line[0] == "f" && line[2] == found.text {
          marks[level][line[3], default: []].insert(goal)
        }
      }
      guard level + 1 < levels.count, !marks[level + 1].isEmpty else { continue }
      for line in try expanded(levels[level], .steps).words where line[0] == "e" {
        guard let goals = marks[level + 1][line[1]] else { continue }
        marks[level][line[2], default: []].formUnion(goals)
      }
    }
    return marks
  }
}
