import SpecLanguage

/// How a state is packed into 64-bit words, and back.
///
/// Every value flattens into fields of at most 63 bits, none of which crosses a word. The form is
/// canonical: what is absent is all zero, a set is a bit for each possible element, so that equal
/// states have equal words.
package struct StateLayout: Sendable {
  /// States of more bits than this are refused.
  package static let maximumBits = 1 << 20

  /// How a variable, or a part of it, lies in the words.
  indirect enum Node: Sendable {
    case scalar(StateField, ScalarCode)
    case enumeration(tag: StateField, [[Node]])
    case structure([Node])
    case optional(present: StateField, Node)
    case set([StateField], [Value])
    case map([(present: StateField, Node)], [Value])
    case table([Node])
    case list(count: StateField, [Node])
  }

  /// The variables, in their order.
  let nodes: [Node]
  /// How many words a state takes; at least one.
  package let wordCount: Int
  /// How many bits of them carry something.
  package let bitCount: Int

  /// How many bits of each word carry something; they are its lowest.
  package let usedBits: [Int]

  /// A variable whose type is too large to be packed.
  package struct TooLarge: Error, Sendable {
    package enum Cause: Error, Sendable {
      /// The whole state has more than `maximumBits`.
      case state
      /// One number alone has more values than 63 bits can tell apart.
      case number
    }

    package var variable: Int
    package var cause: Cause
  }

  /// Lays out the variables in their order.
  package init(_ variables: [Variable]) throws(TooLarge) {
    var builder = Builder()
    var nodes: [Node] = []
    for (index, variable) in variables.enumerated() {
      do {
        nodes.append(try builder.node(variable.type))
      } catch {
        throw TooLarge(variable: index, cause: error)
      }
    }
    self.nodes = nodes
    wordCount = max(1, builder.word + (builder.shift > 0 ? 1 : 0))
    bitCount = builder.bits
    usedBits = builder.usedBits + [builder.shift]
  }

  /// The words of a state.
  package func pack(_ state: [Value]) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: wordCount)
    for (node, value) in zip(nodes, state) { Self.pack(value, node, &words) }
    return words
  }

  /// The values of a state whose words begin at `offset`.
  package func unpack(_ words: [UInt64], at offset: Int = 0) -> [Value] {
    nodes.map { Self.unpack($0, words, offset) }
  }

  private static func pack(_ value: Value, _ node: Node, _ words: inout [UInt64]) {
    switch (node, value) {
    case (.scalar(let field, let code), _): store(code.rank(value), field, &words)
    case (.enumeration(let tag, let cases), .enumCase(let index, let payload)):
      store(index, tag, &words)
      for (part, value) in zip(cases[index], payload) { pack(value, part, &words) }
    case (.structure(let parts), .record(let values)), (.table(let parts), .table(let values)):
      for (part, value) in zip(parts, values) { pack(value, part, &words) }
    case (.optional(let present, let inner), _):
      guard value != .none else { return }
      store(1, present, &words)
      pack(value, inner, &words)
    case (.set(let fields, let elements), .set(let values)):
      var next = 0
      for (field, element) in zip(fields, elements) where next < values.count {
        guard values[next] == element else { continue }
        store(1, field, &words)
        next += 1
      }
    case (.map(let entries, let possible), .map(let keys, let values)):
      var next = 0
      for (entry, key) in zip(entries, possible) where next < keys.count {
        guard keys[next] == key else { continue }
        store(1, entry.present, &words)
        pack(values[next], entry.1, &words)
        next += 1
      }
    case (.list(let count, let parts), .list(let values)):
      store(values.count, count, &words)
      for (part, value) in zip(parts, values) { pack(value, part, &words) }
    default: break
    }
  }

  private static func unpack(_ node: Node, _ words: [UInt64], _ offset: Int) -> Value {
    switch node {
    case .scalar(let field, let code): return code.value(load(field, words, offset))
    case .enumeration(let tag, let cases):
      let index = load(tag, words, offset)
      return .enumCase(index, cases[index].map { unpack($0, words, offset) })
    case .structure(let parts): return .record(parts.map { unpack($0, words, offset) })
    case .table(let parts): return .table(parts.map { unpack($0, words, offset) })
    case .optional(let present, let inner):
      return load(present, words, offset) == 0 ? .none : unpack(inner, words, offset)
    case .set(let fields, let elements):
      return .set(
        zip(fields, elements).compactMap { load($0, words, offset) == 0 ? nil : $1 })
    case .map(let entries, let possible):
      var keys: [Value] = []
      var values: [Value] = []
      for (entry, key) in zip(entries, possible) where load(entry.present, words, offset) == 1 {
        keys.append(key)
        values.append(unpack(entry.1, words, offset))
      }
      return .map(keys: keys, values: values)
    case .list(let count, let parts):
      return .list(parts.prefix(load(count, words, offset)).map { unpack($0, words, offset) })
    }
  }

  private static func store(_ number: Int, _ field: StateField, _ words: inout [UInt64]) {
    words[field.word] |= UInt64(truncatingIfNeeded: number) << UInt64(field.shift)
  }

  private static func load(_ field: StateField, _ words: [UInt64], _ offset: Int) -> Int {
    let mask: UInt64 = (1 << UInt64(field.width)) - 1
    return Int(words[offset + field.word] >> UInt64(field.shift) & mask)
  }

  /// Hands out fields, one after the other.
  private struct Builder {
    var word = 0
    var shift = 0
    var bits = 0
    /// Of the words that are full.
    var usedBits: [Int] = []

    /// A field for the numbers from 0 to `maximum`.
    mutating func field(upTo maximum: Int) throws(TooLarge.Cause) -> StateField {
      let maximum = max(0, maximum)
      let width = Int.bitWidth - maximum.leadingZeroBitCount
      guard bits + width <= StateLayout.maximumBits else { throw .state }
      // Behind a full word there is no word yet that a field without bits could be in.
      guard width > 0 else { return StateField(word: 0, shift: 0, width: 0, maximum: 0) }
      if shift + width > 64 {
        usedBits.append(shift)
        word += 1
        shift = 0
      }
      defer {
        shift += width
        bits += width
      }
      return StateField(word: word, shift: shift, width: width, maximum: maximum)
    }

    mutating func node(_ type: Type) throws(TooLarge.Cause) -> Node {
      if let code = ScalarCode(type) {
        guard let greatest = code.greatestRank(type) else { throw .number }
        return .scalar(try field(upTo: greatest), code)
      }
      switch type {
      case .enumeration(let owner):
        let tag = try field(upTo: owner.cases.count - 1)
        var cases: [[Node]] = []
        for item in owner.cases { cases.append(try nodes(item.fields.map(\.type))) }
        return .enumeration(tag: tag, cases)
      case .structure(let owner): return .structure(try nodes(owner.fields.map(\.type)))
      case .optional(let inner):
        let present = try field(upTo: 1)
        return .optional(present: present, try node(inner))
      case .set(let element):
        let elements = try keys(element)
        var fields: [StateField] = []
        for _ in elements { fields.append(try field(upTo: 1)) }
        return .set(fields, elements)
      case .map(let key, let content):
        let possible = try keys(key)
        var entries: [(present: StateField, Node)] = []
        for _ in possible {
          let present = try field(upTo: 1)
          entries.append((present, try node(content)))
        }
        return .map(entries, possible)
      case .table(let key, let content):
        return .table(try nodes(try keys(key).map { _ in content }))
      case .list(let element, let maximum?):
        let count = try field(upTo: maximum)
        guard maximum <= StateLayout.maximumBits else { throw .state }
        return .list(count: count, try nodes(Array(repeating: element, count: maximum)))
      default: throw .state
      }
    }

    private mutating func nodes(_ types: [Type]) throws(TooLarge.Cause) -> [Node] {
      var result: [Node] = []
      for type in types { result.append(try node(type)) }
      return result
    }

    private func keys(_ type: Type) throws(TooLarge.Cause) -> [Value] {
      guard type.cardinality <= .exactly(StateLayout.maximumBits) else { throw .state }
      return type.allValues
    }
  }
}

/// Values without parts, as numbers from 0 on.
enum ScalarCode: Sendable {
  case bool
  case number(lower: Int)
  case name
  case plainCase
  case timer
  indirect case optional(ScalarCode)

  init?(_ type: Type) {
    switch type {
    case .bool: self = .bool
    case .range(let lower, _): self = .number(lower: lower)
    case .symmetric: self = .name
    case .enumeration(let owner) where owner.isPlain: self = .plainCase
    case .timer: self = .timer
    case .optional(let inner):
      guard let code = ScalarCode(inner) else { return nil }
      self = .optional(code)
    default: return nil
    }
  }

  /// The greatest number that a value of the type has; nil where that takes more than 63 bits, -1
  /// where the type is empty.
  func greatestRank(_ type: Type) -> Int? {
    switch type {
    case .optional(let inner):
      guard let greatest = greatestRank(inner) else { return nil }
      return greatest == .max ? nil : greatest + 1
    case .range(let lower, let upper):
      let (distance, overflow) = upper.subtractingReportingOverflow(lower)
      return upper < lower ? -1 : overflow ? nil : distance
    default:
      guard case .exactly(let count) = type.cardinality else { return nil }
      return count - 1
    }
  }

  func rank(_ value: Value) -> Int {
    switch (self, value) {
    case (.optional, .none): 0
    case (.optional(let inner), _): inner.rank(value) + 1
    case (.bool, .bool(let flag)): flag ? 1 : 0
    case (.number(let lower), .int(let number)): number - lower
    case (.name, .name(let index)): index
    case (.plainCase, .enumCase(let index, _)): index
    case (.timer, .timer(let due)): due + 1
    default: 0
    }
  }

  func value(_ rank: Int) -> Value {
    switch self {
    case .bool: .bool(rank == 1)
    case .number(let lower): .int(lower + rank)
    case .name: .name(rank)
    case .plainCase: .enumCase(rank, [])
    case .timer: .timer(rank - 1)
    case .optional(let inner): rank == 0 ? .none : inner.value(rank - 1)
    }
  }
}
