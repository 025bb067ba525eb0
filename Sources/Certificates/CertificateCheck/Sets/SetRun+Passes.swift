import Semantics

/// Iteration over collections, one element after the other, without reading all of them at once.
extension SetRun {
  /// An element that may be present.
  private struct Element {
    var key: Value?
    var value: Content
    /// The condition for the presence of the element; nil if it is always present.
    var presence: Expression?
  }

  enum Content {
    case value(Value)
    case expression(Expression)
  }

  /// One choice of the names of binders, if all of its elements are present.
  struct Pass {
    /// By levels: the presence of each element is checked before the values for its names.
    fileprivate var parts: [(presence: Expression?, bindings: [(slot: Int, Content)])] = []
    /// The places of the elements.
    fileprivate var positions: [Int] = []

    /// The places of its names in the frame.
    var slots: [Int] { parts.flatMap { $0.bindings.map(\.slot) } }
  }

  /// Larger collections are read as a whole.
  static let maximumElements = 1 << 12

  /// The choices of the names of binders, before the filter; nil if they cannot be listed.
  func passes(_ binders: Binders, _ frame: Frame) -> [Pass]? {
    var passes = [Pass()]
    var sources: [Int: [Element]] = [:]
    var open: Set<Int> = []
    for (index, level) in binders.levels.enumerated() {
      let root = level.sharedWith ?? index
      if sources[root] == nil, !level.source.reads.locals.isDisjoint(with: open) { return nil }
      var longer: [Pass] = []
      for pass in passes {
        let elements: [Element]
        if let known = sources[root] {
          elements = known
        } else {
          var inner = frame
          for (slot, content) in pass.parts.flatMap(\.bindings) {
            if case .value(let value) = content { inner.locals[slot] = value }
          }
          guard let found = self.elements(of: level.source, inner) else { return nil }
          elements = found
          if passes.count == 1 { sources[root] = found }
        }
        for (position, element) in elements.enumerated()
        where Self.isDistinct(position, pass.positions, root, binders) {
          var next = pass
          next.positions.append(position)
          next.parts.append((element.presence, Self.bindings(level, element)))
          longer.append(next)
        }
      }
      // The value of an expression is not known before.
      for (slot, content) in longer.first?.parts.last?.bindings ?? [] {
        if case .expression = content { open.insert(slot) }
      }
      passes = longer
      if passes.count > Self.maximumElements { return nil }
    }
    return passes
  }

  private static func isDistinct(
    _ position: Int, _ positions: [Int], _ root: Int, _ binders: Binders
  ) -> Bool {
    guard binders.isDistinct else { return true }
    return !positions.indices.contains {
      (binders.levels[$0].sharedWith ?? $0) == root && positions[$0] == position
    }
  }

  private static func bindings(
    _ level: Binders.Level, _ element: Element
  ) -> [(slot: Int, Content)] {
    guard let valueSlot = level.valueSlot else { return [(level.slot, element.value)] }
    return [(level.slot, .value(element.key ?? .none)), (valueSlot, element.value)]
  }

  // MARK: Elements

  /// The possible elements of a collection; nil if they cannot be listed.
  private func elements(of source: Expression, _ frame: Frame) -> [Element]? {
    if source.reads.variables.isEmpty {
      var evaluator = Evaluator(signals: frame.signals, locals: frame.locals)
      guard let found = try? evaluator.occurrences(of: source) else { return nil }
      return found.values.enumerated().map {
        Element(key: found.keys?[$0], value: .value($1), presence: nil)
      }
    }
    if case .member(.values, let base, _) = source.node {
      return entries(of: base, frame)
    }
    if case .member(.keys, let base, _) = source.node {
      guard let entries = entries(of: base, frame) else { return nil }
      return entries.map {
        Element(key: nil, value: .value($0.key ?? .none), presence: $0.presence)
      }
    }
    return entries(of: source, frame)
  }

  private func entries(of place: Expression, _ frame: Frame) -> [Element]? {
    func values(_ type: Type) -> [Value]? {
      type.cardinality <= .exactly(Self.maximumElements) ? type.allValues : nil
    }
    func entry(_ key: Value, _ keyType: Type, _ content: Type) -> Expression {
      Expression(
        .element(place, Expression(.constant(key), keyType, place.range)), content, place.range)
    }
    switch typeOfSurePlace(place, frame) {
    case .table(let key, let content):
      return values(key)?.map {
        Element(key: $0, value: .expression(entry($0, key, content)), presence: nil)
      }
    case .map(let key, let content):
      return values(key)?.map {
        let entry = entry($0, key, .optional(content))
        let none = Expression(.constant(.none), entry.type, place.range)
        return Element(
          key: $0, value: .expression(entry),
          presence: Expression(.comparison(.notEqual, entry, none), .bool, place.range))
      }
    case .set(let element, _):
      return values(element)?.map {
        let member = Expression(.constant($0), element, place.range)
        return Element(
          key: nil, value: .value($0),
          presence: Expression(.isContained(member, in: place), .bool, place.range))
      }
    default: return nil
    }
  }

  // MARK: Running over them

  /// A set, split by whether a pass exists and the filter accepts it.
  struct Entry {
    /// The parts in which it is present, with its names.
    var entered: [(frame: Frame, set: Node)] = []
    var skipped: Node = SetStore.none
    /// The states in which a part of it faults.
    var fault: Node = SetStore.none
  }

  func enter(
    _ pass: Pass, _ filter: Expression?, in set: Node, _ frame: Frame
  ) throws(Obstacle) -> Entry {
    var entry = Entry()
    let filterIsApart = filter?.runsOverCollections ?? false
    let first = filterIsApart ? nil : filter
    try forEachCase(of: set, frame) { (evaluator) throws(Fault) in
      try evaluator.enter(pass, first)
    } _: { (each) throws(Obstacle) in
      switch each.outcome {
      case .success(true):
        var bound = frame
        bound.locals = each.evaluator.locals
        entry.entered.append((bound, each.set))
      case .success(false): entry.skipped = store.union(entry.skipped, each.set)
      case .failure(let fault):
        if fault.isLimit { try note(fault) }
        entry.fault = store.union(entry.fault, each.set)
      }
    }
    var entered = SetParts<Frame>()
    for (frame, part) in entry.entered {
      guard filterIsApart, let filter else {
        entered.add(frame, part, store)
        continue
      }
      let split = try split(part, by: filter, frame)
      entered.add(frame, split.yes, store)
      entry.skipped = store.union(entry.skipped, split.no)
      entry.fault = store.union(entry.fault, split.fault)
    }
    entry.entered = entered.all.map { ($0.key, $0.set) }
    return entry
  }

  /// The result over all elements of a collection, if it can be computed element by element; nil otherwise.
  func gathered(
    _ expression: Expression, in set: Node, _ frame: Frame
  ) throws(Obstacle) -> Values? {
    switch expression.node {
    case .quantifier(let quantifier, let binders, let body):
      guard let passes = passes(binders, frame) else { return nil }
      // Whether an element was found that decides.
      let found = try gathered(passes, binders.filter, body, in: set, frame, .bool(false)) {
        .bool($0.asBool || $1.asBool == (quantifier != .every))
      }
      guard quantifier != .some else { return found }
      var negated = Values()
      for (value, part) in found.all {
        negated.add(value.map { .bool(!$0.asBool) }, part, store)
      }
      return negated
    case .aggregate(.count, let binders, _):
      guard let passes = passes(binders, frame) else { return nil }
      return try gathered(passes, binders.filter, nil, in: set, frame, .int(0)) { count, _ in
        .int(count.asInt + 1)
      }
    case .aggregate(let kind, let binders, let body)
    where kind == .min || kind == .max || kind == .set:
      guard let passes = passes(binders, frame), let slot = binders.levels.first?.slot else {
        return nil
      }
      let body = body ?? Expression(.local(slot), expression.type, expression.range)
      let empty: Value = kind == .set ? .set([]) : .none
      return try gathered(passes, binders.filter, body, in: set, frame, empty) { known, value in
        switch kind {
        case .set: .makeSet(known.elements + [value])
        case _ where known == .none: value
        case .min: min(known, value)
        default: max(known, value)
        }
      }
    case .member(.count, let base, _), .member(.isEmpty, let base, _):
      guard hasMembers(base, frame) else { return nil }
      let level = Binders.Level(slot: 0, name: "", source: base)
      guard let passes = passes(Binders(levels: [level], isDistinct: false), frame) else {
        return nil
      }
      return try counted(passes, in: set, frame, expression)
    default: return nil
    }
  }

  private func counted(
    _ passes: [Pass], in set: Node, _ frame: Frame, _ expression: Expression
  ) throws(Obstacle) -> Values {
    let wantsNumber = if case .member(.count, _, _) = expression.node { true } else { false }
    var counts = Values(wantsNumber ? .int(0) : .bool(true), set)
    for pass in passes {
      var next = Values()
      for (known, part) in counts.all {
        let more = known.map { wantsNumber ? Value.int($0.asInt + 1) : .bool(false) }
        guard let presence = pass.parts.last?.presence else {
          next.add(more, part, store)
          continue
        }
        let split = try split(part, by: presence, frame)
        next.add(more, split.yes, store)
        next.add(known, split.no, store)
        next.add(nil, split.fault, store)
      }
      counts = next
    }
    return counts
  }

  /// - Parameter combine: combines the result so far with one more element.
  private func gathered(
    _ passes: [Pass], _ filter: Expression?, _ body: Expression?, in set: Node, _ frame: Frame,
    _ start: Value, _ combine: (Value, Value) -> Value
  ) throws(Obstacle) -> Values {
    var known = Values(start, set)
    for pass in passes {
      var next = Values()
      for (value, part) in known.all {
        guard let value else {
          next.add(nil, part, store)
          continue
        }
        let found = try locally(part) { (part) throws(Obstacle) in
          var found = Values()
          if !(filter?.runsOverCollections ?? false), !(body?.runsOverCollections ?? false) {
            try gather(pass, filter, body, in: part, frame, value, combine, into: &found)
            return found
          }
          let entry = try enter(pass, filter, in: part, frame)
          found.add(value, entry.skipped, store)
          found.add(nil, entry.fault, store)
          for (frame, part) in entry.entered {
            guard let body else {
              found.add(combine(value, .none), part, store)
              continue
            }
            for (element, part) in try values(of: body, in: part, frame).all {
              found.add(element.map { combine(value, $0) }, part, store)
            }
          }
          return found
        }
        merge(found, into: &next)
      }
      known = next
    }
    return known
  }
}

extension SetRun {
  /// A pass that is evaluated as a whole.
  private func gather(
    _ pass: Pass, _ filter: Expression?, _ body: Expression?, in set: Node, _ frame: Frame,
    _ known: Value, _ combine: (Value, Value) -> Value, into found: inout Values
  ) throws(Obstacle) {
    try forEachCase(of: set, frame) { (evaluator) throws(Fault) in
      guard try evaluator.enter(pass, filter) else { return Value?.none }
      return .some(try body.map { (body) throws(Fault) in try evaluator.evaluate(body) } ?? .none)
    } _: { (each) throws(Obstacle) in
      switch each.outcome {
      case .success(let element):
        found.add(element.map { combine(known, $0) } ?? known, each.set, store)
      case .failure(let fault):
        if fault.isLimit { try note(fault) }
        found.add(nil, each.set, store)
      }
    }
  }
}

extension Evaluator {
  /// Whether a pass exists and the filter accepts it. Binds its names.
  fileprivate mutating func enter(
    _ pass: SetRun.Pass, _ filter: Expression?
  ) throws(Fault) -> Bool {
    for (presence, bindings) in pass.parts {
      if let presence, try !holds(presence) { return false }
      for (slot, content) in bindings {
        switch content {
        case .value(let value): locals[slot] = value
        case .expression(let expression): locals[slot] = try evaluate(expression)
        }
      }
    }
    guard let filter else { return true }
    return try holds(filter)
  }
}
