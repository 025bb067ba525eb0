extension Expression {
  /// A text that two expressions share only if they mean the same under the same names.
  ///
  /// - Parameter names: other places of the frame for some names.
  package func key(_ names: [Int: Int] = [:]) -> String {
    func slot(_ slot: Int) -> String { "$\(names[slot] ?? slot)" }
    func list(_ parts: [Expression]) -> String {
      parts.map { $0.key(names) }.joined(separator: ",")
    }
    switch node {
    case .constant(let value): return "\(value)"
    case .variable(let index): return "v\(index)"
    case .local(let place): return slot(place)
    case .not(let inner): return "!(\(inner.key(names)))"
    case .arithmetic(let operation, let left, let right):
      return "(\(left.key(names))\(operation.rawValue)\(right.key(names)))"
    case .comparison(let comparison, let left, let right):
      return "(\(left.key(names)) \(comparison) \(right.key(names)))"
    case .connective(let connective, let left, let right):
      return "(\(left.key(names)) \(connective) \(right.key(names)))"
    case .isContained(let element, let collection):
      return "(\(element.key(names)) in \(collection.key(names)))"
    case .unwrap(let inner): return "\(inner.key(names))!"
    case .field(let base, let index): return "\(base.key(names)).\(index)"
    case .element(let base, let element): return "\(base.key(names))[\(element.key(names))]"
    case .construct(let construction, let parts): return "\(construction) \(type)(\(list(parts)))"
    case .range(let lower, let upper, let isClosed):
      return "\(lower.key(names))\(isClosed ? "..." : "..<")\(upper.key(names))"
    case .domain(let values): return "all \(values)"
    case .quantifier(let quantifier, let binders, let body):
      return "\(quantifier)\(binders.key(names))(\(body.key(names)))"
    case .aggregate(let kind, let binders, let body):
      return "\(kind)\(binders.key(names))(\(body?.key(names) ?? ""))"
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
      return "emitted\(counted)(\(pattern.signal) \(fields))"
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
    return "{\(isDistinct) \(levels) where \(filter?.key(names) ?? "")}"
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
      return "\(conditions):\(branch.body.key(names))"
    }
    return "switch \(subject) \(branches) else \(otherwise?.key(names) ?? "")"
  }
}

extension Pattern {
  /// As that of expressions.
  func key(_ names: [Int: Int] = [:]) -> String {
    switch self {
    case .wildcard: "_"
    case .bind(let slot): "let \(names[slot] ?? slot)"
    case .isNil: "nil"
    case .enumCase(let place, let parts): "case \(place)\(parts.map { $0.key(names) })"
    case .record(let parts): "record\(parts.map { $0.key(names) })"
    case .some(let inner): "some(\(inner.key(names)))"
    case .equals(let value): "== \(value.key(names))"
    case .within(let lower, let upper, let isClosed):
      "in \(lower.key(names)) \(isClosed) \(upper.key(names))"
    case .anyOf(let patterns): "any\(patterns.map { $0.key(names) })"
    }
  }
}
