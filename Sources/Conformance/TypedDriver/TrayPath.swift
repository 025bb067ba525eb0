import Basics
import Semantics
import SpecLanguage

/// A sequence of events that drives an app from a fresh start, for use as a test argument.
///
/// It can be encoded, so that a test runner can repeat a single path. You can write one by hand, with events in the
/// notation of specs:
///
/// ```swift
/// TrayPath("receive(kind: .info, collapseID: 1, text: 1, team: nil, alert: false)", "refuse tap(id: 2)", "tick")
/// ```
public struct TrayPath: Sendable, Hashable, Identifiable, CustomStringConvertible {
  enum Content: Sendable, Hashable {
    /// A random walk, chosen while the app is driven. The walks of a seed are numbered from 1.
    case walk(Int, seed: UInt64, steps: Int)
    case events([String])
  }

  /// The prefix of an event that must be impossible, as in scenarios.
  static let refusal = "refuse "

  let content: Content

  init(_ content: Content) { self.content = content }

  /// Creates a path of events in the notation of specs. `refuse` before an event means that it must be impossible;
  /// `tick` lets time pass.
  public init(_ events: String...) { content = .events(events) }

  init(_ path: DrivenPath, in spec: CheckedSpec) {
    content = .events(
      path.steps.map { ($0.isPossible ? "" : Self.refusal) + spec.text($0.instance) })
  }

  /// Creates the path of a stored difference. Its events may no longer exist in the spec.
  init(_ document: DifferenceDocument) {
    content = .events(
      document.steps.map { step in
        let arguments = step.arguments.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
        return (step.isRefused ? Self.refusal : "") + step.event
          + (arguments.isEmpty ? "" : "(\(arguments))")
      })
  }

  /// The events in the notation of specs; empty for a random walk, whose events are chosen while the app is driven.
  public var events: [String] { if case .events(let events) = content { events } else { [] } }

  /// The stable identifier of the path.
  public var id: String { description }

  /// A text such as "walk 3 of seed 1, up to 20 events".
  public var description: String {
    switch content {
    case .walk(let number, let seed, let steps):
      "walk \(number) of seed \(seed), up to \(steps) events"
    case .events(let events): events.isEmpty ? "nothing" : events.joined(separator: ", ")
    }
  }

  /// The Swift source text of the path.
  var source: String {
    "TrayPath(\(events.map { "\"\($0)\"" }.joined(separator: ", ")))"
  }

  /// The path in the form that can be driven.
  ///
  /// - Throws: `TrayDriverProblem` if an event does not exist in the spec.
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

  /// Decodes a path from `{"events": ["tick"]}` or `{"walk": 3, "seed": 1, "steps": 20}`.
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

  /// Encodes the path, so that it can be repeated.
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

/// An event in the notation of specs: `receive(kind: .info, id: ID#1)`.
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

  /// Splits a text at the commas outside of parentheses.
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
