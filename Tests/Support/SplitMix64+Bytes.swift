extension SplitMix64 {
  /// Bytes of any value.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count {
      var word = next()
      for _ in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: word))
        word >>= 8
      }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Words in random order after the head of a spec, with this approximate size in bytes.
  public mutating func tokens(_ count: Int, from words: [String]) -> [UInt8] {
    var bytes = Array("spec Made\n".utf8)
    while bytes.count < count {
      bytes += words[number(below: words.count)].utf8
      bytes.append(oneIn(8) ? UInt8(ascii: "\n") : UInt8(ascii: " "))
    }
    return bytes
  }
}
