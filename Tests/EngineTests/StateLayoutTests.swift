import TestSupport
import Testing

@testable import Semantics

@Suite("State layout")
struct StateLayoutTests {
  private func layout(_ types: [Type]) throws -> StateLayout {
    try StateLayout(
      types.enumerated().map { index, type in
        Variable(
          name: "v\(index)", type: type, initial: .any([]), documentation: nil,
          range: SourceRange(0, 0))
      })
  }

  private func types(_ seed: UInt64) -> [Type] {
    (0..<4).map { RandomType.make(seed: seed * 4 + $0, limit: 60) }
  }

  private func states(of types: [Type], _ random: inout SplitMix64) -> [[Value]] {
    let domains = types.map(\.allValues)
    return (0..<100).map { _ in domains.map { random.pick($0)! } }
  }

  @Test("what is packed is unpacked as it was", arguments: UInt64(0)..<150)
  func roundTrip(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let types = types(seed)
    let layout = try layout(types)
    for state in states(of: types, &random) {
      let words = layout.pack(state)
      #expect(words.count == layout.wordCount)
      #expect(layout.unpack(words) == state, "types \(types)")
      #expect(layout.unpack([7, 7] + words, at: 2) == state)
    }
  }

  @Test("different values have different words", arguments: UInt64(0)..<150)
  func distinctWords(_ seed: UInt64) throws {
    let type = RandomType.make(seed: seed)
    let layout = try layout([type])
    let words = Set(type.allValues.map { layout.pack([$0]) })
    #expect(words.count == type.allValues.count, "type \(type)")
  }

  @Test(
    "members ascend by their fields, the first of which counts most", arguments: UInt64(0)..<100)
  func membersAscend(_ seed: UInt64) throws {
    let element = RandomType.make(seed: seed, limit: 20)
    guard element.unorderedPart == nil, !element.containsTimer else { return }
    let type = Type.bag(element, maximum: 2)
    let layout = try layout([type])
    guard case .members(_, let parts, _) = layout.nodes[0] else { return }
    for value in type.allValues where value.elements.count == 2 {
      let words = layout.pack([value])
      let members = parts.map { part in
        part.fields.map { words[$0.word] >> UInt64($0.shift) & $0.mask }
      }
      #expect(!members[1].lexicographicallyPrecedes(members[0]), "\(type): \(type.text(value))")
    }
  }

  @Test("a part without parts stays inside one word, wherever that ends", arguments: 0..<64)
  func noStraddling(_ before: Int) throws {
    let bools = Array(repeating: Type.bool, count: before)
    let types = bools + (0..<21).map { Type.range(lower: 0, upper: 1 << ($0 % 7)) }
    let layout = try layout(types)
    let zero = types.map { $0 == .bool ? Value.bool(false) : .int(0) }
    let zeros = layout.pack(zero)
    for (index, type) in types.enumerated() {
      guard case .range(_, let upper) = type else { continue }
      var touched: Set<Int> = []
      var isKept = true
      for number in 0...upper {
        var state = zero
        state[index] = .int(number)
        let words = layout.pack(state)
        touched.formUnion(words.indices.filter { words[$0] != zeros[$0] })
        if layout.unpack(words) != state { isKept = false }
      }
      #expect(touched.count == 1, "variable \(index)")
      #expect(isKept, "variable \(index)")
    }
  }

  @Test("what is absent is all zero")
  func canonicalZeros() throws {
    let pair = Type.structure(
      StructType(name: "P", fields: [Field(name: "x", type: .bool, defaultValue: nil)]))
    let layout = try layout([
      .optional(pair), .set(.bool), .map(.bool, pair), .list(pair, maximum: 3), .bool,
      .range(lower: 5, upper: 9), .timer(maximum: 4),
    ])
    let empty: [Value] = [
      .none, .set([]), .map(keys: [], values: []), .list([]), .bool(false), .int(5), .isOff,
    ]
    #expect(layout.pack(empty) == [0])
  }

  @Test("a type of one value behind a full word takes no room")
  func singleValueBehindFullWord() throws {
    let layout = try layout(Array(repeating: .bool, count: 64) + [.range(lower: 3, upper: 3)])
    let state = Array(repeating: Value.bool(true), count: 64) + [.int(3)]
    #expect(layout.wordCount == 1)
    #expect(layout.pack(state) == [.max])
    #expect(layout.unpack(layout.pack(state)) == state)
  }

  @Test(
    "the used bits of a word are those up to the end of its last field", arguments: UInt64(0)..<150)
  func usedBits(_ seed: UInt64) throws {
    let layout = try layout(types(seed))
    let fields = layout.nodes.flatMap(\.fields).filter { $0.width > 0 }
    let ends = (0..<layout.wordCount).map { word in
      fields.filter { $0.word == word }.map { $0.shift + $0.width }.max() ?? 0
    }
    #expect(layout.usedBits == ends)
  }

  @Test("a spec without variables has one state of one word")
  func noVariables() throws {
    #expect(try layout([]).pack([]) == [0])
  }

  @Test("numbers as large as a word fit, larger ones are refused by name")
  func largeNumbers() throws {
    let wide = Type.range(lower: -5, upper: .max - 10)
    let state = [Value.int(.max - 10), .int(-5)]
    let layout = try layout([wide, wide])
    #expect(layout.unpack(layout.pack(state)) == state)
    #expect(throws: StateLayout.TypeSizeError.self) {
      try self.layout([.bool, .range(lower: .min, upper: .max)])
    }
  }
}
