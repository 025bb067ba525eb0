/// Random numbers that are the same for the same seed, everywhere and always.
///
/// The generator is that of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators"
/// (OOPSLA 2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence of that seed.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, `bound`.
  public mutating func number(below bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  /// True with a probability of one in `count`.
  public mutating func oneIn(_ count: Int) -> Bool { number(below: count) == 0 }

  /// One of the elements; nil if there are none.
  public mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[number(below: elements.count)]
  }
}
