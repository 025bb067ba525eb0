import Semantics

/// Writes values as bytes by their types, in a unique form.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// A number in the least number of groups of seven bits, the lowest first.
  mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func write(_ number: Int) {
    write(UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1))))
  }

  mutating func write(_ value: Value, _ type: Type) {
    switch (type, value) {
    case (.optional, .none): bytes.append(0)
    case (.optional(let inner), _):
      bytes.append(1)
      write(value, inner)
    case (_, .bool(let value)): bytes.append(value ? 1 : 0)
    case (_, .int(let value)): write(value)
    case (_, .name(let value)): write(UInt64(value))
    case (_, .timer(let value)): write(value)
    case (.enumeration(let declared), .enumCase(let index, let payload)):
      write(UInt64(index))
      for (part, value) in zip(declared.cases[index].fields, payload) { write(value, part.type) }
    case (.structure(let declared), .record(let fields)):
      for (field, value) in zip(declared.fields, fields) { write(value, field.type) }
    case (.table(_, let content), .table(let values)):
      for value in values { write(value, content) }
    case (.set(let element, _), .set(let values)), (.bag(let element, _), .bag(let values)),
      (.list(let element, _), .list(let values)):
      write(UInt64(values.count))
      for value in values { write(value, element) }
    case (.map(let key, let content), .map(let keys, let values)):
      write(UInt64(keys.count))
      for (known, value) in zip(keys, values) {
        write(known, key)
        write(value, content)
      }
    default: break
    }
  }
}

/// Reads the output of `ByteWriter`; every result is a value of its type.
struct ByteReader {
  /// The bytes are invalid.
  struct DamageError: Error {}

  private let bytes: ArraySlice<UInt8>
  private var next: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    next = bytes.startIndex
  }

  var isAtEnd: Bool { next == bytes.endIndex }

  mutating func byte() throws(DamageError) -> UInt8 {
    guard next < bytes.endIndex else { throw DamageError() }
    next += 1
    return bytes[next - 1]
  }

  mutating func number() throws(DamageError) -> UInt64 {
    var (number, shift) = (UInt64(0), UInt64(0))
    while true {
      let byte = try byte()
      guard shift < 63 || byte <= 1 else { throw DamageError() }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
      guard shift < 64 else { throw DamageError() }
    }
  }

  /// The number of following items, which is at most the number of bytes.
  ///
  /// Limits the memory that a damaged number can use. An item may take no bytes.
  mutating func count() throws(DamageError) -> Int {
    let count = try number()
    guard count <= UInt64(max(1, bytes.endIndex - next)) else { throw DamageError() }
    return Int(count)
  }

  /// Requires enough bytes for that many items.
  func require(_ count: Int, bitsEach: Int) throws(DamageError) {
    let (bits, overflow) = count.multipliedReportingOverflow(by: bitsEach)
    guard !overflow, bits / 8 <= bytes.endIndex - next else { throw DamageError() }
  }

  private mutating func integer() throws(DamageError) -> Int {
    let bits = try number()
    return Int(Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1))
  }

  mutating func value(_ type: Type) throws(DamageError) -> Value {
    switch type {
    case .optional(let inner):
      switch try byte() {
      case 0: return .none
      case 1: return try value(inner)
      default: throw DamageError()
      }
    case .bool:
      let byte = try byte()
      guard byte <= 1 else { throw DamageError() }
      return .bool(byte == 1)
    case .range(let lower, let upper):
      let value = try integer()
      guard lower <= value, value <= upper else { throw DamageError() }
      return .int(value)
    case .symmetric(let type):
      let name = try number()
      guard name < UInt64(type.count) else { throw DamageError() }
      return .name(Int(name))
    case .timer(let maximum):
      let value = try integer()
      guard (-1...maximum).contains(value) else { throw DamageError() }
      return .timer(value)
    case .enumeration(let declared):
      let index = try number()
      guard index < UInt64(declared.cases.count) else { throw DamageError() }
      return .enumCase(
        Int(index),
        try declared.cases[Int(index)].fields.map { (part) throws(DamageError) in
          try value(part.type)
        })
    case .structure(let declared):
      return .record(
        try declared.fields.map { (field) throws(DamageError) in try value(field.type) })
    case .table(let key, let content):
      return .table(try key.allValues.map { (_) throws(DamageError) in try value(content) })
    case .set(let element, let maximum):
      let values = try values(element, atMost: maximum)
      guard zip(values, values.dropFirst()).allSatisfy({ $0 < $1 }) else { throw DamageError() }
      return .set(values)
    case .bag(let element, let maximum):
      let values = try values(element, atMost: maximum)
      guard zip(values, values.dropFirst()).allSatisfy({ !($1 < $0) }) else { throw DamageError() }
      return .bag(values)
    case .list(let element, let maximum):
      return .list(try values(element, atMost: maximum))
    case .map(let key, let content):
      var (keys, values): ([Value], [Value]) = ([], [])
      for _ in 0..<(try count()) {
        keys.append(try value(key))
        values.append(try value(content))
      }
      guard zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }),
        !values.contains(.none)
      else { throw DamageError() }
      return .map(keys: keys, values: values)
    case .integer, .sequence, .error: throw DamageError()
    }
  }

  private mutating func values(_ type: Type, atMost maximum: Int?) throws(DamageError) -> [Value] {
    // Values of some types take no bytes.
    let count = try number()
    guard count <= UInt64(maximum ?? bytes.endIndex - next) else { throw DamageError() }
    var values: [Value] = []
    for _ in 0..<Int(count) { values.append(try value(type)) }
    return values
  }
}
