import Semantics

/// The computation of canonical forms for a machine's states; nil if there is nothing to permute.
///
/// Two states are in one orbit if a permutation of the names of each symmetric type maps one to the other. The
/// canonical form of a state is one member of its orbit, the same for all of them (Ip and Dill, "Better Verification
/// Through Symmetry", 1996). Properties hold in all members of an orbit or in none, because the language cannot
/// distinguish names; so visiting one is enough.
///
/// - A type is *sorted* if each name has only its own bits and is referred to only at fixed places. Names with the
///   same bits are interchangeable, so the sorted bits are canonical.
/// - All others are *refined*: names are separated repeatedly, by their contents and by the names that they relate
///   to. If that does not separate all of them, each of the remaining ones is tried (McKay, "Practical graph
///   isomorphism", 1981).
///
/// All threads read the plans; each has its own `Canonicalizer`.
struct SymmetryPlan: Sendable {
  /// Some bits of the content of a name, and their position in its signature: `mask`, which is not shifted, of word
  /// `word` from bit `shift` on, to bit `target` on.
  struct Piece: BitwiseCopyable, Sendable {
    var word: Int
    var shift: UInt64
    var mask: UInt64
    var target: UInt64
  }

  /// A fixed place that holds a name, if the conditions hold.
  struct Pointer: Sendable {
    var field: StateField
    /// The number in the field that represents the first name; a smaller one is nil.
    var base: UInt64
    var conditions: [SymmetryCells.Condition]
    /// The bit of the signature that marks the name as present.
    var bit: UInt64
  }

  /// A type whose names are sorted by their signatures.
  ///
  /// The pieces of each name form the same bits of a signature, so signatures can be written back under other names.
  struct Sorted: Sendable {
    var names: Range<Int>
    /// For each name its pieces, one name after the other.
    var pieces: [Piece]
    var piecesPerName: [Range<Int>]
    var pointers: [Pointer]
    /// The number of bits in a signature.
    var width: Int
    /// For each word, the bits of all pieces and pointers.
    var masks: [UInt64]
  }

  let wordCount: Int
  /// The reduced symmetric types, with the numbers of their names.
  let groups: [(type: SymmetricType, names: Range<Int>)]
  let sorted: [Sorted]
  /// Nil if all are sorted.
  let refined: RefinementPlan?
  /// With more permutations, states are not counted: the weights of one batch must not overflow.
  private static let maximumPermutations = 1 << 53

  /// The number of permutations; nil if it is too large.
  let permutationCount: Int?

  /// Values with their permuted names replaced, all by their numbers.
  ///
  /// - Parameter image: for the number of a name, the number of the one that takes its place, in the same group.
  func renaming(_ values: [Value], of types: [Type], by image: (Int) -> Int) -> [Value] {
    zip(types, values).map { type, value in
      type.mapNames(in: value) { owner, index in
        guard let names = groups.first(where: { $0.type == owner })?.names else { return index }
        return image(names.lowerBound + index) - names.lowerBound
      }
    }
  }

  var nameCount: Int { groups.last?.names.upperBound ?? 0 }

  /// The names in a value, by their numbers.
  func names(in value: Value, of type: Type) -> Set<Int> {
    var names: Set<Int> = []
    type.forEachName(in: value) { owner, index in
      guard let group = groups.first(where: { $0.type == owner }) else { return }
      names.insert(group.names.lowerBound + index)
    }
    return names
  }

  /// The names with a predecessor of their type.
  var namesWithNeighbour: [Int] { groups.flatMap { $0.names.dropFirst() } }

  /// Generators of all permutations of the names: in each group, a swap of the first two and a cyclic shift.
  var generators: [[Int]] {
    groups.filter { $0.names.count > 1 }.flatMap { group in
      var (swapped, turned) = (Array(0..<nameCount), Array(0..<nameCount))
      swapped.swapAt(group.names.lowerBound, group.names.lowerBound + 1)
      for name in group.names.dropLast() { turned[name] = name + 1 }
      turned[group.names.upperBound - 1] = group.names.lowerBound
      return [swapped, turned]
    }
  }

  /// Decides for each group whether sorting is enough. Nil if there is nothing to permute.
  init?(_ cells: SymmetryCells, wordCount: Int) {
    if cells.groups.isEmpty { return nil }
    self.wordCount = wordCount
    groups = cells.groups.map { ($0.type, $0.names) }
    var sorted: [Sorted] = []
    var rest: Set<Int> = []
    for group in cells.groups.indices {
      if let plan = Self.sorted(group, cells, wordCount) {
        sorted.append(plan)
      } else {
        rest.insert(group)
      }
    }
    self.sorted = sorted
    refined = rest.isEmpty ? nil : RefinementPlan(cells, groups: rest, wordCount: wordCount)
    var count: Int? = 1
    for group in groups { count = count.flatMap { Self.product($0, group.names.count) } }
    permutationCount = count
  }

  /// `count` times the factorial of `number`.
  ///
  /// Nil beyond `maximumPermutations`.
  private static func product(_ count: Int, _ number: Int) -> Int? {
    var result = count
    for factor in 1...number {
      let (product, overflow) = result.multipliedReportingOverflow(by: factor)
      if overflow || product > maximumPermutations { return nil }
      result = product
    }
    return result
  }

  /// The plan to sort the names of a group; nil if they relate to other names, or have too many bits.
  ///
  /// A name must not be in a key together with another, nor hold or be held under another name: then its content
  /// would depend on the places of others. It must not be in a member either, whose position depends on the names.
  private static func sorted(
    _ group: Int, _ cells: SymmetryCells, _ wordCount: Int
  ) -> Sorted? {
    let names = cells.groups[group].names
    var own: [[SymmetryCells.Cell]] = Array(repeating: [], count: names.count)
    var pointers: [Pointer] = []
    var masks = Array(repeating: UInt64(0), count: wordCount)
    for cell in cells.cells {
      let isOwn = cell.names.contains(where: names.contains)
      guard isOwn || cell.content == group else { continue }
      guard cell.member == nil else { return nil }
      masks[cell.field.word] |= cell.field.mask << UInt64(cell.field.shift)
      if isOwn {
        guard cell.names.count == 1, cell.content == nil else { return nil }
        own[cell.names[0] - names.lowerBound].append(cell)
      } else {
        guard cell.names.isEmpty else { return nil }
        pointers.append(
          Pointer(
            field: cell.field, base: UInt64(cell.base), conditions: cell.conditions, bit: 0))
      }
    }
    // The bits after its own say at which places the name is.
    let width = own[0].reduce(0) { $0 + $1.field.width }
    guard width + pointers.count <= 64 else { return nil }
    for index in pointers.indices { pointers[index].bit = 1 << UInt64(width + index) }
    var pieces: [Piece] = []
    var ranges: [Range<Int>] = []
    for cells in own {
      let first = pieces.count
      pieces += self.pieces(cells)
      ranges.append(first..<pieces.count)
    }
    return Sorted(
      names: names, pieces: pieces, piecesPerName: ranges, pointers: pointers,
      width: width + pointers.count, masks: masks)
  }

  /// The pieces of one name, with adjacent pieces merged. They are ordered by role, so pieces of different names with
  /// the same bits of the signature have the same role.
  private static func pieces(_ cells: [SymmetryCells.Cell]) -> [Piece] {
    var pieces: [Piece] = []
    var target = 0
    for cell in cells.sorted(by: { $0.role < $1.role }) {
      let width = UInt64(cell.field.width)
      if let last = pieces.last, last.word == cell.field.word,
        last.shift + UInt64(last.mask.nonzeroBitCount) == UInt64(cell.field.shift),
        last.mask.nonzeroBitCount + cell.field.width < 64
      {
        pieces[pieces.count - 1].mask = last.mask << width | cell.field.mask
      } else {
        pieces.append(
          Piece(
            word: cell.field.word, shift: UInt64(cell.field.shift), mask: cell.field.mask,
            target: UInt64(target)))
      }
      target += cell.field.width
    }
    return pieces
  }
}
