import Semantics

// Here and not with the sketch: it runs for every state of a walk, and must be inlined.
extension StateSketch {
  /// Takes in a state by its hash; `base` has the ranks.
  ///
  /// The upper bits choose the class; a bit that is set after the others bounds the rank. The hash must spread over
  /// all 64 bits.
  @inline(__always)
  static func add(_ hash: UInt64, to base: UnsafeMutablePointer<UInt8>) {
    let index = Int(truncatingIfNeeded: hash &>> (64 - indexBits))
    let rest = hash &<< indexBits | 1 &<< (indexBits - 1)
    let rank = UInt8(truncatingIfNeeded: rest.leadingZeroBitCount &+ 1)
    if rank > base[index] { base[index] = rank }
  }
}
