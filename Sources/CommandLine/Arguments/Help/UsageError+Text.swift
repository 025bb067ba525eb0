import TrayKit

extension UsageError {
  /// The text for the standard error stream: the error, on one line, and where to read more.
  func rendered() -> String {
    """
    Error: \(LogText.line(problem.text))
      See '\(path.invocation) --help' for more information.
    """
  }
}

extension ArgumentError {
  /// The problem in one line, without a period.
  var text: String {
    switch self {
    case .unknownOption(let name, let nearest):
      "unknown option \(Self.quoted(name))\(Self.proposal(nearest))"
    case .unknownSubcommand(let name, let nearest):
      "unknown subcommand \(Self.quoted(name))\(Self.proposal(nearest))"
    case .missingSubcommand(let names):
      "missing subcommand; expected \(Self.alternatives(names))"
    case .missingArgument(let label):
      "missing argument '\(label)'"
    case .unexpectedArgument(let word):
      "unexpected argument \(Self.quoted(word))"
    case .missingValue(let label):
      "missing value for '\(label)'"
    case .unexpectedValue(let value, let option):
      "'\(option)' takes no value, but is given \(Self.quoted(value))"
    case .givenTwice(let label):
      "'\(label)' is given twice"
    case .invalidValue(let value, .tooLarge, _, let label):
      "\(Self.quoted(value)) is too large for \(label)"
    case .invalidValue(let value, .malformed, let expected, let label):
      "\(Self.quoted(value)) is not \(Self.phrase(expected)) for \(label)"
        + Self.proposal(Self.nearest(to: value, in: expected))
    }
  }

  /// What a value should be, to go on from "is not".
  private static func phrase(_ expectation: ValueExpectation) -> String {
    switch expectation {
    case .text: "a text"
    case .wholeNumber: "a whole number"
    case .shard: "a part and how many there are, such as 2/8"
    case .threadCount: "a number from 1 to \(ThreadCount.maximum)"
    case .duration: "a duration such as 90s, 5m or 1h30m"
    case .size: "a size such as 512MB or 2GiB"
    case .assignment: "of the form name=value"
    case .choice(let words): alternatives(words)
    case .keyed(let words, let keys, .wholeNumber): alternatives(words + keys.map { "\($0)=N" })
    case .keyed(let words, let keys, _): alternatives(words + keys.map { "\($0)=…" })
    case .checkers: alternatives(CheckerNames.spellings)
    }
  }

  /// The word of a choice that was probably meant.
  private static func nearest(to text: String, in expectation: ValueExpectation) -> String? {
    switch expectation {
    case .choice(let words): return NearestName.propose(text, among: words)
    case .keyed(let words, let keys, _):
      guard let sign = text.firstIndex(of: "=") else {
        return NearestName.propose(text, among: words)
      }
      let key = String(text[..<sign])
      return keys.contains(key)
        ? nil : NearestName.propose(key, among: keys).map { $0 + text[sign...] }
    default: return nil
    }
  }

  private static func proposal(_ nearest: String?) -> String {
    guard let nearest else { return "" }
    return "; did you mean '\(nearest)'?"
  }

  /// Words between quotation marks, with "or" before the last.
  private static func alternatives(_ words: [String]) -> String {
    let quoted = words.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return "\(quoted.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// The text between quotation marks, in one line that a terminal shows as it is.
  private static func quoted(_ text: String) -> String {
    let longest = 80
    var shown = ""
    for scalar in text.unicodeScalars.prefix(longest) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        shown += scalar.escaped(asASCII: true)
      default:
        shown.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.count > longest ? "'\(shown)…'" : "'\(shown)'"
  }
}
