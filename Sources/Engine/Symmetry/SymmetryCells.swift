import Semantics

/// The parts of a packed state that permutations of symmetric names affect: `SymmetryCells(machine)`.
///
/// A permutation of names moves the content of a name to the place of another one, and replaces stored names. All
/// names of all reduced types share one numbering.
///
/// ```tray
/// symmetric ID(3)
/// var shown: Set<ID> = []              // 3 cells of one role, each with one name in its key
/// var next: Map<ID, ID> = [:]          // 3 cells for the presence, and 3 that hold a name
/// var line: List<ID, 2> = []           // a cell for the count, and 2 of different roles that hold names
/// var sent: Bag<ID, 2> = []            // the same, and both are members that have no place of their own
/// ```
struct SymmetryCells {
  /// A symmetric type whose names can be permuted. Types of a single name are excluded: there is nothing to permute.
  struct Group {
    var type: SymmetricType
    /// The numbers of its names.
    var names: Range<Int>
  }

  /// A field whose value makes the following content valid: the presence of an optional, the case of an enum, the
  /// length of a list. It has the same keys as the content, so a permutation moves both together.
  struct Condition: Hashable {
    var field: StateField
    /// The bounds of its value, both inclusive.
    var lower: Int
    var upper: Int
  }

  /// A field, or several adjacent ones, with the names in its keys. A permutation preserves the role, maps the names
  /// in the keys, and replaces the content if that is a name.
  struct Cell {
    var field: StateField
    /// Equal for cells that permutations map to each other.
    var role: Int
    /// The same for all members of a collection; elsewhere it is `role`.
    var kind: Int
    /// The number of the member that contains it; nil if it has its own place.
    var member: Int?
    /// The names in its keys, in order.
    var names: [Int]
    /// The group of the name in its content; nil for other contents.
    var content: Int?
    /// The number that represents the first name: 1 if nil is possible, which is then 0.
    var base = 0
    /// The conditions under which it holds a name.
    var conditions: [Condition] = []
  }

  /// A set or bag of elements with names inside. A permutation of names may change the order of its members.
  struct Collection {
    var count: StateField
    /// The numbers of its members.
    var members: Range<Int>
  }

  /// In the order in which the variables mention the types.
  private(set) var groups: [Group] = []
  /// Every field of the layout with bits is in one of them.
  private(set) var cells: [Cell] = []
  private(set) var collections: [Collection] = []
  /// Symmetric types without symmetry reduction: they are in keys that are sets, lists, maps or tables themselves.
  private(set) var refused: [SymmetricType] = []
  private var groupOfType: [ObjectIdentifier: Int] = [:]
  private var roles: [[Int]: Int] = [:]

  var nameCount: Int { groups.last?.names.upperBound ?? 0 }

  /// Traverses the layout of all variables. Without groups, there are no cells.
  init(_ machine: Machine) {
    let variables = machine.spec.variables
    let refusedTypes = Set(variables.flatMap { Self.namesInComplexKeys($0.type) })
    var declared: [SymmetricType] = []
    for type in variables.flatMap(\.type.symmetricTypes) where !declared.contains(type) {
      declared.append(type)
    }
    refused = declared.filter { refusedTypes.contains($0) && $0.count > 1 }
    for type in declared where type.count > 1 && !refusedTypes.contains(type) {
      groupOfType[ObjectIdentifier(type)] = groups.count
      groups.append(Group(type: type, names: nameCount..<nameCount + type.count))
    }
    if groups.isEmpty { return }
    for (index, (variable, node)) in zip(variables, machine.layout.nodes).enumerated() {
      visit(node, variable.type, Place(path: [index]))
    }
    merge()
  }

  /// The position in the traversal of the layout: its path, its names, and its conditions.
  private struct Place {
    /// The path, without names; equal for cells that permutations map to each other.
    var path: [Int]
    var names: [Int] = []
    var conditions: [Condition] = []
    /// The member that contains it, and the depth of its index in the path.
    var member: (number: Int, depth: Int)?

    func at(_ part: Int) -> Place {
      var place = self
      place.path.append(part)
      return place
    }

    func given(_ field: StateField, _ lower: Int, _ upper: Int) -> Place {
      var place = self
      place.conditions.append(Condition(field: field, lower: lower, upper: upper))
      return place
    }
  }

  /// Adds the cells of a node and everything inside of it.
  private mutating func visit(_ node: StateLayout.Node, _ type: Type, _ place: Place) {
    switch (node, type) {
    case (.scalar(let field, _), _): addScalar(field, type, place)
    case (.optional(let present, let inner), .optional(let content)):
      add(present, place.at(0))
      visit(inner, content, place.at(1).given(present, 1, 1))
    case (.structure(let parts), .structure(let owner)):
      for (index, part) in parts.enumerated() {
        visit(part, owner.fields[index].type, place.at(index))
      }
    case (.enumeration(let tag, let cases), .enumeration(let owner)):
      add(tag, place.at(-1))
      for (index, parts) in cases.enumerated() {
        let chosen = place.at(index).given(tag, index, index)
        for (number, part) in parts.enumerated() {
          visit(part, owner.cases[index].fields[number].type, chosen.at(number))
        }
      }
    case (.list(let count, let parts), .list(let element, _)):
      add(count, place.at(-1))
      for (index, part) in parts.enumerated() {
        visit(part, element, place.at(index).given(count, index + 1, .max))
      }
    case (.members(let count, let parts, _), .set(let element, _)),
      (.members(let count, let parts, _), .bag(let element, _)):
      add(count, place.at(-1))
      let first = collections.last?.members.upperBound ?? 0
      let isRenamed = element.symmetricTypes.contains { groupOfType[ObjectIdentifier($0)] != nil }
      if isRenamed {
        collections.append(Collection(count: count, members: first..<first + parts.count))
      }
      for (index, part) in parts.enumerated() {
        var inside = place.at(index).given(count, index + 1, .max)
        if isRenamed { inside.member = (first + index, place.path.count) }
        visit(part, element, inside)
      }
    case (.set(let fields, let elements), .set(let element, _)):
      for (field, value) in zip(fields, elements) { add(field, keyed(place, value, element)) }
    case (.table(let parts), .table(let key, let content)):
      for (part, value) in zip(parts, key.allValues) {
        visit(part, content, keyed(place, value, key))
      }
    case (.map(let entries, let possible), .map(let key, let content)):
      for (entry, value) in zip(entries, possible) {
        let under = keyed(place, value, key)
        add(entry.present, under.at(0))
        visit(entry.1, content, under.at(1).given(entry.present, 1, 1))
      }
    default: break
    }
  }

  /// A field with a name of a reduced type, possibly optional, or anything else.
  private mutating func addScalar(_ field: StateField, _ type: Type, _ place: Place) {
    guard case .symmetric(let owner) = type.unwrapped,
      let group = groupOfType[ObjectIdentifier(owner)]
    else { return add(field, place) }
    cells.append(
      Cell(
        field: field, role: role(place.path), kind: kind(place), member: place.member?.number,
        names: place.names, content: group, base: type.isOptional ? 1 : 0,
        conditions: place.conditions))
  }

  private mutating func add(_ field: StateField, _ place: Place) {
    guard field.width > 0 else { return }
    cells.append(
      Cell(
        field: field, role: role(place.path), kind: kind(place), member: place.member?.number,
        names: place.names))
  }

  /// The role that all members of a collection have in common, which is that of no place.
  private mutating func kind(_ place: Place) -> Int {
    guard let depth = place.member?.depth else { return role(place.path) }
    var path = place.path
    path[depth] = .min
    return role(path)
  }

  /// The number of a path; roles are numbered in the order of first use.
  private mutating func role(_ path: [Int]) -> Int {
    if let known = roles[path] { return known }
    roles[path] = roles.count
    return roles.count - 1
  }

  /// The place for a key: its names separately, the rest of it as a part of the path.
  ///
  /// A key that is a struct or an enum may contain several names, which all count.
  private func keyed(_ place: Place, _ key: Value, _ type: Type) -> Place {
    var place = place
    take(key, type, &place)
    return place
  }

  private func take(_ key: Value, _ type: Type, _ place: inout Place) {
    switch (type, key) {
    case (.symmetric(let owner), .name(let index)):
      guard let group = groupOfType[ObjectIdentifier(owner)] else {
        place.path.append(index)
        return
      }
      // The type of the name is a part of the path, its number is not.
      place.path.append(-2 - group)
      place.names.append(groups[group].names.lowerBound + index)
    case (.optional(let inner), _):
      place.path.append(key == .none ? 0 : 1)
      if key != .none { take(key, inner, &place) }
    case (.structure(let owner), .record(let values)):
      for (field, value) in zip(owner.fields, values) { take(value, field.type, &place) }
    case (.enumeration(let owner), .enumCase(let index, let payload)):
      place.path.append(index)
      for (field, value) in zip(owner.cases[index].fields, payload) {
        take(value, field.type, &place)
      }
    default: place.path.append(type.rank(of: key) ?? 0)
    }
  }

  // MARK: Merging

  /// Merges cells without names that are adjacent under the same keys, in all places.
  ///
  /// Fewer cells are faster to permute and to hash. Two roles are merged if each cell of one is directly followed by
  /// one of the other.
  private mutating func merge() {
    var byRole: [Int: [Int]] = [:]
    for (index, cell) in cells.enumerated() { byRole[cell.role, default: []].append(index) }
    var gone: Set<Int> = []
    var last: [Int]?
    for role in byRole.keys.sorted() {
      let own = byRole[role] ?? []
      guard own.allSatisfy({ cells[$0].content == nil && cells[$0].member == nil }) else {
        last = nil
        continue
      }
      guard let before = last, before.count == own.count,
        zip(before, own).allSatisfy({ isNext(cells[$0], cells[$1]) })
      else {
        last = own
        continue
      }
      for (first, second) in zip(before, own) {
        cells[first].field.width += cells[second].field.width
        gone.insert(second)
      }
    }
    cells = cells.indices.filter { !gone.contains($0) }.map { cells[$0] }
  }

  private func isNext(_ first: Cell, _ second: Cell) -> Bool {
    first.names == second.names && first.field.word == second.field.word
      && first.field.shift + first.field.width == second.field.shift
      && first.field.width + second.field.width < 64
  }

  // MARK: Types

  /// The symmetric types in keys that are collections. In such keys a permutation would move an element to the place
  /// of one with other elements inside, which these cells do not support.
  private static func namesInComplexKeys(_ type: Type) -> [SymmetricType] {
    func inKey(_ key: Type) -> [SymmetricType] {
      switch key {
      case .set, .bag, .list, .map, .table: key.symmetricTypes
      default: key.parts.flatMap(inKey)
      }
    }
    switch type {
    case .set(let element, nil): return inKey(element)
    case .map(let key, let content), .table(let key, let content):
      return inKey(key) + namesInComplexKeys(content)
    default: return type.parts.flatMap(namesInComplexKeys)
    }
  }
}
