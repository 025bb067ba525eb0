import Basics
import Semantics

/// A model in Promela, the language of Spin.
///
/// One process tries every event with all choices of its parameters, each in one atomic step. An impossible step
/// leads to one state, at `end_nowhere`, which has no successors. So Spin stores two extra states: this one, and the
/// one before the first step.
package struct Promela {
  @Boxed private var model: Model
  let asks: @Sendable (String) -> Bool
  var lines = IndentedLines()
  let names: PromelaNames
  private var types: ShapeNames
  let notation: ScalarNotation
  var label = ""
  /// A part of the model that cannot be expressed.
  var obstacle: ExportError?

  /// The name of a property in Spin's report.
  package static func name(of question: String) -> String { question.modelName }

  /// The number of states in Spin that are not states of the spec.
  package static let extraStates = 2

  /// The text of a file.
  ///
  /// - Parameter asks: selects the properties among `Model.questions`.
  package static func text(
    _ model: Model, asking asks: @escaping @Sendable (String) -> Bool = { _ in true }
  ) throws(ExportError) -> String {
    var writer = Promela(model, asks)
    try writer.write()
    if let obstacle = writer.obstacle { throw obstacle }
    return writer.lines.text
  }

  private init(_ model: Model, _ asks: @escaping @Sendable (String) -> Bool) {
    self.model = model
    self.asks = asks
    let names = PromelaNames(model)
    self.names = names
    types = ShapeNames(taken: names.taken)
    notation = ScalarNotation(
      yes: "true", no: "false", and: "&&", or: "||", not: "!", equal: "==",
      pick: { "(\($0) -> \($1) : \($2))" },
      root: { root in
        switch root {
        case .now(let index): names.variables[index]
        case .before(let index): names.before[index]
        case .sent(let signal): names.sent[signal] ?? "none"
        case .local(let local): names[local]
        }
      }, part: { $0.inPromela }, constant: { names.constants[$0] ?? $0 },
      index: { "\($0).at[\($1)]" })
  }

  private mutating func write() throws(ExportError) {
    let heading = model.heading([
      "spin -o2 -a THIS-FILE && cc -O2 -DSAFETY -DVECTORSZ=65536 pan.c -o pan && ./pan -c0 -m10000000",
      "It stores \(Self.extraStates) that are not states of the spec.",
    ])
    lines.add("/*")
    for line in heading { lines.add(" * \(line.replacing("*/", with: "* /"))") }
    for (name, reason) in model.omittedInPromela where asks(name) {
      lines.add(" * Not said here: \(name): \(reason).")
    }
    lines.add(" */")
    for each in model.constants {
      lines.add("#define \(names.constants[each.key] ?? each.name) \(each.value)")
    }
    lines.add("")
    writeVariables()
    lines.add("active proctype Rules() {")
    lines.depth += 1
    lines.add("atomic {")
    lines.depth += 1
    lines.add("if")
    for start in model.starts {
      lines.add(":: true ->")
      lines.depth += 1
      for code in try model.startCode(start) { write(code) }
      lines.depth -= 1
    }
    lines.add("fi;")
    for depth in 0..<4 { lines.add("k\(depth)_ = 0;") }
    lines.depth -= 1
    lines.add("}")
    lines.add("do")
    for event in model.events {
      for step in event.steps { write(step, event) }
      if let applying = event.applying, asks(event.gap) || asks(event.overlap) {
        write(applying, event)
      }
    }
    for (name, kind, routine) in model.states {
      let isAsked = kind != .possible && asks("\(kind.rawValue) \(name)")
      if isAsked || routine.canFault && asks("fault in \(name)") { ask(name, kind, routine) }
    }
    lines.add(":: atomic {")
    lines.depth += 1
    leaveForNowhere()
    lines.depth -= 1
    lines.add("}")
    lines.add("od;")
    lines.add("end_nowhere: false")
    lines.depth -= 1
    lines.add("}")
  }

  // MARK: Variables

  private mutating func writeVariables() {
    let readBefore = Set(model.routines.flatMap(\.variablesBefore)).sorted()
    let sent = model.sent.sorted { $0.key < $1.key }
    var places = model.variables.enumerated().map { ($1.shape, names.variables[$0]) }
    places += sent.map { ($1.shape, names.sent[$0] ?? $1.name) }
    places += readBefore.map { (model.variables[$0].shape, names.before[$0]) }
    places += names.locals.sorted { $0.value < $1.value }.map { ($0.shape, $1) }
    for (shape, name) in places { declare(shape, name.capitalizedFirst) }
    for (shape, name) in places { lines.add("\(text(shape)) \(name);") }
    for depth in 0..<4 { lines.add("int k\(depth)_;") }
    lines.add("byte outcome_;")
    for question in model.questions where asks(question) && !question.isForeignToPromela {
      lines.add("bool \(Self.name(of: question));")
    }
    lines.add("")
    lines.add("inline forget() {")
    lines.depth += 1
    for (shape, name) in places { clear(name, shape, 0, toZero: true) }
    for depth in 0..<4 { lines.add("k\(depth)_ = 0;") }
    lines.add("outcome_ = 0")
    lines.depth -= 1
    lines.add("}")
    lines.add("")
  }

  private mutating func declare(_ shape: Shape, _ wish: String) {
    for (name, shape) in types.add(shape, wish) {
      switch shape {
      case .record(let parts):
        let fields = parts.map { "\(text($0.shape)) \($0.name.inPromela)" }
        lines.add("typedef \(name) { \(fields.joined(separator: "; ")) }")
      case .array(let count, let element):
        lines.add("typedef \(name) { \(text(element)) at[\(count)] }")
      case .flag, .number: break
      }
    }
  }

  private func text(_ shape: Shape) -> String {
    switch shape {
    case .flag: "bool"
    case .number(let range) where range.lowerBound >= 0 && range.upperBound < 255: "byte"
    case .number(let range) where range.lowerBound > -32768 && range.upperBound < 32767: "short"
    case .number: "int"
    default: types[shape] ?? "byte"
    }
  }

  // MARK: Steps

  private mutating func write(_ step: StepModel, _ event: EventModel) {
    let routine = step.routine
    lines.add(":: atomic {")
    lines.depth += 1
    for line in routine.comment { lines.add("/* \(line) */") }
    for parameter in routine.parameters { choose(parameter) }
    let before = Set(
      routine.variablesBefore
        + step.transitions.filter { asks("transition \($0.name)") || asks("fault in \($0.name)") }
        .flatMap(\.routine.variablesBefore))
    for index in before.sorted() {
      copy(names.before[index], names.variables[index], model.variables[index].shape, 0)
    }
    // Without choices, the step needs no location in between.
    let isOne = routine.picks.isEmpty
    if isOne { open("d_step {") }
    body(routine, PromelaNames.label(routine)) { $0.lines.add("outcome_ = 1;") }
    if isOne { close("}") }
    lines.add("if")
    lines.add(":: outcome_ == 1 ->")
    lines.depth += 1
    tell(step)
    for (name, transition) in step.transitions
    where asks("transition \(name)") || asks("fault in \(name)") {
      ask(transition, name)
    }
    reset(routine.parameters + routine.picks + routine.locals + routine.code.loopLocals)
    for index in before.sorted() {
      clear(names.before[index], model.variables[index].shape, 0, toZero: true)
    }
    resetSignals()
    for depth in 0..<4 { lines.add("k\(depth)_ = 0;") }
    lines.add("outcome_ = 0;")
    lines.depth -= 1
    lines.add(":: else ->")
    lines.depth += 1
    if routine.canFault { assert("fault in \(step.name)", "outcome_ == 2") }
    leaveForNowhere()
    lines.depth -= 1
    lines.add("fi")
    lines.depth -= 1
    lines.add("}")
  }

  /// A line that a trail prints at the step.
  private mutating func tell(_ step: StepModel) {
    let given = step.routine.parameters
    let form = given.map { "\($0.name): %d" }.joined(separator: ", ")
    let values = given.map { ", \(names[$0])" }.joined()
    lines.add("printf(\"> \(step.name)\(given.isEmpty ? "" : " \(form)")\\n\"\(values));")
  }

  /// Counts the rules that apply.
  private mutating func write(_ applying: Routine, _ event: EventModel) {
    lines.add(":: atomic {")
    lines.depth += 1
    for parameter in applying.parameters { choose(parameter) }
    open("d_step {")
    body(applying, PromelaNames.label(applying)) { writer in
      writer.lines.add("k0_ = \(writer.notation.text(applying.result ?? .number(1)));")
      writer.assert(event.gap, "k0_ == 0")
      writer.assert(event.overlap, "k0_ > 1")
    }
    close("}")
    leaveForNowhere()
    lines.depth -= 1
    lines.add("}")
  }

  private mutating func resetSignals() {
    for each in model.sent.sorted(by: { $0.key < $1.key }) {
      clear(names.sent[each.key] ?? each.value.name, each.value.shape, 0, toZero: true)
    }
  }
}
