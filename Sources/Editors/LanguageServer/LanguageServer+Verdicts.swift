import Reports
import Semantics

/// The results of the last check of a file, shown until the text changes.
extension LanguageServer {
  /// The result for a property, scenario or world as a sentence; nil if it is unknown.
  func verdict(of name: String, in path: String) -> String? {
    guard let worlds = checks[path]?.spec?.worlds else { return nil }
    if let world = worlds.first(where: { $0.name == name }) { return world.lens }
    if let world = worlds.first, let property = world.properties(called: name).first {
      return world.lens(of: property)
    }
    return worlds.flatMap(\.scenarios).first { $0.name == name }?.lens
  }

  /// The command of code lenses, which shows the result of a property, scenario or world.
  static let show = "traycheck.show"

  /// Shows the verdict of a code lens, with the trace of a violation. The response is the same text.
  func execute(_ parameters: Parameters) throws(Refusal) -> String {
    guard parameters.command == Self.show, let arguments = parameters.arguments,
      arguments.count == 2
    else { throw .invalid("'\(Self.show)' takes a path and a name") }
    let (path, name) = (arguments[0], arguments[1])
    guard let verdict = verdict(of: name, in: path) else {
      throw .failed("nothing is known of '\(name)': save the file to have it checked")
    }
    let worlds = checks[path]?.spec?.worlds ?? []
    let chosen = worlds.first { $0.name == name } ?? worlds.first
    let names = Set(chosen?.properties(called: name).map(\.name) ?? [])
    let violations = (chosen?.violations ?? []).filter {
      names.contains($0.name) || chosen?.name == name
    }
    let traces = violations.flatMap { TextReport.told($0, path: path) }
    let text = ([verdict] + traces).joined(separator: "\n")
    send(LSP.Call(method: "window/showMessage", params: LSP.ShownMessage(message: text)))
    return text
  }

  mutating func lenses(_ parameters: Parameters) throws(Refusal) -> [LSP.CodeLens] {
    let (document, known) = try understanding(parameters)
    return known.ownSymbols.compactMap { symbol in
      guard [.property, .scenario, .world].contains(symbol.kind),
        let verdict = verdict(of: symbol.name.text, in: document.path)
      else { return nil }
      return LSP.CodeLens(
        range: document.range(symbol.name.range),
        command: .init(title: verdict, arguments: [document.path, symbol.name.text]))
    }
  }

  /// Inlay hints: inferred types, and how often events and rules were taken.
  mutating func hints(_ parameters: Parameters) throws(Refusal) -> [LSP.InlayHint] {
    let (document, known) = try understanding(parameters)
    let asked = parameters.range.map(document.offsets)
    func hint(_ offset: Int, _ label: String, kind: Int? = nil) -> LSP.InlayHint? {
      guard asked?.contains(offset) ?? true else { return nil }
      return LSP.InlayHint(
        position: document.range(SourceRange(offset, offset)).start, label: label, kind: kind,
        paddingLeft: kind == nil)
    }
    let types = known.untyped.map { hint($0.range.end, ": \($0.type)", kind: 1) }
    let counts = (checks[document.path]?.counts ?? []).map { count -> LSP.InlayHint? in
      guard count.range.end <= known.own.end, let number = count.count else { return nil }
      let end = known.file.rangeOfLine(at: count.range.start).end
      return hint(end, number == 0 ? "never" : "\(Wording.number(number))×")
    }
    return (types + counts).compactMap(\.self)
  }
}

extension WorldVerdict {
  private var states: String { Wording.count(statistics.states, "state") }

  fileprivate var lens: String {
    return complaints.first.map { "✗ \($0)" } ?? "✓ passes, \(states)"
  }

  /// The property with a name, or the members of a family. Those that fail come first.
  fileprivate func properties(called name: String) -> [Property] {
    let members = properties.filter { $0.isCalled(name) }
    let failing: Set<PropertyStatus> = [.violated, .notReached, .faulted]
    return members.filter { failing.contains($0.status) }
      + members.filter { !failing.contains($0.status) }
  }

  fileprivate func lens(of property: Property) -> String {
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
