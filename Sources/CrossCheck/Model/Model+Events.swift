import Semantics

/// The events of a model, step by step.
extension Model {
  mutating func addEvent(_ index: Int, _ builder: inout ModelBuilder) throws(ExportError) {
    let event = spec.events[index]
    // An event with an empty parameter type never happens.
    if event.parameters.contains(where: { $0.type.cardinality == .exactly(0) }) { return }
    var model = EventModel(
      event: index, name: builder.name(event.name),
      comment: [comment("on \(event.name)", event.range)],
      parameters: [])
    if case .tick = event.body {
      model.comment = ["time passes: every timer comes one unit nearer"]
    }
    let parameters = try parameters(event.parameters, &builder)
    model.parameters = parameters.map(\.local)
    model.comment += parameters.compactMap(\.legend)
    switch event.body {
    case .tick:
      model.steps.append(
        try step(index, nil, model, parameters, &builder) { (builder) throws(ExportError) in
          try guarded(event, &builder)
          try tick(&builder)
        })
    case .statements(let body):
      model.steps.append(
        try step(index, nil, model, parameters, &builder) { (builder) throws(ExportError) in
          try guarded(event, &builder)
          try builder.run(body)
        })
    case .rules(let bindings, let rules):
      for (number, rule) in rules.enumerated() {
        model.steps.append(
          try step(index, number, model, parameters, &builder) { (builder) throws(ExportError) in
            try guarded(event, &builder)
            let applies = try applies(bindings, rules, &builder)
            builder.emit(
              .when(!applies[number], [.leave(.impossible)], otherwise: []))
            try builder.run(rule.body)
          })
      }
      model.applying = try routine(
        "\(model.name)_applying", &builder, parameters: parameters
      ) { (builder) throws(ExportError) in
        try guarded(event, &builder)
        let applies = try applies(bindings, rules, &builder)
        return applies.reduce(.number(0)) {
          .compute(.add, $0, .choose($1, .number(1), .number(0)))
        }
      }
    }
    events.append(model)
  }

  /// Parameters as numbers, with unique names.
  func parameters(
    _ declared: [Parameter], _ builder: inout ModelBuilder
  ) throws(ExportError) -> [ModelParameter] {
    var taken = builder.names
    var parameters: [ModelParameter] = []
    for parameter in declared {
      var name = parameter.name.modelName
      while !taken.insert(name).inserted { name += "_" }
      do throws(ExportError) {
        let type = parameter.type
        let shape =
          type.isScalar ? try type.shape() : .number(0...(try type.valueCount()) - 1)
        parameters.append(
          ModelParameter(declared: parameter, local: Local(name: name, shape: shape)))
      } catch {
        throw error.at(parameter.range)
      }
    }
    return parameters
  }

  /// Leaves if the condition of an event does not hold.
  private func guarded(
    _ event: Event, _ builder: inout ModelBuilder
  ) throws(ExportError) {
    guard let condition = event.guardExpression else { return }
    let holds = try builder.test(condition)
    switch holds {
    case .flag(true): break
    default: builder.emit(.when(!holds, [.leave(.impossible)], otherwise: []))
    }
  }

  /// For each rule, whether it applies, all in the state before the event.
  private func applies(
    _ bindings: [(slot: Int, Expression)], _ rules: [Rule], _ builder: inout ModelBuilder
  ) throws(ExportError) -> [Scalar] {
    for (slot, value) in bindings {
      builder.frame[slot] = try builder.kept(
        builder.evaluate(value), value.type, builder.nameBound(before: value.range))
    }
    var applies: [Scalar] = []
    for rule in rules {
      guard !rule.isOtherwise else {
        applies.append(.no)
        continue
      }
      let holds = try builder.hold(rule.conditions[...])
      applies.append(builder.stable(holds, "applies_\(rule.name)"))
    }
    if let place = rules.firstIndex(where: \.isOtherwise) {
      applies[place] = !applies.reduce(.no) { $0 || $1 }
    }
    return applies
  }

  private func step(
    _ event: Int, _ rule: Int?, _ model: EventModel, _ parameters: [ModelParameter],
    _ outer: inout ModelBuilder,
    _ body: (inout ModelBuilder) throws(ExportError) -> Void
  ) throws(ExportError) -> StepModel {
    let rules = spec.events[event].rules
    let name = rule.map { outer.name("\(model.name)_\(rules[$0].name)") } ?? model.name
    var routine = try routine(
      "\(name)_happens", &outer, parameters: parameters
    ) { (builder) throws(ExportError) in
      try body(&builder)
      try keepMonitors(isTick: spec.events[event].isTick, &builder)
      return nil
    }
    routine.comment = model.comment
    if let rule { routine.comment.append(comment("rule \(rules[rule].name)", rules[rule].range)) }
    var step = StepModel(name: name, routine: routine)
    for property in spec.properties {
      guard case .transition(let patterns, let filter) = property.kind else { continue }
      let fitting = patterns.filter {
        ($0.event == nil || $0.event == event) && ($0.rule == nil || $0.rule == rule)
      }
      if fitting.isEmpty { continue }
      var transition = try self.routine(
        "\(property.name)_after_\(name)", &outer, parameters: parameters
      ) { (builder) throws(ExportError) in
        let arguments = builder.frame
        builder.frame = [:]
        var isAbout = Scalar.no
        for pattern in fitting {
          for (parameter, slot) in pattern.parameterSlots {
            builder.frame[slot] = arguments[parameter]
          }
          var fits = Scalar.yes
          for (parameter, argument) in pattern.arguments {
            fits = fits && (try builder.match(argument, arguments[parameter] ?? .absent))
          }
          isAbout = isAbout || fits
        }
        if let filter {
          isAbout = try builder.both(isAbout) { (builder) throws(ExportError) in
            try builder.test(filter)
          }
        }
        let isWrong = try builder.both(isAbout) { (builder) throws(ExportError) in
          !(try builder.test(property.body.expression))
        }
        return !isWrong
      }
      transition.comment = [comment("transition \(property.name)", property.range)]
      step.transitions.append((property.name, transition))
    }
    return step
  }

  // MARK: Time and monitors

  /// Updates the monitors in the state after a step.
  private func keepMonitors(
    isTick: Bool, _ builder: inout ModelBuilder
  ) throws(ExportError) {
    var values: [(Int, Operand, isKept: Reference?)] = []
    for (index, variable) in spec.variables.enumerated() {
      guard let monitor = variable.monitor else { continue }
      let root = isTick ? monitor.onTick : monitor.onEvent
      builder.frame = [:]
      let (code, value) = try builder.block { (builder) throws(ExportError) in
        try builder.kept(builder.evaluate(root.expression), variable.type, "monitor")
      }
      guard code.canFault else {
        builder.code += code
        values.append((index, value, nil))
        continue
      }
      // If it faults, the monitor keeps its value.
      let isKept = Reference(root: .local(builder.local("isKept", .flag)))
      builder.emit(.assign(isKept, .no))
      builder.code += code.trapping(isKept)
      values.append((index, value, isKept))
    }
    for (index, value, isKept) in values {
      try builder.when(isKept.map { !.read($0, .flag) } ?? .yes) {
        (builder) throws(ExportError) in
        try builder.store(value, spec.variables[index].type, in: Reference(root: .now(index)))
      }
    }
  }

  private func tick(_ builder: inout ModelBuilder) throws(ExportError) {
    let runs = Reference(root: .local(builder.local("runs", .flag)))
    let isDue = Reference(root: .local(builder.local("isDue", .flag)))
    builder.emit(.assign(runs, .no))
    builder.emit(.assign(isDue, .no))
    try forEachTimer(&builder) { (builder, timer) in
      builder.emit(.when(.less(.number(0), timer.read), [.assign(runs, .yes)], otherwise: []))
      builder.emit(.when(.equal(timer.read, .number(0)), [.assign(isDue, .yes)], otherwise: []))
    }
    let passes = Scalar.read(runs, .flag) && !.read(isDue, .flag)
    builder.emit(.when(!passes, [.leave(.impossible)], otherwise: []))
    try forEachTimer(&builder) { (builder, timer) in
      builder.emit(
        .when(
          .less(.number(0), timer.read), [.assign(timer.place, timer.read - 1)], otherwise: []))
    }
  }

  private typealias Timer = (place: Reference, read: Scalar)

  private func forEachTimer(
    _ builder: inout ModelBuilder,
    _ body: (inout ModelBuilder, Timer) throws(ExportError) -> Void
  ) throws(ExportError) {
    for (index, variable) in spec.variables.enumerated() {
      try forEachTimer(Reference(root: .now(index)), variable.type, &builder, body)
    }
  }

  private func forEachTimer(
    _ place: Reference, _ type: Type, _ builder: inout ModelBuilder,
    _ body: (inout ModelBuilder, Timer) throws(ExportError) -> Void
  ) throws(ExportError) {
    guard type.containsTimer else { return }
    switch type {
    case .timer: try body(&builder, (place, .read(place, try type.shape())))
    case .optional(let inner):
      try builder.when(.read(place.part("present"), .flag)) { (builder) throws(ExportError) in
        try forEachTimer(place.part("value"), inner, &builder, body)
      }
    case .structure(let type):
      for (index, field) in type.fields.enumerated() {
        try forEachTimer(place.part(type.partName(index)), field.type, &builder, body)
      }
    case .enumeration(let type):
      let names = type.partNames
      for (index, each) in type.cases.enumerated() where !each.fields.isEmpty {
        let tag = Scalar.read(place.part("tag"), .number(0...max(0, type.cases.count - 1)))
        try builder.when(.equal(tag, .number(index))) { (builder) throws(ExportError) in
          for (declared, name) in zip(each.fields, names[index]) {
            try forEachTimer(place.part(name), declared.type, &builder, body)
          }
        }
      }
    case .map(let key, let content), .table(let key, let content):
      var inner = content
      if case .map = type { inner = .optional(content) }
      try builder.loop("key", from: .number(0), through: .number(key.allValues.count - 1)) {
        (builder, index) throws(ExportError) in
        try forEachTimer(place.index(index), inner, &builder, body)
      }
    case .list(let element, let capacity?):
      let count = Scalar.read(place.part("count"), .number(0...capacity))
      try builder.loop("each", from: .number(0), through: count - 1) {
        (builder, index) throws(ExportError) in
        try forEachTimer(place.part("item").index(index), element, &builder, body)
      }
    default: throw ExportError("timers in a set or bag")
    }
  }
}

extension ModelBuilder {
  /// Whether all conditions of a rule hold. Binds the names of its groups.
  mutating func hold(_ conditions: ArraySlice<RuleCondition>) throws(ExportError) -> Scalar {
    guard let first = conditions.first else { return .yes }
    switch first {
    case .bind(let bindings):
      for (slot, value) in bindings {
        frame[slot] = try kept(evaluate(value), value.type, nameBound(before: value.range))
      }
      return try hold(conditions.dropFirst())
    case .test(let expression):
      return try both(test(expression)) { (builder) throws(ExportError) in
        try builder.hold(conditions.dropFirst())
      }
    }
  }

  /// The name that the `let` before a range binds.
  func nameBound(before range: SourceRange) -> String {
    let line = spec.file.text(
      SourceRange(spec.file.rangeOfLine(at: range.start).start, range.start))
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    guard let word = words.lastIndex(of: "let"), word + 1 < words.count else { return "local" }
    return String(words[word + 1])
  }
}
