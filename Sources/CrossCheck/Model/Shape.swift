import Semantics

/// The shape of a value in a model of another checker: numbers, flags, records and arrays, which all of them support.
package indirect enum Shape: Hashable, Sendable {
  case flag
  case number(ClosedRange<Int>)
  case record([Part])
  /// The number of elements; at least one, even for an empty array.
  case array(Int, Shape)

  package struct Part: Hashable, Sendable {
    package var name: String
    package var shape: Shape
  }

  /// The range of all numbers in a model: every checker supports it.
  static let allNumbers = -(1 << 30)...(1 << 30)

  /// A list of up to that many elements.
  static func list(_ capacity: Int, _ element: Shape) -> Shape {
    .record([
      Part(name: "count", shape: .number(0...capacity)),
      Part(name: "item", shape: .array(max(1, capacity), element)),
    ])
  }

  /// A value that may be absent.
  static func optional(_ inner: Shape) -> Shape {
    .record([Part(name: "present", shape: .flag), Part(name: "value", shape: inner)])
  }

  /// Whether it contains an array.
  var hasArray: Bool {
    switch self {
    case .flag, .number: false
    case .record(let parts): parts.contains(where: \.shape.hasArray)
    case .array: true
    }
  }

  /// The smallest number of the range, which represents an absent value.
  package var least: Int { if case .number(let range) = self { range.lowerBound } else { 0 } }
}

extension Type {
  /// The shape of the type's values.
  ///
  /// ```text
  /// Bool, 0...3, enum without payload, name, Timer    a flag or a number; cases and names from 0, -1 is off
  /// enum with payload                                 the number of the case, and the fields of each
  /// T?                                                present, value
  /// Set<T>                                            a flag for each value of T, in their order
  /// Map<K, V>, Table<K, V>                            an optional, or a value, for each value of K
  /// List<T, n>, Bag<T, n>, Set<T, atMost: n>          count, and so many places; those of bags and sets ascend
  /// ```
  ///
  /// Absent values have the least value everywhere, so equal values have equal forms.
  package func shape() throws(ExportError) -> Shape {
    switch self {
    case .bool: return .flag
    case .integer: return .number(Shape.allNumbers)
    case .range(let lower, let upper):
      guard lower >= Shape.allNumbers.lowerBound, upper <= Shape.allNumbers.upperBound else {
        throw ExportError("numbers beyond \(Shape.allNumbers.upperBound)")
      }
      return .number(lower...max(lower, upper))
    case .symmetric(let type): return .number(0...max(0, type.count - 1))
    case .timer(let maximum): return .number(-1...maximum)
    case .enumeration(let type) where type.isPlain: return .number(0...type.cases.count - 1)
    case .enumeration(let type):
      var parts = [Shape.Part(name: "tag", shape: .number(0...max(0, type.cases.count - 1)))]
      for (each, names) in zip(type.cases, type.partNames) {
        for (field, name) in zip(each.fields, names) {
          parts.append(.init(name: name, shape: try field.type.shape()))
        }
      }
      return .record(parts)
    case .structure(let type):
      var parts: [Shape.Part] = []
      for (index, field) in type.fields.enumerated() {
        parts.append(.init(name: type.partName(index), shape: try field.type.shape()))
      }
      return .record(parts)
    case .optional(let inner): return .optional(try inner.shape())
    case .set(let element, nil): return .array(try element.valueCount(), .flag)
    case .set(let element, let maximum?), .bag(let element, let maximum?),
      .list(let element, let maximum?):
      return .list(maximum, try element.shape())
    case .map(let key, let content):
      return .array(try key.valueCount(), .optional(try content.shape()))
    case .table(let key, let content):
      return .array(try key.valueCount(), try content.shape())
    case .bag, .list, .sequence, .error: throw ExportError("a collection without a bound")
    }
  }

  /// The number of values, if they are the indices of an array.
  func valueCount() throws(ExportError) -> Int {
    guard case .exactly(let count) = cardinality, count <= 1 << 16 else {
      throw ExportError("\(self) has too many values to be a key")
    }
    return max(1, count)
  }

  /// A single number or flag is the whole value.
  var isScalar: Bool {
    switch self {
    case .bool, .integer, .range, .symmetric, .timer: true
    case .enumeration(let type): type.isPlain
    default: false
    }
  }
}

extension EnumType {
  /// The unique key of a case: cases of several enums may have the same name where they are joined.
  func key(ofCase index: Int) -> String { "\(name).\(cases[index].name)" }

  /// The names of the fields of each case's payload in a model: `a_b(c)` and `a(b_c)` get different names.
  var partNames: [[String]] {
    var taken: Set<String> = ["tag"]
    return cases.map { each in
      each.fields.enumerated().map { index, field in
        var name = "\(each.name)_\(field.name ?? "\(index + 1)")"
        while !taken.insert(name).inserted { name += "_" }
        return name
      }
    }
  }
}

extension StructType {
  func partName(_ index: Int) -> String { fields[index].name ?? "field\(index + 1)" }
}

/// The reason why a model of another checker cannot express something.
package struct ExportError: Error, Sendable {
  package var text: String
  /// The place in the spec; nil if it is not known yet.
  package var range: SourceRange?
  /// Whether it is a limit of the tool, and not a property of the spec.
  package private(set) var isLimit = false

  package init(_ text: String, _ range: SourceRange? = nil) {
    self.text = text
    self.range = range
  }

  /// A limit of the thread's deadline was reached.
  package static let limit = {
    var obstacle = ExportError("a limit was reached before the model was made")
    obstacle.isLimit = true
    return obstacle
  }()

  /// The obstacle with a place, if it has none and concerns one.
  func at(_ range: SourceRange) -> ExportError {
    self.range == nil && !isLimit ? ExportError(text, range) : self
  }
}
