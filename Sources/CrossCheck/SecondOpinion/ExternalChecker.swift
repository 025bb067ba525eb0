import Platform
import Semantics

/// Another model checker, with the way to run it.
enum ExternalChecker: Sendable {
  case rumur, spin
  /// TLC.
  ///
  /// - Parameter jar: the path of `tla2tools.jar`; nil if it is unknown.
  case tlc(jar: String?)

  var name: String {
    switch self {
    case .rumur: "rumur"
    case .spin: "spin"
    case .tlc: "tlc"
    }
  }

  /// The compiler for generated programs, with its first arguments; from the usual environment variable `CC`.
  static let compiler = (ProcessInfo.processInfo.environment["CC"] ?? "cc").split(separator: " ")
    .map(String.init)

  /// A sentence about the programs that are missing; nil if nothing is.
  func missing(calling vocabulary: RequestVocabulary) -> String? {
    if case .tlc(let jar) = self { return TLCChecker.missing(jar, calling: vocabulary) }
    var packages = ExternalTool(name) == nil ? [name] : []
    let compiler = Self.compiler.first ?? ""
    if ExternalTool(compiler) == nil {
      if ProcessInfo.processInfo.environment["CC"] != nil {
        return "\(name) cannot be asked: there is no '\(compiler.printableLine)', which CC names"
      }
      packages.append("gcc")
    }
    if packages.isEmpty { return nil }
    return "\(name) is not here: install \(packages.joined(separator: " and "))"
  }

  /// The questions that the checker does not support, with reasons.
  func omissions(of model: Model) -> [(name: String, reason: String)] {
    switch self {
    case .rumur: model.omitted
    case .spin: model.omitted + model.omittedInPromela
    case .tlc: model.omittedInTLA
    }
  }

  func canBeAsked(_ question: String, of model: Model) -> Bool {
    switch self {
    case .rumur: !question.isAboutRuns
    case .spin: !question.isForeignToPromela
    case .tlc: !model.isForeignToTLA(question)
    }
  }

  /// The result of one run of the checker.
  struct Finding: Sendable {
    var states: Int
    /// The number of steps; nil if the checker counts steps differently.
    var steps: Int?
    /// The violated questions.
    var wrong: Set<String> = []
    /// The number of steps of the shortest trace; nil if there is none, or if it is not the shortest.
    var length: Int?
    /// The steps of that trace, in the notation of the checker.
    var trace: [String] = []
  }

  /// The reason why a run has no result.
  enum Failure: Error, Sendable {
    case time
    case interruption
    case memory
    /// A problem of the machine, such as a full disk.
    case unavailable(String)
    /// The model cannot be expressed, so the checker is not run.
    case obstacle(String)
    /// The checker rejects the model, or its output cannot be parsed. This is a mistake of Traycheck.
    case broken(String)

    var text: String {
      switch self {
      case .time: "it came to no end in time"
      case .interruption: "it was interrupted"
      case .memory: "it takes more memory than it may"
      case .unavailable(let text): text
      case .obstacle(let text): "it cannot express this: \(text)"
      case .broken(let text): "\(text); this is a mistake of Traycheck"
      }
    }
  }
}
