import Semantics

/// What numbers things have at most, where the types of a spec say nothing but `Int`.
///
/// It is found out by making the code once more, with what is known so far, and looking at what is stored.
extension ModelBuilder {
  /// What numbers a name has at most, from its first one on: if nothing else is stored in it by statements that read
  /// no other. All there are where that cannot be found out.
  ///
  /// The intervals of Cousot and Cousot, "Abstract interpretation" (1977), with one widening, to everything.
  func bounds(
    of name: String, from first: ClosedRange<Int>, _ slot: Int, _ rest: ArraySlice<Statement>
  ) throws(ExportObstacle) -> ClosedRange<Int> {
    var bounds = first
    if trialDepth == 2 { return Shape.allNumbers }
    for _ in 0..<4 {
      var trial = self
      trial.trialDepth += 1
      let place = Reference(root: .local(trial.local(name, .number(bounds))))
      trial.frame[slot] = .scalar(.read(place, .number(bounds)))
      trial.boundTypes[slot] = (place, .integer)
      trial.code = []
      do throws(ExportObstacle) {
        try trial.run(Array(rest))
      } catch {
        if error.isLimit { throw error }
        return Shape.allNumbers
      }
      let all = trial.code.stored(in: place.root).reduce(bounds) { $0.joined(with: $1) }
      if all == bounds { return bounds.clamped(to: Shape.allNumbers) }
      bounds = all
    }
    return Shape.allNumbers
  }

  /// What numbers a body, or the element itself, may be for the choices of names.
  func bounds(
    of body: Expression?, over binders: Binders
  ) throws(ExportObstacle) -> ClosedRange<Int> {
    try bounds(over: binders) { (builder) throws(ExportObstacle) in
      try body.map { (body) throws(ExportObstacle) in try builder.number(body) }
        ?? builder.frame[binders.levels[0].slot]?.scalar ?? .number(0)
    }
  }

  /// What something may be for the choices of names.
  func bounds(
    over binders: Binders, of number: (inout ModelBuilder) throws(ExportObstacle) -> Scalar
  ) throws(ExportObstacle) -> ClosedRange<Int> {
    var trial = self
    trial.code = []
    var bounds: ClosedRange<Int>?
    try trial.forEach(binders) { (builder, _) throws(ExportObstacle) in
      let own = try number(&builder).bounds
      bounds = bounds?.joined(with: own) ?? own
    }
    return bounds ?? 0...0
  }
}

extension ClosedRange<Int> {
  /// The numbers of both, and those between them.
  func joined(with other: Self) -> Self {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}

extension [Code] {
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

  /// The type where a value is a collection whose elements are known better.
  func narrowed(to value: Operand) -> Type {
    guard elementType == .integer, case .list(_, let element, _) = value, element != .integer
    else { return self }
    return of(element)
  }

  /// The type of a collection with these elements, where nothing is known of their numbers but what they are.
  func narrowed(to elements: [Operand]) -> Type {
    guard elementType == .integer, let first = elements.first else { return self }
    let bounds = elements.reduce(first.scalar.bounds) { $0.joined(with: $1.scalar.bounds) }
    return of(.range(lower: bounds.lowerBound, upper: bounds.upperBound))
  }

  /// The same kind of collection of something else.
  func of(_ element: Type) -> Type {
    switch self {
    case .list(_, let maximum): .list(element, maximum: maximum)
    case .bag(_, let maximum): .bag(element, maximum: maximum)
    case .set(_, let maximum): .set(element, maximum: maximum)
    default: self
    }
  }
}
