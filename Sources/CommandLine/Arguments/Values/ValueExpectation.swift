import TrayKit

/// The texts that an option or an argument accepts, without the type as which they are parsed.
///
/// A description is plain data and cannot hold a type. So each type of values has a case here, which the parser uses to
/// validate a text.
package enum ValueExpectation: Equatable, Sendable {
  /// Any text that is not empty.
  case text

  /// A number from zero on.
  case wholeNumber

  /// A number of threads, at least one.
  case threadCount

  /// One of several parts.
  case shard

  /// A length of time.
  case duration

  /// An amount of memory.
  case size

  /// A name, an equals sign and a value.
  case assignment

  /// One of the words.
  case choice([String])

  /// One of the words, or one of the keys, an equals sign and a value.
  indirect case keyed(words: [String] = [], keys: [String], value: ValueExpectation)

  /// Words with commas between them; `assignments` are words such as `tlc=JAR`, where a text stands for `JAR`.
  case list(words: [String], assignments: [String])

  /// Throws unless the text is a valid value.
  package func check(_ text: String) throws(ValueError) {
    switch self {
    case .text: _ = try String.read(text)
    case .wholeNumber: _ = try Int.read(text)
    case .threadCount: _ = try ThreadCount.read(text)
    case .shard: _ = try ShardNumber.read(text)
    case .duration: _ = try Duration.read(text)
    case .size: _ = try ByteCount.read(text)
    case .assignment: _ = try TraySetting.read(text)
    case .choice(let words): if !words.contains(text) { throw .malformed }
    case .keyed(let words, let keys, let value):
      if words.contains(text) { return }
      let setting = try TraySetting.read(text)
      guard keys.contains(setting.name) else { throw .malformed }
      try value.check(setting.value)
    case .list(let words, let assignments):
      for item in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
        if words.contains(item) { continue }
        let setting = try TraySetting.read(item)
        let hasKey = assignments.contains { $0.hasPrefix(setting.name + "=") }
        guard hasKey, !setting.value.isEmpty else { throw .malformed }
      }
    }
  }

  /// The words that the help lists, with a placeholder where a value follows.
  package func spellings(of name: String) -> [String] {
    switch self {
    case .choice(let words): words
    case .keyed(let words, let keys, _):
      words + keys.map { "\($0)=\(name.split(separator: "=").last?.uppercased() ?? "")" }
    case .list(let words, let assignments): words + assignments
    default: []
    }
  }
}
