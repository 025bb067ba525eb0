import Basics
import Semantics

/// The cells to permute for symmetric types that depend on each other, in flat arrays. A permutation maps a cell to
/// the cell of the same role with the images of its names. The places of a role are numbered like digits, one digit
/// for each name in the keys, so the target is found by adding strides.
struct RefinementPlan: Sendable {
  /// A field in the form that the search needs: its location, its keys, and its content.
  struct Cell: BitwiseCopyable, Sendable {
    var word: Int
    var shift: UInt64
    var mask: UInt64
    /// The role that it shares with the other members of a collection, mixed.
    var kind: UInt64
    /// The number of the member that contains it; -1 if it has its own place.
    var member: Int
    /// The names in its keys, among those of the plan.
    var firstName: Int
    var nameCount: Int
    /// The first number of the names in its content; -1 if it holds something else.
    var content: Int
    /// The number in the field that represents the first name: 1 in an optional, whose nil is 0.
    var base: Int
    var firstCondition: Int
    var conditionCount: Int
    /// The start of its role's cells in `places`.
    var placesStart: Int
  }

  /// A set or bag whose members are in order after each renaming.
  struct Collection: Sendable {
    /// The location of the count: `mask`, which is not shifted, of word `word` from bit `shift` on.
    var word: Int
    var shift: UInt64
    var mask: UInt64
    /// For each member its cells, in the order of their fields.
    var members: [[Int]]
  }

  /// `SymmetryCells.Condition`, compiled for tests: `lower ... upper` are the contents for which it holds.
  struct Condition: BitwiseCopyable, Sendable {
    var word: Int
    var shift: UInt64
    var mask: UInt64
    var lower: UInt64
    var upper: UInt64
  }

  /// For each type to refine, the numbers of its names. Other types have no cells here, but keep their numbers.
  let groups: [Range<Int>]
  let nameCount: Int
  let cells: [Cell]
  /// The names in the keys of all cells, one cell after the other; those of a cell start at its `firstName`.
  let names: [Int]
  /// For each name in the keys of a cell, the distance between the places of cells whose names differ by one; in the
  /// order of `names`.
  let strides: [Int]
  /// For each name, the first number of its type.
  let groupStarts: [Int]
  let conditions: [Condition]
  /// The cells of each role, by the names in their keys.
  ///
  /// Indices into `cells`. All combinations of names have a cell, because a key type has all its values.
  let places: [Int]
  /// For each name, the cells in whose keys it is.
  let cellsOfName: [[Int]]
  /// The cells that hold names. A permutation may change their contents wherever they are.
  let holders: [Int]
  let collections: [Collection]
  /// For each member, the index of its collection.
  let collectionOfMember: [Int]
  /// For each cell of a member, its index within the member; members of a collection have the same cells.
  let placesInMembers: [Int]
  /// For each word, the bits of all cells.
  let masks: [UInt64]

  /// Takes the cells with a name of the wanted groups in their keys or content, and those of members: the groups of
  /// their names are wanted.
  init(_ all: SymmetryCells, groups wanted: Set<Int>, wordCount: Int) {
    let groups = all.groups.indices.filter(wanted.contains).map { all.groups[$0].names }
    let own = all.cells.filter { cell in
      cell.member != nil || cell.content.map(wanted.contains) ?? false
        || cell.names.contains { name in groups.contains { $0.contains(name) } }
    }
    var starts = Array(repeating: 0, count: all.nameCount)
    var counts = starts
    for group in all.groups {
      for name in group.names {
        starts[name] = group.names.lowerBound
        counts[name] = group.names.count
      }
    }
    var builder = Builder(starts: starts, counts: counts)
    for cell in own { builder.count(cell) }
    for cell in own { builder.add(cell, all) }
    var masks = Array(repeating: UInt64(0), count: wordCount)
    for cell in own { masks[cell.field.word] |= cell.field.mask << UInt64(cell.field.shift) }
    self.groups = groups
    nameCount = all.nameCount
    groupStarts = starts
    self.masks = masks
    cells = builder.cells
    names = builder.names
    strides = builder.strides
    conditions = builder.conditions
    places = builder.places
    holders = builder.cells.indices.filter { builder.cells[$0].content >= 0 }
    let parts = Dictionary(grouping: builder.cells.indices) { builder.cells[$0].member }
    collections = all.collections.map { collection in
      Collection(
        word: collection.count.word, shift: UInt64(collection.count.shift),
        mask: collection.count.mask, members: collection.members.map { parts[$0] ?? [] })
    }
    collectionOfMember = all.collections.enumerated().flatMap { index, collection in
      collection.members.map { _ in index }
    }
    var placesInMembers = Array(repeating: 0, count: builder.cells.count)
    for member in collections.flatMap(\.members) {
      for (place, cell) in member.enumerated() { placesInMembers[cell] = place }
    }
    self.placesInMembers = placesInMembers
    var cellsOfName = Array(repeating: [Int](), count: all.nameCount)
    for (index, cell) in own.enumerated() {
      for name in Set(cell.names) { cellsOfName[name].append(index) }
    }
    self.cellsOfName = cellsOfName
  }

  private struct Builder {
    let starts: [Int]
    let counts: [Int]
    var cells: [Cell] = []
    var names: [Int] = []
    var strides: [Int] = []
    var conditions: [Condition] = []
    var places: [Int] = []
    /// The start of each role's places.
    private var roleStarts: [Int: Int] = [:]

    init(starts: [Int], counts: [Int]) {
      self.starts = starts
      self.counts = counts
    }

    /// Makes room for the cells of a role.
    ///
    /// Roles have to have their room before the first cell is added.
    mutating func count(_ cell: SymmetryCells.Cell) {
      if roleStarts[cell.role] != nil { return }
      roleStarts[cell.role] = places.count
      places += Array(repeating: -1, count: cell.names.reduce(1) { $0 * counts[$1] })
    }

    /// Adds a cell, at its index among those of its role.
    mutating func add(_ cell: SymmetryCells.Cell, _ all: SymmetryCells) {
      let start = roleStarts[cell.role] ?? 0
      var stride = 1
      var place = start
      let own = cell.names.map { name in
        defer { stride *= counts[name] }
        place += stride * (name - starts[name])
        return stride
      }
      places[place] = cells.count
      cells.append(
        Cell(
          word: cell.field.word, shift: UInt64(cell.field.shift), mask: cell.field.mask,
          kind: SplitMix.next(UInt64(cell.kind)), member: cell.member ?? -1,
          firstName: names.count,
          nameCount: cell.names.count,
          content: cell.content.map { all.groups[$0].names.lowerBound } ?? -1, base: cell.base,
          firstCondition: conditions.count, conditionCount: cell.conditions.count,
          placesStart: start))
      names += cell.names
      strides += own
      conditions += cell.conditions.map {
        Condition(
          word: $0.field.word, shift: UInt64($0.field.shift), mask: $0.field.mask,
          lower: UInt64($0.lower), upper: UInt64($0.upper))
      }
    }
  }
}
