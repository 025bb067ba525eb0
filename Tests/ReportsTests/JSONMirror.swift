/// The JSON report as its documentation describes it, written without a look at the code that
/// encodes it. A key that is not here is not documented.
struct JSONMirror: Codable {
  var schema: String
  var schemaVersion: Int
  var status: String
  var exitStatus: Int
  var seconds: Double
  var unreadable: [Unreadable]
  var replays: [Replay]
  var specs: [Spec]
  var saved: [Saved]
  var problems: [Problem]
  var loosened: [String]
  var asides: [String]

  struct Unreadable: Codable {
    var path, reason: String
    var place: Place?
  }

  struct Saved: Codable { var path, outcome: String }

  struct Problem: Codable {
    var kind, message: String
    var path: String?
    var place: Place?
    var isAllowed: Bool
  }

  struct Replay: Codable {
    var path, spec, specPath: String
    var specChanged: Bool
    var world, property, kind, expect, verdict, judgement, summary: String
    var step: Int?
    var length: Int
    var mendedBy: String?
    var violation: ReplayedViolation?
    var trace: Trace
    var reasons: [Reason]
    var origin: Origin?
    var close: [NearMiss]
    var notes: [String]
  }

  struct ReplayedViolation: Codable {
    var name, summary: String
    var place: Place
  }

  struct Place: Codable, Equatable { var line, column: Int }

  struct Spec: Codable {
    var path: String
    var name: String
    var documentation: String?
    var diagnostics: [Finding]
    var suppressedDiagnostics: Int
    var worlds: [World]
    var unasked: [CoverageGap]
  }

  struct CoverageGap: Codable {
    var kind, message, mend: String
    var place: Place
  }

  struct Finding: Codable {
    struct Note: Codable {
      var message: String
      var place: Place
    }

    var severity, code, message: String
    var place, end: Place
    var mends: [String]
    var notes: [Note]
  }

  struct World: Codable {
    var name: String
    var documentation: String?
    var place: Place
    var status: String
    var complaints: [String]
    var judgement: Judgement
    var params: [Param]
    var announces: [String]
    var completion: Completion
    var storage: String
    var foundBy: String
    var withoutDiagrams: String?
    var missProbability: Double
    var statistics: Statistics
    var selection: [String]?
    var couldBeSymmetric: [String]
    var couldBeSymmetricCounts: [Int]
    var walks: Walks?
    var size: Size?
    var properties: [Property]
    var scenarios: [Scenario]
    var violations: [Violation]
    var accepted: [Accepted]
    var internalErrors: [InternalError]
    var unseenEvents, unseenRules: [String]
    var isCached: Bool?
  }

  struct Size: Codable {
    struct Variable: Codable {
      var name, type: String
      var place: Place
      var bits, values: Int
      var valuesError: Double?
      var factor: Double
      var factorError: Double?
      var isAtLeast: Bool?
      var toldBy: String?
    }

    struct Field: Codable {
      var name: String
      var values: Int
      var valuesError: Double?
      var least, greatest, bound, statesAtBound: Int?
    }

    struct Steps: Codable {
      var event: String
      var rule: String?
      var count: Int
    }

    struct Neighbour: Codable {
      var value, states: Int
      var basis: String
    }

    struct Bound: Codable {
      var name: String
      var place: Place
      var value: Int
      var lower, higher: Neighbour?
    }

    struct Advice: Codable {
      var reason, mend, basis: String
      var place: Place
      var factor: Double
    }

    var isAsked: Bool
    var stored, lookedAt: Int
    var variables: [Variable]
    var fields: [Field]
    var steps: [Steps]
    var levels: [Int]
    var bounds: [Bound]
    var advice: [Advice]
  }

  struct InternalError: Codable { var name, message: String }

  struct Judgement: Codable {
    var internalErrors, unexpected, missing, failedScenarios, idleScenarios, undecided: [String]
    var notFound: [String]
    var impossibleScenarios: [String]
    var asksNothing, isWalked, stopped, mayMiss: Bool
  }

  struct Accepted: Codable {
    var kind, summary: String
    var place: Place
  }

  struct Param: Codable { var name, value: String }

  struct Completion: Codable {
    var exhaustive: Bool
    var reason, limit: String?
  }

  struct Statistics: Codable {
    var starts, states, transitions, frontier, storeBytes, diskBytes: Int
    var depth, diagramNodes: Int?
    var largeStates, largeTransitions: String?
    var threads: Int?
    var bytesPerState: Double
    var seconds: Double
    var symmetry: Symmetry?
  }

  struct Symmetry: Codable {
    var types, notReduced: [String]
    var orbits: Int
    var countsStates: Bool
  }

  struct Walks: Codable {
    var seed, done, maximumSteps, steps, deadEnds, states, statesOfOddWalksOnly: Int
    var asked: Int?
    var ending: String
    var timeLimit: Double?
    var isCutShort: Bool
    var part, parts, notShown: Int?
    var isEmptyPart: Bool?
    var events, rules: [Count]
  }

  struct Count: Codable {
    var name: String
    var count: Int
  }

  struct WalkPlace: Codable { var walk, step: Int }

  struct Property: Codable {
    var name, keyword: String
    var documentation: String?
    var status: String
    var place: Place
    var announced: Bool
    var matchedSteps, goalDepth: Int?
    var goalWalk: WalkPlace?
    var family: String?
    var trace: Trace?
    var wayLength: Int?
    var arguments: [Param]?
    var nearestChange: Change?
    var scenario: String?
    var openReason, brokenBy: String?
  }

  struct Scenario: Codable {
    var name: String
    var documentation: String?
    var status: String
    var obstacle: String?
    var place: Place
    var failure: Failure?
  }

  struct Failure: Codable {
    var summary: String
    var place: Place
    var trace: Trace
    var reasons: [Reason]
  }

  struct Violation: Codable {
    struct Trap: Codable {
      var states: Int?
      var events: [String]
    }

    var name, kind, summary: String
    var subject: String?
    var documentation: String?
    var announced: Bool
    var arguments: [Param]?
    var missingFairness: [String]?
    var trap: Trap?
    var place: Place
    var length: Int
    var shortest: String
    var walk, originalLength: Int?
    var trace: Trace
    var reasons: [Reason]
    var origin: Origin?
    var close: [NearMiss]
  }
  struct Origin: Codable {
    var text: String
    var others: [String]?
    var step: Int
    var rule, statement: String?
    var place: Place?
    var calls: [Call]?
    var code: CodeLine?
  }
  struct Call: Codable {
    var name: String
    var place: Place
  }
  struct CodeLine: Codable {
    var place: Place
    var text: String
    var offset, length: Int
  }
  struct NearMiss: Codable {
    var name: String
    var reasons: [Reason]
  }

  struct Reason: Codable {
    var depth: Int
    var text: String
  }

  struct Trace: Codable {
    var start: [Binding]
    var steps: [Step]
    var loop, way: Int?
    var attempt: String?
  }

  struct Binding: Codable { var name, value: String }

  struct Step: Codable {
    var event: String
    var rule: String?
    var place: Place?
    var choices: [String]
    var changes: [Change]
    var signals: [String]
  }

  struct Change: Codable {
    var place, old, new: String
    var element: String?
  }
}
