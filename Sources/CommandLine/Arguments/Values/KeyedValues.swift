import TrayKit

/// A kind of report with its file: `junit=build/tests.xml`.
package struct ReportTarget: ArgumentValue {
  /// The word before the equals sign, or the whole word.
  package var kind: String
  /// The text after the equals sign; nil if there is none.
  package var value: String?

  package static var expectation: ValueExpectation { .text }

  package static func read(_ text: String) throws(ValueError) -> ReportTarget {
    guard let sign = text.firstIndex(of: "=") else { return ReportTarget(kind: text, value: nil) }
    return ReportTarget(
      kind: String(text[..<sign]), value: String(text[text.index(after: sign)...]))
  }
}

/// A maximum at which a command stops: `states=100000`.
package struct Maximum: ArgumentValue {
  /// The thing that is counted.
  package struct Kind: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let states = Self(rawValue: "states")
    package static let depth = Self(rawValue: "depth")
    package static let values = Self(rawValue: "values")
  }

  package var kind: Kind
  package var count: Int

  package static var expectation: ValueExpectation { .assignment }

  package static func read(_ text: String) throws(ValueError) -> Maximum {
    let setting = try TraySetting.read(text)
    return Maximum(kind: Kind(rawValue: setting.name), count: try Int.read(setting.value))
  }

  /// The option of a command with these kinds.
  package static func option(_ kinds: Kind..., help: String) -> Option<Maximum> {
    Option(
      "max", value: "kind=n",
      expecting: .keyed(keys: kinds.map(\.rawValue), value: .wholeNumber), isRepeatable: true,
      help: help)
  }
}

extension ParsedArguments {
  /// The last value of `--max` for a kind; nil if the command has no such option.
  package func maximum(_ kind: Maximum.Kind) -> Int? {
    all(Maximum.option(help: "")).last { $0.kind == kind }?.count
  }
}

/// A subject that `check` explains: `engine`, `size`, `evidence`, or the witness of one property.
struct Explanation: ArgumentValue {
  /// `engine`, `size`, `fairness`, `evidence` or `witness`.
  var kind: String
  /// The property of a witness; nil for other kinds.
  var property: String?

  static var expectation: ValueExpectation {
    .keyed(words: ["engine", "size", "fairness", "evidence"], keys: ["witness"], value: .text)
  }

  static func read(_ text: String) throws(ValueError) -> Explanation {
    let target = try ReportTarget.read(text)
    return Explanation(kind: target.kind, property: target.value)
  }
}

/// The policy of a search without memory for more states: `spill`, or `spill=FOLDER`.
struct MemoryPolicy: ArgumentValue {
  var policy: MemoryLimitPolicy
  /// The folder for spilled states; nil for the system's temporary folder.
  var folder: String?

  static var expectation: ValueExpectation {
    .keyed(
      words: MemoryLimitPolicy.allCases.map(\.rawValue), keys: [MemoryLimitPolicy.spill.rawValue],
      value: .text)
  }

  static func read(_ text: String) throws(ValueError) -> MemoryPolicy {
    let target = try ReportTarget.read(text)
    guard let policy = MemoryLimitPolicy(rawValue: target.kind) else { throw .malformed }
    return MemoryPolicy(policy: policy, folder: target.value)
  }
}

/// The folder of checkpoints, and the interval between them: `kept`, or `kept=2m`.
struct CheckpointPlace: ArgumentValue {
  var folder: String
  /// The interval between checkpoints; nil for the default.
  var interval: Duration?

  static var expectation: ValueExpectation { .text }

  static func read(_ text: String) throws(ValueError) -> CheckpointPlace {
    if let sign = text.lastIndex(of: "="), sign > text.startIndex,
      let interval = try? Duration.read(String(text[text.index(after: sign)...]))
    {
      return CheckpointPlace(folder: String(text[..<sign]), interval: interval)
    }
    return CheckpointPlace(folder: text)
  }
}
