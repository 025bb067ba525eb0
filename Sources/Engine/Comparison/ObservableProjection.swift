import Semantics

/// What of the states of a machine is compared, as words that are equal where that is the same in the common form.
///
/// What lies in the fields of both machines in the same form is moved there bit by bit; of the rest the values are
/// numbered.
struct ObservableProjection: Sendable {
  private struct Move: Sendable {
    var word: Int
    var shift: UInt64
    var width: Int
    var target: Int
    var targetShift: UInt64
    var mask: UInt64 { width == 64 ? .max : (1 << UInt64(width)) - 1 }
  }

  private var moves: [Move] = []
  /// The compared variables whose values are numbered, by their places among these.
  private(set) var numbered: [Int] = []
  /// The bits of their fields.
  private(set) var numberedBits: [UInt64]
  /// How many words a look has; the last is the number, if there is one.
  private(set) var wordCount = 1

  private init(_ layout: StateLayout) {
    numberedBits = Array(repeating: 0, count: layout.wordCount)
  }

  /// The looks of both machines.
  static func looks(of machines: ComparedMachines) -> (
    old: ObservableProjection, new: ObservableProjection
  ) {
    let (old, new) = (machines.old.layout, machines.new.layout)
    var (first, second) = (ObservableProjection(old), ObservableProjection(new))
    var (word, shift) = (0, 0)
    for (place, pair) in machines.variables.enumerated() {
      let (node, other) = (old.nodes[pair.old], new.nodes[pair.new])
      guard pair.isIdentity, node.hasSameForm(as: other) else {
        first.number(place, node.fields)
        second.number(place, other.fields)
        continue
      }
      for (field, otherField) in zip(node.fields, other.fields) where field.width > 0 {
        if shift + field.width > 64 { (word, shift) = (word + 1, 0) }
        first.move(field, to: word, shift)
        second.move(otherField, to: word, shift)
        shift += field.width
      }
    }
    let count = word + 1 + (first.numbered.isEmpty ? 0 : 1)
    (first.wordCount, second.wordCount) = (count, count)
    return (first, second)
  }

  private mutating func number(_ variable: Int, _ fields: [StateField]) {
    numbered.append(variable)
    for field in fields where field.width > 0 {
      numberedBits[field.word] |= field.mask << UInt64(field.shift)
    }
  }

  private mutating func move(_ field: StateField, to word: Int, _ shift: Int) {
    if let last = moves.last, last.word == field.word, last.target == word,
      Int(last.shift) + last.width == field.shift, Int(last.targetShift) + last.width == shift
    {
      moves[moves.count - 1].width += field.width
      return
    }
    moves.append(
      Move(
        word: field.word, shift: UInt64(field.shift), width: field.width, target: word,
        targetShift: UInt64(shift)))
  }

  /// Writes the state that has a look, of a machine all of whose state is moved.
  func writeState(_ look: UnsafePointer<UInt64>, to state: UnsafeMutablePointer<UInt64>) {
    state.update(repeating: 0, count: numberedBits.count)
    for move in moves {
      state[move.word] |= (look[move.target] >> move.targetShift & move.mask) << move.shift
    }
  }

  /// Writes what is moved, and zero for the number.
  @inline(__always)
  func write(_ state: UnsafePointer<UInt64>, to look: UnsafeMutablePointer<UInt64>) {
    look.update(repeating: 0, count: wordCount)
    moves.withUnsafeBufferPointer { moves in
      for move in moves {
        look[move.target] |= (state[move.word] >> move.shift & move.mask) << move.targetShift
      }
    }
  }
}

extension StateLayout.Node {
  /// Whether equal values lie in the same bits here and there, wherever the fields are.
  func hasSameForm(as other: Self) -> Bool {
    switch (self, other) {
    case (.scalar(let field, let code), .scalar(let otherField, let otherCode)):
      field.width == otherField.width && code == otherCode
    case (.enumeration(let tag, let cases), .enumeration(let otherTag, let otherCases)):
      tag.width == otherTag.width && cases.count == otherCases.count
        && zip(cases, otherCases).allSatisfy { Self.haveSameForm($0, $1) }
    case (.structure(let parts), .structure(let others)), (.table(let parts), .table(let others)):
      Self.haveSameForm(parts, others)
    case (.optional(_, let inner), .optional(_, let otherInner)): inner.hasSameForm(as: otherInner)
    case (.set(_, let elements), .set(_, let others)): elements == others
    case (.map(let entries, let keys), .map(let otherEntries, let otherKeys)):
      keys == otherKeys && Self.haveSameForm(entries.map(\.1), otherEntries.map(\.1))
    case (.list(let count, let parts), .list(let otherCount, let others)):
      count.width == otherCount.width && Self.haveSameForm(parts, others)
    case (.members(let count, let parts, let isBag), .members(let other, let others, let isOther)):
      count.width == other.width && isBag == isOther && Self.haveSameForm(parts, others)
    default: false
    }
  }

  private static func haveSameForm(_ nodes: [Self], _ others: [Self]) -> Bool {
    nodes.count == others.count && zip(nodes, others).allSatisfy { $0.hasSameForm(as: $1) }
  }
}
