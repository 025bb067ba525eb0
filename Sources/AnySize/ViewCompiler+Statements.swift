import Semantics

extension ViewCompiler {
  func action(_ statements: [Statement]) throws(UnsupportedError) -> ViewAction {
    let actions = try statements.map { (statement) throws(UnsupportedError) in try action(statement)
    }
    if actions.count == 1 { return actions[0] }
    return { (frame) throws(ViewError) in
      for action in actions { try action(&frame) }
    }
  }

  private func action(_ statement: Statement) throws(UnsupportedError) -> ViewAction {
    let range = statement.range
    switch statement.node {
    case .change(let place, let change, let operands):
      noteFault()
      return try self.change(place, change, operands, range)
    case .removeWhere(let binders, let place): return try removal(binders, place, range)
    case .bind(let slot, let value):
      let code = try code(value)
      note(slot, is: value)
      return { (frame) throws(ViewError) in frame.locals[slot] = try code(&frame) }
    case .branch(let branches):
      let place = try self.place(in: branches)
      let bodies = try alternatives(branches.bodies) { (body) throws(UnsupportedError) in
        try action(body)
      }
      return { (frame) throws(ViewError) in
        let place = try place(&frame)
        if place < bodies.count { try bodies[place](&frame) }
      }
    case .loop(let binders, let order, let body): return try loop(binders, order, body, range)
    case .choose(let binders):
      noteFault()
      return try choice(binders, range)
    case .emit(let emission):
      let arguments = try emission.arguments.map { (argument) throws(UnsupportedError) in
        try code(argument.value, raw: true)
      }
      return { (frame) throws(ViewError) in
        frame.signals.append(
          EmittedSignal(signal: emission.signal, arguments: try arguments.values(&frame)))
      }
    case .assert(let test):
      noteFault()
      let test = try code(test)
      return { (frame) throws(ViewError) in
        if !(try test(&frame).asBool) { throw .fault(Fault(.assertionFailed, range)) }
      }
    case .call(let procedure, let given):
      let arguments = try given.map { (argument) throws(UnsupportedError) in try code(argument) }
      let body = try calling(given, range) { () throws(UnsupportedError) in
        try action(procedure.body)
      }
      let size = procedure.frameSize
      return { (frame) throws(ViewError) in
        var locals = Array(repeating: Value.none, count: size)
        for (slot, argument) in arguments.enumerated() { locals[slot] = try argument(&frame) }
        swap(&locals, &frame.locals)
        try body(&frame)
        swap(&locals, &frame.locals)
      }
    }
  }

  // MARK: Loops and choices

  /// Passes run over what the view has. Where there is more, the passes that it lacks change nothing that it shows:
  /// `PointwiseLoops` has seen to that.
  private func loop(
    _ binders: Binders, _ order: LoopOrder, _ body: [Statement], _ range: SourceRange
  ) throws(UnsupportedError) -> ViewAction {
    let slots = binders.slots
    let compiled = try self.binders(binders)
    if compiled.isPartial {
      var check = PointwiseLoops(scope: scope)
      if let obstacle = check.obstacle(binders, body) { throw obstacle }
    }
    let body = try inside(compiled.positions) { () throws(UnsupportedError) in try action(body) }
    let isOrdered = order != .any
    return { (frame) throws(ViewError) in
      var passes: [[Value]] = []
      try compiled.forEach(&frame) { (frame) throws(ViewError) in
        passes.append(slots.map { frame.locals[$0] })
      }
      while !passes.isEmpty {
        let pass = passes.remove(at: isOrdered ? 0 : frame.oracle.choose(passes.count))
        for (slot, value) in zip(slots, pass) { frame.locals[slot] = value }
        try body(&frame)
      }
    }
  }

  /// What is chosen is touched: an element with names that the view lacks is chosen in another one.
  private func choice(_ binders: Binders, _ range: SourceRange) throws(UnsupportedError)
    -> ViewAction
  {
    let slots = binders.slots
    let compiled = try self.binders(binders)
    if depth > 0, compiled.isPartial {
      throw UnsupportedError("names are chosen within a loop", range)
    }
    touch(compiled.positions)
    for level in binders.levels where !compiled.isPartial {
      touch(level.source.type.parts.last.map(scope.positions) ?? 0)
    }
    let isPartial = compiled.isPartial
    if depth == 0 { slots.forEach(noteClean) }
    return { (frame) throws(ViewError) in
      var passes: [[Value]] = []
      try compiled.forEach(&frame) { (frame) throws(ViewError) in
        passes.append(slots.map { frame.locals[$0] })
      }
      // A view without an element may be one of many in which another has it, or there is none.
      if passes.isEmpty, isPartial, frame.oracle.choose(2) == 0 { throw .covered }
      if passes.isEmpty { throw .fault(Fault(.nothingToChoose, range)) }
      let pass = passes[frame.oracle.choose(passes.count)]
      if pass.contains(where: \.hasElsewhere) { throw .covered }
      for (slot, value) in zip(slots, pass) { frame.locals[slot] = value }
    }
  }

  // MARK: Changes

  private func removal(
    _ binders: Binders, _ place: Place, _ range: SourceRange
  ) throws(UnsupportedError) -> ViewAction {
    noteFault()
    let path = try self.path(place)
    guard let level = binders.levels.first else { return { (_) throws(ViewError) in } }
    var filter: ViewCode?
    if let condition = binders.filter {
      filter = try inside(scope.keyPositions(place.type)) { () throws(UnsupportedError) in
        try code(condition)
      }
    }
    return { [filter] (frame) throws(ViewError) in
      guard let path = try path(&frame) else { return }
      let old = path.load(frame)
      let keys: [Value]? = if case .map(let keys, _) = old { keys } else { nil }
      let values = old.elements
      var kept: [Int] = []
      for (index, value) in values.enumerated() {
        frame.locals[level.slot] = level.valueSlot == nil ? value : keys?[index] ?? .none
        if let valueSlot = level.valueSlot { frame.locals[valueSlot] = value }
        if let filter, !(try filter(&frame).asBool) { kept.append(index) }
      }
      let rest = kept.map { values[$0] }
      let new: Value =
        switch old {
        case .map: .map(keys: kept.compactMap { keys?[$0] }, values: rest)
        case .set: .set(rest)
        case .bag: .bag(rest)
        default: .list(rest)
        }
      path.store(new, &frame)
    }
  }

  private func change(
    _ place: Place, _ change: Statement.Change, _ operands: [Expression], _ range: SourceRange
  ) throws(UnsupportedError) -> ViewAction {
    if case .assign = change, let operand = operands.first,
      scope.isPartial(operand.type) != scope.isPartial(place.type), !operand.isConstant
    {
      throw UnsupportedError("a collection of names becomes one of another kind", range)
    }
    let path = try self.path(place)
    let operands = try operands.map { (operand) throws(UnsupportedError) in try code(operand) }
    let type = place.type
    return { [scope] (frame) throws(ViewError) in
      guard let path = try path(&frame) else { return }
      var operands = try operands.values(&frame)
      if case .assign = change, operands[0].leastNumber != nil {
        operands[0] = try scope.bounded(operands[0], type, range, &frame)
      }
      if operands.contains(where: { $0.leastNumber != nil }) {
        throw .outside(UnsupportedError("a number of names is stored", range))
      }
      if path.isElsewhere { return }
      let new = try scope.value(after: change, operands, of: path.load(frame), type, range)
      path.store(new, &frame)
    }
  }
}

extension NameScope {
  /// What a change makes of a value; see `Evaluator`.
  fileprivate func value(
    after change: Statement.Change, _ operands: [Value], of old: Value, _ type: Type,
    _ range: SourceRange
  ) throws(ViewError) -> Value {
    func fitting(_ new: Value) throws(ViewError) -> Value {
      if let cause = boundsViolation(new, type) { throw .fault(Fault(cause, range)) }
      return new
    }
    var elements = old.elements
    func requireIndex(_ index: Int, below count: Int) throws(ViewError) {
      guard (0..<count).contains(index) else {
        throw .fault(Fault(.noSuchIndex(index, count: elements.count), range))
      }
    }
    switch change {
    case .assign: return operands[0]
    case .update(let operation):
      let (left, right) = (try number(old, range), try number(operands[0], range))
      return try fitting(.int(try ViewCompiler.compute(operation, left, right, range)))
    case .start:
      guard case .timer(let maximum) = type else { return .timer(operands[0].asInt) }
      if let cause = Type.range(lower: 0, upper: maximum).boundsViolation(of: operands[0]) {
        throw .fault(Fault(cause, range))
      }
      return .timer(operands[0].asInt)
    case .stop: return .isOff
    case .insert:
      elements += operands
      return try fitting(
        type.unwrapped.isBag ? .bag(elements.sorted()) : makeSet(elements, type.unwrapped))
    case .append: elements += operands
    case .insertAt:
      let index = try number(operands[1], range)
      try requireIndex(index, below: elements.count + 1)
      elements.insert(operands[0], at: index)
    case .remove:
      if operands[0].hasElsewhere {
        // What is elsewhere is in no partial set; elsewhere it may be any of those that are there.
        if isPartial(type) { return old }
        if elements.contains(where: \.hasElsewhere) {
          throw .outside(UnsupportedError("a name is removed that no view holds", range))
        }
      }
      if type.unwrapped.isBag {
        if let index = elements.firstIndex(of: operands[0]) { elements.remove(at: index) }
      } else {
        elements.removeAll { $0 == operands[0] }
      }
    case .removeAt:
      let index = try number(operands[0], range)
      try requireIndex(index, below: elements.count)
      elements.remove(at: index)
    case .removeFirst, .removeLast:
      if elements.isEmpty { throw .fault(Fault(.emptyList, range)) }
      if case .removeFirst = change { elements.removeFirst() } else { elements.removeLast() }
    case .removeAll: elements = []
    }
    switch old {
    case .set: return try fitting(.set(elements))
    case .bag: return .bag(elements)
    case .map: return .map(keys: [], values: [])
    default: return try fitting(.list(elements))
    }
  }
}
