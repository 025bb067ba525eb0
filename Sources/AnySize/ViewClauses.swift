import Basics
import Semantics

/// The combinations that a closed set of views excludes, in the language: invariants that hold for any instance
/// count.
///
/// *Cells*, such as `tray[a].slot`, describe a view. Combinations of up to three values of cells that no view has are
/// excluded. The reported ones are those needed to exclude every change of one cell of a view that is not a view
/// itself.
struct ViewClauses {
  /// A part of a view with a few possible values.
  private struct Cell {
    /// In the language, with `marks` for the names.
    var text: String
    /// If the value itself is nil, it contains nothing.
    var container: String?
    var names: Set<Int>
    var read: ([Value]) -> Value
  }

  /// A cell with a value, or a name that a cell does not have.
  private struct Atom {
    var cell: Int
    var value: Value
    var isNegated = false
    var text: String
    var opposite: String
  }

  /// Atoms that no view has together.
  private struct Clause {
    var atoms: [Int]
  }

  /// Placeholders for names.
  private static let marks = ["\u{1}", "\u{2}"]
  private static let words = [("a", "b"), ("x", "y"), ("one", "other"), ("someName", "otherName")]
  private static let mostAtoms = 120
  private static let mostSamples = 600
  private static let mostClauses = 16

  private let scope: NameScope
  private let names: (String, String)
  private var cells: [Cell] = []
  private var atoms: [Atom] = []
  /// For each atom, the views that have it, one bit each.
  private var holders: [[UInt64]] = []
  private var vectors: [[Value]] = []
  private var seen: Set<[Value]> = []

  /// States with fewer names than a clause.
  private var smallVectors: [[Value]] = []

  /// - Parameter small: states with few names, which the views do not cover, with their numbers of names.
  init(
    _ spec: CheckedSpec, _ scope: NameScope, _ views: ViewSet,
    small: [(names: Int, states: [[Value]])]
  ) {
    self.scope = scope
    let known = Set(
      String(decoding: spec.file.bytes, as: UTF8.self)
        .split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    names = Self.words.first { !known.contains($0.0) && !known.contains($0.1) } ?? Self.words[3]
    let size = min(views.size, 2)
    for (index, variable) in spec.variables.enumerated() where variable.monitor == nil {
      add(variable.type, variable.name, size) { $0[index] }
    }
    if atoms.count > Self.mostAtoms {
      atoms = []
    } else {
      collect(views.states, names: views.size, spec.variables, size)
      for (names, states) in small { collect(states, names: names, spec.variables, size) }
      note(vectors)
    }
  }

  // MARK: Cells

  private mutating func add(
    _ type: Type, _ text: String, _ size: Int, container: String? = nil, names: Set<Int> = [],
    _ read: @escaping ([Value]) -> Value
  ) {
    let cell = Cell(text: text, container: container, names: names, read: read)
    switch type {
    case .bool where text.contains("?"):
      // In an optional, it is a `Bool?`, which is no condition itself.
      add(
        cell,
        [true, false].map {
          (.bool($0), "\(text) == \($0)", "\(text) != \($0)")
        })
    case .bool:
      add(cell, [(.bool(true), text, "!\(text)"), (.bool(false), "!\(text)", text)])
    case .timer where text.contains("?"): break
    case .timer(let maximum):
      var values: [(Value, String, String)] = [
        (.isOff, "!\(text).isRunning", "\(text).isRunning"),
        (.timer(0), "\(text).isDue", "!\(text).isDue"),
      ]
      for due in 1...max(1, min(maximum, 8)) where due <= maximum {
        values.append((.timer(due), "\(text) == due in \(due)", "\(text) != due in \(due)"))
      }
      add(cell, values)
    case .symmetric where scope.occurs(in: type): add(cell, size, [])
    case .optional(let inner) where scope.isName(inner): add(cell, size, [.none])
    case .optional(let inner):
      if case .structure = inner {
        add(cell, [(.none, "\(text) == nil", "\(text) != nil")])
        addFields(inner, "\(text)?", size, container: text, names, read)
      } else if !scope.occurs(in: inner) {
        addValues(type, cell)
      }
    case .structure: addFields(type, text, size, container: container, names, read)
    case .set(let element, nil) where scope.isName(element):
      for name in 0..<size {
        let member = "\(Self.marks[name]) in \(text)"
        add(
          Cell(text: member, names: names.union([name])) {
            .bool(read($0).elements.contains(.name(name)))
          }, [(.bool(true), member, "!(\(member))"), (.bool(false), "!(\(member))", member)])
      }
    case .map(let key, let content) where scope.isName(key):
      for name in 0..<size {
        add(
          .optional(content), "\(text)[\(Self.marks[name])]", size, names: names.union([name])
        ) { Self.entry(read($0), .name(name)) }
      }
    case .table(let key, let content) where scope.isName(key):
      for name in 0..<size {
        add(content, "\(text)[\(Self.marks[name])]", size, names: names.union([name])) {
          Self.entry(read($0), .name(name))
        }
      }
    case .table(let key, let content)
    where key.symmetricTypes.isEmpty && key.cardinality <= .exactly(6):
      for (place, value) in key.allValues.enumerated() {
        add(content, "\(text)[\(key.text(value))]", size, names: names) {
          if case .table(let values) = read($0) { values[place] } else { .none }
        }
      }
    default: if !scope.occurs(in: type) { addValues(type, cell) }
    }
  }

  private static func entry(_ map: Value, _ key: Value) -> Value {
    guard case .map(let keys, let values) = map, let place = keys.firstIndex(of: key) else {
      return .none
    }
    return values[place]
  }

  private mutating func addFields(
    _ type: Type, _ text: String, _ size: Int, container: String?, _ names: Set<Int>,
    _ read: @escaping ([Value]) -> Value
  ) {
    guard case .structure(let declared) = type else { return }
    for (index, field) in declared.fields.enumerated() {
      add(
        field.type, "\(text).\(field.name ?? "")", size, container: container, names: names
      ) { if case .record(let parts) = read($0) { parts[index] } else { .none } }
    }
  }

  private mutating func addValues(_ type: Type, _ cell: Cell) {
    // Only scenarios may contain the names of a symmetric type.
    guard type.symmetricTypes.isEmpty, type.cardinality <= .exactly(8) else { return }
    add(
      cell,
      type.allValues.map {
        let value = type.text($0)
        return ($0, "\(cell.text) == \(value)", "\(cell.text) != \(value)")
      })
  }

  /// A cell that holds a name.
  private mutating func add(_ cell: Cell, _ size: Int, _ others: [Value]) {
    add(cell, others.map { ($0, "\(cell.text) == nil", "\(cell.text) != nil") })
    let place = others.isEmpty ? cells.count : cells.count - 1
    if others.isEmpty { cells.append(cell) }
    for name in 0..<size {
      let (same, other) = (
        "\(cell.text) == \(Self.marks[name])", "\(cell.text) != \(Self.marks[name])"
      )
      atoms.append(Atom(cell: place, value: .name(name), text: same, opposite: other))
      atoms.append(
        Atom(cell: place, value: .name(name), isNegated: true, text: other, opposite: same))
    }
  }

  private mutating func add(_ cell: Cell, _ values: [(Value, String, String)]) {
    for (value, text, opposite) in values {
      atoms.append(Atom(cell: cells.count, value: value, text: text, opposite: opposite))
    }
    if !values.isEmpty { cells.append(cell) }
  }

  // MARK: Views

  private mutating func collect(
    _ states: [[Value]], names: Int, _ variables: [Variable], _ size: Int
  ) {
    for state in states {
      for chosen in Self.orders(names, min(size, names)) {
        let projected = zip(variables, state).map { variable, value in
          scope.project(value, variable.type) { chosen.firstIndex(of: $0) ?? -1 }
        }
        let vector = cells.map { $0.read(projected) }
        guard seen.insert(vector).inserted else { continue }
        if names < size { smallVectors.append(vector) } else { vectors.append(vector) }
      }
    }
  }

  private mutating func note(_ vectors: [[Value]]) {
    let words = (vectors.count + 63) / 64
    holders = atoms.map { _ in Array(repeating: 0, count: words) }
    for (place, vector) in vectors.enumerated() {
      for index in atoms.indices where holds(index, vector) {
        holders[index][place / 64] |= 1 << UInt64(place % 64)
      }
    }
  }

  /// All ways to name some of a view's names `a` and `b`.
  private static func orders(_ count: Int, _ size: Int) -> [[Int]] {
    if size == 1 { return (0..<count).map { [$0] } }
    return (0..<count).flatMap { first in
      (0..<count).filter { $0 != first }.map { [first, $0] }
    }
  }

  private func holds(_ atom: Int, _ vector: [Value]) -> Bool {
    (vector[atoms[atom].cell] == atoms[atom].value) != atoms[atom].isNegated
  }

  // MARK: Clauses

  private func fit(_ first: Int, _ second: Int) -> Bool {
    let (one, two) = (cells[atoms[first].cell], cells[atoms[second].cell])
    if atoms[first].cell == atoms[second].cell { return false }
    // The content of nil has no value.
    return one.container != two.text && two.container != one.text
  }

  /// All least combinations of up to three atoms that no view has.
  private func clauses() -> [Clause] {
    var result: [Clause] = []
    var pairs: [[Bool]] = atoms.map { _ in Array(repeating: false, count: atoms.count) }
    func isEmpty(_ sets: [UInt64]...) -> Bool {
      !sets[0].indices.contains { word in sets.reduce(UInt64.max) { $0 & $1[word] } != 0 }
    }
    let alive = atoms.indices.filter { index in
      if holders[index].contains(where: { $0 != 0 }) { return true }
      result.append(Clause(atoms: [index]))
      return false
    }
    for (place, first) in alive.enumerated() {
      for second in alive[(place + 1)...] where fit(first, second) {
        guard isEmpty(holders[first], holders[second]) else { continue }
        pairs[first][second] = true
        result.append(Clause(atoms: [first, second]))
      }
    }
    for (place, first) in alive.enumerated() {
      for (next, second) in alive.enumerated().dropFirst(place + 1)
      where fit(first, second) && !pairs[first][second] {
        let both = zip(holders[first], holders[second]).map { $0 & $1 }
        for third in alive[(next + 1)...]
        where fit(first, third) && fit(second, third) && !pairs[first][third]
          && !pairs[second][third] && isEmpty(both, holders[third])
        {
          result.append(Clause(atoms: [first, second, third]))
        }
      }
    }
    // Facts about the second name alone also apply to the first one. If only one name exists, clauses about one name
    // or none must hold as well.
    return result.filter { clause in
      let names = names(of: clause)
      if names == [1] { return false }
      return names == [0, 1]
        || !smallVectors.contains { vector in
          clause.atoms.allSatisfy { holds($0, vector) }
        }
    }
  }

  /// The names that a clause is about.
  private func names(of clause: Clause) -> [Int] {
    clause.atoms.reduce(into: Set<Int>()) { names, atom in
      names.formUnion(cells[atoms[atom].cell].names)
      if case .name(let name) = atoms[atom].value, name >= 0 { names.insert(name) }
    }.sorted()
  }

  /// Changes of one cell of a view that give no view.
  private func nearMisses() -> [[Value]] {
    let known = Set(vectors)
    var misses: Set<[Value]> = []
    var list: [[Value]] = []
    for sample in 0..<min(vectors.count, Self.mostSamples) {
      // Similar views are adjacent; steps of a large prime number select various kinds.
      let place = vectors.count > Self.mostSamples ? sample * 7_919 % vectors.count : sample
      for atom in atoms {
        var changed = vectors[place]
        let container = cells[atom.cell].container
        if container != nil, changed[atom.cell] == .none { continue }
        if atom.value == .none, cells.contains(where: { $0.container == cells[atom.cell].text }) {
          continue
        }
        changed[atom.cell] = atom.isNegated ? .elsewhere : atom.value
        if !known.contains(changed), misses.insert(changed).inserted { list.append(changed) }
      }
    }
    return list
  }

  /// Conditions that hold in every view, each for all names that it mentions.
  func conditions(_ type: String) -> [String] {
    guard !vectors.isEmpty, !atoms.isEmpty else { return [] }
    let clauses = clauses()
    let places = Dictionary(atoms.enumerated().map { ($1.text, $0) }) { first, _ in first }
    let turned = atoms.map { places[Self.renamed($0.text, Self.marks[1], Self.marks[0])] }
    var open = nearMisses()
    var chosen: [Clause] = []
    while !open.isEmpty, chosen.count < Self.mostClauses, !Deadline.isOver {
      var best: (clause: Int, count: Int) = (-1, 0)
      for (index, clause) in clauses.enumerated() {
        let count = open.count { miss in clause.atoms.allSatisfy { holds($0, miss) } }
        // If clauses exclude equally many, the first has the fewest atoms.
        if count > best.count { best = (index, count) }
      }
      guard best.clause >= 0 else { break }
      let clause = clauses[best.clause]
      chosen.append(clause)
      // It holds for all names, so also with `a` and `b` swapped.
      let turned = clause.atoms.compactMap { turned[$0] }
      open.removeAll { miss in
        clause.atoms.allSatisfy { holds($0, miss) }
          || turned.count == clause.atoms.count && turned.allSatisfy { holds($0, miss) }
      }
    }
    var seen: Set<String> = []
    return chosen.map { text($0, type) }.filter { seen.insert($0).inserted }
  }

  private func text(_ clause: Clause, _ type: String) -> String {
    let names = names(of: clause)
    // A single name is called like the first one.
    let called = names == [1] ? (self.names.1, self.names.0) : self.names
    func text(_ text: String) -> String { Self.renamed(text, called.0, called.1) }
    let premise = clause.atoms.dropLast().map { text(atoms[$0].text) }
    let conclusion = clause.atoms.last.map { text(atoms[$0].opposite) } ?? "true"
    let condition =
      premise.isEmpty ? conclusion : "\(premise.joined(separator: " && ")) implies \(conclusion)"
    let (first, second) = self.names
    switch names.count {
    case 0: return condition
    case 1: return "every \(first) in \(type): \(condition)"
    default:
      return
        "every \(first) in \(type), \(second) in \(type) where \(first) != \(second): \(condition)"
    }
  }

  /// Replaces the placeholders by two texts.
  private static func renamed(_ text: String, _ first: String, _ second: String) -> String {
    String(
      text.flatMap { character in
        switch String(character) {
        case marks[0]: first
        case marks[1]: second
        default: String(character)
        }
      })
  }
}

extension ViewFixpoint {
  /// The clauses that the views imply, unless a state with few names contradicts them; empty if there are too many
  /// such states.
  func conditions() -> [String] {
    var small: [(names: Int, states: [[Value]])] = []
    for names in 1..<max(minimum, 1) {
      guard let states = try? states(names: names) else { return [] }
      small.append((names, states))
    }
    return ViewClauses(spec, scope, views, small: small).conditions(scope.names.name)
  }
}
