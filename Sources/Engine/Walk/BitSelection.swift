/// Finds set bits of a word by their number, without a branch that depends on the bits.
///
/// The table takes 2304 bytes and is only read. Invariant: `places` has 8 initialized bytes for each byte value, the
/// indices of its set bits in ascending order. Then follows one byte for each, with the number of set bits.
struct BitSelection: ~Copyable {
  private let places: Buffer<UInt8>
  private static let counts = 8 * 256

  init() {
    places = Buffer(count: 9 * 256)
    for byte in 0..<256 {
      var count = 0
      for place in 0..<8 where byte >> place & 1 == 1 {
        places[8 * byte + count] = UInt8(place)
        count += 1
      }
      places[Self.counts + byte] = UInt8(count)
    }
  }

  /// The number of set bits.
  @inline(__always)
  func count(_ mask: UInt64) -> Int {
    mask < 256 ? countInByte(mask) : mask.nonzeroBitCount
  }

  /// The same of a mask below 256.
  @inline(__always)
  func countInByte(_ mask: UInt64) -> Int {
    Int(places[Self.counts &+ Int(truncatingIfNeeded: mask)])
  }

  /// The place of the set bit with that number, of a mask below 256; of no meaning if there are not that many.
  @inline(__always)
  func placeInByte(_ number: Int, of mask: UInt64) -> Int {
    Int(places[8 &* Int(truncatingIfNeeded: mask) &+ (number & 7)])
  }

  /// The index of the set bit with that rank, counted from the lowest; there must be more set bits than the rank.
  ///
  /// The byte is found by adding up the counts of all bytes at once (Vigna, "Broadword
  /// Implementation of Rank/Select Queries", 2008).
  ///
  /// The result has no meaning if there are fewer set bits.
  @inline(__always)
  func place(_ number: Int, of mask: UInt64) -> Int {
    if mask < 256 { return placeInByte(number, of: mask) }
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    var sums = mask &- (mask &>> 1 & 0x5555_5555_5555_5555)
    sums = (sums & 0x3333_3333_3333_3333) &+ (sums &>> 2 & 0x3333_3333_3333_3333)
    sums = ((sums &+ sums &>> 4) & 0x0F0F_0F0F_0F0F_0F0F) &* ones
    let wanted = UInt64(truncatingIfNeeded: number)
    let before = ((wanted &* ones | tops) &- sums) & tops
    let shift = (before &>> 7 &* ones) &>> 56 &* 8
    let rank = wanted &- ((sums &<< 8) &>> shift & 0xFF)
    let byte = Int(truncatingIfNeeded: mask &>> shift & 0xFF)
    return Int(truncatingIfNeeded: shift)
      &+ Int(places[8 &* byte &+ Int(truncatingIfNeeded: rank)])
  }
}
