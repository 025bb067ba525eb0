import Semantics

/// How many elements collections have at most, and what numbers things are, where the types of a spec say nothing but
/// `Int`.
///
/// Numbers are found out by making the code once more, with what is known so far, and looking at what is stored.
extension ModelBuilder {
  /// What numbers a name has at most, from its first one on: what has been stored in it when nothing new is, or as
  /// often as it can be. What it is declared as, or all, where that is too often.
  ///
  /// The intervals of Cousot and Cousot, "Abstract interpretation" (1977), with one widening, to everything.
  func bounds(
    of name: String, from first: ClosedRange<Int>, _ slot: Int, _ rest: ArraySlice<Statement>
  ) throws(ExportError) -> ClosedRange<Int> {
    // What is beyond the type of the name is a fault, and never stored.
    var declared = Shape.allNumbers
    if case .range(let lower, let upper)? = rest.storedType(ofLocal: slot), lower <= upper {
      declared = (lower...upper).clamped(to: declared)
    }
    var bounds = first.clamped(to: declared)
    if trialDepth == 2 { return declared }
    for count in 0...(trialDepth == 0 ? 12 : 4) {
      var trial = self
      trial.trialDepth += 1
      let place = Reference(root: .local(trial.local(name, .number(bounds))))
      trial.frame[slot] = .scalar(.read(place, .number(bounds)))
      trial.boundTypes[slot] = (place, .integer)
      trial.code = []
      do throws(ExportError) {
        try trial.run(Array(rest))
      } catch {
        if error.isLimit { throw error }
        return declared
      }
      let all = trial.code.stored(in: place.root).reduce(bounds) {
        $0.joined(with: $1.clamped(to: declared))
      }
      if all == bounds || trial.code.storings(in: place.root) <= count { return bounds }
      bounds = all
    }
    return declared
  }

  /// What is of a type and what something may be for the choices of names, where the type leaves that open, or values
  /// may be beyond it.
  func held(
    _ type: Type, over binders: Binders,
    of value: (inout ModelBuilder) throws(ExportError) -> Operand
  ) throws(ExportError) -> Type {
    if type.unboundedPart == nil, type.parts.isEmpty { return type }
    var trial = self
    trial.code = []
    var values: [Operand] = []
    try trial.forEach(binders) { (builder, _) throws(ExportError) in
      values.append(try value(&builder))
    }
    return try type.holding(values)
  }

  /// The same of a body, or of the element itself.
  func held(
    _ type: Type, by body: Expression?, over binders: Binders
  ) throws(ExportError) -> Type {
    try held(type, over: binders) { (builder) throws(ExportError) in
      try builder.value(of: body, or: binders)
    }
  }

  /// What a body is for the choice of names at hand, or the element itself.
  mutating func value(
    of body: Expression?, or binders: Binders
  ) throws(ExportError) -> Operand {
    if let body { return try evaluate(body) }
    return frame[binders.levels[0].slot] ?? .absent
  }

  /// How many passes there are at most.
  func capacity(of binders: Binders) -> Int {
    // Of the names themselves nothing is known yet.
    var outside = self
    for slot in binders.slots { outside.frame[slot] = nil }
    return binders.levels.reduce(1) { product, level in
      let source = level.sharedWith.map { binders.levels[$0].source } ?? level.source
      return min(product * max(1, outside.capacity(of: source)), 1 << 24)
    }
  }

  /// How many elements a collection has at most, as far as it can be told before it is evaluated.
  private func capacity(of source: Expression) -> Int {
    func values(_ type: Type) -> Int {
      if case .exactly(let count) = type.cardinality {
        min(count, Self.manyElements)
      } else {
        Self.manyElements
      }
    }
    switch source.node {
    case .constant(let value): return value.elements.count
    case .domain(let values): return values.count
    case .construct(_, let parts): return parts.count
    case .local(let slot): if let operand = frame[slot] { return operand.capacity }
    // As many as what they are of, which may be equal ones.
    case .member(let member, let base, let arguments):
      switch member {
      case .union, .symmetricDifference:
        return min(
          capacity(of: base) + arguments.reduce(0) { $0 + capacity(of: $1) }, Self.manyElements)
      case .keys, .values, .reversed, .indices, .intersection, .subtracting:
        return capacity(of: base)
      default: break
      }
    case .old(let inner): return capacity(of: inner)
    case .range(let lower, let upper, let isClosed):
      if let first = lower.keptNumbers?.lowerBound, let last = upper.keptNumbers?.upperBound {
        return max(0, last.saturating(-, first)) + (isClosed ? 1 : 0)
      }
      if let element = source.type.elementType { return values(element) }
    case .aggregate(_, let binders, _): return capacity(of: binders)
    default: break
    }
    switch source.type.unwrapped {
    case .set(_, let maximum?), .bag(_, let maximum?), .list(_, let maximum?): return maximum
    case .set(let element, nil): return values(element)
    case .map(let key, _), .table(let key, _): return values(key)
    default: return Self.manyElements
    }
  }

  /// What is taken for the size of what has no bound that can be told.
  static let manyElements = 1 << 16
}

extension Expression {
  /// What numbers it may be, where it is written out or kept somewhere; nil where its type is no promise.
  fileprivate var keptNumbers: ClosedRange<Int>? {
    switch (node, type) {
    case (.constant(.int(let number)), _): number...number
    case (.local, .range(let lower, let upper)), (.variable, .range(let lower, let upper)):
      lower...max(lower, upper)
    default: nil
    }
  }
}

extension ClosedRange<Int> {
  /// The numbers of both, and those between them.
  func joined(with other: Self) -> Self {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}

extension [Code] {
  /// How often something is stored as a whole in a place, at most.
  func storings(in root: Reference.Root) -> Int {
    reduce(0) { count, code in
      switch code {
      case .assign(let place, _): count + (place.root == root ? 1 : 0)
      case .when(_, let then, let otherwise):
        count + Swift.max(then.storings(in: root), otherwise.storings(in: root))
      case .loop(_, let from, let through, let body):
        count.saturating(
          +,
          body.storings(in: root).saturating(
            *, Swift.max(0, through.bounds.upperBound.saturating(-, from.bounds.lowerBound) + 1)))
      default: count
      }
    }
  }

  /// What numbers are stored as a whole in a place.
  func stored(in root: Reference.Root) -> [ClosedRange<Int>] {
    flatMap { code -> [ClosedRange<Int>] in
      switch code {
      case .assign(let place, let scalar): place.root == root ? [scalar.bounds] : []
      case .when(_, let then, let otherwise):
        then.stored(in: root) + otherwise.stored(in: root)
      case .loop(_, _, _, let body): body.stored(in: root)
      default: []
      }
    }
  }
}

extension Type {
  /// Whether its values are just numbers.
  var isNumeric: Bool {
    switch self {
    case .integer, .range: true
    default: false
    }
  }
}
