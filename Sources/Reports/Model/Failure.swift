import Semantics
import Traces

/// An unexpected failure, merged over all worlds of its spec in which it occurs.
package struct Failure: Sendable {
  package indirect enum Subject: Sendable {
    /// A violation with its trace.
    case violation(ViolationVerdict)
    /// A scenario that fails.
    case scenario(WorldVerdict.Scenario, WorldVerdict.Scenario.Failure)
    /// A goal that no state satisfies.
    case unreached(WorldVerdict.Property)
    /// A violation that a world expects and that does not happen, with its property if there is one.
    case missing(WorldVerdict.Property?)
    /// A mistake of Traycheck.
    case internalError(WorldVerdict.InternalError)
  }

  package var subject: Subject
  /// The index in its list of the world: violations, scenarios, properties, or internal errors; nil if it is in none.
  package var index: Int?
  /// The name of the property or scenario, or the kind of violation.
  package var name: String
  /// The path of the spec.
  package var path: String
  /// The world whose trace is shown: the default one, if the failure occurs there.
  package var world: String
  /// Whether `explore while` left out states of that world.
  package var isCut = false
  /// The other worlds in which it occurs.
  package var otherWorlds: [String] = []
  /// The worlds that expect it, and in which it occurs.
  package var expectedIn: [String] = []
  /// The stored counterexamples that reproduce it.
  package var replays: [ReplayVerdict] = []

  init(_ subject: Subject, at index: Int? = nil, _ name: String, path: String, world: String) {
    self.subject = subject
    self.index = index
    self.name = name
    self.path = path
    self.world = world
  }

  /// The kind of the failure, for example `property`, `scenario`, `deadlock` or `rejected design`.
  package var noun: String {
    switch subject {
    case .violation(let violation):
      violation.kind.isGeneral ? violation.kind.rawValue : "property"
    case .scenario: "scenario"
    case .unreached: "property"
    case .missing: "rejected design"
    case .internalError: "internal error"
    }
  }

  /// The name with its event or rule; for a missing violation, with the world.
  package var title: String {
    switch subject {
    case .violation(let violation): violation.nameWithSubject
    case .missing: world
    case .scenario, .unreached, .internalError: name
    }
  }

  /// The author's own sentence; nil if there is none.
  package var documentation: String? {
    switch subject {
    case .violation(let violation): violation.documentation
    case .scenario(let scenario, _): scenario.documentation
    case .unreached(let property): property.documentation
    case .missing(let property): property?.documentation
    case .internalError: nil
    }
  }

  /// The place in the text.
  package var place: TextPlace? {
    switch subject {
    case .violation(let violation): violation.place
    case .scenario(_, let failure): failure.place
    case .unreached(let property): property.place
    case .missing(let property): property?.place
    case .internalError: nil
    }
  }

  /// The number of events before the failure.
  package var length: Int {
    switch subject {
    case .violation(let violation): violation.length
    case .scenario(_, let failure): failure.trace.steps.count
    case .unreached, .missing, .internalError: 0
    }
  }

  /// The author's first sentence, or a description of the finding.
  package var sentence: String {
    if let first = documentation?.firstSentence { return first }
    return switch subject {
    case .violation(let violation):
      violation.kind.isGeneral ? violation.summary : "\(name) is violated"
    case .scenario: "scenario \(name) fails"
    case .unreached: "\(name) is never reached"
    case .missing: "\(name) is expected to fail, and does not"
    case .internalError(let error): error.message
    }
  }
}

extension String {
  /// The first sentence of the text, on one line; nil if the text is empty.
  package var firstSentence: String? {
    let words = split { $0 == " " || $0 == "\n" || $0 == "\t" }
    var sentence: [Substring] = []
    for word in words {
      sentence.append(word)
      if word.hasSuffix("."), !word.hasSuffix("e.g."), !word.hasSuffix("i.e.") { break }
    }
    return sentence.isEmpty ? nil : sentence.joined(separator: " ").printableLine
  }
}
