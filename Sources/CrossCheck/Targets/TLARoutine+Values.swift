/// The definitions that a module needs in addition to its own.
struct TLAHelpers: Sendable {
  var usesSets = false
  var usesSum = false
  var usesDivision = false
  let sum, quotient, remainder: String
  /// Empty values that are too long to repeat, by their text.
  private(set) var empties: [(text: String, name: String)] = []

  init(_ names: inout TLANames) {
    sum = names.global("Sum")
    quotient = names.global("Quotient")
    remainder = names.global("Remainder")
  }

  /// The name of an empty value.
  mutating func empty(_ text: String, _ names: TLANames) -> String {
    if let known = empties.first(where: { $0.text == text }) { return known.name }
    var name = "Empty\(empties.count + 1)"
    while names.taken.contains(name) { name += "_" }
    empties.append((text, name))
    return name
  }
}

/// Values, and the places that contain them.
extension TLARoutine {
  /// An expression as an operand: itself if it is short, otherwise a name for it.
  mutating func kept(_ formula: Formula, _ wish: String) -> String {
    var line = formula.line
    if case .all(let all) = formula {
      let lines = all.compactMap(\.line)
      if lines.count == all.count {
        line = lines.map(\.operand).joined(separator: " /\\ ")
      }
    }
    if let line, line.count <= shortLength { return line.operand }
    let name = fresh(wish)
    definitions.append(.init(name: name, value: formula))
    return name
  }

  // MARK: Scalars

  /// An expression as an operand of another one, in parentheses if needed.
  mutating func text(_ scalar: Scalar) -> String {
    switch scalar {
    case .flag(let flag): return flag ? "TRUE" : "FALSE"
    case .number(let number): return number < 0 ? "(\(number))" : "\(number)"
    case .named(let name, let number): return names.constants[name] ?? "\(number)"
    case .read(let reference, _): return text(reference)
    case .not(let inner): return text(inner).bare.negated.operand
    case .pick(let test, let then, let otherwise):
      return "(IF \(text(test).bare) THEN \(text(then).bare) ELSE \(text(otherwise).bare))"
    case .binary(let operation, let left, let right):
      return binary(operation, left, right)
    }
  }

  private mutating func binary(
    _ operation: Scalar.Operation, _ left: Scalar, _ right: Scalar
  ) -> String {
    let (one, two) = (operand(left, in: operation), operand(right, in: operation))
    let isPlain = left.bounds.lowerBound >= 0 && right.bounds.lowerBound > 0
    switch operation {
    case .add where one == "0": return two
    case .add, .subtract, .multiply: return "(\(one) \(operation.rawValue) \(two))"
    case .divide, .remainder:
      if isPlain { return "(\(one) \(operation == .divide ? "\\div" : "%") \(two))" }
      helpers.usesDivision = true
      let name = operation == .divide ? helpers.quotient : helpers.remainder
      return "\(name)(\(one.bare), \(two.bare))"
    case .equal: return "(\(one) = \(two))"
    case .notEqual: return "(\(one) # \(two))"
    case .less: return "(\(one) < \(two))"
    case .lessOrEqual: return "(\(one) <= \(two))"
    case .and: return "(\(one) /\\ \(two))"
    case .or: return "(\(one) \\/ \(two))"
    }
  }

  /// Adds parentheses if it contains an operator of another kind.
  private mutating func operand(_ scalar: Scalar, in operation: Scalar.Operation) -> String {
    let text = text(scalar)
    guard case .binary(operation, _, _) = scalar else { return text }
    return operation == .and || operation == .or || operation == .add ? text.bare : text
  }

  mutating func text(_ reference: Reference) -> String {
    let node = settled(reference)
    if case .whole(let text) = node { return text }
    let name = kept(node.formula, reference.name)
    return name
  }

  // MARK: Places

  /// The initial value of a root, before any store.
  func first(_ root: Reference.Root) -> TLANode {
    switch root {
    case .now(let index), .before(let index): return .whole(names.variables[index])
    case .sent, .local:
      // These have an initial value, whose required definitions are recorded there.
      var helpers = helpers
      return zero(model.shape(root), &helpers)
    }
  }

  /// The current value, with a name for the replaced parts of an array.
  mutating func settled(_ reference: Reference) -> TLANode {
    var node = places[reference.root] ?? first(reference.root)
    var shape = model.shape(reference.root)
    var path: [Reference.Step] = []
    for step in reference.steps {
      switch (step, shape) {
      case (.part(let name), .record(let shapes)):
        let parts = node.parts(shape).parts
        guard let place = shapes.firstIndex(where: { $0.name == name }),
          parts.indices.contains(place)
        else { return node }
        node = parts[place].node
        shape = shapes[place].shape
        path.append(step)
      case (.index(let scalar), .array(_, let element)):
        node = named(node, Reference(root: reference.root, steps: path))
        let index = text(scalar).bare
        guard case .whole(let array) = node else { return node }
        node =
          array.isEmptyArray && node == zero(shape) ? zero(element) : .whole("\(array)[\(index)]")
        shape = element
        path.append(step)
      default: return node
      }
    }
    return named(node, reference)
  }

  /// The same, with names for arrays with replaced parts, which the place then has as well.
  private mutating func named(_ node: TLANode, _ place: Reference) -> TLANode {
    switch node {
    case .whole: return node
    case .replaced:
      let name = fresh(place.name)
      definitions.append(.init(name: name, value: node.formula))
      store(.whole(name), in: place)
      return .whole(name)
    case .record(let base, let parts):
      guard case .record(let shapes) = model.shape(of: place) else { return node }
      let inner = zip(shapes, parts).map { shape, part in
        TLANode.Part(name: part.name, node: named(part.node, place.part(shape.name)))
      }
      return .record(base: base, inner)
    }
  }

  mutating func store(_ value: TLANode, in place: Reference) {
    let node = places[place.root] ?? first(place.root)
    places[place.root] = replaced(node, model.shape(place.root), place.steps[...], value)
  }

  private mutating func replaced(
    _ node: TLANode, _ shape: Shape, _ steps: ArraySlice<Reference.Step>, _ value: TLANode
  ) -> TLANode {
    guard let step = steps.first else { return value }
    switch (step, shape) {
    case (.part(let name), .record(let shapes)):
      var (base, parts) = node.parts(shape)
      guard let place = shapes.firstIndex(where: { $0.name == name }) else { return node }
      parts[place].node = replaced(parts[place].node, shapes[place].shape, steps.dropFirst(), value)
      return .record(base: base, parts)
    case (.index, .array):
      let path = steps.map { (step) -> String in
        switch step {
        case .part(let name): ".\(name.inTLA)"
        case .index(let scalar): "[\(text(scalar).bare)]"
        }
      }.joined()
      let field = Formula.Field(name: path, value: value.formula)
      switch node {
      case .replaced(let base, let fields): return .replaced(base, fields + [field])
      case .whole(let text): return .replaced(text, [field])
      case .record: return node
      }
    default: return node
    }
  }

  // MARK: Values with nothing in them

  mutating func zero(_ shape: Shape) -> TLANode { zero(shape, &helpers) }

  private func zero(_ shape: Shape, _ helpers: inout TLAHelpers) -> TLANode {
    switch shape {
    case .record(let parts):
      return .record(
        base: nil,
        parts.map { .init(name: $0.name.inTLA, node: zero($0.shape, &helpers)) })
    case .array:
      let text = zeroText(shape, 0)
      return .whole(text.count <= shortLength ? text : helpers.empty(text, names))
    case .flag, .number: return .whole(zeroText(shape, 0))
    }
  }

  private func zeroText(_ shape: Shape, _ depth: Int) -> String {
    switch shape {
    case .flag: return "FALSE"
    case .number: return shape.least < 0 ? "(\(shape.least))" : "\(shape.least)"
    case .record(let parts) where parts.isEmpty: return "<<>>"
    case .record(let parts):
      let fields = parts.map { "\($0.name.inTLA) |-> \(zeroText($0.shape, depth).bare)" }
      return "[\(fields.joined(separator: ", "))]"
    case .array(let count, let element):
      let index = names.indices[min(depth, names.indices.count - 1)]
      return "[\(index) \\in 0..\(count - 1) |-> \(zeroText(element, depth + 1).bare)]"
    }
  }
}

extension String {
  /// Whether it may be an empty array.
  fileprivate var isEmptyArray: Bool { hasPrefix("[") || hasPrefix("Empty") }
}
