import Semantics

/// How expressions and names are written for one checker.
struct ScalarNotation: Sendable {
  var yes, no, and, or, not, equal: String
  /// A number or flag that depends on a test.
  var pick: @Sendable (String, String, String) -> String
  /// Where a root is kept.
  var root: @Sendable (Reference.Root) -> String
  /// The name of a part of a record.
  var part: @Sendable (String) -> String
  /// What a number with a name is called.
  var constant: @Sendable (String) -> String = { $0 }
  /// An element of an array.
  var index: @Sendable (String, String) -> String = { "\($0)[\($1)]" }

  func text(_ scalar: Scalar) -> String {
    switch scalar {
    case .flag(let flag): return flag ? yes : no
    case .number(let number): return number < 0 ? "(\(number))" : "\(number)"
    case .named(let name, _): return constant(name)
    case .read(let reference, _): return text(reference)
    case .not(let inner): return "\(not)\(operand(inner))"
    case .pick(let test, let then, let otherwise):
      return pick(operand(test), operand(then), operand(otherwise))
    case .binary(let operation, let left, let right):
      let sign =
        switch operation {
        case .and: and
        case .or: or
        case .equal: equal
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        default: operation.rawValue
        }
      return "\(operand(left, in: operation)) \(sign) \(operand(right, in: operation))"
    }
  }

  /// In parentheses where there is an operator in it, but for another one of the same kind.
  private func operand(_ scalar: Scalar, in operation: Scalar.Operation? = nil) -> String {
    guard case .binary(let inner, _, _) = scalar else { return text(scalar) }
    let isSame = inner == operation && (inner == .and || inner == .or || inner == .add)
    return isSame ? text(scalar) : "(\(text(scalar)))"
  }

  func text(_ reference: Reference) -> String {
    reference.steps.reduce(root(reference.root)) { text, step in
      switch step {
      case .part(let name): "\(text).\(part(name))"
      case .index(let scalar): index(text, self.text(scalar))
      }
    }
  }
}

/// The names of types for what is made of parts, each shape once.
struct ShapeNames: Sendable {
  private var names: [Shape: String] = [:]
  private var taken: Set<String>

  /// - Parameter taken: names of something else.
  init(taken: Set<String> = []) { self.taken = taken }

  subscript(_ shape: Shape) -> String? { names[shape] }

  /// Names a shape and what it is made of; returns those that are new, parts before what they are parts of.
  mutating func add(_ shape: Shape, _ wish: String) -> [(name: String, shape: Shape)] {
    if names[shape] != nil { return [] }
    var added: [(name: String, shape: Shape)] = []
    switch shape {
    case .flag, .number: return []
    case .record(let parts):
      for part in parts { added += add(part.shape, "\(wish)_\(part.name)") }
    case .array(_, let element): added += add(element, "\(wish)_item")
    }
    var name = "\(wish)_t"
    while !taken.insert(name).inserted { name += "_" }
    names[shape] = name
    return added + [(name, shape)]
  }
}

/// Lines with an indentation.
struct IndentedLines: Sendable {
  private(set) var text = ""
  var depth = 0

  mutating func add(_ line: String) {
    text += line.isEmpty ? "\n" : String(repeating: "  ", count: depth) + line + "\n"
  }

  mutating func indented(_ body: (inout IndentedLines) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }
}

extension Model {
  /// What the file says of itself, a line each, without the marks of comments.
  func heading(
    _ run: [String], omitting omitted: [(name: String, reason: String)]? = nil
  ) -> [String] {
    var lines = [
      "\(spec.name)\(spec.world.map { ", world \($0.name)" } ?? ""): made by traycheck from \(spec.file.parts[0].path).",
      "Lines that are named are those of the spec. To run it:",
    ]
    lines += run.map { "  \($0)" }
    let params = spec.constants.map { "\($0.name) = \($0.type.text($0.value))" }
    if !params.isEmpty { lines.append("Constants: \(params.joined(separator: ", ")).") }
    if variables.contains(where: \.shape.hasArray) {
      lines.append("Places of arrays count from 0, as the values of keys and elements come.")
    }
    for each in omitted ?? self.omitted {
      lines.append("Not said here: \(each.name): \(each.reason).")
    }
    return lines
  }

  /// The code that makes a state one of the starts.
  func startCode(_ start: [Value]) throws(ExportError) -> [Code] {
    var builder = ModelBuilder(spec)
    for (index, variable) in spec.variables.enumerated() {
      try builder.store(
        .constant(of: start[index], variable.type), variable.type,
        in: Reference(root: .now(index)))
    }
    return builder.code
  }
}

extension [Code] {
  /// The names that loops run with.
  var loopLocals: [Local] {
    flatMap { code -> [Local] in
      switch code {
      case .loop(let local, _, _, let body): [local] + body.loopLocals
      case .when(_, let then, let otherwise): then.loopLocals + otherwise.loopLocals
      default: []
      }
    }
  }
}

extension [Code] {
  /// Calls back with all that is read or written in them.
  func forEachRoot(_ body: (Reference.Root) -> Void) {
    func note(_ root: Reference.Root) -> Bool {
      body(root)
      return false
    }
    for each in self {
      switch each {
      case .assign(let place, let scalar): _ = (place.reads(note), scalar.reads(note))
      case .copy(let to, let from, _): _ = (to.reads(note), from.reads(note))
      case .clear(let place, _): _ = place.reads(note)
      case .when(let test, let then, let otherwise):
        _ = test.reads(note)
        (then + otherwise).forEachRoot(body)
      case .loop(_, let first, let last, let inner):
        _ = (first.reads(note), last.reads(note))
        inner.forEachRoot(body)
      case .pick, .leave: break
      }
    }
  }

  /// Whether one of them, at any depth, is such a one.
  func haveAnywhere(_ isSuch: (Code) -> Bool) -> Bool {
    contains(where: { code in
      switch code {
      case .when(_, let then, let otherwise): (then + otherwise).haveAnywhere(isSuch)
      case .loop(_, _, _, let body): body.haveAnywhere(isSuch)
      default: isSuch(code)
      }
    })
  }
}

extension Code {
  /// What it stores to, if it stores.
  var target: Reference.Root? {
    switch self {
    case .assign(let place, _), .copy(let place, _, _), .clear(let place, _): place.root
    case .when, .loop, .pick, .leave: nil
    }
  }
}

extension Routine {
  /// The variables of which something is read as it was before the step.
  var variablesBefore: [Int] {
    var variables: Set<Int> = []
    func note(_ root: Reference.Root) {
      if case .before(let index) = root { variables.insert(index) }
    }
    code.forEachRoot(note)
    _ = result?.reads {
      note($0)
      return false
    }
    return variables.sorted()
  }

  /// Whether a step can be made, asked without making it: what the routine does up to the last place where it may
  /// leave. Nil if by then it has changed something, or picked.
  func question(called name: String) -> Routine? {
    let end = code.lastIndex {
      [$0].haveAnywhere({ if case .leave = $0 { true } else { false } })
    }
    let beginning = end.map { Array(code[...$0]) } ?? []
    let isPure = !beginning.haveAnywhere({ code in
      if case .pick = code { return true }
      if case .local? = code.target { return false }
      return code.target != nil
    })
    var question = Routine(name: name, parameters: parameters, code: beginning, result: .yes)
    guard isPure, question.variablesBefore.isEmpty else { return nil }
    var used: Set<Local> = []
    beginning.forEachRoot { if case .local(let local) = $0 { used.insert(local) } }
    question.locals = locals.filter(used.contains)
    return question
  }
}
