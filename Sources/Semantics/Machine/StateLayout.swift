/// How a state is packed into 64-bit words, and back.
///
/// Every value flattens into fields of at most 63 bits, none of which crosses a word. The form is
/// canonical: what is absent is all zero, a set is a bit for each possible element, the members of a set or bag
/// with a bound ascend, so that equal states have equal words.
///
/// ```tray
/// enum Kind { mention, info }
/// var last: Kind? = nil              // 2 bits: 0 is nil, 1 mention, 2 info
/// var shown: Set<0...2> = []         // 3 bits, one for each number, the lowest first
/// var line: List<Bool, 2> = []       // 2 bits for the count, then 1 for each place
/// var sent: Bag<Kind, 3> = []        // 2 bits for the count, then 1 for each of 3 places, in order
/// var wake: Timer<5>                 // 3 bits: 0 is off, 1 due, 6 five units away
/// ```
///
/// Fields are handed out in the order of the variables from the lowest bit of word 0; one that does
/// not fit into what is left of a word begins the next. Each case of an enum has fields of its own.
/// To let the cases share bits would make states smaller, but then a field would mean different
/// things in different states, and circuits and symmetry go by fields.
package struct StateLayout: Sendable {
  /// States of more bits than this are refused.
  ///
  /// It bounds the time to make a layout, and what the engine allocates for each state of a batch.
  package static let maximumBits = 1 << 20

  /// How a variable, or a part of it, lies in the words.
  ///
  /// Nodes follow the type, and every field is in exactly one of them. The values beside the fields
  /// of sets and the entries of maps are the possible elements and keys, in the order of their
  /// type.
  package indirect enum Node: Sendable {
    case scalar(StateField, ScalarCode)
    case enumeration(tag: StateField, [[Node]])
    case structure([Node])
    case optional(present: StateField, Node)
    case set([StateField], [Value])
    case map([(present: StateField, Node)], [Value])
    case table([Node])
    case list(count: StateField, [Node])
    /// The elements of a set or bag in as many places as there can be, ascending. Their order is that of the fields,
    /// the first of which counts most.
    case members(count: StateField, [Node], isBag: Bool)
  }

  /// The variables, in their order.
  package let nodes: [Node]
  /// How many words a state takes; at least one.
  package let wordCount: Int
  /// How many bits of them carry something. Bits that are lost at the ends of words do not count.
  package let bitCount: Int

  /// For each word how many bits carry something; they are its lowest. All bits above them are zero
  /// in every packed state, which lets the store keep such words in less room.
  package let usedBits: [Int]

  /// A variable whose type is too large to be packed.
  package struct TypeSizeError: Error, Sendable {
    package enum Cause: Error, Sendable {
      /// The whole state has more than `maximumBits`.
      case state
      /// One number alone has more values than 63 bits can tell apart.
      case number
    }

    /// The index of the first variable that does not fit; those after it were not looked at.
    package var variable: Int
    package var cause: Cause
  }

  /// Lays out the variables in their order. Takes time in the number of bits.
  package init(_ variables: [Variable]) throws(TypeSizeError) {
    try self.init(types: variables.map(\.type))
  }

  /// Lays out values of some types.
  package init(types: [Type]) throws(TypeSizeError) {
    var builder = Builder()
    var nodes: [Node] = []
    for (index, type) in types.enumerated() {
      do {
        nodes.append(try builder.node(type))
      } catch {
        throw TypeSizeError(variable: index, cause: error)
      }
    }
    self.nodes = nodes
    wordCount = max(1, builder.word + (builder.shift > 0 ? 1 : 0))
    bitCount = builder.bits
    usedBits = builder.usedBits + [builder.shift]
  }

  /// The words of a state.
  ///
  /// The values have to fit their types: a number out of range, which the evaluators never store,
  /// would spill into neighbouring fields.
  package func pack(_ state: [Value]) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: wordCount)
    for (node, value) in zip(nodes, state) { Self.pack(value, node, &words) }
    return words
  }

  /// The values of a state whose words begin at `offset`. The inverse of `pack`; that the words are
  /// those of a state is not checked.
  package func unpack(_ words: [UInt64], at offset: Int = 0) -> [Value] {
    nodes.map { Self.unpack($0, words, offset) }
  }

  /// The value of one variable in such words.
  package func value(of variable: Int, in words: [UInt64], at offset: Int) -> Value {
    Self.unpack(nodes[variable], words, offset)
  }

  /// Adds the bits of a value to words that are zero there. What is absent adds nothing, and so is
  /// zero.
  ///
  /// Sets and maps are merged with the possible elements in one pass, since both are in ascending
  /// order.
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
    case (.list(let count, let parts), .list(let values)),
      (.members(let count, let parts, _), .set(let values)),
      (.members(let count, let parts, _), .bag(let values)):
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
    case .members(let count, let parts, let isBag):
      let values = parts.prefix(load(count, words, offset)).map { unpack($0, words, offset) }
      return isBag ? .bag(values) : .set(values)
    }
  }

  /// Adds a number to a field that is zero so far.
  private static func store(_ number: Int, _ field: StateField, _ words: inout [UInt64]) {
    words[field.word] |= UInt64(truncatingIfNeeded: number) << UInt64(field.shift)
  }

  private static func load(_ field: StateField, _ words: [UInt64], _ offset: Int) -> Int {
    let mask: UInt64 = (1 << UInt64(field.width)) - 1
    return Int(words[offset + field.word] >> UInt64(field.shift) & mask)
  }

  /// Hands out fields, one after the other.
  ///
  /// `shift` is the first free bit of word `word`, 0 to 64; `bits` counts what was handed out in
  /// all.
  private struct Builder {
    var word = 0
    var shift = 0
    var bits = 0
    /// Of the words that are full.
    var usedBits: [Int] = []

    /// A field for the numbers from 0 to `maximum`. A type with one value, or none, takes no bits
    /// at all.
    mutating func field(upTo maximum: Int) throws(TypeSizeError.Cause) -> StateField {
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

    /// Lays out a type and all that is inside of it. A list without a bound has no layout, and is
    /// refused as too large.
    mutating func node(_ type: Type) throws(TypeSizeError.Cause) -> Node {
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
      case .set(let element, nil):
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
      case .set(let element, let maximum?), .bag(let element, let maximum?):
        let count = try field(upTo: maximum)
        guard maximum <= StateLayout.maximumBits else { throw .state }
        return .members(
          count: count, try nodes(Array(repeating: element, count: maximum)), isBag: type.isBag)
      default: throw .state
      }
    }

    private mutating func nodes(_ types: [Type]) throws(TypeSizeError.Cause) -> [Node] {
      var result: [Node] = []
      for type in types { result.append(try node(type)) }
      return result
    }

    /// The possible keys or elements of a type, in its order. Where they are too many for any
    /// layout they are not even listed.
    private func keys(_ type: Type) throws(TypeSizeError.Cause) -> [Value] {
      guard type.cardinality <= .exactly(StateLayout.maximumBits) else { throw .state }
      return type.allValues
    }
  }
}

extension StateLayout.Node {
  /// Its fields, in the order in which they are handed out.
  package var fields: [StateField] {
    switch self {
    case .scalar(let field, _): [field]
    case .enumeration(let tag, let cases): [tag] + cases.flatMap { $0.flatMap(\.fields) }
    case .structure(let parts), .table(let parts): parts.flatMap(\.fields)
    case .optional(let present, let inner): [present] + inner.fields
    case .set(let fields, _): fields
    case .map(let entries, _): entries.flatMap { [$0.present] + $0.1.fields }
    case .list(let count, let parts), .members(let count, let parts, _):
      [count] + parts.flatMap(\.fields)
    }
  }
}

/// Values without parts, as numbers from 0 on.
///
/// The number, or rank, is what a field holds. Ranks keep the order of values, and nil comes first,
/// as it does in the language. An optional of such a value is one number as well, with 0 for nil,
/// so that `Kind?` takes one field and not two.
package enum ScalarCode: Equatable, Sendable {
  case bool
  case number(lower: Int)
  case name
  case plainCase
  case timer
  indirect case optional(ScalarCode)

  /// Nil for types whose values have parts, among them enums with values inside.
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

  /// The number of a value; 0 for one of another form, which a checked spec never has.
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

  /// The value of a number that `rank(_:)` gave. Bits of a field may also spell numbers beyond the
  /// greatest; those never occur in a state.
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

/// A run of at most 63 bits of a state that carries a number from 0 to `maximum`. `shift` counts
/// from the lowest bit of word `word`, and `shift + width` is at most 64. A field of width 0
/// carries 0 and is in no word. `maximum` may be less than what the bits could spell, and no state
/// has more.
///
/// Circuits look fields up by the thousand, so what they call is inlined there.
package struct StateField: Hashable, Sendable {
  @usableFromInline package var word: Int
  @usableFromInline package var shift: Int
  @usableFromInline package var width: Int
  @usableFromInline package var maximum: Int

  package init(word: Int, shift: Int, width: Int, maximum: Int) {
    self.word = word
    self.shift = shift
    self.width = width
    self.maximum = maximum
  }

  @inlinable package var mask: UInt64 { (1 << UInt64(width)) - 1 }

  @inlinable package static func == (left: StateField, right: StateField) -> Bool {
    left.word == right.word && left.shift == right.shift && left.width == right.width
      && left.maximum == right.maximum
  }

  @inlinable package func hash(into hasher: inout Hasher) {
    hasher.combine(word << 6 | shift)
    hasher.combine(width)
  }
}
