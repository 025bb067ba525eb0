/// Steps that were found, in columns at fixed addresses, so that their owner, a class, need not be
/// asked for access to them each time.
///
/// Invariants: every column has room for `capacity` steps, `words` for as many times the words of a state
/// and `permutations` for as many times the names; `count` steps are there. All are initialised but the
/// permutations, which are read only where they were written.
struct StepBuffer {
  let wordCount: Int
  let nameCount: Int
  private(set) var capacity = 0
  var count = 0
  /// The words of all targets, as the steps made them or in canonical form.
  private(set) var words: UnsafeMutablePointer<UInt64>
  /// For each step the row of the state that it is from.
  private(set) var rows: UnsafeMutablePointer<Int32>
  /// The event instance.
  private(set) var instances: UnsafeMutablePointer<Int32>
  /// The rule; -1: none.
  private(set) var rules: UnsafeMutablePointer<Int32>
  /// The slot of the target in the table of visited states; -1 if it is not there.
  private(set) var targets: UnsafeMutablePointer<Int>
  /// The permutation that brought the target into canonical form.
  private(set) var permutations: UnsafeMutablePointer<Int>

  init(wordCount: Int, nameCount: Int, capacity: Int) {
    self.wordCount = wordCount
    self.nameCount = nameCount
    self.capacity = capacity
    words = Self.column(capacity * wordCount)
    rows = Self.column(capacity)
    instances = Self.column(capacity)
    rules = Self.column(capacity)
    targets = Self.column(capacity)
    permutations = .allocate(capacity: max(1, capacity * nameCount))
  }

  func deallocate() {
    words.deallocate()
    rows.deallocate()
    instances.deallocate()
    rules.deallocate()
    targets.deallocate()
    permutations.deallocate()
  }

  /// Makes room for more steps.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(by: max(capacity, more)) }
  }

  /// The words of a target.
  @inline(__always)
  func target(_ step: Int) -> UnsafeMutablePointer<UInt64> { words + step * wordCount }

  /// The permutation of a step.
  @inline(__always)
  func permutation(_ step: Int) -> UnsafeMutablePointer<Int> { permutations + step * nameCount }

  @inline(never)
  private mutating func grow(by missing: Int) {
    let old = self
    self = StepBuffer(wordCount: wordCount, nameCount: nameCount, capacity: capacity + missing)
    count = old.count
    words.update(from: old.words, count: count * wordCount)
    rows.update(from: old.rows, count: count)
    instances.update(from: old.instances, count: count)
    rules.update(from: old.rules, count: count)
    old.deallocate()
  }

  private static func column<Element: FixedWidthInteger>(
    _ count: Int
  ) -> UnsafeMutablePointer<Element> {
    let column = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
    column.initialize(repeating: 0, count: max(1, count))
    return column
  }
}
