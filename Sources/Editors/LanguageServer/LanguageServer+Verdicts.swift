import Platform
import Reports
import Semantics

/// The results of the last check of a file, shown until the text changes.
extension LanguageServer {
  /// The result for a property, scenario or world as a sentence; nil if it is unknown.
  func verdict(of name: String, in path: String) -> String? {
    guard let worlds = checks[path]?.spec?.worlds else { return nil }
    if let world = worlds.first(where: { $0.name == name }) { return world.lens }
    guard let world = worlds.first else { return nil }
    if let property = world.properties.first(where: { $0.name == name }) {
      return world.lens(of: property)
    }
    for world in worlds {
      if let scenario = world.scenarios.first(where: { $0.name == name }) { return scenario.lens }
    }
    return nil
  }

  /// The command of code lenses, which shows the result of a property, scenario or world.
  static let show = "traycheck.show"

  /// Shows the verdict of a code lens, with the trace of a violation. The response is the same text.
  func execute(_ parameters: Message) throws(Refusal) -> Any {
    let arguments = parameters["arguments"] as? [String] ?? []
    guard parameters["command"] as? String == Self.show, arguments.count == 2 else {
      throw .invalid("'\(Self.show)' takes a path and a name")
    }
    let (path, name) = (arguments[0], arguments[1])
    guard let verdict = verdict(of: name, in: path) else {
      throw .failed("nothing is known of '\(name)': save the file to have it checked")
    }
    let worlds = checks[path]?.spec?.worlds ?? []
    let chosen = worlds.first { $0.name == name } ?? worlds.first
    let violations = (chosen?.violations ?? []).filter { $0.name == name || chosen?.name == name }
    let traces = violations.flatMap { TextReport.told($0, path: path) }
    let text = ([verdict] + traces).joined(separator: "\n")
    send(["method": "window/showMessage", "params": ["type": 3, "message": text] as Message])
    return text
  }

  mutating func lenses(_ parameters: Message) throws(Refusal) -> Any {
    let uri = (parameters["textDocument"] as? Message)?["uri"] as? String ?? ""
    guard let document = documents[uri] else { throw .invalid("'\(uri)' is not open") }
    let understanding = try understanding(of: uri).understanding
    let own = understanding.file.parts[0].range
    return understanding.symbols.compactMap { symbol -> Message? in
      guard [.property, .scenario, .world].contains(symbol.kind), symbol.range.end <= own.end,
        let verdict = verdict(of: symbol.name.text, in: document.path)
      else { return nil }
      let start = symbol.name.range.start + document.mark
      return [
        "range": document.positions.json(start, symbol.name.range.end + document.mark),
        "command": [
          "title": verdict, "command": Self.show,
          "arguments": [document.path, symbol.name.text],
        ] as Message,
      ]
    }
  }

  /// Inlay hints: inferred types, and how often events and rules were taken.
  mutating func hints(_ parameters: Message) throws(Refusal) -> Any {
    let uri = (parameters["textDocument"] as? Message)?["uri"] as? String ?? ""
    guard let document = documents[uri] else { throw .invalid("'\(uri)' is not open") }
    let understanding = try understanding(of: uri).understanding
    let own = understanding.file.parts[0].range
    let asked = (parameters["range"] as? Message).map { document.positions.range($0) }
    func hint(_ offset: Int, _ label: String, kind: Int?) -> Message? {
      let place = offset + document.mark
      guard asked.map({ $0.lowerBound <= place && place <= $0.upperBound }) ?? true else {
        return nil
      }
      var json: Message = ["position": document.positions.json(place), "label": label]
      json["kind"] = kind
      json["paddingLeft"] = kind == nil
      return json
    }
    var hints = understanding.untyped.compactMap { hint($0.range.end, ": \($0.type)", kind: 1) }
    for count in checks[document.path]?.counts ?? [] where count.range.end <= own.end {
      guard let number = count.count else { continue }
      let end = understanding.file.rangeOfLine(at: count.range.start).end
      hints += [hint(end, number == 0 ? "never" : "\(Wording.number(number))×", kind: nil)]
        .compactMap(\.self)
    }
    return hints
  }
}

extension WorldVerdict {
  fileprivate var lens: String {
    let states = statistics.states == 1 ? "1 state" : "\(Wording.number(statistics.states)) states"
    return complaints.first.map { "✗ \($0)" } ?? "✓ passes, \(states)"
  }

  fileprivate func lens(of property: Property) -> String {
    let states = statistics.states == 1 ? "1 state" : "\(Wording.number(statistics.states)) states"
    switch property.status {
    case .holds:
      guard let depth = property.goalDepth else { return "✓ holds in \(states)" }
      return "✓ reached after \(depth == 1 ? "1 step" : "\(depth) steps")"
    case .notRefuted: return "✓ holds on all walks"
    case .violated:
      let length = violations.first { $0.name == property.name }?.length ?? 0
      return "✗ violated after \(length == 1 ? "1 step" : "\(length) steps")"
    case .notReached: return "✗ not reached in \(states)"
    case .faulted: return "✗ has no value somewhere"
    case .undecided, .internalError: return "? inconclusive"
    case .notAsked: return "cannot be shown by walks"
    }
  }
}

extension WorldVerdict.Scenario {
  fileprivate var lens: String {
    switch status {
    case .passes: "✓ passes"
    case .fails: "✗ \(failure?.summary ?? "fails")"
    case .idle: "nothing happens in it"
    case .undecided: "? inconclusive"
    case .notPossible: "not possible in this world"
    }
  }
}
