import Basics
import Files
import Semantics

/// An implementation that is driven by messages and answers them.
package protocol SystemUnderTest: AnyObject {
  /// Sends a message and waits for its answer.
  ///
  /// - Throws: `SystemFailure` if there is no answer. The next `reset` then starts a fresh system.
  func send(_ message: DriverMessage) throws(SystemFailure) -> JSONPart
}

/// The reason why a system gave no answer.
package enum SystemFailure: Error, Sendable {
  /// It ended, for example by a crash.
  case died(String)
  /// The system did not reply in time.
  case silent(String)
  /// Its answer is invalid, or it cannot be started. Nothing is known about the implementation.
  case unusable(String)
  /// The run was interrupted.
  case interrupted

  package var text: String {
    switch self {
    case .died(let text), .silent(let text), .unusable(let text): text
    case .interrupted: "interrupted"
    }
  }
}

/// A message to a system.
package enum DriverMessage: Sendable {
  case hello(JSONTree)
  /// A reset; runs are counted from 1.
  case reset(run: Int)
  case perform(event: String, arguments: JSONTree)
  /// Lets time pass; with 0 units, work in progress is completed.
  case advance(Int)
  case bye

  /// The message as a line of the protocol.
  package var tree: JSONTree {
    switch self {
    case .hello(let tree): tree
    case .reset(let run): .object([("verb", .string("reset")), ("run", .integer(run))])
    case .perform(let event, let arguments):
      .object([("verb", .string("do")), ("event", .string(event)), ("arguments", arguments)])
    case .advance(let units):
      .object([("verb", .string("advance")), ("units", .integer(units))])
    case .bye: .object([("verb", .string("bye"))])
    }
  }
}

/// The introduction of a system in the protocol.
package struct Handshake: Sendable {
  package static let format = "traycheck-driver"
  package static let version = 1

  /// The name of the system.
  package var name: String?
  package var signals: [String] = []
  package var hidden: [String] = []
  /// Whether it refuses impossible events.
  package var refuses = false

  /// The greeting of the tool, with facts about the spec.
  package static func greeting(of interface: Interface) -> JSONTree {
    let spec = interface.spec
    return .object([
      ("verb", .string("hello")), ("protocol", .string(format)), ("version", .integer(version)),
      ("spec", .string(spec.name)), ("world", .string(spec.worldName)),
      ("constants", spec.constantTree),
      ("events", .array(spec.events.map { .string($0.name) })),
      ("observables", .array(interface.observables.map { .string($0.name) })),
      ("signals", .array(spec.signals.map { .string($0.name) })),
    ])
  }

  /// Parses the introduction of a system.
  package init(_ part: JSONPart, _ interface: Interface) throws(JSONError) {
    let object = try JSONObject(
      part, "the answer to hello",
      known: ["protocol", "version", "name", "signals", "hidden", "refuses"])
    guard try object.string("protocol") == Self.format else {
      throw object.mistake("protocol", "the answer to hello has the protocol \"\(Self.format)\"")
    }
    let version = try object.required(object.integer("version"), "version")
    guard version == Self.version else {
      throw object.mistake(
        "version", "the driver speaks version \(version), and this tool version \(Self.version)")
    }
    name = try object.string("name")
    refuses = try object.boolean("refuses") ?? false
    signals = try object.stringList("signals") ?? []
    hidden = try object.stringList("hidden") ?? []
    try Self.require(
      signals, among: interface.spec.signals.map(\.name), "signals", "signal", object)
    try Self.require(hidden, among: interface.spec.events.map(\.name), "hidden", "event", object)
  }

  private static func require(
    _ names: [String], among known: [String], _ key: String, _ noun: String, _ object: JSONObject
  ) throws(JSONError) {
    for name in names where !known.contains(name) {
      throw object.mistake(
        key,
        "there is no \(noun) \"\(JSONError.shown(name))\""
          + NearestName.hint(name, among: known, quote: "\""))
    }
  }
}

extension Interface {
  /// The interface with the facts of an introduction.
  package func introduced(_ handshake: Handshake) -> Interface {
    var interface = self
    interface.heard = Set(handshake.signals.compactMap(signal(named:)))
    interface.hidden = Set(handshake.hidden.compactMap(event(named:)))
    return interface
  }
}
