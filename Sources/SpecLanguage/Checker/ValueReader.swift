import Semantics

/// A reader for values that `Type.text` has written: `ValueReader.read("Card(kind: .info)", as: type)`.
///
/// The input is text that a person may have edited. The output is a value within the bounds of the type, in canonical
/// form. The reader computes nothing: `1 + 1` is not a value.
package struct ValueReader {
  /// The reason why a text is not a value of a type.
  package struct Unreadable: Error, Hashable, Sendable {
    package var reason: String
  }

  private let file: SourceFile

  /// Reads one value of a type.
  package static func read(_ text: String, as type: Type) throws(Unreadable) -> Value {
    let file = SourceFile(path: "value", text: text)
    let (expression, sink) = Parser.parseExpression(file)
    guard let expression, !sink.hasErrors else {
      throw Unreadable(reason: sink.diagnostics.first?.message ?? "it is not a value")
    }
    let value = try ValueReader(file: file).value(expression, type)
    if let boundsViolation = type.boundsViolation(of: value) {
      throw Unreadable(reason: Fault(boundsViolation, SourceRange(0, 0)).message)
    }
    return value
  }

  private func value(_ syntax: ExpressionSyntax, _ type: Type) throws(Unreadable) -> Value {
    switch (type, syntax.kind) {
    case (.optional, .nilLiteral): return .none
    case (.optional(let inner), _): return try value(syntax, inner)
    case (.bool, .boolean(let flag)): return .bool(flag)
    case (.integer, .integer(let number)), (.range, .integer(let number)): return .int(number)
    case (.integer, .negate(let operand)), (.range, .negate(let operand)):
      guard case .integer(let number) = operand.kind else { throw mismatch(syntax, type) }
      let (negative, overflow) = 0.subtractingReportingOverflow(number)
      if overflow { throw mismatch(syntax, type) }
      return .int(negative)
    case (.symmetric(let names), .symmetricName(let name, let number)):
      guard name.text == names.name else { throw mismatch(syntax, type) }
      guard number >= 1, number <= names.count else {
        throw Unreadable(
          reason: "there is no \(name.text)#\(number): \(names.name) has "
            + (names.count == 1 ? "one name" : "\(names.count) names"))
      }
      return .name(number - 1)
    case (.enumeration(let enumeration), .implicitMember(let name, let arguments)):
      return try enumCase(enumeration, name.text, arguments ?? [])
    case (.structure(let structure), .call(let callee, let arguments)):
      guard case .name(structure.name) = callee.kind else { throw mismatch(syntax, type) }
      return .record(try fields(structure.fields, arguments, of: structure.name))
    case (.timer, _): return try timer(syntax, type)
    default: return try collection(syntax, type)
    }
  }

  private func enumCase(
    _ type: EnumType, _ name: String, _ arguments: [ArgumentSyntax]
  ) throws(Unreadable) -> Value {
    guard let index = type.place(of: name) else {
      let help = UnknownName(name, among: type.cases.map(\.name)).help
      throw Unreadable(
        reason: (["\(type.name) has no case '\(name)'"] + help).joined(separator: "; "))
    }
    return .enumCase(index, try fields(type.cases[index].fields, arguments, of: ".\(name)"))
  }

  /// Reads the fields of a struct or payload. Omitted fields have their default.
  private func fields(
    _ fields: [Field], _ arguments: [ArgumentSyntax], of owner: String
  ) throws(Unreadable) -> [Value] {
    var rest = arguments[...]
    var values: [Value] = []
    for field in fields {
      if let next = rest.first, next.label?.text == field.name {
        values.append(try value(next.value, field.type))
        rest.removeFirst()
      } else if let standard = field.defaultValue {
        values.append(standard)
      } else {
        throw Unreadable(reason: "'\(owner)' needs '\(field.name ?? "a value")'")
      }
    }
    if let left = rest.first {
      throw Unreadable(
        reason: "'\(owner)' has no '\(left.label?.text ?? file.text(left.value.range))'")
    }
    return values
  }

  /// Reads `.off`, `due` or `due in 3`.
  private func timer(_ syntax: ExpressionSyntax, _ type: Type) throws(Unreadable) -> Value {
    switch syntax.kind {
    case .implicitMember(let name, nil) where name.text == "off": return .isOff
    case .name("due"): return .timer(0)
    case .implicitMember(let name, let arguments?) where name.text == "due":
      guard let time = arguments.first, arguments.count == 1, time.label?.text == "in",
        case .integer(let units) = time.value.kind
      else { break }
      return .timer(units)
    default: break
    }
    throw mismatch(syntax, type)
  }

  /// Reads a collection. `[]` is the empty map too, and the table over a type without values.
  private func collection(_ syntax: ExpressionSyntax, _ type: Type) throws(Unreadable) -> Value {
    switch (type, syntax.kind) {
    case (.bag(let element, _), .list(let parts)): return .makeBag(try values(parts, element))
    case (.set(let element, _), .list(let parts)): return .makeSet(try values(parts, element))
    case (.list(let element, _), .list(let parts)): return .list(try values(parts, element))
    case (.map(let key, let content), .dictionary(let parts)):
      let entries = try entries(parts, key, content)
      let keys = entries.keys.sorted()
      return .map(keys: keys, values: keys.compactMap { entries[$0] })
    case (.map, .list(let parts)) where parts.isEmpty: return .map(keys: [], values: [])
    case (.table(let key, _), .list(let parts)) where parts.isEmpty:
      guard let missing = key.allValues.first else { return .table([]) }
      throw Unreadable(reason: "the table has no value for \(key.text(missing))")
    case (.table(let key, let content), .dictionary(let parts)):
      let entries = try entries(parts, key, content)
      var values: [Value] = []
      for each in key.allValues {
        guard let value = entries[each] else {
          throw Unreadable(reason: "the table has no value for \(key.text(each))")
        }
        values.append(value)
      }
      return .table(values)
    default: throw mismatch(syntax, type)
    }
  }

  private func values(_ parts: [ExpressionSyntax], _ type: Type) throws(Unreadable) -> [Value] {
    var values: [Value] = []
    for part in parts { values.append(try value(part, type)) }
    return values
  }

  /// Reads entries. A key that is outside its type or duplicate is rejected here, since the later check of the whole
  /// value cannot see such keys.
  private func entries(
    _ parts: [DictionaryEntrySyntax], _ key: Type, _ content: Type
  ) throws(Unreadable) -> [Value: Value] {
    var entries: [Value: Value] = [:]
    for part in parts {
      let place = try value(part.key, key)
      guard key.contains(place) else { throw mismatch(part.key, key) }
      guard entries.updateValue(try value(part.value, content), forKey: place) == nil else {
        throw Unreadable(reason: "\(key.text(place)) is given twice")
      }
    }
    return entries
  }

  private func mismatch(_ syntax: ExpressionSyntax, _ type: Type) -> Unreadable {
    Unreadable(reason: "'\(file.text(syntax.range))' is not a value of \(type)")
  }
}
