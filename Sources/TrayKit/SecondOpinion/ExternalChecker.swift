import Export
import Platform
import Semantics

/// Another checker that is asked about a model, and how.
enum ExternalChecker: Sendable {
  case rumur, spin
  /// - Parameter jar: its `tla2tools.jar`; nil if nobody says where that is.
  case tlc(jar: String?)

  var name: String {
    switch self {
    case .rumur: "rumur"
    case .spin: "spin"
    case .tlc: "tlc"
    }
  }

  /// What compiles the programs that they write, with its first arguments: `CC`, as everywhere.
  static let compiler = (ProcessInfo.processInfo.environment["CC"] ?? "cc").split(separator: " ")
    .map(String.init)

  /// What is missing before it can be asked, in a sentence; nil if nothing is.
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

  /// Which questions it cannot be asked, and why.
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

  /// What a run came to.
  struct Finding: Sendable {
    var states: Int
    /// Nil if it does not count steps as specs have them.
    var steps: Int?
    /// The questions that it says are not so.
    var wrong: Set<String> = []
    /// How many steps its shortest trace has; nil if it has none, or not the shortest one.
    var length: Int?
    /// The steps of that trace as it names them.
    var trace: [String] = []
  }

  /// Why it came to nothing.
  enum Failure: Error, Sendable {
    case time
    case interruption
    case memory
    /// Something of the machine is in the way, such as a full disk.
    case unavailable(String)
    /// It can be told nothing of this, and is not asked.
    case obstacle(String)
    /// It does not take what it is given, or what it says makes no sense: a mistake of ours.
    case broken(String)

    var text: String {
      switch self {
      case .time: "it came to no end in time"
      case .interruption: "it was interrupted"
      case .memory: "it takes more memory than it may"
      case .unavailable(let text): text
      case .obstacle(let text): "it cannot be told this: \(text)"
      case .broken(let text): "\(text); this is a mistake of Traycheck"
      }
    }
  }
}
