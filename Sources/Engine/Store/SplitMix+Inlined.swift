import Basics
import Semantics

extension SplitMix {
  /// The same as `next`, compiled into the engine: a call into another module takes longer than the mixing.
  @inline(__always)
  static func following(_ state: UInt64) -> UInt64 { mixed(state &+ step) }

  /// The same as `gamma`.
  @inline(__always)
  static var step: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  /// The same as `mix`.
  @inline(__always)
  static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ bits &>> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits &>> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits &>> 31
  }
}
