/// SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014). Used for draws,
/// fingerprints and canonical forms; independent of the hash for slots of tables.
///
/// A generator produces the same sequence of numbers for the same seed on every machine.
package struct SplitMix: RandomNumberGenerator, Sendable {
  /// The increment of the state.
  @inlinable package static var gamma: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  /// The finaliser, a bijection that mixes all bits of a value.
  ///
  /// Zero stays zero, which `next` avoids.
  @inlinable @inline(__always)
  package static func mix(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ bits &>> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits &>> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits &>> 31
  }

  /// The number after a state, in which zero bits alone are mixed as well.
  @inlinable @inline(__always)
  package static func next(_ state: UInt64) -> UInt64 { mix(state &+ 0x9E37_79B9_7F4A_7C15) }

  @usableFromInline var state: UInt64

  @inlinable
  package init(seed: UInt64) { state = seed }

  @inlinable
  package mutating func next() -> UInt64 {
    state &+= Self.gamma
    return Self.mix(state)
  }

  /// A number from 0 up to, not including, `bound`; 0 if that is 0.
  @inlinable
  package mutating func number(below bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
}
