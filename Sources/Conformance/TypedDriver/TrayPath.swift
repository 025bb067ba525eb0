import Semantics
import SpecLanguage

/// What is done to an app, one thing after the other from a fresh start: an argument of a test.
///
/// It can be encoded, so that a test runner can run a single one again. One that is written by hand has the events as specs
/// write them:
///
/// ```swift
/// TrayPath("receive(kind: .info, collapseID: 1, text: 1, team: nil, alert: false)", "refuse tap(id: 2)", "tick")
/// ```
public struct TrayPath: Sendable, Hashable, Identifiable, CustomStringConvertible {
  enum Content: Sendable, Hashable {
    /// Chosen at random while the app is driven; walks of a seed are counted from 1.
    case walk(Int, seed: UInt64, steps: Int)
    case events([String])
  }

  /// In front of an event that is not possible there, as in scenarios.
  static let refusal = "refuse "

  let content: Content

  init(_ content: Content) { self.content = content }

  /// A path of events as specs write them. Before one that is not possible stands `refuse`; time passes by `tick`.
  public init(_ events: String...) { content = .events(events) }

  init(_ path: DrivenPath, in spec: CheckedSpec) {
    content = .events(
      path.steps.map { ($0.isPossible ? "" : Self.refusal) + spec.text($0.instance) })
  }

  /// The events of a difference that is kept, which the spec may not have any more.
  init(_ document: DifferenceDocument) {
    content = .events(
      document.steps.map { step in
        let arguments = step.arguments.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
        return (step.isRefused ? Self.refusal : "") + step.event
          + (arguments.isEmpty ? "" : "(\(arguments))")
      })
  }

  /// The events one by one, as specs write them; empty for a walk, whose events are chosen while an app is driven.
  public var events: [String] { if case .events(let events) = content { events } else { [] } }

  /// By what it is known.
  public var id: String { description }

  /// Such as "walk 3 of seed 1, up to 20 events".
  public var description: String {
    switch content {
    case .walk(let number, let seed, let steps):
      "walk \(number) of seed \(seed), up to \(steps) events"
    case .events(let events): events.isEmpty ? "nothing" : events.joined(separator: ", ")
    }
  }

  /// As Swift writes one of events.
  var source: String {
    "TrayPath(\(events.map { "\"\($0)\"" }.joined(separator: ", ")))"
  }

  /// What is driven.
  ///
  /// - Throws: `TrayDriverProblem` for what the spec does not have.
  static func driven(
    _ events: [String], in interface: Interface
  ) throws(TrayDriverProblem) -> DrivenPath {
    var steps: [DrivenStep] = []
    for text in events {
      let isRefused = text.hasPrefix(refusal)
      let instance = try EventText(isRefused ? String(text.dropFirst(refusal.count)) : text)
        .instance(in: interface)
      if interface.hidden.contains(instance.event) {
        throw TrayDriverProblem("'\(text)' happens by itself, unseen, and is never driven")
      }
      steps.append(DrivenStep(instance, isPossible: !isRefused))
    }
    return DrivenPath(steps)
  }
}

extension TrayPath: Codable {
  private enum Key: String, CodingKey { case events, walk, seed, steps }

  /// Reads `{"events": ["tick"]}` or `{"walk": 3, "seed": 1, "steps": 20}`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let events = try container.decodeIfPresent([String].self, forKey: .events) {
      content = .events(events)
    } else {
      content = .walk(
        try container.decode(Int.self, forKey: .walk),
        seed: try container.decode(UInt64.self, forKey: .seed),
        steps: try container.decode(Int.self, forKey: .steps))
    }
  }

  /// Writes it, so that it can be run again.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch content {
    case .events(let events): try container.encode(events, forKey: .events)
    case .walk(let number, let seed, let steps):
      try container.encode(number, forKey: .walk)
      try container.encode(seed, forKey: .seed)
      try container.encode(steps, forKey: .steps)
    }
  }
}

/// `receive(kind: .info, id: ID#1)`: an event as specs write it.
private struct EventText {
  private let text: String
  private let name: String
  private var arguments: [(label: String, value: String)] = []

  init(_ text: String) throws(TrayDriverProblem) {
    self.text = text
    guard let open = text.firstIndex(of: "(") else {
      name = text
      return
    }
    name = String(text[..<open])
    guard text.hasSuffix(")") else {
      throw TrayDriverProblem("'\(text)' does not end with ')'")
    }
    for part in Self.parts(of: text[text.index(after: open)...].dropLast()) {
      guard let colon = part.firstIndex(of: ":") else {
        throw TrayDriverProblem("'\(part)' in '\(text)' has no label")
      }
      arguments.append(
        (Self.trimmed(part[..<colon]), Self.trimmed(part[part.index(after: colon)...])))
    }
  }

  /// What stands between the commas that are in no parentheses.
  private static func parts(of text: Substring) -> [Substring] {
    var depth = 0
    return text.split { character in
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      return character == "," && depth == 0
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.prefix(start.count - start.reversed().prefix { $0.isWhitespace }.count))
  }

  func instance(in interface: Interface) throws(TrayDriverProblem) -> EventInstance {
    let spec = interface.spec
    guard let event = interface.event(named: name) else {
      let hint = NearestName.hint(name, among: spec.events.map(\.name))
      throw TrayDriverProblem("\(spec.name) has no event '\(name)'\(hint)")
    }
    let parameters = spec.events[event].parameters
    for argument in arguments where !parameters.contains(where: { $0.name == argument.label }) {
      let hint = NearestName.hint(argument.label, among: parameters.map(\.name))
      throw TrayDriverProblem("'\(name)' has no parameter '\(argument.label)'\(hint)")
    }
    var values: [Value] = []
    for parameter in parameters {
      guard let written = arguments.first(where: { $0.label == parameter.name })?.value else {
        throw TrayDriverProblem("'\(text)' has no value for '\(parameter.name)'")
      }
      do throws(ValueReader.Unreadable) {
        values.append(try ValueReader.read(written, as: parameter.type))
      } catch {
        throw TrayDriverProblem("'\(written)' in '\(text)': \(error.reason)")
      }
    }
    return EventInstance(event: event, arguments: values)
  }
}
