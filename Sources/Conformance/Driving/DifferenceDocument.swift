import Files
import Semantics
import SpecLanguage

/// A stored run in which an implementation differed: the events, and the observations.
///
/// ```json
/// { "format": "traycheck-difference", "version": 1, "spec": {"name": "Quiet"}, "driver": "my app",
///   "steps": [{ "event": "receive", "arguments": {"kind": ".info"}, "noticed": {"seen": {…}} }] }
/// ```
package struct DifferenceDocument: Sendable {
  package static let format = "traycheck-difference"
  package static let version = 1
  /// The suffix of file names, which distinguishes them from counterexamples of the spec itself.
  package static let suffix = ".difference.json"

  package struct Step: Sendable {
    package var event: String
    /// The arguments in the notation of specs, by parameter name.
    package var arguments: [(name: String, value: String)]
    /// Whether the event was driven although it is impossible.
    package var isRefused: Bool
    package var noticed: JSONPart?
  }

  package var spec: String
  package var path: String?
  package var digest: String?
  package var world: String
  package var constants: [(name: String, value: String)]
  package var driver: String?
  package var summary: String?
  /// The number of failures in repeated runs, such as "3 of 3".
  package var fails: String?
  /// Whether only some of the repeated runs differed.
  package var isFlaky: Bool { fails?.hasPrefix("flaky") ?? false }
  package var start: JSONPart?
  package var steps: [Step]

  package init(
    _ run: TestRun, path: String?, driver: String?, summary: String?,
    fails: String?
  ) {
    let spec = run.interface.spec
    self.spec = spec.name
    self.path = path
    digest = spec.file.digest
    world = spec.worldName
    constants = spec.constants.map { ($0.name, $0.type.text($0.value)) }
    self.driver = driver
    self.summary = summary
    self.fails = fails
    start = run.start
    steps = run.steps.map { step in
      let event = spec.events[step.driven.instance.event]
      return Step(
        event: event.name,
        arguments: zip(event.parameters, step.driven.instance.arguments).map {
          ($0.name, $0.type.text($1))
        },
        isRefused: !step.driven.isPossible, noticed: step.reply)
    }
    if let settled = run.settled, !steps.isEmpty { steps[steps.count - 1].noticed = settled }
  }

  /// The document as text.
  package func encoded() throws -> String {
    func object(_ pairs: [(name: String, value: String)]) -> [String: String] {
      pairs.reduce(into: [:]) { $0[$1.name] = $1.value }
    }
    let steps = steps.map { step in
      [
        "event": step.event, "arguments": step.arguments.isEmpty ? nil : object(step.arguments),
        "refused": step.isRefused ? true : nil, "noticed": step.noticed?.tree,
      ] as JSONMembers
    }
    return try JSONDocument.text(
      of: [
        "format": Self.format, "version": Self.version,
        "spec": ["name": spec, "path": path, "digest": digest] as JSONMembers, "world": world,
        "constants": object(constants), "driver": driver, "summary": summary, "fails": fails,
        "start": start?.tree, "steps": steps,
      ] as JSONMembers)
  }

  /// Parses a document.
  ///
  /// - Throws: `JSONError` if it is invalid.
  package init(_ bytes: [UInt8]) throws(JSONError) {
    let part = try JSONText.read(bytes)
    let head = try JSONObject(part, "the file", known: nil)
    guard try head.string("format") == Self.format else {
      throw head.mistake(
        "format", "this is no difference of an implementation: its format is another")
    }
    let version = try head.required(head.integer("version"), "version")
    guard version == Self.version else {
      throw head.mistake(
        "version", "the form has version \(version), and this tool reads version \(Self.version)")
    }
    let object = try JSONObject(
      part, "the file",
      known: [
        "format", "version", "spec", "world", "constants", "driver", "summary", "fails", "start",
        "steps",
      ])
    let spec = try object.object("spec", known: ["name", "path", "digest"])
    self.spec = try spec.required(spec.string("name"), "name")
    path = try spec.string("path")
    digest = try spec.string("digest")
    world = try object.string("world") ?? CheckedSpec.defaultWorldName
    constants = try object.strings("constants").sorted { $0.key < $1.key }.map {
      ($0.key, $0.value)
    }
    driver = try object.string("driver")
    summary = try object.string("summary")
    fails = try object.string("fails")
    start = object.part("start")
    steps = []
    for step in try object.objects(
      "steps", known: ["event", "arguments", "refused", "noticed"]) ?? []
    {
      steps.append(
        Step(
          event: try step.required(step.string("event"), "event"),
          arguments: try step.strings("arguments").map { ($0.key, $0.value) },
          isRefused: try step.boolean("refused") ?? false, noticed: step.part("noticed")))
    }
  }

  /// The path to drive, in the spec with as many names as it needs; nil if the spec no longer contains all of it.
  package func driven(in interface: Interface) -> (path: DrivenPath, interface: Interface)? {
    for interface in [interface] + interface.others {
      if let path = path(in: interface) { return (path, interface) }
    }
    return nil
  }

  private func path(in interface: Interface) -> DrivenPath? {
    var driven: [DrivenStep] = []
    for step in steps {
      guard let event = interface.event(named: step.event) else { return nil }
      let parameters = interface.spec.events[event].parameters
      guard parameters.count == step.arguments.count else { return nil }
      var arguments: [Value] = []
      for parameter in parameters {
        guard let text = step.arguments.first(where: { $0.name == parameter.name })?.value,
          let value = try? ValueReader.read(text, as: parameter.type)
        else { return nil }
        arguments.append(value)
      }
      driven.append(
        DrivenStep(
          EventInstance(event: event, arguments: arguments), isPossible: !step.isRefused))
    }
    return DrivenPath(driven)
  }
}

extension JSONPart {
  /// The document as JSON.
  package var tree: JSONTree {
    switch node {
    case .object(let members): .object(members.map { ($0.key, $0.value.tree) })
    case .array(let parts): .array(parts.map(\.tree))
    case .string(let text): .string(text)
    case .number(let digits): Int(digits).map { .integer($0) } ?? .string(digits)
    case .boolean(let flag): .boolean(flag)
    case .null: .null
    }
  }
}
