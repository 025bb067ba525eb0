import Semantics

/// An algorithm that finds the values that the patterns of a `switch` leave over.
///
/// It follows Maranget, "Warnings for pattern matching" (Journal of Functional Programming 17, 2007): a row is useful
/// if some value matches it and none of the rows above. Ranges of numbers are split at the bounds that occur. The work
/// is bounded; after that it takes the conservative answer.
///
/// The matrix is a list of rows with one pattern in each column; a `switch` over one value has one column. Rows of
/// cases with `where` are not added, since they may leave every value over.
struct PatternMatrix {
  private var rows: [[Pattern]] = []
  /// The rows whose first pattern names a case, by the index of the case, and the other rows. This keeps a `switch`
  /// over thousands of cases fast.
  private var rowsOfCase: [Int: [Int]] = [:]
  private var otherRows: [Int] = []
  /// The number of rows that a search may visit. After that a row counts as useful, and some value as missing.
  private static let budget = 50_000

  /// Adds a row of one column, for a `switch` over one value.
  mutating func add(_ pattern: Pattern) { add([pattern]) }

  /// Adds a row with one pattern for each of several values.
  mutating func add(_ row: [Pattern]) {
    if case .enumCase(let index, _)? = row.first {
      rowsOfCase[index, default: []].append(rows.count)
    } else {
      otherRows.append(rows.count)
    }
    rows.append(row)
  }

  /// Returns the rows that may share a value with this one, according to their first patterns.
  private func rows(meeting row: [Pattern]) -> [[Pattern]] {
    guard case .enumCase(let index, _)? = row.first else { return rows }
    return ((rowsOfCase[index] ?? []) + otherRows).map { rows[$0] }
  }

  /// Returns whether some value of the type matches the pattern and no added pattern. Returns true if that is unknown
  /// before the search, because the pattern compares with a variable.
  func isUseful(_ pattern: Pattern, _ type: Type) -> Bool { isUseful([pattern], [type]) }

  /// Returns whether a row for several values is useful.
  func isUseful(_ row: [Pattern], _ types: [Type]) -> Bool {
    var work = Self.budget
    let row = row.map(Self.widened)
    return Self.witness(rows(meeting: row), row, types, &work) != nil
  }

  /// Returns whether the type has values and none of them matches the pattern.
  static func fitsNothing(_ pattern: Pattern, _ type: Type) -> Bool {
    let none = PatternMatrix()
    return !none.isUseful(pattern, type) && none.isUseful(.wildcard, type)
  }

  /// Returns the pattern with a wildcard for each part that is unknown before the search.
  private static func widened(_ pattern: Pattern) -> Pattern {
    switch pattern {
    case .wildcard, .bind, .isNil: return pattern
    case .some(let inner): return .some(widened(inner))
    case .anyOf: return .wildcard
    case .enumCase(let index, let fields): return .enumCase(index, fields.map(widened))
    case .record(let fields): return .record(fields.map(widened))
    case .within: return numbers(pattern) == nil ? .wildcard : pattern
    case .equals(let value):
      switch value.constantValue {
      case .bool, .int: return pattern
      default: return .wildcard
      }
    }
  }

  /// Returns a value that matches none of the patterns, in the notation of specs; nil if there is none.
  func missing(_ type: Type) -> String? {
    // The top level visits each row once, in addition to the budget.
    var work = Self.budget + 8 * rows.count
    return Self.witness(rows, [.wildcard], [type], &work)?.first
  }

  /// A class of values of a type at the top level.
  ///
  /// The classes are disjoint and together contain all values that the head can match, so a search through them is
  /// complete.
  private enum Constructor {
    case enumCase(Int, [Type])
    case record([Field])
    case isNil
    case some(Type)
    /// The values equal to this one.
    case value(Value)
    /// The numbers from the first to the last, which no pattern separates.
    case numbers(Int, Int)
    /// All values that no pattern names.
    case rest
  }

  /// Returns texts for values that match `row` and no other row, one for each column; nil if there are none.
  ///
  /// - Parameter work: the remaining budget.
  private static func witness(
    _ rows: [[Pattern]], _ row: [Pattern], _ types: [Type], _ work: inout Int
  ) -> [String]? {
    guard let type = types.first, let head = row.first else { return rows.isEmpty ? [] : nil }
    work -= 1 + rows.count
    guard work > 0 else { return types.map { _ in "every other value" } }
    let ofCases = rowsByCase(rows)
    for constructor in constructors(type, head, rows) {
      guard let specialRow = specialize(row, head, constructor) else { continue }
      var candidates = rows
      if case .enumCase(let index, _) = constructor, let ofCases {
        candidates = (ofCases.rows[index] ?? []) + ofCases.others
      }
      let specialRows = candidates.compactMap { other in
        other.first.flatMap { specialize(other, $0, constructor) }
      }
      let arity = arity(constructor)
      let inner = innerTypes(constructor)
      guard
        let found = witness(specialRows, specialRow, inner + types.dropFirst(), &work)
      else { continue }
      let text = text(constructor, type, Array(found.prefix(arity)))
      return [text] + found.dropFirst(arity)
    }
    return nil
  }

  /// Returns the rows by the case that their first pattern names, and the rows that name none; nil for up to
  /// eight rows, which are faster without it.
  private static func rowsByCase(
    _ rows: [[Pattern]]
  ) -> (rows: [Int: [[Pattern]]], others: [[Pattern]])? {
    guard rows.count > 8 else { return nil }
    var sorted: [Int: [[Pattern]]] = [:]
    var others: [[Pattern]] = []
    for row in rows {
      if case .enumCase(let index, _)? = row.first {
        sorted[index, default: []].append(row)
      } else {
        others.append(row)
      }
    }
    return (sorted, others)
  }

  /// Returns the constructors that a value matching `head` can have at the top level.
  private static func constructors(
    _ type: Type, _ head: Pattern, _ rows: [[Pattern]]
  ) -> [Constructor] {
    let heads = [head] + rows.compactMap(\.first)
    switch type {
    case .enumeration(let owner):
      var indices = owner.cases.indices
      if case .enumCase(let index, _) = head { indices = index..<index + 1 }
      return
        indices
        .filter { owner.cases[$0].fields.allSatisfy { $0.type.cardinality != .exactly(0) } }
        .map { .enumCase($0, owner.cases[$0].fields.map(\.type)) }
    case .structure(let owner):
      let asksForParts = heads.contains { if case .record = $0 { true } else { false } }
      return [asksForParts ? .record(owner.fields) : .rest]
    case .optional(let inner): return [.isNil, .some(inner)]
    case .bool: return [.value(.bool(false)), .value(.bool(true))]
    case .integer: return segments(.min, .max, heads)
    case .range(let lower, let upper):
      return lower <= upper ? segments(lower, upper, heads) : []
    default: return [.rest]
    }
  }

  /// Returns the numbers from `lower` to `upper`, split at the start and end of each pattern.
  private static func segments(_ lower: Int, _ upper: Int, _ heads: [Pattern]) -> [Constructor] {
    var starts: Set<Int> = [lower]
    for head in heads {
      guard let (first, last) = numbers(head) else { continue }
      if first > lower, first <= upper { starts.insert(first) }
      if last >= lower, last < upper { starts.insert(last + 1) }
    }
    let sorted = starts.sorted()
    return sorted.indices.map { index in
      .numbers(sorted[index], index + 1 < sorted.count ? sorted[index + 1] - 1 : upper)
    }
  }

  /// Returns the numbers that a pattern matches, if they are known.
  private static func numbers(_ pattern: Pattern) -> (Int, Int)? {
    switch pattern {
    case .equals(let value):
      guard case .int(let number)? = value.constantValue else { return nil }
      return (number, number)
    case .within(let lower, let upper, let isClosed):
      guard case .int(let first)? = lower.constantValue, case .int(let last)? = upper.constantValue,
        isClosed || last > .min
      else { return nil }
      return (first, isClosed ? last : last - 1)
    default: return nil
    }
  }

  /// Returns the row for values of that constructor, with its head replaced by patterns for the parts. Returns nil if
  /// the head may not match such values: a row that is uncertain does not cover them.
  private static func specialize(
    _ row: [Pattern], _ head: Pattern, _ constructor: Constructor
  ) -> [Pattern]? {
    let rest = Array(row.dropFirst())
    let wildcards = Array(repeating: Pattern.wildcard, count: arity(constructor))
    switch (head, constructor) {
    case (.wildcard, _), (.bind, _): return wildcards + rest
    case (.isNil, .isNil): return rest
    case (.some(let inner), .some): return [inner] + rest
    case (.enumCase(let index, let fields), .enumCase(let wanted, _)) where index == wanted:
      return fields + rest
    case (.record(let fields), .record): return fields + rest
    case (.equals(let value), .value(let wanted)):
      return value.constantValue == wanted ? rest : nil
    case (_, .numbers(let first, let last)):
      guard let (from, to) = numbers(head), from <= first, last <= to else { return nil }
      return rest
    default: return nil
    }
  }

  private static func innerTypes(_ constructor: Constructor) -> [Type] {
    switch constructor {
    case .enumCase(_, let types): types
    case .record(let fields): fields.map(\.type)
    case .some(let inner): [inner]
    default: []
    }
  }

  private static func arity(_ constructor: Constructor) -> Int { innerTypes(constructor).count }

  /// Returns the text of a value. `every other value` represents values without a short text; inside a case it becomes
  /// `_`.
  private static func text(_ constructor: Constructor, _ type: Type, _ parts: [String]) -> String {
    switch constructor {
    case .enumCase(let index, _):
      guard case .enumeration(let owner) = type else { return "_" }
      let name = ".\(owner.cases[index].name)"
      let shown = parts.map { $0 == "every other value" ? "_" : $0 }
      return parts.isEmpty || shown.allSatisfy({ $0 == "_" })
        ? name : "\(name)(\(shown.joined(separator: ", ")))"
    case .record(let fields):
      let named = zip(fields, parts).filter { $1 != "every other value" && $1 != "_" }
      return named.isEmpty
        ? "every other value"
        : "\(type)(\(named.map { "\($0.name ?? "_"): \($1)" }.joined(separator: ", ")))"
    case .isNil: return "nil"
    case .some: return parts.first ?? "_"
    case .value(let value): return type.text(value)
    case .numbers(let first, let last):
      if first == .min && last == .max || last == .max || first == .min {
        return "every other value"
      }
      return first == last ? "\(first)" : "\(first)...\(last)"
    case .rest: return "every other value"
    }
  }
}
