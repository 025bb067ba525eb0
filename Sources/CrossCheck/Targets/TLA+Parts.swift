import Semantics

/// Actions, and their results as values.
extension TLA {
  // MARK: Calls

  func arguments(_ locals: [Local], _ more: String...) -> String {
    let all = locals.map(names.parameter) + more
    return all.isEmpty ? "" : "(\(all.joined(separator: ", ")))"
  }

  func quantified(_ word: String, _ locals: [Local], _ body: String) -> String {
    if locals.isEmpty { return body }
    let bounds = locals.map { "\(names.parameter($0)) \\in \($0.shape.inTLA)" }
    return "\(word) \(bounds.joined(separator: ", ")) : \(body)"
  }

  /// A condition on all, or some, results of a step.
  func each(_ step: StepModel, _ word: String, _ test: String) -> String {
    let outcome = outcome(step) + arguments(step.routine.parameters)
    return step.routine.picks.isEmpty
      ? "LET \(next) == \(outcome) IN \(test)" : "\(word) \(next) \\in \(outcome) : \(test)"
  }

  /// Whether a step faults for some arguments.
  func faults(_ step: StepModel) -> String {
    quantified(
      "\\E", step.routine.parameters, each(step, "\\E", "\(next).\(out) = \"fault\""))
  }

  /// The name of a step's result.
  func outcome(_ step: StepModel) -> String {
    actions["\(step.name) outcome"] ?? "\(step.name)_outcome"
  }

  // MARK: Events

  mutating func write(_ event: EventModel) {
    for step in event.steps {
      lines.append("")
      let asksSteps = step.transitions.contains {
        asks("transition \($0.name)") || $0.routine.canFault && asks("fault in \($0.name)")
      }
      let asksFault =
        step.routine.canFault && (asks("fault in \(step.name)") || asks("deadlock"))
      if asksSteps || asksFault {
        writeByOutcome(step, asksSteps: asksSteps)
      } else {
        writeAction(step)
      }
    }
    if event.applying != nil {
      let arguments = arguments(event.parameters)
      lines.append("\(actions[event.name] ?? "")\(arguments) ==")
      lines += event.steps.map { "  \\/ \(actions[$0.name] ?? "")\(arguments)" }
      if event.steps.isEmpty { lines.append("  FALSE") }
    }
    if let applying = event.applying, asks(event.gap) || asks(event.overlap) || asks("deadlock") {
      let name = names.global(applying.name)
      actions["\(event.name) applying"] = name
      define(
        name + arguments(applying.parameters), count(applying),
        ["how many rules of \(event.name) apply"])
    }
  }

  private func routine(_ routine: Routine, parameters: [Local]) -> TLARoutine {
    var own = TLARoutine(model, names, helpers, parameters: parameters)
    own.begin(routine)
    return own
  }

  private func changed(_ routine: Routine) -> [Int] {
    model.variables.indices.filter { routine.code.written.contains(.now($0)) }
  }

  private mutating func writeAction(_ step: StepModel) {
    var own = routine(step.routine, parameters: step.routine.parameters)
    let variables = names.variables
    let changed = changed(step.routine)
    var ends = TLARoutine.Ends { _, _ in
      .no
    } done: { routine in
      var (all, same): ([Formula], [String]) = ([], [])
      for (index, name) in variables.enumerated() {
        let node = routine.places[.now(index)]
        if let node, node != .whole(name) {
          all.append(.equal("\(name)'", node.formula))
        } else {
          same.append(name)
        }
      }
      if all.isEmpty { return .all([.text("UNCHANGED vars")]) }
      if !same.isEmpty { all.append(.text("UNCHANGED <<\(same.joined(separator: ", "))>>")) }
      return .all(all)
    }
    ends.isFlag = true
    ends.choice = .exists
    ends.live = Set(changed.map(Reference.Root.now))
    let formula = own.run(step.routine.code, ends)
    helpers = own.helpers
    define(
      "\(actions[step.name] ?? "")\(arguments(step.routine.parameters))", formula,
      step.routine.comment)
  }

  private mutating func writeByOutcome(_ step: StepModel, asksSteps: Bool) {
    let (routine, out, variables) = (step.routine, out, names.variables)
    let changed = changed(routine)
    let signals = names.sent.keys.sorted().filter { routine.code.written.contains(.sent($0)) }
    let sent = names.sent
    let isSet = !routine.picks.isEmpty
    var own = self.routine(routine, parameters: routine.parameters)
    func packed(_ formula: Formula) -> Formula { isSet ? .only(formula) : formula }
    var ends = TLARoutine.Ends { _, exit in
      switch exit {
      case .impossible: isSet ? .text("{}") : .text("Impossible")
      case .fault(let reason): packed(.text("Fault (* \(reason.replacing("*)", with: "* )")) *)"))
      case .either(let text): packed(.record([.init(name: out, value: .text(text))]))
      }
    } done: { routine in
      var fields = [Formula.Field(name: out, value: .text("\"done\""))]
      for index in changed {
        let root = Reference.Root.now(index)
        let node = routine.places[root] ?? routine.first(root)
        fields.append(.init(name: variables[index], value: node.formula))
      }
      for signal in signals {
        let node = routine.places[.sent(signal)] ?? routine.first(.sent(signal))
        fields.append(.init(name: sent[signal] ?? "sent", value: node.formula))
      }
      return packed(.record(fields))
    }
    ends.choice = isSet ? .union : nil
    ends.live = Set(changed.map(Reference.Root.now) + signals.map(Reference.Root.sent))
    let formula = own.run(routine.code, ends)
    let text = formula.text(at: 2)
    if text.contains("Fault (*") || text.contains("\"fault\"") {
      faulting.insert(step.name)
    } else if !asksSteps {
      // Faults were already shown to be impossible.
      return writeAction(step)
    }
    helpers = own.helpers
    let name = names.global("\(step.name)_outcome")
    actions["\(step.name) outcome"] = name
    let arguments = arguments(routine.parameters)
    define(name + arguments, formula, routine.comment)
    lines.append("\(actions[step.name] ?? "")\(arguments) ==")
    lines.append(
      isSet
        ? "  \\E \(next) \\in \(name)\(arguments) :" : "  LET \(next) == \(name)\(arguments) IN")
    lines.append("  /\\ \(next).\(out) = \"done\"")
    for index in changed {
      lines.append("  /\\ \(variables[index])' = \(next).\(variables[index])")
    }
    let same = model.variables.indices.filter { !changed.contains($0) }.map { variables[$0] }
    if !same.isEmpty { lines.append("  /\\ UNCHANGED <<\(same.joined(separator: ", "))>>") }
  }

  // MARK: Questions

  /// Whether the result of a routine is true.
  mutating func holds(_ asked: Routine, onFault: Formula) -> Formula {
    var own = routine(asked, parameters: asked.parameters)
    let formula = own.run(asked.code, ends(asked, onFault) { $0 })
    helpers = own.helpers
    return formula
  }

  /// Whether a routine reaches its end without a fault.
  mutating func fallsThrough(_ asked: Routine, parameters: [Local]) -> Formula {
    var own = routine(asked, parameters: parameters)
    var ends = TLARoutine.Ends { _, _ in
      .no
    } done: { _ in
      .yes
    }
    ends.isFlag = true
    let formula = own.run(asked.code, ends)
    helpers = own.helpers
    return formula
  }

  /// The verdict of a transition on a step's result, or whether it applies.
  mutating func after(_ step: StepModel, _ asked: Routine, isValue: Bool) -> Formula {
    var own = routine(asked, parameters: asked.parameters)
    for index in changed(step.routine) {
      own.places[.now(index)] = .whole("\(next).\(names.variables[index])")
    }
    for (signal, name) in names.sent where step.routine.code.written.contains(.sent(signal)) {
      own.places[.sent(signal)] = .whole("\(next).\(name)")
    }
    let formula: Formula
    if isValue {
      var ends = TLARoutine.Ends { _, _ in
        .no
      } done: { _ in
        .yes
      }
      ends.isFlag = true
      formula = own.run(asked.code, ends)
    } else {
      formula = own.run(asked.code, ends(asked, .yes) { $0 })
    }
    helpers = own.helpers
    return formula
  }

  /// The number of rules that apply; negative if that is not checked, or faults.
  mutating func count(_ asked: Routine) -> Formula {
    var own = routine(asked, parameters: asked.parameters)
    var ends = ends(asked, .text("-2")) { $0 }
    let leave = ends.leave
    ends.isFlag = false
    ends.leave = { routine, exit in
      switch exit {
      case .impossible: .text("-1")
      case .fault: leave(&routine, exit)
      case .either(let text):
        .choose(test: "\(text) = \"fault\"", .text("-2"), otherwise: .text("-1"))
      }
    }
    let formula = own.run(asked.code, ends)
    helpers = own.helpers
    return formula
  }

  private func ends(
    _ asked: Routine, _ onFault: Formula, _ result: @escaping (Formula) -> Formula
  ) -> TLARoutine.Ends {
    let scalar = asked.result ?? .yes
    var ends = TLARoutine.Ends { _, _ in
      onFault
    } done: { routine in
      .text(routine.text(scalar).bare)
    }
    ends.isFlag = true
    var live: Set<Reference.Root> = []
    _ = scalar.reads {
      live.insert($0)
      return false
    }
    ends.live = live
    return ends
  }

  // MARK: Promises

  /// The fairness of an event and its rules, one formula each.
  func promises(_ event: EventModel) -> [String] {
    let declared = model.spec.events[event.event]
    let action = actions[event.name] ?? ""
    var promises: [String] = []
    if declared.promises.isEmpty {
      promises += promise(declared.fairness, action, event.parameters)
    } else {
      for arguments in Type.combinations(declared.parameters.map(\.type.allValues)) {
        let texts = zip(zip(event.parameters, declared.parameters), arguments).map {
          $0.0.shape.text(of: $1, $0.1.type)
        }
        promises += promise(
          declared.fairness(of: arguments),
          texts.isEmpty ? action : "\(action)(\(texts.joined(separator: ", ")))", [])
      }
    }
    for (rule, step) in zip(declared.rules, event.steps) {
      promises += promise(rule.fairness, actions[step.name] ?? "", event.parameters)
    }
    return promises
  }

  private func promise(_ fairness: Fairness, _ action: String, _ parameters: [Local]) -> [String] {
    let action = action + arguments(parameters)
    let stays = "ENABLED (\(action) /\\ vars' = vars)"
    switch fairness {
    case .none: return []
    case .weak:
      return [quantified("\\A", parameters, "WF_vars(\(action) /\\ ~\(stays))")]
    case .strong:
      return [quantified("\\A", parameters, "(SF_vars(\(action)) \\/ []<>(\(stays)))")]
    }
  }
}

extension Shape {
  /// The value of a parameter, as a number or flag.
  fileprivate func text(of value: Value, _ type: Type) -> String {
    switch (self, value) {
    case (.flag, .bool(let flag)): flag ? "TRUE" : "FALSE"
    case (_, .int(let number)) where type.isScalar, (_, .timer(let number)): "\(number)"
    default: "\(type.allValues.firstIndex(of: value) ?? 0)"
    }
  }
}

extension TLARoutine {
  /// Sets the places of a routine to their values before it.
  mutating func begin(_ routine: Routine) {
    for local in routine.locals { places[.local(local)] = zero(local.shape) }
    for (signal, local) in model.sent { places[.sent(signal)] = zero(local.shape) }
  }
}

extension Model {
  /// The properties that TLA+ does not get, and the reasons.
  package var omittedInTLA: [(name: String, reason: String)] {
    omitted.filter { each in !questionsOfRuns.contains("eventually \(each.name)") }
      + states.filter { $0.kind == .possible }.map {
        ($0.name, "it is about paths from each state, not about a single run")
      }
      + eventualities.filter(assumesFair).map {
        ($0.name, "it assumes that a fair event stops happening")
      }
  }

  private var questionsOfRuns: Set<String> {
    Set(eventualities.map { "eventually \($0.name)" })
  }

  /// A fair step that changes nothing counts in the spec, but TLA+ does not see it.
  private func assumesFair(_ property: EventualModel) -> Bool {
    property.excluded.contains(where: spec.callsFair)
  }

  /// Whether it is a property that TLA+ cannot express.
  package func isForeignToTLA(_ question: String) -> Bool {
    question.hasPrefix("possible ")
      || eventualities.contains { question == "eventually \($0.name)" && assumesFair($0) }
  }
}
