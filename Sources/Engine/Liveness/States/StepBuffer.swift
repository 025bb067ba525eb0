/// Computed steps, in columns.
///
/// Its count is stored with the other data, to avoid the access checks of the owning class. Invariant: every column
/// has room for `capacity` steps, `words` for as many times the words of a state and `permutations` for as many times
/// the names; `count` steps exist.
final class StepBuffer {
  let wordCount: Int
  let nameCount: Int
  private let capacity: Int
  private let counts = Buffer<Int>(count: 1)
  /// The words of all targets, as made by the steps or in canonical form.
  let words: Buffer<UInt64>
  /// For each step, the row of its source state.
  let rows: Buffer<Int32>
  /// The event instance.
  let instances: Buffer<Int32>
  /// The rule; -1: none.
  let rules: Buffer<Int32>
  /// The slot of the target in the table of visited states; -1 if it is missing.
  let targets: Buffer<Int>
  /// The permutation that brought the target into canonical form.
  private let permutations: Buffer<Int>

  init(wordCount: Int, nameCount: Int, capacity: Int) {
    self.wordCount = wordCount
    self.nameCount = nameCount
    self.capacity = capacity
    words = Buffer(count: capacity * wordCount)
    rows = Buffer(count: capacity)
    instances = Buffer(count: capacity)
    rules = Buffer(count: capacity)
    targets = Buffer(count: capacity)
    permutations = Buffer(count: capacity * nameCount)
  }

  @inline(__always)
  var count: Int {
    get { counts[0] }
    set { counts[0] = newValue }
  }

  /// The words of a target.
  @inline(__always)
  func target(_ step: Int) -> UnsafeMutablePointer<UInt64> { words.base + step * wordCount }

  /// The permutation of a step.
  @inline(__always)
  func permutation(_ step: Int) -> UnsafeMutablePointer<Int> {
    permutations.base + step * nameCount
  }

  /// Adds the step whose target was written after the last one.
  @inline(__always)
  func append(_ row: Int, _ instance: Int, _ rule: Int32) {
    let step = count
    rows[step] = Int32(truncatingIfNeeded: row)
    instances[step] = Int32(truncatingIfNeeded: instance)
    rules[step] = rule
    count = step + 1
  }

  /// Whether that many more steps fit.
  @inline(__always)
  func hasRoom(for more: Int) -> Bool { count + more <= capacity }

  /// The same steps, without their permutations and targets, with room for more.
  @inline(never)
  func grown(by more: Int) -> StepBuffer {
    let larger = StepBuffer(
      wordCount: wordCount, nameCount: nameCount, capacity: capacity + max(capacity, more))
    larger.count = count
    larger.words.base.update(from: words.base, count: count * wordCount)
    larger.rows.base.update(from: rows.base, count: count)
    larger.instances.base.update(from: instances.base, count: count)
    larger.rules.base.update(from: rules.base, count: count)
    return larger
  }
}
