import Semantics

/// A spec under the constants of one world, in terms of every checker: numbers, flags, records and arrays;
/// assignments, branches and loops.
///
/// States of the model correspond one to one to those of the spec: an absent part has one value only. The generated
/// model has the meaning of the reference evaluator.
package struct Model: Sendable {
  package let spec: CheckedSpec
  /// The variables, with their names in the model.
  package var variables: [Local] = []
  /// The names of cases of enums.
  package var constants: [(key: String, name: String, value: Int)] = []
  package var events: [EventModel] = []
  /// Invariants, and the conditions of other properties on single states.
  package var states: [(name: String, kind: PropertyKeyword, routine: Routine)] = []
  /// The `eventually` properties that some checker can express. They are also in the omitted ones, for the others.
  package var eventualities: [EventualModel] = []
  /// Whether a state without an enabled event may be the last.
  package var terminal: Routine?
  /// The values of all variables at the beginning.
  package var starts: [[Value]] = []
  /// For each signal that properties observe, by its number: the counts of its values in a step.
  package var sent: [Int: Local] = [:]
  /// The omitted properties, and the reasons.
  package var omitted: [(name: String, reason: String)] = []

  /// The maximum number of starts in a model.
  static let maximumStarts = 4096
}

/// An event, with all choices of its parameters.
package struct EventModel: Sendable {
  /// Its index in the spec.
  package var event: Int
  package var name: String
  package var comment: [String]
  package var parameters: [Local]
  package var steps: [StepModel] = []
  /// The number of rules that apply, as its result; nil for an event without rules.
  package var applying: Routine?
}

extension EventModel {
  package var gap: String { "gap in \(name)" }
  package var overlap: String { "overlap in \(name)" }
}

/// One way in which an event happens: by a rule, or as a whole.
package struct StepModel: Sendable {
  package var name: String
  package var routine: Routine
  /// Transitions that match the step, with whether it satisfies them.
  package var transitions: [(name: String, routine: Routine)] = []
}

/// A parameter of an event or property, and the number that represents it.
struct ModelParameter {
  var declared: Parameter
  /// The value itself, or its place among all values of the type.
  var local: Local

  /// The values of its numbers, if they are not obvious.
  var legend: String? {
    switch declared.type {
    case .bool, .range, .timer, .integer: return nil
    case .enumeration(let type) where type.isPlain: return nil
    case let type:
      let values = type.allValues
      let shown = values.prefix(12).enumerated().map { "\($0) is \(type.text($1))" }
      return "\(local.name): \(shown.joined(separator: ", "))\(values.count > 12 ? ", …" : "")"
    }
  }
}

/// An `eventually`, of each choice of its parameters.
package struct EventualModel: Sendable {
  package var name: String
  package var parameters: [Local]
  /// The premise; nil if the property applies at the starts.
  package var premise: Routine?
  package var body: Routine
  /// Events that do not happen infinitely often, by their indices in the spec.
  package var excluded: [Int]
}

extension Model {
  /// - Throws: `ExportError` for parts of the spec that other checkers cannot express.
  package init(_ machine: Machine) throws(ExportError) {
    spec = machine.spec
    var names: Set<String> = []
    collectConstants()
    var builder = ModelBuilder(spec, reserved: Set(constants.map(\.name)))
    for variable in spec.variables {
      let name = builder.name(variable.name)
      names.insert(name)
      do throws(ExportError) {
        variables.append(Local(name: name, shape: try variable.type.shape()))
      } catch {
        throw error.at(variable.range)
      }
    }
    try findStarts(machine)
    try addProperties(&builder)
    for index in spec.events.indices { try addEvent(index, &builder) }
    if !spec.terminals.isEmpty {
      terminal = try routine("mayEnd", &builder) { (builder) throws(ExportError) in
        var result = Scalar.no
        for root in spec.terminals {
          builder.frame = [:]
          let (code, holds) = try builder.block { (builder) throws(ExportError) in
            try builder.test(root.expression)
          }
          builder.code += code
          result = result || holds
        }
        return result
      }
    }
    collectOtherConstants(besides: builder.names)
  }

  /// The names of cases of all enums that are stored or reported.
  private mutating func collectConstants() {
    var seen: Set<String> = []
    var found: [(String, Int)] = []
    func visit(_ type: Type) {
      if case .enumeration(let type) = type {
        guard seen.insert(type.name).inserted else { return }
        for index in type.cases.indices { found.append((type.key(ofCase: index), index)) }
      }
      if case .structure(let type) = type, !seen.insert(type.name).inserted { return }
      for part in type.parts { visit(part) }
    }
    for variable in spec.variables { visit(variable.type) }
    for event in spec.events { for each in event.parameters { visit(each.type) } }
    for signal in spec.signals { for each in signal.fields { visit(each.type) } }
    add(found, besides: [])
  }

  /// The names of cases that occur only in code.
  private mutating func collectOtherConstants(besides names: Set<String>) {
    var known = Set(constants.map(\.key))
    var others: [(String, Int)] = []
    var taken = names
    let asked = eventualities.flatMap { [$0.premise, $0.body].compactMap(\.self) }
    for routine in routines + asked {
      routine.forEachScalar {
        if case .named(let key, let value) = $0, known.insert(key).inserted {
          others.append((key, value))
        }
      }
      let locals = routine.parameters + routine.picks + routine.locals + routine.code.loopLocals
      taken.formUnion(locals.map(\.name))
    }
    add(others.sorted { $0 < $1 }, besides: taken)
  }

  /// Gives each number a unique name.
  private mutating func add(_ found: [(key: String, value: Int)], besides names: Set<String>) {
    var taken = names.union(constants.map(\.name))
    for (key, value) in found {
      var name = key.replacing(".", with: "_")
      while !taken.insert(name).inserted { name += "_" }
      constants.append((key, name, value))
    }
  }

  private mutating func findStarts(_ machine: Machine) throws(ExportError) {
    do throws(Machine.StartFailure) {
      starts = try machine.starts()
    } catch {
      throw ExportError("starts that cannot be found")
    }
    if starts.count > Self.maximumStarts {
      throw ExportError("\(starts.count) starts; \(Self.maximumStarts) are written out at most")
    }
  }

  /// A separate routine, with unique names inside.
  func routine(
    _ name: String, _ outer: inout ModelBuilder, parameters: [ModelParameter] = [],
    _ body: (inout ModelBuilder) throws(ExportError) -> Scalar?
  ) throws(ExportError) -> Routine {
    var routine = Routine(name: outer.name(name))
    var builder = ModelBuilder(spec, reserved: outer.names.union(parameters.map(\.local.name)))
    builder.keptSignals = outer.keptSignals
    for (slot, parameter) in parameters.enumerated() {
      builder.frame[slot] = try builder.value(of: parameter)
    }
    routine.result = try body(&builder)
    routine.parameters = parameters.map(\.local)
    routine.code = builder.code
    routine.locals = builder.locals
    routine.picks = builder.picks
    return routine
  }

  // MARK: Properties

  /// The properties of the model, by the words for their failure in a report: such as `invariant oneCard`, `gap in
  /// receive`, `fault in receive_loud`, `deadlock`.
  package var questions: [String] {
    var questions: [String] = []
    for event in events {
      for step in event.steps {
        if step.routine.canFault { questions.append("fault in \(step.name)") }
        for (name, transition) in step.transitions {
          questions.append("transition \(name)")
          if transition.canFault { questions.append("fault in \(name)") }
        }
      }
      if event.applying != nil { questions += [event.gap, event.overlap] }
    }
    for (name, kind, routine) in states {
      questions.append("\(kind.rawValue) \(name)")
      if routine.canFault { questions.append("fault in \(name)") }
    }
    questions += eventualities.map { "eventually \($0.name)" }
    questions.append("deadlock")
    var seen: Set<String> = []
    return questions.filter { seen.insert($0).inserted }
  }

  private mutating func addProperties(_ builder: inout ModelBuilder) throws(ExportError) {
    for (index, property) in spec.properties.enumerated() where index != spec.goalBeyondBound {
      switch property.kind {
      case .invariant, .reachable:
        if case .same? = property.sentence {
          omitted.append((property.name, "it compares the effects of two events"))
          continue
        }
        addState(property, &builder)
      case .possible(let parameters, nil) where parameters.isEmpty: addState(property, &builder)
      case .possible: omitted.append((property.name, "it is about paths from some states only"))
      case .eventually:
        addEventually(property, &builder)
        omitted.append((property.name, "it is about runs, which are fair or not"))
      case .transition:
        for signal in property.signals { keep(signal, &builder) }
      }
    }
    for scenario in spec.scenarios {
      omitted.append(("scenario:\(scenario.name)", "it is played, and not searched for"))
    }
  }

  private mutating func addState(_ property: Property, _ builder: inout ModelBuilder) {
    do throws(ExportError) {
      let routine = try routine("\(property.name)_holds", &builder) {
        (builder) throws(ExportError) in
        try builder.test(property.body.expression)
      }
      var told = routine
      told.comment = [comment(property.keyword.rawValue + " " + property.name, property.range)]
      states.append((property.name, property.keyword, told))
    } catch {
      omitted.append((property.name, reason(error)))
    }
  }

  private mutating func addEventually(_ property: Property, _ builder: inout ModelBuilder) {
    guard case .eventually(let parameters, let premise, let excluded) = property.kind else {
      return
    }
    do throws(ExportError) {
      let parameters = try self.parameters(parameters, &builder)
      func asked(_ expression: Expression, _ name: String) throws(ExportError) -> Routine {
        try routine("\(property.name)_\(name)", &builder, parameters: parameters) {
          (builder) throws(ExportError) in try builder.test(expression)
        }
      }
      var begins: Routine?
      if let premise { begins = try asked(premise, "begins") }
      var body = try asked(property.body.expression, "isMet")
      body.comment = [comment("eventually \(property.name)", property.range)]
      eventualities.append(
        EventualModel(
          name: property.name, parameters: parameters.map(\.local), premise: begins, body: body,
          excluded: excluded))
    } catch {
      // It stays among the omitted ones.
    }
  }

  package func reason(_ obstacle: ExportError) -> String {
    obstacle.text + (obstacle.range.map { " (\(spec.file.lineText(of: $0)))" } ?? "")
  }

  func comment(_ text: String, _ range: SourceRange) -> String {
    "\(text): \(spec.file.lineText(of: range))"
  }

  private mutating func keep(_ signal: Int, _ builder: inout ModelBuilder) {
    if sent[signal] != nil { return }
    let fields = StructType(name: "signal", fields: spec.signals[signal].fields)
    guard let count = try? fields.valueCount(), count <= 4096 else { return }
    sent[signal] = Local(
      name: builder.name("sent_\(spec.signals[signal].name)"), shape: .array(count, .sendings))
    builder.keptSignals.insert(signal)
  }
}

extension Property {
  /// The signals that a transition reads.
  var signals: Set<Int> {
    ([body.expression] + (filter.map { [$0] } ?? [])).emittedSignals
  }
}
