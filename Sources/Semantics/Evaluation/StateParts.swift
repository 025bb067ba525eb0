/// Splits states into columns that are read and written separately: entries of maps and tables, members of sets, and
/// fields of structs, at any depth. Everything else is one column.
///
/// The content of a column is nil while the struct that contains it is absent.
package struct StateParts: Sendable {
  /// A value or a part of one, with its columns.
  indirect enum Part: Sendable {
    case column(Int)
    /// A struct. If it is optional, the first column says whether it is present.
    case record(isThere: Int?, [Part])
    /// A part for each key, in their order.
    case table([Part])
    case map([Value: Int], keys: [Value], [Part])
    /// A column for each possible member, for its membership.
    case set([Value: Int], elements: [Value], first: Int)
  }

  /// The parts, by variable.
  private(set) var roots: [Part] = []
  /// The columns of each variable.
  package private(set) var columns: [Range<Int>] = []
  /// For each column, the column that says whether its owner is present; nil if the owner is never missing.
  package private(set) var wholes: [Int?] = []
  /// For each column, the type of its content while its owner is present.
  package private(set) var types: [Type] = []
  /// For each column, the index of its key among the keys of the outermost map, table or set; nil if it is in none.
  package private(set) var keys: [Int?] = []
  private var key: Int?
  /// The number of columns.
  package var count: Int { types.count }

  /// A type with more keys or elements is one column.
  fileprivate static let maximumKeys = 64
  /// A variable with more columns stays one column.
  private static let maximumColumns = 256

  package init(_ variables: [Variable]) {
    for variable in variables {
      let first = count
      var part = self.part(of: variable.type, isAlwaysThere: true, in: nil)
      if count - first > Self.maximumColumns {
        wholes.removeLast(count - first)
        keys.removeLast(count - first)
        types.removeLast(count - first)
        part = column(variable.type, in: nil)
      }
      roots.append(part)
      columns.append(first..<count)
    }
  }

  private mutating func column(_ type: Type, in whole: Int?) -> Part {
    types.append(type)
    wholes.append(whole)
    keys.append(key)
    return .column(count - 1)
  }

  private mutating func part(of type: Type, isAlwaysThere: Bool, in whole: Int?) -> Part {
    switch type {
    case .structure(let record) where !record.fields.isEmpty:
      var (isThere, whole) = (Int?.none, whole)
      if !isAlwaysThere {
        _ = column(.bool, in: whole)
        isThere = count - 1
        whole = isThere
      }
      let parts = record.fields.map { part(of: $0.type, isAlwaysThere: true, in: whole) }
      return .record(isThere: isThere, parts)
    case .optional(.structure(let record)) where !record.fields.isEmpty:
      return part(of: .structure(record), isAlwaysThere: false, in: whole)
    case .table(let key, let content) where isAlwaysThere && key.isSmall:
      let parts = key.allValues.enumerated().map { place, _ in
        within(place) { $0.part(of: content, isAlwaysThere: true, in: whole) }
      }
      return .table(parts)
    case .map(let key, let content) where isAlwaysThere && key.isSmall:
      let keys = key.allValues
      let parts = keys.indices.map { place in
        within(place) { $0.part(of: content, isAlwaysThere: false, in: whole) }
      }
      return .map(Self.places(keys), keys: keys, parts)
    case .set(let element, _) where isAlwaysThere && element.isSmall:
      let elements = element.allValues
      let first = count
      for place in elements.indices { within(place) { _ = $0.column(.bool, in: whole) } }
      return .set(Self.places(elements), elements: elements, first: first)
    default: return column(type, in: whole)
    }
  }

  /// Runs a closure inside the entry of a key.
  private mutating func within<Result>(
    _ place: Int, _ body: (inout StateParts) -> Result
  ) -> Result {
    let outer = key
    key = outer ?? place
    defer { key = outer }
    return body(&self)
  }

  private static func places(_ values: [Value]) -> [Value: Int] {
    Dictionary(uniqueKeysWithValues: values.enumerated().map { ($1, $0) })
  }

  // MARK: Contents

  /// The contents of all columns in a state; nil if it does not fit the types.
  package func split(_ state: [Value]) -> [Value?]? {
    var contents = [Value?](repeating: nil, count: count)
    for (part, value) in zip(roots, state) {
      if !Self.split(value, part, &contents) { return nil }
    }
    return contents
  }

  /// The contents of the columns of one variable; nil if the value does not fit its type.
  package func split(_ value: Value, of variable: Int) -> ArraySlice<Value?>? {
    var contents = [Value?](repeating: nil, count: count)
    return Self.split(value, roots[variable], &contents) ? contents[columns[variable]] : nil
  }

  private static func split(_ value: Value, _ part: Part, _ contents: inout [Value?]) -> Bool {
    switch (part, value) {
    case (.column(let column), _):
      contents[column] = value
      return true
    case (.record(let isThere?, _), .none):
      contents[isThere] = .bool(false)
      return true
    case (.record(let isThere, let parts), .record(let values)):
      if let isThere { contents[isThere] = .bool(true) }
      return split(values, parts, &contents)
    case (.table(let parts), .table(let values)): return split(values, parts, &contents)
    case (.map(let places, _, let parts), .map(let keys, let values)):
      var entries = Array(repeating: Value.none, count: parts.count)
      for (key, value) in zip(keys, values) {
        guard let place = places[key] else { return false }
        entries[place] = value
      }
      return split(entries, parts, &contents)
    case (.set(let places, let elements, let first), .set(let members)):
      for place in elements.indices { contents[first + place] = .bool(false) }
      for member in members {
        guard let place = places[member] else { return false }
        contents[first + place] = .bool(true)
      }
      return true
    default: return false
    }
  }

  private static func split(
    _ values: [Value], _ parts: [Part], _ contents: inout [Value?]
  ) -> Bool {
    values.count == parts.count
      && zip(values, parts).allSatisfy { split($0, $1, &contents) }
  }

  /// The state with those contents.
  package func joined(_ contents: [Value?]) -> [Value] {
    roots.map { Self.joined($0, contents) }
  }

  private static func joined(_ part: Part, _ contents: [Value?]) -> Value {
    switch part {
    case .column(let column): return contents[column] ?? .none
    case .record(let isThere, let parts):
      if let isThere, contents[isThere] != .bool(true) { return .none }
      return .record(parts.map { joined($0, contents) })
    case .table(let parts): return .table(parts.map { joined($0, contents) })
    case .map(_, let keys, let parts):
      let entries = zip(keys, parts.map { joined($0, contents) }).filter { $1 != .none }
      return .map(keys: entries.map(\.0), values: entries.map(\.1))
    case .set(_, let elements, let first):
      return .set(
        elements.indices.compactMap {
          contents[first + $0] == .bool(true) ? elements[$0] : nil
        })
    }
  }

  // MARK: Places

  /// The part at the end of some steps, and whether the steps continue inside of it; nil if it never exists.
  func part(_ steps: ArraySlice<PathStep>, of variable: Int) -> (part: Part, isWhole: Bool)? {
    var part = roots[variable]
    for step in steps {
      switch (part, step) {
      case (.record(_, let parts), .field(let place)), (.table(let parts), .element(let place)):
        part = parts[place]
      case (.map(let places, _, let parts), .mapEntry(let key)):
        guard let place = places[key] else { return nil }
        part = parts[place]
      default: return (part, false)
      }
    }
    return (part, true)
  }
}

extension StateParts.Part {
  /// Visits all columns of the part.
  func forEachColumn(_ body: (Int) -> Void) {
    switch self {
    case .column(let column): body(column)
    case .record(let isThere, let parts):
      if let isThere { body(isThere) }
      for part in parts { part.forEachColumn(body) }
    case .table(let parts), .map(_, _, let parts): for part in parts { part.forEachColumn(body) }
    case .set(_, let elements, let first): for place in elements.indices { body(first + place) }
    }
  }

  /// Adds a column for the presence of a value.
  var presence: Int {
    switch self {
    case .column(let column), .record(let column?, _), .set(_, _, let column): column
    case .record(nil, let parts), .table(let parts), .map(_, _, let parts): parts[0].presence
    }
  }
}

extension Type {
  /// Whether each value of the type can have its own column.
  fileprivate var isSmall: Bool {
    !containsTimer && cardinality > .exactly(0) && cardinality <= .exactly(StateParts.maximumKeys)
  }
}
