import Basics
import Files
import Semantics

/// A suite as JSON lines, for other languages and for later use: a header line, then one line for each path.
///
/// ```json
/// {"format":"traycheck-tests","version":1,"spec":"Quiet","world":"default","goals":{"rules":{"covered":3,"all":3}}}
/// {"path":1,"steps":[{"event":"receive","arguments":{"kind":"info"}},{"event":"open"},{"advance":1}]}
/// ```
///
/// Values have the format of drivers; names of symmetric types are written `"ID#1"`.
package final class SuiteDocument {
  package static let format = "traycheck-tests"
  package static let version = 1

  private let suite: Suite
  private let interface: Interface

  package init(_ suite: Suite, _ interface: Interface) {
    self.suite = suite
    self.interface = interface
  }

  /// The lines, each an object.
  package var lines: [JSONMembers] {
    let spec = interface.spec
    let goals = suite.coverage.map { coverage in
      (
        coverage.goal.rawValue,
        [
          "covered": coverage.covered, "all": coverage.all, "impossible": coverage.impossible,
          "open": coverage.open,
        ]
      )
    }
    let head: JSONMembers = [
      "format": Self.format, "version": Self.version, "spec": spec.name,
      "digest": spec.file.digest, "world": spec.worldName, "constants": spec.constantTree,
      "goals": Dictionary(goals) { $1 }, "paths": suite.paths.count, "steps": suite.steps,
    ]
    return [head]
      + suite.paths.enumerated().map { number, path in
        [
          "path": number + 1, "covers": path.covers.compactMap { $0.text(in: spec) },
          "steps": path.driven.steps.map(members),
        ]
      }
  }

  private func members(_ step: DrivenStep) -> JSONMembers {
    let event = interface.spec.events[step.instance.event]
    let refused = step.isPossible ? nil : true
    if event.isTick { return ["advance": 1, "refused": refused] }
    let arguments = Type.tree(of: step.instance.arguments, event.fields) {
      .string($0.text(of: $1))
    }
    return [
      "event": event.name, "arguments": event.parameters.isEmpty ? nil : arguments,
      "refused": refused,
    ]
  }
}

extension CheckedSpec {
  /// The constants in the format of drivers, by name.
  var constantTree: JSONTree {
    .object(
      constants.map { ($0.name, $0.type.tree(of: $0.value) { .string($0.text(of: $1)) }) })
  }
}

extension Event {
  /// The parameters as fields.
  var fields: [Field] { parameters.map { Field(name: $0.name, type: $0.type) } }
}

extension Field {
  init(name: String, type: Type) { self.init(name: name, type: type, defaultValue: nil) }
}

/// Parses the paths of a stored suite, for the current version of the spec.
package struct SuiteReader {
  /// The parsed suite.
  package struct Stored: Sendable {
    package var paths: [DrivenPath] = []
    /// Whether the suite belongs to another spec, or to another version of its text.
    package var isOfOtherText = false
  }

  /// An error with its line number, counted from 1.
  package struct Mistake: Error, Sendable {
    package var line: Int
    package var column: Int
    package var message: String
  }

  private let interface: Interface

  package static func read(
    _ bytes: [UInt8], _ interface: Interface
  ) throws(Mistake) -> Stored {
    let reader = SuiteReader(interface: interface)
    var stored = Stored()
    var head: (object: JSONObject, line: Int)?
    var steps = 0
    for (index, line) in bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() where !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) {
      do throws(JSONError) {
        let part = try JSONText.read(Array(line))
        if head == nil {
          let object = try reader.head(part)
          stored.isOfOtherText = try object.string("digest") != interface.spec.file.digest
          head = (object, index + 1)
        } else {
          let (path, count) = try reader.path(part)
          stored.paths.append(path)
          steps += count
        }
      } catch {
        throw Mistake(line: index + 1, column: error.place + 1, message: error.message)
      }
    }
    guard let head else { throw Mistake(line: 1, column: 1, message: "the file is empty") }
    do throws(JSONError) {
      try requireCount(stored.paths.count, "paths", of: head.object)
      try requireCount(steps, "steps", of: head.object)
    } catch {
      throw Mistake(line: head.line, column: error.place + 1, message: error.message)
    }
    return stored
  }

  /// Rejects a file whose counts differ from those in its header.
  private static func requireCount(
    _ count: Int, _ key: String, of head: JSONObject
  ) throws(JSONError) {
    guard let said = try head.integer(key), said != UInt64(count) else { return }
    throw head.mistake(
      key,
      "\"\(key)\" is \(said), and the file has \(count)" + (count < said ? ": it was cut off" : ""))
  }

  /// Parses the header line, which must belong to this spec, world and constants.
  ///
  /// A line written by hand may omit the world, the constants and the counts.
  private func head(_ part: JSONPart) throws(JSONError) -> JSONObject {
    let head = try JSONObject(part, "the first line", known: nil)
    guard try head.string("format") == SuiteDocument.format else {
      throw head.mistake("format", "these are no tests: the format is another")
    }
    let version = try head.required(head.integer("version"), "version")
    guard version == SuiteDocument.version else {
      throw head.mistake(
        "version",
        "the form has version \(version), and this tool reads version \(SuiteDocument.version)")
    }
    guard try head.string("spec") == interface.spec.name else {
      throw head.mistake("spec", "these are tests of another spec than \(interface.spec.name)")
    }
    let own = interface.spec.worldName
    if let world = try head.string("world"), world != own {
      throw head.mistake(
        "world",
        "these are tests of the world '\(JSONError.shown(world))', and '\(own)' is driven")
    }
    try requireConstants(head)
    return head
  }

  /// Rejects a header with other values of params, or other instance counts.
  private func requireConstants(_ head: JSONObject) throws(JSONError) {
    guard let part = head.part("constants") else { return }
    guard case .object(let members) = part.node else {
      throw head.mistake("constants", "\"constants\" is an object, not \(part.noun)")
    }
    for member in members {
      guard let constant = interface.spec.constants.first(where: { $0.name == member.key }) else {
        throw JSONError(
          message: "these are tests with the param '\(JSONError.shown(member.key))', and "
            + "\(interface.spec.name) has none of that name", place: member.place)
      }
      let field = Field(name: constant.name, type: constant.type)
      let seen = try read([member], [field], of: constant.name)
      guard seen[0].matches(constant.value) else {
        throw JSONError(
          message: "these are tests with \(constant.name) = \(member.value.text), and it is "
            + "\(constant.type.text(constant.value))", place: member.value.place)
      }
    }
  }

  /// Parses a path; returns it with the number of its written steps.
  private func path(_ part: JSONPart) throws(JSONError) -> (path: DrivenPath, count: Int) {
    let object = try JSONObject(part, "the path", known: ["path", "covers", "steps"])
    var steps: [DrivenStep] = []
    let written = try object.required(
      object.objects("steps", known: ["event", "arguments", "advance", "refused"]), "steps")
    for step in written {
      let isPossible = !(try step.boolean("refused") ?? false)
      if let units = try step.integer("advance") {
        guard let tick = interface.spec.events.lastIndex(where: \.isTick) else {
          throw step.mistake("advance", "no time passes in \(interface.spec.name)")
        }
        let instance = EventInstance(event: tick, arguments: [])
        for _ in 0..<min(units, 10_000) {
          steps.append(DrivenStep(instance, isPossible: isPossible))
        }
      } else {
        steps.append(DrivenStep(try instance(step), isPossible: isPossible))
      }
    }
    return (DrivenPath(steps), written.count)
  }

  private func instance(_ step: JSONObject) throws(JSONError) -> EventInstance {
    let spec = interface.spec
    let name = try step.required(step.string("event"), "event")
    guard let event = interface.event(named: name) else {
      let near = NearestName.propose(name, among: spec.events.map(\.name))
      throw step.mistake(
        "event",
        "there is no event \"\(JSONError.shown(name))\""
          + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
    }
    var members: SnapshotReader.Members = []
    let given = step.part("arguments")
    if let given, case .object(let parts) = given.node { members = parts }
    let seen = try read(members, spec.events[event].fields, of: name)
    var arguments: [Value] = []
    for (part, parameter) in zip(seen, spec.events[event].parameters) {
      guard let value = part.whole else {
        throw step.mistake("arguments", "'\(name)' needs a value for '\(parameter.name)'")
      }
      arguments.append(value)
    }
    return EventInstance(event: event, arguments: arguments)
  }

  /// Parses values in which names are written as in the spec.
  private func read(
    _ members: SnapshotReader.Members, _ fields: [Field], of owner: String
  ) throws(JSONError) -> [Snapshot] {
    let reader = SnapshotReader { (real, type) throws(NameTable.ExhaustedNamesError) in
      guard let place = type.place(of: real) else {
        throw NameTable.ExhaustedNamesError(type: type, real: real)
      }
      return place
    }
    do throws(SnapshotReader.Problem) {
      return try reader.fields(members, fields, of: owner)
    } catch {
      switch error {
      case .mistake(let mistake): throw mistake
      case .exhausted(let exhausted):
        throw JSONError(
          message: "there is no name \"\(exhausted.real)\"", place: members.first?.place ?? 0)
      }
    }
  }
}

extension Event {
  /// Whether the event is the passing of time.
  var isTick: Bool { if case .tick = body { true } else { false } }
}
