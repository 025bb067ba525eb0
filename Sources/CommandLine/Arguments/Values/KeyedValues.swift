import TrayKit

/// A kind of report, and the file that it goes to: `junit=build/tests.xml`.
struct ReportTarget: ArgumentValue {
  /// The word before the equals sign, or the whole word.
  var kind: String
  /// The text after the equals sign; nil if there is none.
  var value: String?

  static var expectation: ValueExpectation { .text }

  static func read(_ text: String) throws(ValueError) -> ReportTarget {
    guard let sign = text.firstIndex(of: "=") else { return ReportTarget(kind: text, value: nil) }
    return ReportTarget(
      kind: String(text[..<sign]), value: String(text[text.index(after: sign)...]))
  }
}

/// The largest number of something before a command stops: `states=100000`.
struct Maximum: ArgumentValue {
  /// The thing that is counted.
  enum Kind: String, CaseIterable { case states, depth, values, views, nodes }

  var kind: Kind
  var count: Int

  static var expectation: ValueExpectation { expectation(of: Kind.allCases) }

  /// The texts that a command accepts which counts only these.
  static func expectation(of kinds: [Kind]) -> ValueExpectation {
    .keyed(keys: kinds.map(\.rawValue), value: .wholeNumber)
  }

  static func read(_ text: String) throws(ValueError) -> Maximum {
    let setting = try TraySetting.read(text)
    guard let kind = Kind(rawValue: setting.name) else { throw .malformed }
    return Maximum(kind: kind, count: try Int.read(setting.value))
  }

  /// The option of a command that counts these.
  static func option(_ kinds: Kind..., help: String) -> Option<Maximum> {
    Option(
      "max", value: "kind=n", expecting: expectation(of: kinds), isRepeatable: true, help: help)
  }
}

extension ParsedArguments {
  /// The last value of `--max` for a kind; nil if the command has no such option.
  func maximum(_ kind: Maximum.Kind) -> Int? {
    all(Maximum.option(help: "")).last { $0.kind == kind }?.count
  }
}

/// Something that `check` explains: `engine`, `size`, or how one property holds.
struct Explanation: ArgumentValue {
  /// `engine`, `size` or `witness`.
  var kind: String
  /// The property of a witness.
  var property: String?

  static var expectation: ValueExpectation {
    .keyed(words: ["engine", "size"], keys: ["witness"], value: .text)
  }

  static func read(_ text: String) throws(ValueError) -> Explanation {
    let target = try ReportTarget.read(text)
    return Explanation(kind: target.kind, property: target.value)
  }
}

/// The way in which a search goes on without memory for more states: `spill`, or `spill=FOLDER`.
struct MemoryPolicy: ArgumentValue {
  var policy: MemoryLimitPolicy
  /// The folder for spilled states; nil for the system's own.
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

/// The folder of checkpoints, and how often one is written: `kept`, or `kept=2m`.
struct CheckpointPlace: ArgumentValue {
  var folder: String
  /// Nil for the usual interval.
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

/// Names of other model checkers, with commas between them: `spin,tlc=tla2tools.jar`.
struct CheckerNames: ArgumentValue {
  /// Whether all checkers are meant that are installed.
  var isAll = false
  var names: Set<String> = []
  /// The path of TLC; nil if TLC is not asked.
  var tlcJar: String?

  static let spellings =
    ["all"] + SecondOpinionRequest.checkers.filter { $0 != "tlc" } + ["tlc=JAR"]

  static var expectation: ValueExpectation { .checkers }

  static func read(_ text: String) throws(ValueError) -> CheckerNames {
    var checkers = CheckerNames()
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let target = try ReportTarget.read(String(word))
      switch (target.kind, target.value) {
      case ("all", nil): checkers.isAll = true
      case ("tlc", let jar?) where !jar.isEmpty:
        checkers.names.insert("tlc")
        checkers.tlcJar = jar
      case (let name, nil) where SecondOpinionRequest.checkers.contains(name):
        checkers.names.insert(name)
      default: throw .malformed
      }
    }
    return checkers
  }
}
