import Basics
import Semantics

/// The random numbers of walks: a pure function of the seed, the walk, the step and the purpose.
///
/// The numbers are those of `SplitMix` at a computed position. So a walk does not depend on the walks next to it, and
/// a draw that only one engine needs does not affect other draws.
enum WalkDraws {
  /// The purposes of draws; each step has four draws, and the draws before the first step are those of step 0.
  static let event: UInt64 = 0
  static let outcome: UInt64 = 1
  static let rule: UInt64 = 2
  /// Before the first step: the period of the swarm, the start, and from here on, for each phase, its events.
  static let swarm: UInt64 = 0
  static let start: UInt64 = 1
  static let leftOut: UInt64 = 1 << 62

  /// The key of all draws of a walk. Neighbouring seeds and walks have unrelated keys.
  static func key(seed: UInt64, walk: Int) -> UInt64 {
    SplitMix.mix(SplitMix.next(seed) ^ UInt64(truncatingIfNeeded: walk) &* SplitMix.gamma)
  }

  /// A draw of 64 bits.
  ///
  /// - Parameter what: 0 to 3; `leftOut` and greater ones only with step 0, far from the draws of any step.
  @inline(__always)
  static func draw(_ key: UInt64, step: Int, _ what: UInt64) -> UInt64 {
    SplitMix.mix(
      key &+ (UInt64(truncatingIfNeeded: step) &* 4 &+ what &+ 1) &* SplitMix.gamma)
  }

  /// One of `count`, by the lower half of a draw. The probabilities differ by less than one in 2³² / `count`.
  ///
  /// It needs no division and no loop, and uses the same draw on every machine.
  @inline(__always)
  static func low(_ draw: UInt64, of count: Int) -> Int {
    Int(truncatingIfNeeded: ((draw & 0xFFFF_FFFF) &* UInt64(truncatingIfNeeded: count)) &>> 32)
  }

  /// One of `count`, by the upper half.
  @inline(__always)
  static func high(_ draw: UInt64, of count: Int) -> Int {
    Int(truncatingIfNeeded: ((draw &>> 32) &* UInt64(truncatingIfNeeded: count)) &>> 32)
  }

  /// The number of steps after which a walk draws its omitted events again, a power of two; 0: never.
  static func period(_ key: UInt64) -> Int {
    switch draw(key, step: 0, swarm) &>> 62 {
    case 0: 0
    case 1: 64
    case 2: 32
    default: 16
    }
  }

  /// The phase of a step in a walk, with steps counted from 1.
  static func phase(_ step: Int, _ period: Int) -> Int { period == 0 ? 0 : (step &- 1) / period }

  /// The events that a walk includes in a phase, as a bit for each of up to 64. On average one of four phases
  /// includes all, and the others include each event with a probability of 1, 2 or 3 in 4.
  ///
  /// (Groce, Zhang, Eide, Chen, Regehr, "Swarm Testing", 2012: a test that cannot do everything reaches deeper into
  /// the rest. Later phases can include events that had to be excluded at first.)
  ///
  /// Events beyond the first 64 are always included.
  static func swarm(_ key: UInt64, events: Int, phase: Int) -> UInt64 {
    let first = leftOut &+ 4 &* UInt64(truncatingIfNeeded: phase)
    let chance = draw(key, step: 0, first) &>> 62
    var kept: UInt64 = 0
    for event in 0..<min(64, events) {
      let bits = draw(key, step: 0, first &+ 1 &+ UInt64(truncatingIfNeeded: event &>> 5))
      if bits &>> UInt64(2 * (event & 31)) & 3 >= chance { kept |= 1 << UInt64(event) }
    }
    return kept
  }
}
