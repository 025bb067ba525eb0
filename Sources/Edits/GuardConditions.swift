import Semantics
import SpecLanguage

/// The conditions that the guards and the variables of a spec suggest for a guard, as text:
/// `GuardConditions(syntax, scope).conditions(for: event, besides: guard)`.
///
/// Types are compared as text; the checker rejects conditions that do not fit.
struct GuardConditions {
  /// The maximum number of further conditions for one guard.
  private static let maximumConditions = 60

  /// A part of some guard, and its opposite.
  private struct Part {
    var text: String
    var opposite: String
    /// The parameters of its event that it reads.
    var parameters: [(name: String, type: String)]
  }

  private let file: SourceFile
  /// The variables; one without a written type is a truth value.
  private let variables: [(name: String, type: TypeSyntax?)]
  private var parts: [Part] = []
  private var cases: [String: [EnumCaseSyntax]] = [:]
  private var fields: [String: [FieldSyntax]] = [:]
  private var aliases: [String: TypeSyntax] = [:]

  init(_ syntax: SpecSyntax) {
    file = syntax.file
    var variables: [(name: String, type: TypeSyntax?)] = []
    for declaration in syntax.declarations {
      switch declaration.kind {
      case .enumeration(let name, let declared): cases[name.text] = declared
      case .structure(let name, let declared): fields[name.text] = declared
      case .typeAlias(let name, let type): aliases[name.text] = type
      case .variable(let variable) where !variable.isGhost:
        if let type = variable.type {
          variables.append((variable.name.text, type))
        } else if case .value(let value)? = variable.initial, case .boolean = value.kind {
          variables.append((variable.name.text, nil))
        }
      default: break
      }
    }
    self.variables = variables
    for declaration in syntax.declarations {
      guard case .event(let event) = declaration.kind, let condition = event.guardExpression
      else { continue }
      for part in Self.conjuncts(condition) { add(part, of: event, syntax.tokens) }
    }
  }

  private mutating func add(
    _ part: ExpressionSyntax, of event: EventSyntax, _ tokens: TokenList
  ) {
    let names = Set(
      tokens.places(in: part.range).map { tokens.tokens[$0] }
        .filter { $0.kind == .identifier }.map { file.text($0.range) })
    let parameters = event.parameters.filter { names.contains($0.name.text) }
      .map { (name: $0.name.text, type: file.text($0.type.range)) }
    let text = operand(part)
    if parts.contains(where: { $0.text == text }) { return }
    parts.append(Part(text: text, opposite: opposite(of: part), parameters: parameters))
  }

  static func conjuncts(_ condition: ExpressionSyntax) -> [ExpressionSyntax] {
    guard case .binary(.and, _, let left, let right) = condition.kind else { return [condition] }
    return conjuncts(left) + conjuncts(right)
  }

  // MARK: Texts

  /// The text of a condition as an operand of `&&`.
  func operand(_ condition: ExpressionSyntax) -> String {
    let text = file.text(condition.range)
    switch condition.kind {
    case .boolean, .name, .member, .element, .call, .not, .fits: return text
    case .binary(.or, _, _, _), .binary(.implies, _, _, _): return "(\(text))"
    case .binary: return text
    default: return "(\(text))"
    }
  }

  private func opposite(of condition: ExpressionSyntax) -> String {
    let text = file.text(condition.range)
    switch condition.kind {
    case .not(let inner): return operand(inner)
    case .name, .member, .element, .call: return "!\(text)"
    case .binary(let sign, let place, _, _):
      guard let other = EditFinder.negations[sign] else { return "!(\(text))" }
      return file.text(SourceRange(condition.range.start, place.start)) + other.rawValue
        + file.text(SourceRange(place.end, condition.range.end))
    default: return "!(\(text))"
    }
  }

  // MARK: Conditions

  /// The conditions that may narrow the guard of an event: parts of other guards, then facts about the variables.
  ///
  /// - Parameter condition: the guard; its parts and their opposites are left out. Nil for an event without one.
  func conditions(
    for parameters: [ParameterSyntax], besides condition: ExpressionSyntax?
  ) -> [String] {
    let own = condition.map(Self.conjuncts) ?? []
    let names = parameters.map { (name: $0.name.text, type: file.text($0.type.range)) }
    var found: [String] = []
    for part in parts {
      let isReadable = part.parameters.allSatisfy { needed in names.contains { $0 == needed } }
      if isReadable { found += [part.text, part.opposite] }
    }
    for variable in variables {
      found +=
        variable.type.map { restrictions(of: variable.name, $0, depth: 2, parameters) }
        ?? truth(of: variable.name)
    }
    var seen = Set(own.map(operand) + own.map(opposite))
    return Array(found.filter { seen.insert($0).inserted }.prefix(Self.maximumConditions))
  }

  /// The conditions that exclude some values of the parameters.
  func exclusions(of parameters: [ParameterSyntax]) -> [String] {
    Array(
      parameters.flatMap { restrictions(of: $0.name.text, $0.type, depth: 2, []) }
        .prefix(Self.maximumConditions))
  }

  /// The conditions that exclude some values of a place.
  ///
  /// - Parameters:
  ///   - depth: the number of further aliases, fields and elements to follow.
  ///   - keys: the parameters that may be keys and elements.
  ///   - isOptional: whether the place may be nil; nil itself is not excluded.
  private func restrictions(
    of place: String, _ type: TypeSyntax, depth: Int, _ keys: [ParameterSyntax],
    isOptional: Bool = false
  ) -> [String] {
    switch type.kind {
    case .named("Bool"):
      return isOptional ? ["\(place) != true", "\(place) != false"] : truth(of: place)
    case .named(let name):
      if let cases = cases[name] {
        return cases.map { exclusion(of: $0, from: place, isOptional: isOptional) }
      }
      guard depth > 0 else { return [] }
      func inner(_ place: String, _ type: TypeSyntax) -> [String] {
        restrictions(of: place, type, depth: depth - 1, keys, isOptional: isOptional)
      }
      if let type = aliases[name] { return inner(place, type) }
      let owner = isOptional ? place + "?" : place
      return (fields[name] ?? []).flatMap { field in
        field.name.map { inner("\(owner).\($0.text)", field.type) } ?? []
      }
    case .optional(let inner) where isOptional:
      return restrictions(of: place, inner, depth: depth, keys, isOptional: true)
    case _ where isOptional: return []
    case .range(let lower, let upper, let isClosed):
      let bounds = isClosed ? [lower, upper] : [lower]
      return bounds.map { "\(place) != \(operandOfComparison($0))" }
    case .optional(let inner): return presence(of: place, inner, depth: depth)
    case .set(let element, _), .bag(let element, _), .list(let element, _):
      return ["!\(place).isEmpty", "\(place).isEmpty"]
        + keys.filter { isSame($0.type, element) }.flatMap {
          ["!(\($0.name.text) in \(place))", "\($0.name.text) in \(place)"]
        }
    case .map(let key, let content):
      return ["!\(place).isEmpty", "\(place).isEmpty"]
        + elements(of: place, key, depth, keys) { presence(of: $0, content, depth: depth - 1) }
    case .table(let key, let content):
      return elements(of: place, key, depth, keys) {
        restrictions(of: $0, content, depth: depth - 1, [])
      }
    case .timer: return ["\(place) != .off", "\(place) == .off"]
    case .error: return []
    }
  }

  private func truth(of place: String) -> [String] { ["!\(place)", place] }

  /// The conditions about the elements whose keys are parameters.
  private func elements(
    of place: String, _ key: TypeSyntax, _ depth: Int, _ keys: [ParameterSyntax],
    _ conditions: (String) -> [String]
  ) -> [String] {
    guard depth > 0 else { return [] }
    return keys.filter { isSame($0.type, key) }
      .flatMap { conditions("\(place)[\($0.name.text)]") }
  }

  /// The conditions about an optional place.
  private func presence(of place: String, _ type: TypeSyntax, depth: Int) -> [String] {
    ["\(place) != nil", "\(place) == nil"]
      + restrictions(of: place, type, depth: depth, [], isOptional: true)
  }

  private func exclusion(
    of each: EnumCaseSyntax, from place: String, isOptional: Bool
  ) -> String {
    each.fields.isEmpty
      ? "\(place) != .\(each.name.text)"
      : "!(\(place) is .\(each.name.text)\(isOptional ? "?" : ""))"
  }

  private func operandOfComparison(_ bound: ExpressionSyntax) -> String {
    switch bound.kind {
    case .integer, .name, .call: file.text(bound.range)
    default: "(\(file.text(bound.range)))"
    }
  }

  private func isSame(_ left: TypeSyntax, _ right: TypeSyntax) -> Bool {
    file.text(left.range) == file.text(right.range)
  }
}
