extension String {
  /// The text, or its beginning and its end with a `…` between them if it is too long.
  ///
  /// - Parameter bytes: the maximum length in UTF-8, at least 3. No character is split.
  package func cut(toBytes bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    let mark = "…"
    let half = max(0, bytes - mark.utf8.count) / 2
    return String(fitting(self, half)) + mark + String(fitting(reversed(), half).reversed())
  }

  /// The first characters of a sequence that fit into a number of bytes.
  private func fitting(_ characters: some Sequence<Character>, _ bytes: Int) -> [Character] {
    var taken: [Character] = []
    var count = 0
    for character in characters {
      count += character.utf8.count
      if count > bytes { break }
      taken.append(character)
    }
    return taken
  }
}

extension String {
  /// The text with overlong words cut in the middle.
  package var withoutLongWords: String {
    let (limit, head, tail) = (1_000, 300, 100)
    let text = Array(utf8)
    var bytes: [UInt8] = []
    var start = 0
    for end in 0...text.count {
      let isEnd = end == text.count || text[end] == 0x20 || text[end] == 0x0A || text[end] == 0x09
      guard isEnd else { continue }
      if end - start > limit {
        let word = String(decoding: text[start..<end], as: UTF8.self).unicodeScalars
        bytes += Array(String(word.prefix(head)).utf8)
        bytes += Array("…".utf8)
        bytes += Array(String(word.suffix(tail)).utf8)
      } else {
        bytes += text[start..<end]
      }
      if end < text.count { bytes.append(text[end]) }
      start = end + 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
