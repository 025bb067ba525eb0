import Semantics

/// A part of a variable whose values the survey of a state space counts, for all keys and positions together.
struct SizeLeaf: Sendable {
  /// A field that is valid if others have certain numbers.
  struct Occurrence: Sendable {
    var field: StateField
    var conditions: [Condition]
  }

  /// The number in a field has this lower bound, or equals it.
  struct Condition: Sendable {
    var field: StateField
    var number: Int
    var isExact: Bool
  }

  enum Content: Sendable {
    /// The numbers of values, at each of some locations.
    case values([Occurrence])
    /// The number of set bits among some fields of one bit.
    case count([SizePiece])
  }

  var variable: Int
  var path: String
  var type: Type?
  var content: Content
  /// For numbers: the value of rank 0, and the greatest possible one.
  var lower: Int?
  var greatest: Int?
  var isSize = false
}

/// Some bits of a word of a state.
struct SizePiece: Sendable {
  var word: Int
  var mask: UInt64
}

extension [StateField] {
  /// The bits of the fields, by words.
  var pieces: [SizePiece] {
    var masks: [Int: UInt64] = [:]
    for field in self where field.width > 0 {
      masks[field.word, default: 0] |= field.mask << UInt64(field.shift)
    }
    return masks.sorted { $0.key < $1.key }.map { SizePiece(word: $0.key, mask: $0.value) }
  }
}

/// The leaves of a machine's variables, in order: `SizeLeaves(machine).leaves`.
struct SizeLeaves {
  private(set) var leaves: [SizeLeaf] = []
  private var places: [String: Int] = [:]
  private var variable = 0

  init(_ machine: Machine) {
    for (index, variable) in machine.spec.variables.enumerated() {
      self.variable = index
      places = [:]
      add(machine.layout.nodes[index], variable.type, "", [])
    }
  }

  private mutating func add(
    _ node: StateLayout.Node, _ type: Type, _ path: String, _ conditions: [SizeLeaf.Condition]
  ) {
    switch (node, type) {
    case (.scalar(let field, let code), _):
      addValue(field, code, type, path, conditions)
    case (.enumeration(let tag, let cases), .enumeration(let owner)):
      addValue(tag, .plainCase, type, path, conditions)
      for (number, (item, nodes)) in zip(owner.cases, cases).enumerated() {
        let inside = conditions + [SizeLeaf.Condition(field: tag, number: number, isExact: true)]
        for (field, node) in zip(item.fields, nodes) {
          add(node, field.type, "\(path).\(item.name)\(field.name.map { ".\($0)" } ?? "")", inside)
        }
      }
    case (.structure(let parts), .structure(let owner)):
      for (field, part) in zip(owner.fields, parts) {
        add(part, field.type, "\(path).\(field.name ?? "")", conditions)
      }
    case (.optional(let present, let inner), .optional(let content)):
      add(
        inner, content, path,
        conditions + [SizeLeaf.Condition(field: present, number: 1, isExact: true)])
    case (.set(let fields, _), _): addCount(fields, path, conditions)
    case (.map(let entries, _), .map(_, let content)):
      addCount(entries.map(\.present), path, conditions)
      for (present, inner) in entries {
        add(
          inner, content, path + "[…]",
          conditions + [SizeLeaf.Condition(field: present, number: 1, isExact: true)])
      }
    case (.table(let parts), .table(_, let content)):
      for part in parts { add(part, content, path + "[…]", conditions) }
    case (.list(let count, let parts), .list(let element, _)):
      addMembers(count, parts, element, path, conditions)
    case (.members(let count, let parts, _), .set(let element, _)),
      (.members(let count, let parts, _), .bag(let element, _)):
      addMembers(count, parts, element, path, conditions)
    default: break
    }
  }

  private mutating func addMembers(
    _ count: StateField, _ parts: [StateLayout.Node], _ element: Type, _ path: String,
    _ conditions: [SizeLeaf.Condition]
  ) {
    addValue(count, .number(lower: 0), nil, path + ".count", conditions)
    for (place, part) in parts.enumerated() {
      add(
        part, element, path + "[…]",
        conditions + [SizeLeaf.Condition(field: count, number: place + 1, isExact: false)])
    }
  }

  private mutating func addValue(
    _ field: StateField, _ code: ScalarCode, _ type: Type?, _ path: String,
    _ conditions: [SizeLeaf.Condition]
  ) {
    let occurrence = SizeLeaf.Occurrence(field: field, conditions: conditions)
    if let place = places[path] {
      if case .values(let known) = leaves[place].content {
        leaves[place].content = .values(known + [occurrence])
      }
      return
    }
    var leaf = SizeLeaf(variable: variable, path: path, type: type, content: .values([occurrence]))
    if case .number(let lower) = code {
      leaf.lower = lower
      leaf.greatest = lower + field.maximum
    }
    leaf.isSize = type == nil
    places[path] = leaves.count
    leaves.append(leaf)
  }

  /// Elements of a nested collection are omitted.
  private mutating func addCount(
    _ fields: [StateField], _ path: String, _ conditions: [SizeLeaf.Condition]
  ) {
    guard conditions.isEmpty, places[path + ".count"] == nil else { return }
    places[path + ".count"] = leaves.count
    var leaf = SizeLeaf(
      variable: variable, path: path + ".count", type: nil, content: .count(fields.pieces))
    leaf.lower = 0
    leaf.greatest = fields.count
    leaf.isSize = true
    leaves.append(leaf)
  }
}
