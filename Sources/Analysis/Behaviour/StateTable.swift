import Engine
import SpecLanguage

/// The states of one machine that a comparison came to, numbered in the order in which it did.
struct StateTable {
  private let layout: StateLayout
  private var numbers: [[UInt64]: Int32] = [:]
  private var packed: [[UInt64]] = []

  init(_ layout: StateLayout) { self.layout = layout }

  /// The number of a state, and whether it is new.
  mutating func number(of state: [Value]) -> Int32 {
    let words = layout.pack(state)
    if let known = numbers[words] { return known }
    let number = Int32(packed.count)
    numbers[words] = number
    packed.append(words)
    return number
  }

  subscript(_ number: Int32) -> [Value] { layout.unpack(packed[Int(number)]) }
}

/// Some states of one machine, by their numbers; mostly it is one.
enum StateSet: Hashable {
  case one(Int32)
  case many([Int32])

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
