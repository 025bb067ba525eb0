/// The JSON report as documented, written independently of the code that encodes it. A missing key is undocumented.
package struct JSONMirror: Codable {
  package var schema: String
  package var schemaVersion: Int
  package var status: String
  package var exitStatus: Int
  package var seconds: Double
  package var unreadable: [Unreadable]
  package var replays: [Replay]
  package var specs: [Spec]
  package var saved: [Saved]
  package var fixed: [AppliedFix]?
  package var problems: [Problem]
  package var loosened: [String]
  package var asides: [String]
  package var next: [Next]

  package struct Unreadable: Codable {
    package var path, reason: String
    package var place: Place?
  }

  package struct Next: Codable { package var command, reason: String }

  package struct Saved: Codable { package var path, outcome: String }

  package struct AppliedFix: Codable {
    package var path: String
    package var place: Place
    package var code, message: String
  }

  package struct Problem: Codable {
    package var kind, message: String
    package var path: String?
    package var place: Place?
    package var isAllowed: Bool
  }

  package struct Replay: Codable {
    package var path, spec, specPath: String
    package var specChanged: Bool
    package var world, property, kind, expect, verdict, judgement, summary: String
    package var step: Int?
    package var length: Int
    package var mendedBy: String?
    package var violation: ReplayedViolation?
    package var trace: Trace
    package var reasons: [Reason]
    package var origin: Origin?
    package var close: [NearMiss]
    package var notes: [String]
  }

  package struct ReplayedViolation: Codable {
    package var name, summary: String
    package var place: Place
  }

  package struct Place: Codable, Equatable {
    package var line, column: Int

    package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
  }

  package struct Spec: Codable {
    package var path: String
    package var name: String
    package var documentation: String?
    package var diagnostics: [Finding]
    package var suppressedDiagnostics: Int
    package var worlds: [World]
    package var unasked: [CoverageGap]
  }

  package struct CoverageGap: Codable {
    package var kind, message, mend: String
    package var place: Place
  }

  package struct Finding: Codable {
    package struct QuickFix: Codable {
      package var message: String
      package var isCertain: Bool
      package var edits: [Edit]
    }

    package struct Edit: Codable {
      package var place, end: Place
      package var startOffset, endOffset: Int
      package var text: String
    }

    package struct Note: Codable {
      package var message: String
      package var place: Place
    }

    package var severity, code, message: String
    package var why: String?
    package var place, end: Place
    package var mends: [String]
    package var fixes: [QuickFix]
    package var notes: [Note]
  }

  package struct World: Codable {
    package var name: String
    package var documentation: String?
    package var place: Place
    package var status: String
    package var complaints: [String]
    package var judgement: Judgement
    package var params: [Param]
    package var announces: [String]
    package var completion: Completion
    package var storage: String
    package var foundBy: String
    package var withoutDiagrams: String?
    package var missProbability: Double
    package var statistics: Statistics
    package var selection: [String]?
    package var couldBeSymmetric: [String]
    package var couldBeSymmetricCounts: [Int]
    package var walks: Walks?
    package var size: Size?
    package var properties: [Property]
    package var scenarios: [Scenario]
    package var violations: [Violation]
    package var accepted: [Accepted]
    package var internalErrors: [InternalError]
    package var unseenEvents, unseenRules: [String]
    package var isCached: Bool?
  }

  package struct Size: Codable {
    package struct Variable: Codable {
      package var name, type: String
      package var place: Place
      package var bits, values: Int
      package var valuesError: Double?
      package var factor: Double
      package var factorError: Double?
      package var isAtLeast: Bool?
      package var toldBy: String?
    }

    package struct Field: Codable {
      package var name: String
      package var values: Int
      package var valuesError: Double?
      package var least, greatest, bound, statesAtBound: Int?
    }

    package struct Steps: Codable {
      package var event: String
      package var rule: String?
      package var count: Int
    }

    package struct Neighbour: Codable {
      package var value, states: Int
      package var basis: String
    }

    package struct Bound: Codable {
      package var name: String
      package var place: Place
      package var value: Int
      package var lower, higher: Neighbour?
    }

    package struct Advice: Codable {
      package var reason, mend, basis: String
      package var place: Place
      package var factor: Double
    }

    package var isAsked: Bool
    package var stored, lookedAt: Int
    package var variables: [Variable]
    package var fields: [Field]
    package var steps: [Steps]
    package var levels: [Int]
    package var bounds: [Bound]
    package var advice: [Advice]
  }

  package struct InternalError: Codable { package var name, message: String }

  package struct Judgement: Codable {
    package var internalErrors, unexpected, missing, failedScenarios, idleScenarios: [String]
    package var undecided, notFound: [String]
    package var impossibleScenarios: [String]
    package var asksNothing, isWalked, stopped, mayMiss: Bool
  }

  package struct Accepted: Codable {
    package var kind, summary: String
    package var place: Place
  }

  package struct Param: Codable { package var name, value: String }

  package struct Completion: Codable {
    package var exhaustive: Bool
    package var reason, limit: String?
  }

  package struct Statistics: Codable {
    package var starts, states, transitions, frontier, storeBytes, diskBytes: Int
    package var depth, diagramNodes: Int?
    package var largeStates, largeTransitions: String?
    package var threads: Int?
    package var bytesPerState: Double
    package var seconds: Double
    package var symmetry: Symmetry?
  }

  package struct Symmetry: Codable {
    package var types, notReduced: [String]
    package var orbits: Int
    package var countsStates: Bool
  }

  package struct Walks: Codable {
    package var seed, done, maximumSteps, steps, deadEnds, states, statesOfOddWalksOnly: Int
    package var asked: Int?
    package var ending: String
    package var timeLimit: Double?
    package var isCutShort: Bool
    package var part, parts, notShown: Int?
    package var isEmptyPart: Bool?
    package var events, rules: [Count]
  }

  package struct Count: Codable {
    package var name: String
    package var count: Int
  }

  package struct WalkPlace: Codable { package var walk, step: Int }

  package struct Property: Codable {
    package var name, keyword: String
    package var documentation: String?
    package var status: String
    package var place: Place
    package var announced: Bool
    package var matchedSteps, goalDepth: Int?
    package var goalWalk: WalkPlace?
    package var family: String?
    package var trace: Trace?
    package var wayLength: Int?
    package var arguments: [Param]?
    package var nearestChange: Change?
    package var scenario: String?
    package var openReason, brokenBy: String?
  }

  package struct Scenario: Codable {
    package var name: String
    package var documentation: String?
    package var status: String
    package var obstacle: String?
    package var place: Place
    package var failure: Failure?
  }

  package struct Failure: Codable {
    package var summary: String
    package var place: Place
    package var trace: Trace
    package var reasons: [Reason]
  }

  package struct Violation: Codable {
    package struct Trap: Codable {
      package var states: Int?
      package var events: [String]
    }

    package var name, kind, summary: String
    package var subject: String?
    package var documentation: String?
    package var announced: Bool
    package var arguments: [Param]?
    package var missingFairness: [String]?
    package var trap: Trap?
    package var place: Place
    package var length: Int
    package var shortest: String
    package var walk, originalLength: Int?
    package var trace: Trace
    package var reasons: [Reason]
    package var origin: Origin?
    package var close: [NearMiss]
  }
  package struct Origin: Codable {
    package var text: String
    package var others: [String]?
    package var step: Int
    package var rule, statement: String?
    package var place: Place?
    package var calls: [Call]?
    package var code: CodeLine?
  }
  package struct Call: Codable {
    package var name: String
    package var place: Place
  }
  package struct CodeLine: Codable {
    package var place: Place
    package var text: String
    package var offset, length: Int
  }
  package struct NearMiss: Codable {
    package var name: String
    package var reasons: [Reason]
  }

  package struct Reason: Codable {
    package var depth: Int
    package var text: String
  }

  package struct Trace: Codable {
    package var start: [Binding]
    package var steps: [Step]
    package var loop, way: Int?
    package var attempt: String?
  }

  package struct Binding: Codable { package var name, value: String }

  package struct Step: Codable {
    package var event: String
    package var rule: String?
    package var place: Place?
    package var choices: [String]
    package var changes: [Change]
    package var signals: [String]
  }

  package struct Change: Codable {
    package var place, old, new: String
    package var element: String?
  }
}
