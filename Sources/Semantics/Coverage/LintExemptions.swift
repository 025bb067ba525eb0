/// Recognizes parts that a careful author writes although they make no difference in the current worlds. They are no
/// gaps.
package struct LintExemptions {
  /// Caches which functions name a param, and which variables one bounds. Functions call one another along too many
  /// paths to visit all.
  private final class Memory {
    var functions: [ObjectIdentifier: Bool] = [:]
    var variables: [SourceRange: Bool] = [:]
    /// The words in the declaration of each type.
    var types: [String: Set<String>]?
  }

  private let memory = Memory()
  private let spec: CheckedSpec
  private let params: Set<String>
  private let file: SourceFile
  /// Variables that no rule reads and some property does, and signals that some property observes.
  private let observers: (variables: Set<Int>, signals: Set<Int>)
  private let ghosts: Set<Int>
  /// The names of the definitions that worlds replace. These definitions matter because their text may differ.
  private let replaced: Set<String>

  package init(_ spec: CheckedSpec) {
    self.spec = spec
    params = Set(spec.params.map(\.name))
    file = spec.file
    var readByRules = spec.events.flatMap(\.conditions).variables
    for statement in spec.statements {
      var variables = statement.expressions.variables
      // A statement that only increments a variable is no read of it.
      if case .change(let place, _, _) = statement.node, case .variable(let index) = place.root {
        variables.remove(index)
      }
      readByRules.formUnion(variables)
    }
    let checked = spec.properties.flatMap(\.expressions)
    observers = (checked.variables.subtracting(readByRules), checked.emittedSignals)
    ghosts = Set(spec.variables.indices.filter { spec.variables[$0].isGhost })
    replaced = Set(
      spec.worlds.flatMap(\.replaces).flatMap { heading in
        heading.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }.map(String.init)
      })
  }

  /// Whether a world replaces the text of an event, a rule (`receive.mention`) or a function.
  func isReplaced(_ name: String) -> Bool { replaced.contains(name) }

  /// Whether the value of a param decides the expression as well. With `--set`, a param may have a value that no
  /// world gives it.
  package func mentionsParam(_ expression: Expression) -> Bool {
    if params.isEmpty { return false }
    var found = false
    switch expression.node {
    case .constant, .domain:
      return words(in: expression.range).contains(where: params.contains)
    case .call(let function, _):
      let object = ObjectIdentifier(function)
      found = memory.functions[object] ?? mentionsParam(function.body)
      memory.functions[object] = found
    default: break
    }
    return found || expression.node.children.contains(where: mentionsParam)
  }

  // MARK: Params

  /// Whether a param decides whether the event can happen.
  package func isOptional(event: Int) -> Bool {
    spec.ownGuard(of: event).map(mentionsParam) ?? false
  }

  package func isOptional(_ rule: Rule) -> Bool {
    rule.conditions.contains { condition in
      if case .test(let test) = condition { mentionsParam(test) } else { false }
    }
  }

  /// Whether a param decides which steps or states a property is about.
  package func isOptional(_ property: Property) -> Bool {
    [property.filter, property.premise].compactMap(\.self).contains(where: mentionsParam)
  }

  /// Whether a param occurs in the text of a variable's type, or in that of a type that it names.
  package func isBoundedByParam(_ variable: Variable) -> Bool {
    if let known = memory.variables[variable.range] { return known }
    var words = self.words(ofLineAt: variable.range.start)
    for word in words where word.first?.isUppercase ?? false {
      words.formUnion(wordsOfTypes[word] ?? [])
    }
    let isBounded = !words.isDisjoint(with: params)
    memory.variables[variable.range] = isBounded
    return isBounded
  }

  /// The words in the first line of the declaration of each type, by its name.
  private var wordsOfTypes: [String: Set<String>] {
    if let known = memory.types { return known }
    var types: [String: Set<String>] = [:]
    for line in file.bytes.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      guard ["type ", "struct ", "enum "].contains(where: { text.starts(with: $0.utf8) }) else {
        continue
      }
      let words = words(in: SourceRange(line.startIndex, line.endIndex))
      if words.count > 1 { types[words[1], default: []].formUnion(words) }
    }
    memory.types = types
    return types
  }

  private func words(ofLineAt place: Int) -> Set<String> {
    let end = file.bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? file.bytes.count
    return Set(words(in: SourceRange(place, end)))
  }

  /// The words of a text. A byte that is not ASCII counts as a part of a word.
  private func words(in range: SourceRange) -> [String] {
    file.bytes.prefix(range.end).dropFirst(range.start).split { $0 < 0x80 && !$0.isWordByte }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a condition of a rule protects from the bounds of types, or from a missing value. It may make no
  /// difference until something has one element more.
  func isShield(_ condition: Expression) -> Bool {
    switch condition.node {
    case .not(let inner), .bounded(let inner, _): isShield(inner)
    case .comparison(_, let left, let right):
      left.type.isNumber || right.type.isNumber || left.isNil || right.isNil
    case .member(.isEmpty, _, _), .member(.contains, _, _), .isContained: true
    default: false
    }
  }

  /// Whether statements only store values for properties, in ghosts, flags and signals. The property may be that they
  /// never run.
  func areObservations(_ statements: [Statement]) -> Bool {
    statements.allSatisfy { statement in
      switch statement.node {
      case .change(let place, _, let operands):
        guard case .variable(let index) = place.root, observers.variables.contains(index) else {
          return false
        }
        return ghosts.contains(index)
          || operands.allSatisfy { $0.type == .bool && $0.isConstant } && operands.count == 1
      case .emit(let emission): return observers.signals.contains(emission.signal)
      default: return false
      }
    }
  }
}

extension Expression {
  /// Whether it may lack a value because something is missing.
  var mayFault: Bool {
    contains { part in
      switch part.node {
      case .unwrap, .element, .member(.first, _, _), .member(.last, _, _),
        .arithmetic(.divide, _, _), .arithmetic(.remainder, _, _):
        true
      default: false
      }
    }
  }

  fileprivate var isNil: Bool {
    if case .constant(.none) = node { true } else { false }
  }

  /// Whether it is `false`, literally or through a constant.
  package var isFalse: Bool {
    if case .constant(.bool(false)) = node { true } else { false }
  }
}

extension Type {
  fileprivate var isNumber: Bool {
    switch self {
    case .range, .integer: true
    case .optional(let inner): inner.isNumber
    default: false
    }
  }
}

extension [Expression] {
  /// The signals that `emitted` asks for in them, also in functions.
  package var emittedSignals: Set<Int> {
    Set(
      withFunctions.compactMap { part in
        if case .emitted(let pattern, _) = part.node { pattern.signal } else { nil }
      })
  }
}
