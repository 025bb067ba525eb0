import Basics
import Files
import Semantics

/// Reads observed values from JSON by their types: `try reader.read(part, type)`.
///
/// A value of the right form but outside its type, such as a number out of range, is no error: no state of the spec has
/// it. A value of another form is an error.
struct SnapshotReader {
  /// Returns the index of an identifier in a symmetric type.
  var place: (RealName, SymmetricType) throws(NameTable.ExhaustedNamesError) -> Int

  enum Problem: Error {
    case mistake(JSONError)
    case exhausted(NameTable.ExhaustedNamesError)
  }

  /// An integer, also in the form `1.0` of JSON writers without integers.
  private static func whole(_ digits: String) -> Int? {
    Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }
  }

  func read(_ part: JSONPart, _ type: Type) throws(Problem) -> Snapshot {
    switch (type, part.node) {
    case (.optional, .null): return .whole(.none)
    case (.optional(let inner), _): return try read(part, inner)
    case (.bool, .boolean(let flag)): return .whole(.bool(flag))
    case (.range(let lower, let upper), .number(let digits)):
      guard let number = Self.whole(digits), lower <= number, number <= upper else {
        return .foreign("\(digits), which is not in \(lower)...\(upper)")
      }
      return .whole(.int(number))
    case (.integer, .number(let digits)):
      return Self.whole(digits).map { .whole(.int($0)) } ?? .foreign(digits)
    case (.symmetric(let names), _):
      guard let real = RealName(part) else { throw mismatch(part, type) }
      do throws(NameTable.ExhaustedNamesError) {
        return .whole(.name(try place(real, names)))
      } catch {
        throw .exhausted(error)
      }
    case (.enumeration(let enumeration), _): return try enumCase(part, enumeration)
    case (.structure(let structure), .object(let members)):
      let parts = try fields(members, structure.fields, of: structure.name)
      return Self.joined(parts, { .record($0) }, { .record($0) })
    case (.timer(let maximum), _): return try timer(part, maximum)
    default: return try collection(part, type)
    }
  }

  /// `"info"`, or `{"call": {"ringing": true}}`.
  private func enumCase(_ part: JSONPart, _ type: EnumType) throws(Problem) -> Snapshot {
    switch part.node {
    case .string(let name):
      guard let index = type.place(of: name) else {
        let near = NearestName.propose(name, among: type.cases.map(\.name))
        return .foreign(
          "\"\(name)\", which \(type.name) does not have"
            + (near.map { " (did you mean \"\($0)\"?)" } ?? ""))
      }
      let fields = type.cases[index].fields
      return fields.isEmpty
        ? .whole(.enumCase(index, [])) : .enumCase(index, fields.map { _ in .free })
    case .object(let members) where members.count == 1:
      guard let index = type.place(of: members[0].key) else { return .foreign(part.text) }
      let declared = type.cases[index].fields
      guard case .object(let values) = members[0].value.node else {
        throw .mistake(
          JSONError(
            message: "expected the values of '\(members[0].key)' as an object, found "
              + members[0].value.noun, place: members[0].value.place))
      }
      let parts = try fields(values, declared, of: ".\(members[0].key)")
      return Self.joined(parts, { .enumCase(index, $0) }, { .enumCase(index, $0) })
    default: throw mismatch(part, .enumeration(type))
    }
  }

  typealias Members = [(key: String, place: Int, value: JSONPart)]

  /// The known fields, by name, or by index from 0 if they have no name.
  func fields(
    _ members: Members, _ fields: [Field], of owner: String
  ) throws(Problem) -> [Snapshot] {
    var parts = [Snapshot](repeating: .free, count: fields.count)
    for (place, member) in members.enumerated() {
      // Fields are usually in order.
      let isNext = place < fields.count && fields[place].name == member.key
      guard let index = isNext ? place : Self.index(of: member.key, in: fields) else {
        let names = fields.enumerated().map { $1.name ?? "\($0)" }
        throw .mistake(
          JSONError(
            message: "'\(owner)' has no '\(JSONError.shown(member.key))'"
              + NearestName.hint(member.key, among: names), place: member.place))
      }
      parts[index] = try read(member.value, fields[index].type)
    }
    return parts
  }

  /// The index of a field; a field without a name is called by its index.
  private static func index(of name: String, in fields: [Field]) -> Int? {
    fields.indices.first { fields[$0].name.map { $0 == name } ?? ("\($0)" == name) }
  }

  /// `null` is off, a number the units until it is due.
  private func timer(_ part: JSONPart, _ maximum: Int) throws(Problem) -> Snapshot {
    switch part.node {
    case .null: return .whole(.isOff)
    case .number(let digits):
      guard let units = Self.whole(digits), units >= 0, units <= maximum else {
        return .foreign(digits)
      }
      return .whole(.timer(units))
    default: throw mismatch(part, .timer(maximum: maximum))
    }
  }

  private func collection(_ part: JSONPart, _ type: Type) throws(Problem) -> Snapshot {
    switch (type, part.node) {
    case (.set(let element, let maximum), .array(let parts)):
      let elements = try read(parts, element)
      guard let values = Self.whole(elements) else { return .unordered(elements) }
      let set = Value.makeSet(values)
      let isSet = set.elements.count == values.count && values.count <= maximum ?? .max
      return isSet ? .whole(set) : .foreign(part.text)
    case (.bag(let element, let maximum), .array(let parts)):
      let elements = try read(parts, element)
      guard parts.count <= maximum ?? .max else { return .foreign(part.text) }
      return Self.whole(elements).map { .whole(.makeBag($0)) } ?? .unordered(elements)
    case (.list(let element, let maximum), .array(let parts)):
      guard parts.count <= maximum ?? .max else { return .foreign(part.text) }
      return Self.joined(try read(parts, element), { .list($0) }, { .list($0) })
    case (.map(let key, let content), _): return try map(part, key, content)
    case (.table(let key, let content), _): return try table(part, key, content)
    default: throw mismatch(part, type)
    }
  }

  private func map(_ part: JSONPart, _ key: Type, _ content: Type) throws(Problem) -> Snapshot {
    guard let entries = try entries(part, key, content).map({ $0.sorted { $0.key < $1.key } })
    else { return .foreign(part.text) }
    let keys = entries.map(\.key)
    return Self.joined(
      entries.map(\.content), { .map(keys: keys, values: $0) }, { .map(keys: keys, $0) })
  }

  /// Reads a table. Omitted keys are unknown.
  private func table(_ part: JSONPart, _ key: Type, _ content: Type) throws(Problem) -> Snapshot {
    guard let entries = try entries(part, key, content) else { return .foreign(part.text) }
    let known = Dictionary(entries.map { ($0.key, $0.content) }) { first, _ in first }
    return Self.joined(key.allValues.map { known[$0] ?? .free }, { .table($0) }, { .table($0) })
  }

  /// The entries of an object, or of an array of objects with `key` and `value`; nil if some key is not a value of its
  /// type, or is duplicated.
  private func entries(
    _ part: JSONPart, _ key: Type, _ content: Type
  ) throws(Problem) -> [(key: Value, content: Snapshot)]? {
    var entries: [(key: Value, content: Snapshot)] = []
    var keys: Set<Value> = []
    func add(_ written: Snapshot, _ value: JSONPart) throws(Problem) -> Bool {
      let content = try read(value, content)
      guard let whole = written.whole, keys.insert(whole).inserted else { return false }
      entries.append((whole, content))
      return true
    }
    switch part.node {
    case .object(let members):
      for member in members {
        guard try add(try self.key(member.key, member.place, key), member.value) else { return nil }
      }
    case .array(let parts):
      for entry in parts {
        guard case .object(let members) = entry.node, members.count == 2,
          let written = members.first(where: { $0.key == "key" }),
          let value = members.first(where: { $0.key == "value" })
        else {
          throw .mistake(
            JSONError(
              message: "expected an object with \"key\" and \"value\"", place: entry.place))
        }
        guard try add(try read(written.value, key), value.value) else { return nil }
      }
    default: throw mismatch(part, .map(key, content))
    }
    return entries
  }

  /// A key of a JSON object: the text of a number, truth value, case or name.
  private func key(_ text: String, _ place: Int, _ type: Type) throws(Problem) -> Snapshot {
    let node: JSONPart.Node
    switch type.unwrapped {
    case .range: node = Int(text) == nil ? .null : .number(text)
    case .bool: node = text == "true" || text == "false" ? .boolean(text == "true") : .null
    case .enumeration, .symmetric: node = .string(text)
    default:
      throw .mistake(
        JSONError(
          message: "keys of type '\(type)' are written as an array of objects with \"key\" and "
            + "\"value\"", place: place))
    }
    if type.isOptional, text == "nil" { return .whole(.none) }
    if case .null = node { return .foreign("\"\(text)\"") }
    return try read(JSONPart(node: node, place: place), type.unwrapped)
  }

  private func read(_ parts: [JSONPart], _ element: Type) throws(Problem) -> [Snapshot] {
    var seen: [Snapshot] = []
    for part in parts { seen.append(try read(part, element)) }
    return seen
  }

  private func mismatch(_ part: JSONPart, _ type: Type) -> Problem {
    .mistake(
      JSONError(
        message: "expected \(type.formInJSON), found \(part.noun)", place: part.place))
  }

  private static func whole(_ parts: [Snapshot]) -> [Value]? {
    var values: [Value] = []
    for part in parts {
      guard let value = part.whole else { return nil }
      values.append(value)
    }
    return values
  }

  private static func joined(
    _ parts: [Snapshot], _ value: ([Value]) -> Value, _ seen: ([Snapshot]) -> Snapshot
  ) -> Snapshot {
    whole(parts).map { .whole(value($0)) } ?? seen(parts)
  }
}

extension Type {
  /// A phrase for the JSON format of the type.
  fileprivate var formInJSON: String {
    switch self {
    case .bool: "true or false"
    case .range, .integer: "a number"
    case .symmetric(let type): "a name of \(type.name), a string or a whole number"
    case .enumeration(let type): "a case of \(type.name), a string or an object with one key"
    case .structure(let type): "a \(type.name), an object"
    case .timer: "null or the units until the timer is due"
    case .set, .bag, .list: "an array"
    case .map, .table: "an object, or an array of objects with \"key\" and \"value\""
    case .optional(let inner): "null, or " + inner.formInJSON
    case .sequence, .error: "a value"
    }
  }
}
