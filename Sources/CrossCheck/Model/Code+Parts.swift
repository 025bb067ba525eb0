/// Traversals of a model's code.
extension Routine {
  /// Visits every expression in it, inner ones after their owners.
  func forEachScalar(_ body: (Scalar) -> Void) {
    for statement in code { statement.forEachScalar(body) }
    result?.forEachPart(body)
  }
}

extension Code {
  fileprivate func forEachScalar(_ body: (Scalar) -> Void) {
    switch self {
    case .assign(let place, let value):
      place.forEachPart(body)
      value.forEachPart(body)
    case .copy(let target, let source, _):
      target.forEachPart(body)
      source.forEachPart(body)
    case .clear(let place, _): place.forEachPart(body)
    case .when(let test, let then, let otherwise):
      test.forEachPart(body)
      for statement in then + otherwise { statement.forEachScalar(body) }
    case .loop(_, let first, let last, let inner):
      first.forEachPart(body)
      last.forEachPart(body)
      for statement in inner { statement.forEachScalar(body) }
    case .pick, .leave: break
    }
  }
}

extension Scalar {
  fileprivate func forEachPart(_ body: (Scalar) -> Void) {
    body(self)
    switch self {
    case .flag, .number, .named: break
    case .read(let place, _): place.forEachPart(body)
    case .not(let inner): inner.forEachPart(body)
    case .binary(_, let left, let right):
      left.forEachPart(body)
      right.forEachPart(body)
    case .pick(let test, let then, let otherwise):
      for part in [test, then, otherwise] { part.forEachPart(body) }
    }
  }

  /// Whether it reads any part of a variable.
  func reads(_ root: Reference.Root) -> Bool {
    var reads = false
    forEachPart { if case .read(let place, _) = $0, place.root == root { reads = true } }
    return reads
  }
}

extension Reference {
  fileprivate func forEachPart(_ body: (Scalar) -> Void) {
    for case .index(let scalar) in steps { scalar.forEachPart(body) }
  }
}

extension [Code] {
  /// The code in which a fault does not leave: it sets a flag, and the code after it is skipped.
  ///
  /// - Parameter flag: false before.
  func trapping(_ flag: Reference) -> [Code] {
    guard let place = firstIndex(where: { [$0].canFault }) else { return self }
    let goesOn = !Scalar.read(flag, .flag)
    var result = Array(self[..<place])
    switch self[place] {
    case .when(let test, let then, let otherwise):
      result.append(
        .when(test, then.trapping(flag), otherwise: otherwise.trapping(flag)))
    case .loop(let local, let first, let last, let body):
      result.append(
        .loop(
          local, from: first, through: last,
          [.when(goesOn, body.trapping(flag), otherwise: [])]))
    default: return result + [.assign(flag, .yes)]
    }
    let rest = Array(self[(place + 1)...]).trapping(flag)
    if !rest.isEmpty { result.append(.when(goesOn, rest, otherwise: [])) }
    return result
  }
}
