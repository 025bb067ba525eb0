import Engine

/// The number of bits for a wire, by the least and the greatest value it carries: a natural number if it is never
/// negative, else in two's complement.
struct WireWidth: Equatable {
  var bits: Int
  var isSigned: Bool

  init(_ wire: Circuit.Wire, in circuit: Circuit) {
    let (low, high) = (circuit.lower[Int(wire)], circuit.upper[Int(wire)])
    isSigned = low < 0
    // A negative number needs as many bits as its complement.
    let widest = max(low < 0 ? ~low : low, high < 0 ? ~high : high)
    let natural = Int.bitWidth - widest.leadingZeroBitCount
    bits = isSigned ? natural + 1 : max(1, natural)
  }

  /// The number of bits in two's complement.
  var signedBits: Int { isSigned ? bits : bits + 1 }
}
