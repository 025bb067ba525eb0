import Semantics

/// Packed states as text, to transfer them between machines: the hexadecimal digits of each word.
///
/// Equal states have equal texts, all texts of a machine are equally long, and no text has a blank or an end of line.
package struct StateText: Sendable {
  /// The number of digits for each word, from its number of used bits.
  private let digits: [Int]
  /// The fields whose bits can represent more than their maximum.
  private let bounded: [StateField]
  private let masks: [UInt64]
  private let layout: StateLayout
  /// The number of digits in a state.
  package let length: Int

  package init(_ layout: StateLayout) {
    self.layout = layout
    digits = layout.usedBits.map { max(1, ($0 + 3) / 4) }
    masks = layout.usedBits.map { $0 >= 64 ? ~0 : (1 << UInt64($0)) - 1 }
    bounded = layout.nodes.flatMap(\.fields).filter { $0.width > 0 && $0.maximum < Int($0.mask) }
    length = digits.reduce(0, +)
  }

  var wordCount: Int { layout.wordCount }

  /// Writes `length` digits.
  func write(_ words: UnsafePointer<UInt64>, to text: UnsafeMutablePointer<UInt8>) {
    var place = 0
    for (word, count) in digits.enumerated() {
      var rest = words[word]
      for digit in (0..<count).reversed() {
        let value = UInt8(truncatingIfNeeded: rest & 15)
        text[place + digit] = value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        rest >>= 4
      }
      place += count
    }
  }

  /// Reads `length` digits; returns false if they are invalid, or of no state.
  ///
  /// It does not check that bits of absent parts are zero: see `isPacked`.
  func read(_ text: UnsafePointer<UInt8>, into words: UnsafeMutablePointer<UInt64>) -> Bool {
    var place = 0
    for (word, count) in digits.enumerated() {
      var bits: UInt64 = 0
      for _ in 0..<count {
        let value: UInt8
        switch text[place] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = text[place] - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): value = text[place] - UInt8(ascii: "a") + 10
        default: return false
        }
        bits = bits << 4 | UInt64(value)
        place += 1
      }
      if bits & ~masks[word] != 0 { return false }
      words[word] = bits
    }
    for field in bounded
    where Int(words[field.word] >> UInt64(field.shift) & field.mask) > field.maximum {
      return false
    }
    return true
  }

  /// Whether words with valid fields are the packed form of a state. It is slow.
  func isPacked(_ words: [UInt64]) -> Bool { layout.pack(layout.unpack(words)) == words }

  /// The text of words.
  package func text(_ words: [UInt64]) -> String {
    var bytes = [UInt8](repeating: 0, count: length)
    words.withUnsafeBufferPointer { words in
      bytes.withUnsafeMutableBufferPointer { bytes in
        if let words = words.baseAddress, let bytes = bytes.baseAddress { write(words, to: bytes) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The words of a text; nil if it is not that of a state.
  package func words(_ text: String) -> [UInt64]? {
    let bytes = Array(text.utf8)
    guard bytes.count == length else { return nil }
    var words = [UInt64](repeating: 0, count: wordCount)
    let isRead = bytes.withUnsafeBufferPointer { bytes in
      words.withUnsafeMutableBufferPointer { words in
        guard let bytes = bytes.baseAddress, let words = words.baseAddress else { return false }
        return read(bytes, into: words)
      }
    }
    return isRead && isPacked(words) ? words : nil
  }
}
