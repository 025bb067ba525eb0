extension Expression {
  /// Returns a text that two expressions share only if they mean the same under the same names.
  ///
  /// - Parameter names: replacements for the slots of some names.
  package func key(_ names: [Int: Int] = [:]) -> String {
    func slot(_ slot: Int) -> String { "$\(names[slot] ?? slot)" }
    func list(_ parts: [Expression]) -> String {
      parts.map { $0.key(names) }.joined(separator: ",")
    }
    switch node {
    case .constant(let value): return value.key
    case .variable(let index): return "v\(index)"
    case .local(let place): return slot(place)
    case .not(let inner): return "!(\(inner.key(names)))"
    case .arithmetic(let operation, let left, let right):
      return "(\(left.key(names))\(operation.rawValue)\(right.key(names)))"
    case .comparison(let comparison, let left, let right):
      return "(\(left.key(names)) \(comparison.rawValue) \(right.key(names)))"
    case .connective(let connective, let left, let right):
      return "(\(left.key(names)) \(connective.rawValue) \(right.key(names)))"
    case .isContained(let element, let collection):
      return "(\(element.key(names)) in \(collection.key(names)))"
    case .unwrap(let inner): return "\(inner.key(names))!"
    case .field(let base, let index): return "\(base.key(names)).\(index)"
    case .element(let base, let element): return "\(base.key(names))[\(element.key(names))]"
    case .construct(let construction, let parts): return "\(construction) \(type)(\(list(parts)))"
    case .range(let lower, let upper, let isClosed):
      return "\(lower.key(names))\(isClosed ? "..." : "..<")\(upper.key(names))"
    case .domain(let values): return "all \(texts(values.map(\.key)))"
    case .quantifier(let quantifier, let binders, let body):
      return "\(quantifier.rawValue)\(binders.key(names))(\(body.key(names)))"
    case .aggregate(let kind, let binders, let body):
      return "\(kind.rawValue)\(binders.key(names))(\(body?.key(names) ?? ""))"
    case .member(let member, let base, let arguments):
      return "\(base.key(names)).\(member.rawValue)(\(list(arguments)))"
    case .call(let function, let arguments): return "\(function.name)(\(list(arguments)))"
    case .bind(let bindings, let body):
      let lines = bindings.map { "\(slot($0.slot))=\($0.1.key(names))" }.joined(separator: ";")
      return "let \(lines) in \(body.key(names))"
    case .branch(let branches): return branches.key(names)
    case .old(let inner): return "old(\(inner.key(names)))"
    case .emitted(let pattern, let counted):
      let fields = pattern.arguments.map { "\($0.field):\($0.value.key(names))" }
      return "emitted\(counted)(\(pattern.signal) \(texts(fields)))"
    case .bounded(let inner, _): return inner.key(names)
    }
  }
}

extension Binders {
  fileprivate func key(_ names: [Int: Int]) -> String {
    let levels = levels.map { level in
      "\(names[level.slot] ?? level.slot)/\(level.valueSlot.map { names[$0] ?? $0 } ?? -1) "
        + "\(level.sharedWith ?? -1) in \(level.source.key(names))"
    }
    return "{\(isDistinct) \(texts(levels)) where \(filter?.key(names) ?? "")}"
  }
}

extension Branches<Expression> {
  fileprivate func key(_ names: [Int: Int]) -> String {
    let subject = subject.map { "\(names[$0.slot] ?? $0.slot)=\($0.value.key(names))" } ?? ""
    let branches = branches.map { branch in
      let conditions = branch.conditions.map { condition in
        switch condition {
        case .test(let test): test.key(names)
        case .pattern(let pattern, let value): "\(pattern.key(names)) of \(value.key(names))"
        }
      }
      return "\(texts(conditions)):\(branch.body.key(names))"
    }
    return "switch \(subject) \(texts(branches)) else \(otherwise?.key(names) ?? "")"
  }
}

extension Pattern {
  /// Works as for expressions.
  func key(_ names: [Int: Int] = [:]) -> String {
    switch self {
    case .wildcard: "_"
    case .bind(let slot): "let \(names[slot] ?? slot)"
    case .isNil: "nil"
    case .enumCase(let place, let parts): "case \(place)\(texts(parts.map { $0.key(names) }))"
    case .record(let parts): "record\(texts(parts.map { $0.key(names) }))"
    case .some(let inner): "some(\(inner.key(names)))"
    case .equals(let value): "== \(value.key(names))"
    case .within(let lower, let upper, let isClosed):
      "in \(lower.key(names)) \(isClosed) \(upper.key(names))"
    case .anyOf(let patterns): "any\(texts(patterns.map { $0.key(names) }))"
    }
  }
}

extension Value {
  fileprivate var key: String {
    switch self {
    case .none: "nil"
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .name(let place): "#\(place)"
    case .timer(let due): "@\(due)"
    case .enumCase(let place, let parts): "case\(place)\(texts(parts.map(\.key)))"
    case .record(let parts): "record\(texts(parts.map(\.key)))"
    case .set(let elements): "set\(texts(elements.map(\.key)))"
    case .bag(let elements): "bag\(texts(elements.map(\.key)))"
    case .map(let keys, let values): "map\(texts(keys.map(\.key)))\(texts(values.map(\.key)))"
    case .table(let values): "table\(texts(values.map(\.key)))"
    case .list(let elements): "list\(texts(elements.map(\.key)))"
    }
  }
}

/// Joins texts into one, from which each can be recovered: its length in bytes precedes each text.
private func texts(_ parts: [String]) -> String {
  "[" + parts.map { "\($0.utf8.count):\($0)" }.joined() + "]"
}
