import Semantics
import SpecLanguage

/// The names of a spec, as far as its text shows: which of them could be confused.
///
/// Types are compared as text; the checker rejects edits that do not fit.
struct EditScope {
  /// For each name of a case, the other names with the same payload, in each enum that has it.
  private(set) var siblings: [String: [[String]]] = [:]
  /// Names of one type, in the order of the text, by that type.
  private(set) var variables: [(name: String, type: String)] = []
  /// Signals with their fields.
  private(set) var signals: [(name: String, type: String)] = []
  /// The functions, constants and variables that affect behaviour.
  private(set) var usedNames: Set<String> = []
  let ghosts: GhostStatements

  init(_ syntax: SpecSyntax) {
    let file = syntax.file
    ghosts = GhostStatements(syntax)
    for declaration in syntax.declarations {
      switch declaration.kind {
      case .enumeration(_, let cases): add(cases, file)
      case .variable(let variable) where !variable.isGhost:
        if let type = Self.type(of: variable, file) { variables.append((variable.name.text, type)) }
      case .signal(let declared):
        for signal in declared {
          signals.append((signal.name.text, Self.text(signal.fields, file)))
        }
      default: break
      }
    }
    usedNames = Self.usedNames(syntax, without: ghosts.ranges(in: syntax))
  }

  private mutating func add(_ cases: [EnumCaseSyntax], _ file: SourceFile) {
    for each in cases {
      let payload = Self.text(each.fields, file)
      let alike = cases.filter { Self.text($0.fields, file) == payload }.map(\.name.text)
      guard alike.count > 1, let place = alike.firstIndex(of: each.name.text) else { continue }
      let following = Array(alike[(place + 1)...] + alike[..<place])
      siblings[each.name.text, default: []].append(following)
    }
  }

  private static func text(_ fields: [FieldSyntax], _ file: SourceFile) -> String {
    fields.map { "\($0.name?.text ?? "_"): \(file.text($0.type.range))" }.joined(separator: ", ")
  }

  /// The declared type of a variable, or the type of its initial value.
  private static func type(of variable: VariableSyntax, _ file: SourceFile) -> String? {
    if let type = variable.type { return file.text(type.range) }
    if case .value(let value)? = variable.initial, case .boolean = value.kind { return "Bool" }
    return nil
  }

  /// The next name of the same type.
  ///
  /// - Parameter parameters: those of the current event or function, which come first.
  func neighbour(
    of name: String, among parameters: [(name: String, type: String)]
  ) -> String? {
    Self.neighbour(of: name, among: parameters + variables)
  }

  /// The next signal among those with the same fields.
  func neighbour(ofSignal name: String) -> String? {
    Self.neighbour(of: name, among: signals)
  }

  private static func neighbour(
    of name: String, among known: [(name: String, type: String)]
  ) -> String? {
    guard let type = known.first(where: { $0.name == name })?.type else { return nil }
    let alike = known.filter { $0.type == type }.map(\.name)
    guard alike.count > 1, let place = alike.firstIndex(of: name) else { return nil }
    return alike[(place + 1) % alike.count]
  }

  // MARK: Behaviour

  /// The names used in behaviour: in events, rules and initial values, and in the functions and constants there.
  ///
  /// - Parameter ghosts: the ranges of statements that change only ghosts.
  private static func usedNames(
    _ syntax: SpecSyntax, without ghosts: [SourceRange]
  ) -> Set<String> {
    let ends = Dictionary(ghosts.map { ($0.start, $0.end) }, uniquingKeysWith: max)
    var bodies: [String: [SourceRange]] = [:]
    var open: [SourceRange] = []
    for declaration in syntax.declarations {
      switch declaration.kind {
      case .function(let function):
        bodies[function.name.text, default: []].append(declaration.range)
      case .constant(let constant):
        bodies[constant.name.text, default: []].append(declaration.range)
      case .event, .rule: open.append(declaration.range)
      case .variable(let variable) where !variable.isGhost: open.append(declaration.range)
      case .use(let use): open += use.changes.replacements.map(\.range)
      default: break
      }
    }
    var found: Set<String> = []
    while let range = open.popLast() {
      var skippedEnd = 0
      for place in syntax.tokens.places(in: range) {
        let token = syntax.tokens.tokens[place]
        if let end = ends[token.range.start] { skippedEnd = max(skippedEnd, end) }
        if token.range.start < skippedEnd { continue }
        guard token.kind == .identifier else { continue }
        let word = syntax.file.text(token.range)
        if found.insert(word).inserted, let bodies = bodies[word] { open += bodies }
      }
    }
    return found
  }
}
