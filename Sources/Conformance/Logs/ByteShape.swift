import Semantics

/// The bytes of the values of a type in most logs: `shape.read(&cursor)`.
///
/// It reads the same values as `SnapshotReader`. If a value is written in another way, it returns nothing, and the
/// general reader reads the value.
indirect enum ByteShape: Sendable {
  case bool
  case range(Int, Int)
  /// The names of cases without values, each with its value.
  case cases([(name: [UInt8], value: Value)])
  case record([(name: [UInt8], shape: ByteShape)])
  case optional(ByteShape)
  /// The keys in order, in their written form.
  case table([[UInt8]], ByteShape)
  case map([[UInt8]], [Value], ByteShape)
  case set(ByteShape, maximum: Int)
  case list(ByteShape, maximum: Int)
  case timer(Int)
  /// The format is unknown.
  case none

  /// The maximum number of fields or keys.
  private static let maximumCount = 64

  init(_ type: Type) {
    switch type {
    case .bool: self = .bool
    case .range(let lower, let upper): self = .range(lower, upper)
    case .enumeration(let type):
      let plain = type.cases.enumerated().filter { $1.fields.isEmpty }
      self = .cases(plain.map { (Array($1.name.utf8), .enumCase($0, [])) })
    case .structure(let type):
      let fields = type.fields.map { (Array(($0.name ?? "").utf8), ByteShape($0.type)) }
      let isPlain = fields.allSatisfy { !$0.0.isEmpty } && fields.count <= Self.maximumCount
      self = isPlain ? .record(fields) : .none
    case .optional(let inner): self = .optional(ByteShape(inner))
    case .table(let key, let content):
      self = Self.keys(of: key).map { .table($0.names, ByteShape(content)) } ?? .none
    case .map(let key, let content):
      self = Self.keys(of: key).map { .map($0.names, $0.values, ByteShape(content)) } ?? .none
    case .set(let element, let maximum): self = .set(ByteShape(element), maximum: maximum ?? .max)
    case .list(let element, let maximum): self = .list(ByteShape(element), maximum: maximum ?? .max)
    case .timer(let maximum): self = .timer(maximum)
    case .integer, .symmetric, .bag, .sequence, .error: self = .none
    }
  }

  /// Keys that are plain texts, in the order of their values.
  private static func keys(of type: Type) -> (names: [[UInt8]], values: [Value])? {
    guard case .exactly(let count) = type.cardinality, count <= maximumCount else { return nil }
    let values = type.allValues
    var names: [[UInt8]] = []
    for value in values {
      switch (type, value) {
      case (.range, .int(let number)): names.append(Array("\(number)".utf8))
      case (.bool, .bool(let flag)): names.append(Array("\(flag)".utf8))
      case (.enumeration(let type), .enumCase(let index, let payload)) where payload.isEmpty:
        names.append(Array(type.cases[index].name.utf8))
      default: return nil
      }
    }
    return (names, Array(values))
  }

  /// The value at the cursor; nil if the general parser is needed.
  func read(_ cursor: inout ByteCursor) -> Value? {
    switch self {
    case .bool: return cursor.flag().map { .bool($0) }
    case .range(let lower, let upper):
      guard let number = cursor.number(), lower <= number, number <= upper else { return nil }
      return .int(number)
    case .cases(let cases):
      guard let range = cursor.string(),
        let index = cases.firstIndex(where: { cursor.holds($0.name, range) })
      else { return nil }
      return cases[index].value
    case .record(let fields): return Self.record(fields, &cursor).map { .record($0) }
    case .optional(let inner): return cursor.word("null") ? Value.none : inner.read(&cursor)
    case .table(let keys, let content):
      return Self.entries(keys, content, &cursor, isWhole: true).map { .table($0.values) }
    case .map(let names, let keys, let content):
      guard let entries = Self.entries(names, content, &cursor, isWhole: false) else { return nil }
      return .map(keys: entries.places.map { keys[$0] }, values: entries.values)
    case .set(let element, let maximum):
      guard let elements = Self.elements(element, &cursor) else { return nil }
      let set = Value.makeSet(elements)
      return set.elements.count == elements.count && elements.count <= maximum ? set : nil
    case .list(let element, let maximum):
      guard let elements = Self.elements(element, &cursor), elements.count <= maximum else {
        return nil
      }
      return .list(elements)
    case .timer(let maximum):
      if cursor.word("null") { return .isOff }
      guard let number = cursor.number(), number >= 0, number <= maximum else { return nil }
      return .timer(number)
    case .none: return nil
    }
  }

  /// The values of all fields, in any order.
  static func record(
    _ fields: [(name: [UInt8], shape: ByteShape)], _ cursor: inout ByteCursor
  ) -> [Value]? {
    guard cursor.eat("{") else { return nil }
    var values = [Value](repeating: .none, count: fields.count)
    var known: UInt64 = 0
    var next = 0
    if !fields.isEmpty {
      repeat {
        guard let key = cursor.string(), cursor.eat(":") else { return nil }
        // Fields are usually in order.
        if next >= fields.count || !cursor.holds(fields[next].name, key) {
          guard let place = fields.firstIndex(where: { cursor.holds($0.name, key) }) else {
            return nil
          }
          next = place
        }
        guard known & (1 << UInt64(next)) == 0, let value = fields[next].shape.read(&cursor) else {
          return nil
        }
        known |= 1 << UInt64(next)
        values[next] = value
        next += 1
      } while cursor.eat(",")
    }
    return cursor.eat("}") && known.nonzeroBitCount == fields.count ? values : nil
  }

  /// The values of keys, in the order of the keys.
  private static func entries(
    _ keys: [[UInt8]], _ content: ByteShape, _ cursor: inout ByteCursor, isWhole: Bool
  ) -> (places: [Int], values: [Value])? {
    guard cursor.eat("{") else { return nil }
    var places: [Int] = []
    var values: [Value] = []
    if isWhole { values.reserveCapacity(keys.count) }
    if !cursor.at("}") {
      repeat {
        guard let key = cursor.string(), cursor.eat(":") else { return nil }
        // Only ascending keys are parsed here.
        let from = places.last.map { $0 + 1 } ?? 0
        guard let place = keys[from...].firstIndex(where: { cursor.holds($0, key) }),
          let value = content.read(&cursor)
        else { return nil }
        places.append(place)
        values.append(value)
      } while cursor.eat(",")
    }
    guard cursor.eat("}"), !isWhole || places.count == keys.count else { return nil }
    return (places, values)
  }

  private static func elements(_ element: ByteShape, _ cursor: inout ByteCursor) -> [Value]? {
    guard cursor.eat("[") else { return nil }
    var values: [Value] = []
    if cursor.eat("]") { return values }
    repeat {
      guard let value = element.read(&cursor) else { return nil }
      values.append(value)
    } while cursor.eat(",")
    return cursor.eat("]") ? values : nil
  }
}

/// A position in the bytes of a line.
struct ByteCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func skipSpace() {
    while position < bytes.count, bytes[position] <= 0x20 {
      switch bytes[position] {
      case 0x20, 0x09, 0x0D: position += 1
      default: return
      }
    }
  }

  mutating func at(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    return position < bytes.count && bytes[position] == UInt8(ascii: character)
  }

  mutating func eat(_ character: Unicode.Scalar) -> Bool {
    guard at(character) else { return false }
    position += 1
    return true
  }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return position == bytes.count
    }
  }

  /// The range of a string without escapes, between its quotation marks.
  mutating func string() -> Range<Int>? {
    guard eat("\"") else { return nil }
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case 0x22:
        position += 1
        return start..<(position - 1)
      case 0x5C, 0..<0x20, 0x80...: return nil
      default: position += 1
      }
    }
    return nil
  }

  func holds(_ name: [UInt8], _ range: Range<Int>) -> Bool {
    guard name.count == range.count else { return false }
    for index in 0..<name.count where name[index] != bytes[range.lowerBound + index] {
      return false
    }
    return true
  }

  mutating func word(_ word: StaticString) -> Bool {
    skipSpace()
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for index in 0..<count where word.utf8Start[index] != bytes[position + index] { return false }
    position += count
    return true
  }

  mutating func flag() -> Bool? {
    if word("true") { return true }
    return word("false") ? false : nil
  }

  /// An integer in the usual format.
  mutating func number() -> Int? {
    skipSpace()
    let isNegative = position < bytes.count && bytes[position] == 0x2D
    if isNegative { position += 1 }
    let start = position
    var number = 0
    while position < bytes.count, case 0x30...0x39 = bytes[position], position - start < 18 {
      number = number * 10 + Int(bytes[position] - 0x30)
      position += 1
    }
    guard position > start, position - start == 1 || bytes[start] != 0x30 else { return nil }
    if position < bytes.count {
      switch bytes[position] {
      case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: return nil
      default: break
      }
    }
    return isNegative ? -number : number
  }
}
