/// Words that no text for people uses: they are idioms, or they mean several things.
public enum AvoidedWords {
  private static let words: Set<String> = [
    "told", "tells", "say of", "says of", "stands", "stood", "behind", "beside", "besides", "lies",
    "come to the same", "comes to the same", "as it says", "as the specs say", "not decided",
    "announce", "announces", "announced", "is asked", "are asked", "was asked", "were asked",
    "ask nothing", "asks nothing", "mend", "mends", "mended", "anew", "go on", "goes on",
    "some time", "in the end", "for ever", "nothing notices", "nobody asks", "the way there",
    "up to the names", "careless", "second opinion",
  ]

  /// The avoided words in a text.
  public static func found(in text: String) -> [String] {
    let parts = text.split { !$0.isLetter }
    return (1...4).flatMap { count in
      parts.indices.dropLast(count - 1).map { parts[$0..<$0 + count].joined(separator: " ") }
    }.filter(words.contains)
  }
}
