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

  /// Throws unless the text is a value.
  func check(_ text: String) throws(ValueProblem) {
    switch self {
    case .text: _ = try String.read(text)
    case .wholeNumber: _ = try Int.read(text)
    case .threadCount: _ = try ThreadCount.read(text)
    case .shard: _ = try ShardNumber.read(text)
    case .duration: _ = try Duration.read(text)
    case .size: _ = try ByteCount.read(text)
    case .assignment: _ = try TraySetting.read(text)
    case .choice(let words): if !words.contains(text) { throw .malformed }
    }
  }
}
