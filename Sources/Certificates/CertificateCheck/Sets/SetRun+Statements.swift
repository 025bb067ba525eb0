import Semantics

/// The effects of statements in the states of a set.
extension SetRun {
  /// The parts of a set by the data of runs besides their states, after the statements.
  typealias FramedParts = SetParts<Frame>

  func run(_ statements: [Statement], _ strands: FramedParts) throws(Obstacle) -> FramedParts {
    var current = strands
    for statement in statements {
      var next = FramedParts()
      for (frame, part) in current.all { try run(statement, in: part, frame, into: &next) }
      current = next
    }
    return current
  }

  private func run(
    _ statement: Statement, in set: Node, _ frame: Frame, into next: inout FramedParts
  ) throws(Obstacle) {
    var faults = Values()
    defer { if !faults.all.isEmpty { wrong.insert(.fault) } }
    switch statement.node {
    case .branch(let branches):
      for (place, inner, part) in try places(in: branches, in: set, frame, &faults) {
        let bodies = branches.branches
        let body = place < bodies.count ? bodies[place].body : branches.otherwise ?? []
        add(try run(body, FramedParts(inner, part)), without: statement.boundSlots, to: &next)
      }
    case .loop(let binders, let order, let body):
      guard order != .any, let passes = passes(binders, frame),
        binders.parts.allSatisfy({ $0.reads.locals.isDisjoint(with: body.flatMap(\.changedSlots)) }
        ),
        let done = try run(body, passes, binders.filter, FramedParts(frame, set))
      else { return try perform(statement, in: set, frame, into: &next) }
      add(done, without: statement.boundSlots, to: &next)
    case .choose(let binders):
      guard let passes = passes(binders, frame) else {
        return try perform(statement, in: set, frame, into: &next)
      }
      try choose(passes, binders.filter, in: set, frame, into: &next)
    case .removeWhere(let binders, let place):
      if try !remove(binders, from: place, in: set, frame, into: &next) {
        try perform(statement, in: set, frame, into: &next)
      }
    case .call(let procedure, let arguments):
      for (values, part) in try values(of: arguments, in: set, frame, &faults) {
        var inner = frame
        inner.locals =
          values + Array(repeating: .none, count: max(0, procedure.frameSize - values.count))
        for (result, part) in try run(procedure.body, FramedParts(inner, part)).all {
          var result = result
          result.locals = frame.locals
          next.add(result, part, store)
        }
      }
    case .bind(let slot, let value):
      for (frame, part) in try bound([(slot, value)], in: set, frame, &faults) {
        next.add(frame, part, store)
      }
    case .emit(let emission):
      let arguments = emission.arguments.map(\.value)
      for (values, part) in try values(of: arguments, in: set, frame, &faults) {
        var sent = frame
        if keepsSignals {
          sent.signals.append(EmittedSignal(signal: emission.signal, arguments: values))
          sent.signals.sort()
        }
        next.add(sent, part, store)
      }
    case .assert(let test):
      let split = try split(set, by: test, frame)
      next.add(frame, split.yes, store)
      if split.no != SetStore.none || split.fault != SetStore.none { wrong.insert(.fault) }
    // If a '?' meets nil, operands are not evaluated.
    case .change(let place, _, _) where place.hasChain:
      try perform(statement, in: set, frame, into: &next)
    case .change(let place, let change, let operands):
      for (values, part) in try values(of: operands, in: set, frame, &faults) {
        let constants = zip(values, operands).map { Expression(.constant($0), $1.type, $1.range) }
        try perform(
          Statement(node: .change(place, change, constants), range: statement.range), in: part,
          frame, into: &next)
      }
    }
  }

  /// Runs it as a whole, by the reference evaluator.
  private func perform(
    _ statement: Statement, in set: Node, _ frame: Frame, into next: inout FramedParts
  ) throws(Obstacle) {
    let done = try locally(set) { (set) throws(Obstacle) in
      try performed(statement, in: set, frame)
    }
    for (frame, part) in done.all { next.add(frame, part, store) }
  }

  private func performed(
    _ statement: Statement, in set: Node, _ frame: Frame
  ) throws(Obstacle) -> FramedParts {
    var next = FramedParts()
    try forEachCase(of: set, frame) { (evaluator) throws(Fault) in
      var execution = Execution()
      let branches = execution.run([statement], from: [.init(evaluator: evaluator)])
      return (branches, execution.faults.map(\.fault))
    } _: { (each) throws(Obstacle) in
      guard case .success(let (branches, faults)) = each.outcome else { return }
      for fault in faults { try note(fault) }
      let before = state(of: each.row)
      for branch in branches {
        var behind = frame
        behind.locals = branch.evaluator.locals
        if keepsSignals { behind.signals = branch.evaluator.signals.sorted() }
        let written = try written(by: branch.evaluator, from: before)
        if let level = written.map(\.level).min(), level < store.level(of: set) {
          throw .above(level)
        }
        next.add(
          behind, written.reduce(each.set) { store.assigned($0, $1.level, $1.content) }, store)
      }
    }
    return next
  }

  /// The written columns, by level.
  private func written(
    by evaluator: Evaluator, from before: [Value]
  ) throws(Obstacle) -> [(level: Int, content: UInt32)] {
    var writes: [(level: Int, content: UInt32)] = []
    let columns = Set(evaluator.written)
    for (variable, range) in numbers.parts.columns.enumerated() {
      let isSame = evaluator.state[variable] == before[variable]
      if isSame, columns.isDisjoint(with: range) { continue }
      guard let old = numbers.parts.split(before[variable], of: variable),
        let new = numbers.parts.split(evaluator.state[variable], of: variable)
      else { throw misfit() }
      for column in range {
        guard columns.contains(column) else {
          if old[column] != new[column] { throw unnoted() }
          continue
        }
        writes.append(try write(new[column], to: column))
      }
    }
    written.formUnion(columns)
    return writes
  }

  func write(_ content: Value?, to column: Int) throws(Obstacle) -> (level: Int, content: UInt32) {
    guard let level = levels[column], let number = number(of: content, in: column) else {
      throw .leaves
    }
    return (level, number)
  }

  private func unnoted() -> Obstacle {
    .contradiction(
      InternalError(
        Finding(.fault), "a step changes more than the reference evaluator says that it writes"))
  }

  /// Adds strands without the names that nothing reads any more.
  private func add(_ strands: FramedParts, without slots: [Int], to next: inout FramedParts) {
    for (frame, part) in strands.all {
      var frame = frame
      for slot in slots { frame.locals[slot] = .none }
      next.add(frame, part, store)
    }
  }

  // MARK: Running over collections

  /// Runs the passes one after the other.
  ///
  /// The elements are those before the first pass. So are the values that a pass reads before it runs, because no
  /// earlier pass may have written them.
  private func run(
    _ body: [Statement], _ passes: [Pass], _ filter: Expression?, _ strands: FramedParts
  ) throws(Obstacle) -> FramedParts? {
    let slots = body.flatMap(\.boundSlots)
    return try eachByItself { (pass) throws(Obstacle) in
      var current = strands
      for each in passes {
        pass.beginPass()
        var next = FramedParts()
        for (outer, part) in current.all {
          let done = try locally(part) { (part) throws(Obstacle) in
            var done = FramedParts()
            let entry = try pass.looks { () throws(Obstacle) in
              try enter(each, filter, in: part, outer)
            }
            if entry.fault != SetStore.none { wrong.insert(.fault) }
            done.add(outer, entry.skipped, store)
            for (frame, part) in entry.entered {
              for (result, part) in try run(body, FramedParts(frame, part)).all {
                var result = result
                for slot in slots + each.slots { result.locals[slot] = outer.locals[slot] }
                done.add(result, part, store)
              }
            }
            return done
          }
          for (frame, part) in done.all { next.add(frame, part, store) }
        }
        current = next
      }
      return current
    }
  }

  /// The passes of a loop, one after the other.
  private final class PassNotes {
    private let run: SetRun
    /// The columns that earlier passes have written.
    private var earlier: Set<Int> = []

    fileprivate init(_ run: SetRun) { self.run = run }

    fileprivate func beginPass() { earlier = run.written }

    /// Evaluates the conditions of a pass, which must read nothing that earlier passes have written.
    fileprivate func looks<Result>(
      _ body: () throws(Obstacle) -> Result
    ) throws(Obstacle) -> Result {
      let outer = run.read
      run.read = []
      defer { run.read.formUnion(outer) }
      let result = try body()
      if !run.read.isDisjoint(with: earlier) {
        throw .entangled
      }
      return result
    }
  }

  /// - Returns: nil if some pass reads a value that an earlier one has changed; then the whole result is invalid.
  private func eachByItself<Result>(
    _ body: (PassNotes) throws(Obstacle) -> Result
  ) throws(Obstacle) -> Result? {
    let (outer, wrong) = (written, wrong)
    written = []
    defer { written.formUnion(outer) }
    do throws(Obstacle) {
      return try body(PassNotes(self))
    } catch {
      guard case .entangled = error else { throw error }
      self.wrong = wrong
      return nil
    }
  }

  private func choose(
    _ passes: [Pass], _ filter: Expression?, in set: Node, _ frame: Frame,
    into next: inout FramedParts
  ) throws(Obstacle) {
    // The states without such an element.
    var rest = set
    for pass in passes {
      let entry = try enter(pass, filter, in: set, frame)
      // A step with the fault has no choice, not even from before.
      if entry.fault != SetStore.none {
        throw .formless(
          UnrepresentableError(
            reason: "a collection to choose from has no value in some state", range: nil))
      }
      for (frame, part) in entry.entered { next.add(frame, part, store) }
      rest = store.intersection(rest, entry.skipped)
    }
    if rest != SetStore.none { wrong.insert(.fault) }
  }

  /// Removes the elements of a set or map one by one; false if that is not possible.
  private func remove(
    _ binders: Binders, from place: Place, in set: Node, _ frame: Frame,
    into next: inout FramedParts
  ) throws(Obstacle) -> Bool {
    guard case .variable(let variable) = place.root, place.steps.isEmpty,
      var level = binders.levels.first, binders.levels.count == 1
    else { return false }
    level.source = Expression(.variable(variable), place.type, place.range)
    level.sharedWith = nil
    guard let passes = passes(Binders(levels: [level], isDistinct: false), frame) else {
      return false
    }
    guard let keys = place.removableKeys, keys.count == passes.count else { return false }
    let done = try eachByItself { (pass) throws(Obstacle) in
      var current = FramedParts(frame, set)
      for (key, each) in zip(keys, passes) {
        pass.beginPass()
        var next = FramedParts()
        for (outer, part) in current.all {
          let entry = try pass.looks { () throws(Obstacle) in
            try enter(each, binders.filter, in: part, outer)
          }
          if entry.fault != SetStore.none { wrong.insert(.fault) }
          next.add(outer, entry.skipped, store)
          for (_, part) in entry.entered {
            try perform(place.removing(key), in: part, outer, into: &next)
          }
        }
        current = next
      }
      return current
    }
    guard let done else { return false }
    for (frame, part) in done.all { next.add(frame, part, store) }
    return true
  }
}

extension Statement {
  /// The slots of the names that it changes.
  fileprivate var changedSlots: [Int] {
    switch node {
    case .change(let place, _, _), .removeWhere(_, let place):
      if case .local(let slot) = place.root { [slot] } else { [] }
    case .branch(let branches): branches.bodies.flatMap { $0.flatMap(\.changedSlots) }
    case .loop(_, _, let body): body.flatMap(\.changedSlots)
    case .bind, .choose, .emit, .assert, .call: []
    }
  }
}

extension Place {
  /// Whether some step of it ends the statement at nil.
  fileprivate var hasChain: Bool { steps.contains { if case .chain = $0 { true } else { false } } }

  /// The keys or elements that can be removed separately, in order; nil if there are none.
  fileprivate var removableKeys: [Value]? {
    switch type {
    case .map(let key, _): key.allValues
    case .set(let element, nil): element.allValues
    default: nil
    }
  }

  /// The statement that removes one of them.
  fileprivate func removing(_ key: Value) -> Statement {
    guard case .map(let keyType, let content) = type else {
      let element = if case .set(let element, _) = type { element } else { type }
      let operand = Expression(.constant(key), element, range)
      return Statement(node: .change(self, .remove, [operand]), range: range)
    }
    var entry = self
    entry.steps = [.element(Expression(.constant(key), keyType, range), of: type)]
    entry.type = .optional(content)
    let none = Expression(.constant(.none), entry.type, range)
    return Statement(node: .change(entry, .assign, [none]), range: range)
  }
}
