import Semantics

/// How a value is kept in a model of another checker: numbers, flags, records and arrays, which all of them have.
package indirect enum Shape: Hashable, Sendable {
  case flag
  case number(ClosedRange<Int>)
  case record([Part])
  /// So many elements; one more than none where there would be none.
  case array(Int, Shape)

  package struct Part: Hashable, Sendable {
    package var name: String
    package var shape: Shape
  }

  /// What all numbers of a model lie in: what every checker computes with.
  static let allNumbers = -(1 << 30)...(1 << 30)

  /// A list of up to so many elements.
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

  /// Whether there is an array in it.
  var hasArray: Bool {
    switch self {
    case .flag, .number: false
    case .record(let parts): parts.contains(where: \.shape.hasArray)
    case .array: true
    }
  }

  /// The smallest number of the range, which stands for a value that is absent.
  package var least: Int { if case .number(let range) = self { range.lowerBound } else { 0 } }
}

extension Type {
  /// How values of the type are kept.
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
  /// What is absent has the least value everywhere, so that equal values are kept alike.
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

  /// How many values there are, where these are the places of an array.
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
  /// By what a case is told from all others of a spec: its names may be those of another one where they are joined.
  func key(ofCase index: Int) -> String { "\(name).\(cases[index].name)" }

  /// What the fields of each case's payload are called in a model: `a_b(c)` and `a(b_c)` have two names.
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

/// Why something has no form in a model of another checker.
package struct ExportError: Error, Sendable {
  package var text: String
  /// Where it is in the spec; nil where nobody has said so yet.
  package var range: SourceRange?
  /// Whether it says nothing of the spec.
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

  /// The same, at a place if it has none and is about one.
  func at(_ range: SourceRange) -> ExportError {
    self.range == nil && !isLimit ? ExportError(text, range) : self
  }
}
