/// Values that are one change apart.
extension Type {
  /// Types with more values have only neighbours that are close to the current value.
  private static let fewValues = 16

  /// The values of the type that differ from a value in one place: another number, name or case, or one element more
  /// or less. The result does not depend on the symmetric names.
  package func neighbours(of value: Value) -> [Value] {
    switch (self, value) {
    case (.bool, _), (.symmetric, _): return others(besides: [value])
    case (.range(let lower, let upper), .int(let number)):
      return Self.near(number, lower, upper).map { .int($0) }
    case (.timer(let maximum), .timer(let due)):
      return Self.near(due, -1, maximum).map { .timer($0) }
    case (.optional(let inner), .none): return inner.values
    case (.optional(let inner), _): return [.none] + inner.neighbours(of: value)
    case (.enumeration(let type), .enumCase(let index, let payload)):
      let fields = type.cases[index].fields.map(\.type)
      let alike = Self.replacements(in: payload, of: fields).map { Value.enumCase(index, $0) }
      return alike + values.filter { if case .enumCase(index, _) = $0 { false } else { true } }
    case (.structure(let type), .record(let values)):
      return Self.replacements(in: values, of: type.fields.map(\.type)).map { .record($0) }
    case (.table(_, let content), .table(let values)):
      return Self.replacements(in: values, of: values.map { _ in content }).map { .table($0) }
    case (.set(let element, let maximum), .set(let values)):
      let more = values.count < maximum ?? .max ? element.values : []
      return Self.removals(from: values).map { .set($0) }
        + more.filter { !values.contains($0) }.map { .makeSet(values + [$0]) }
    case (.bag(let element, let maximum), .bag(let values)):
      let more = values.count < maximum ?? 0 ? element.values : []
      return Self.removals(from: values).map { .bag($0) } + more.map { .makeBag(values + [$0]) }
    case (.list(let element, let maximum), .list(let values)):
      let more = values.count < maximum ?? 0 ? element.values : []
      return Self.removals(from: values).map { .list($0) }
        + Self.replacements(in: values, of: values.map { _ in element }).map { .list($0) }
        + more.map { .list(values + [$0]) }
    case (.map(let key, let content), .map(let keys, let values)):
      return Self.neighbours(ofKeys: keys, values, key, content)
    default: return []
    }
  }

  /// All values, if they are few.
  private var values: [Value] {
    guard case .exactly(let count) = cardinality, count <= Self.fewValues else { return [] }
    return allValues
  }

  private func others(besides known: [Value]) -> [Value] { values.filter { !known.contains($0) } }

  /// The numbers between two others except for one; if there are many, the nearest ones and both ends.
  private static func near(_ number: Int, _ lower: Int, _ upper: Int) -> [Int] {
    guard lower < upper else { return [] }
    let (distance, isLarge) = upper.subtractingReportingOverflow(lower)
    if !isLarge, distance < fewValues {
      return (lower...upper).filter { $0 != number }
    }
    var near = [lower]
    if number > lower, number - 1 != lower { near.append(number - 1) }
    if number < upper, number + 1 != upper { near.append(number + 1) }
    return (near + [upper]).filter { $0 != number }
  }

  private static func replacements(in values: [Value], of types: [Type]) -> [[Value]] {
    values.indices.flatMap { index in
      types[index].neighbours(of: values[index]).map { neighbour in
        var changed = values
        changed[index] = neighbour
        return changed
      }
    }
  }

  private static func removals(from values: [Value]) -> [[Value]] {
    values.indices.map { index in
      var changed = values
      changed.remove(at: index)
      return changed
    }
  }

  private static func neighbours(
    ofKeys keys: [Value], _ values: [Value], _ key: Type, _ content: Type
  ) -> [Value] {
    let fewer = zip(removals(from: keys), removals(from: values)).map {
      Value.map(keys: $0, values: $1)
    }
    let changed = replacements(in: values, of: values.map { _ in content }).map {
      Value.map(keys: keys, values: $0)
    }
    let more = key.others(besides: keys).flatMap { added in
      content.values.map { value in
        let place = keys.firstIndex { added < $0 } ?? keys.count
        var (keys, values) = (keys, values)
        keys.insert(added, at: place)
        values.insert(value, at: place)
        return Value.map(keys: keys, values: values)
      }
    }
    return fewer + changed + more
  }

}
