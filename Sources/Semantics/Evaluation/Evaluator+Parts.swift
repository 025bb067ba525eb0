/// Reads of parts of variables. A footprint records only the columns that are read, and each recorded read depends
/// only on earlier ones.
extension Evaluator {
  /// Evaluates an expression. If it is a part of a variable, its location is returned as well, and its columns are
  /// not recorded as read.
  private mutating func part(
    _ expression: Expression
  ) throws(Fault) -> (value: Value, place: PartPlace?) {
    switch expression.node {
    case .variable(let index):
      return (state[index], PartPlace(variable: index, isOld: footprint?.isOld ?? false))
    case .old(let inner):
      let footprint = footprint
      let wasOld = footprint?.isOld ?? false
      swap(&state, &previous)
      footprint?.isOld = true
      defer {
        swap(&state, &previous)
        footprint?.isOld = wasOld
      }
      return try part(inner)
    case .unwrap(let operand):
      let (value, place) = try part(operand)
      note(place, .presence)
      if value == .none { throw Fault(.missingValue, expression.range) }
      return (value, place)
    case .field(let base, let index):
      let (whole, place) = try part(base)
      note(place, .chain)
      guard case .record(let fields) = whole else { return (.none, nil) }
      return (fields[index], place?.appending(.field(index)))
    case .element(let base, let key):
      let (whole, place) = try part(base)
      note(place, .chain)
      if whole == .none { return (.none, nil) }
      let key = try evaluate(key)
      let type = base.type.unwrapped
      switch (type, whole) {
      case (_, .map):
        let value = try Self.element(of: whole, type, at: key, expression.range)
        return (value, place?.appending(.mapEntry(key)))
      case (.table(let keyType, _), .table):
        let rank = keyType.rank(of: key)
        if rank == nil { note(place, .presence) }
        let value = try Self.element(of: whole, type, at: key, expression.range)
        return (value, rank.flatMap { place?.appending(.element($0)) })
      default:
        note(place, .all)
        return (try Self.element(of: whole, type, at: key, expression.range), nil)
      }
    default: return (try evaluate(expression), nil)
    }
  }

  private func note(_ place: PartPlace?, _ extent: Footprint.Extent) {
    if let place { footprint?.note(place, extent) }
  }

  /// Evaluates an expression of which only this extent is read.
  mutating func evaluate(
    _ expression: Expression, only extent: @autoclosure () -> Footprint.Extent
  ) throws(Fault) -> Value {
    if footprint == nil { return try evaluate(expression) }
    let (value, place) = try part(expression)
    note(place, extent())
    return value
  }
}

extension PartPlace {
  fileprivate func appending(_ step: PathStep) -> PartPlace {
    var longer = self
    longer.steps.append(step)
    return longer
  }
}
