import TrayKit

/// Which texts an option or an argument accepts, without the type that they are read as.
///
/// A description is plain data and cannot hold a type, so each type that values may have has a case
/// here, by which the parser has the text read.
enum ValueExpectation: Equatable, Sendable {
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

  /// Names of other model checkers.
  case checkers

  /// Throws unless the text is a value.
  func check(_ text: String) throws(ValueError) {
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
    case .checkers: _ = try CheckerNames.read(text)
    }
  }

  /// The words that the help lists, with a placeholder where a value follows.
  func spellings(of name: String) -> [String] {
    switch self {
    case .choice(let words): words
    case .keyed(let words, let keys, _):
      words + keys.map { "\($0)=\(name.split(separator: "=").last?.uppercased() ?? "")" }
    case .checkers: CheckerNames.spellings
    default: []
    }
  }
}
