extension String {
  /// The text, or as much of its beginning and its end as fits with a `…` between them.
  ///
  /// - Parameter bytes: how long it may be in UTF-8, at least 3. No character is cut.
  package func cut(toBytes bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    let mark = "…"
    let half = max(0, bytes - mark.utf8.count) / 2
    return String(fitting(self, half)) + mark + String(fitting(reversed(), half).reversed())
  }

  /// The first characters of a sequence that take no more than so many bytes.
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
