import Basics
import Semantics

/// Predecessors: the states with a step to a marked one.
extension SearchWorker {
  /// The words under which a state is stored.
  func canonicalWords(of state: [Value]) -> [UInt64] {
    var words = machine.layout.pack(state)
    canonicalizer?.canonicalize(&words)
    return words
  }

  /// The key of a state; nil if there is no room for its parts, which then is not stored.
  func key(of state: [Value], _ codec: StateCodec.View) -> UInt64? {
    let words = canonicalWords(of: state)
    if codec.shape == .word { return words[0] }
    for (word, bits) in words.enumerated() { batch.words(0)[word] = bits }
    return codec.encode(batch.words(0), nodes: batch.nodes(0), allocator: &allocator)
  }

  /// The keys of states in the phase with a step to a state marked with any of the lanes, and these lanes.
  func findPredecessors(
    _ phase: SearchPhase, _ marks: Marks, _ lanes: UInt8
  ) -> [MarkedState] {
    var found: [MarkedState] = []
    var seen = [UInt8](repeating: 0, count: batchRows)
    while true {
      let start = phase.cursor.add(batchRows, ordering: .relaxed).oldValue
      guard start < phase.states.upperBound, !Deadline.isOver else { return found }
      let places = start..<min(start + batchRows, phase.states.upperBound)
      // The parts of these states all exist, or are not needed.
      guard loadWords(places, phase) else { return found }
      for row in seen.indices { seen[row] = 0 }
      let isThrough = forEachStep(rowCount: places.count) { row, words in
        seen[row] |= mark(words, row, phase, marks)
      }
      guard isThrough else { return found }
      for row in 0..<places.count where seen[row] & lanes != 0 {
        found.append((batch.keys[row], seen[row] & lanes))
      }
    }
  }

  /// The marks of a successor.
  private func mark(
    _ words: UnsafePointer<UInt64>, _ row: Int, _ phase: SearchPhase, _ marks: Marks
  ) -> UInt8 {
    let encoded = phase.codec.encode(
      words, parent: batch.words(row), nodes: batch.nodes(row), changes: nodeChanges.base,
      allocator: &allocator)
    guard let key = encoded else { return 0 }
    guard marks.filter.mayHave(key) else { return 0 }
    return phase.table.find(key).map { marks.base[$0] } ?? 0
  }
}
