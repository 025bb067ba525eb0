import Semantics

/// The states of one machine that a comparison came to, numbered in the order in which it did.
///
/// States are kept packed in the bits of the machine's layout, so that equal states are equal words.
/// Numbers begin at 0 and never change.
struct StateTable {
  private let layout: StateLayout
  private var numbers: [[UInt64]: Int32] = [:]
  private var packed: [[UInt64]] = []

  init(_ layout: StateLayout) { self.layout = layout }

  /// The number of a state; a state that is new gets the next one.
  mutating func number(of state: [Value]) -> Int32 {
    let words = layout.pack(state)
    if let known = numbers[words] { return known }
    let number = Int32(packed.count)
    numbers[words] = number
    packed.append(words)
    return number
  }

  /// The state of a number, unpacked anew each time.
  subscript(_ number: Int32) -> [Value] { layout.unpack(packed[Int(number)]) }
}

/// Some states of one machine, by their numbers; mostly it is one.
///
/// In canonical form, so that equal sets are equal here: a single state is always `one`, and `many`
/// is ascending with each number once. `one` spares an array for each node of specs that are compared
/// in full.
enum StateSet: Hashable {
  case one(Int32)
  case many([Int32])

  /// The set of some numbers, in any order, repetitions allowed.
  init(_ numbers: [Int32]) {
    if numbers.count == 1 {
      self = .one(numbers[0])
    } else {
      self = .many(Array(Set(numbers)).sorted())
      if case .many(let rest) = self, rest.count == 1 { self = .one(rest[0]) }
    }
  }

  var count: Int {
    switch self {
    case .one: 1
    case .many(let numbers): numbers.count
    }
  }

  var numbers: [Int32] {
    switch self {
    case .one(let number): [number]
    case .many(let numbers): numbers
    }
  }
}
