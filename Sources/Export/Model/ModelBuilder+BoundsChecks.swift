import Semantics

/// Whether values are within the bounds of their types.
extension ModelBuilder {
  /// Whether a value does not fit a type.
  mutating func boundsViolation(of value: Operand, in type: Type) throws(ExportError) -> Scalar {
    switch (value, type) {
    case (.scalar(let scalar), .range(let lower, let upper)):
      return .less(scalar, .number(lower)) || .less(.number(upper), scalar)
    case (.scalar(let scalar), .timer(let maximum)): return .less(.number(maximum), scalar)
    case (.scalar, .optional(let inner)): return try boundsViolation(of: value, in: inner)
    case (.scalar, _), (.absent, _): return .no
    case (.optional(let present, let inner), _):
      return present && (try boundsViolation(of: inner, in: type.unwrapped))
    case (_, .optional(let inner)): return try boundsViolation(of: value, in: inner)
    case (.record(let parts), .structure(let type)):
      return try boundsViolation(parts, type.fields)
    case (.choice(let tag, let cases), .enumeration(let type)):
      var result = Scalar.no
      for (index, each) in type.cases.enumerated() where !cases[index].isEmpty {
        result =
          result || .equal(tag, .number(index)) && (try boundsViolation(cases[index], each.fields))
      }
      return result
    case (.constant(let constant, _), _): return .flag(type.boundsViolation(of: constant) != nil)
    case (.flags(_, let element), .set(let target, nil)) where element == target: return .no
    case (.entries(_, let key, let content), .map(let key2, let content2))
    where key == key2 && content2.containsAll(of: content):
      return .no
    case (.table(_, let key, let content), .table(let key2, let content2))
    where key == key2 && content2.containsAll(of: content):
      return .no
    default: break
    }
    let elementType: Type
    var tooMany = Scalar.no
    switch type {
    case .set(let element, let maximum):
      elementType = element
      if let maximum, value.capacity > maximum {
        tooMany = .less(.number(maximum), try count(of: value))
      }
    case .bag(let element, let maximum?), .list(let element, let maximum?):
      elementType = element
      if value.capacity > maximum { tooMany = .less(.number(maximum), try count(of: value)) }
    case .bag(let element, nil), .list(let element, nil), .sequence(let element, _):
      elementType = element
    case .map(_, let content), .table(_, let content): elementType = content
    default: return .no
    }
    let (code, wrong) = try block { (builder) throws(ExportError) -> Reference in
      let wrong = Reference(root: .local(builder.local("misfits", .flag)))
      builder.emit(.assign(wrong, .no))
      try builder.forEachElement(value) { (builder, each, key) throws(ExportError) in
        var boundsViolation = try builder.boundsViolation(of: each, in: elementType)
        if let key, case .map(let keyType, _) = type {
          boundsViolation = try boundsViolation || builder.boundsViolation(of: key, in: keyType)
        }
        try builder.when(boundsViolation) { (builder) throws(ExportError) in
          builder.emit(.assign(wrong, .yes))
        }
      }
      return wrong
    }
    if code.count < 2 { return tooMany }
    self.code += code
    return tooMany || .read(wrong, .flag)
  }

  private mutating func boundsViolation(
    _ parts: [Operand], _ fields: [Field]
  ) throws(ExportError) -> Scalar {
    var result = Scalar.no
    for (part, field) in zip(parts, fields) {
      result = result || (try boundsViolation(of: part, in: field.type))
    }
    return result
  }
}
