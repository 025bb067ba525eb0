import Semantics

/// Reads the variables of a state as symbolic values, and computes the new contents of the fields that a step
/// changes. It is the symbolic side of `StateLayout` and follows its nodes. Reading makes wires of fields and records
/// their liveness. Writing sets the fields of absent parts to zero, so states stay canonical.
package struct SymbolicLayout {
  let layout: StateLayout

  /// The new content of a field after a step.
  ///
  /// `old` is the wire of the field itself. The wires differ, but both may carry the same value in all states.
  package struct Write {
    package var field: StateField
    package var old: Circuit.Wire
    package var new: Circuit.Wire
  }

  // MARK: Reading

  /// Reads the variables of the state from its bits. It reads all fields and records their liveness, so it must
  /// precede everything else in a circuit.
  func read(_ algebra: inout SymbolicAlgebra) -> [Symbolic] {
    layout.nodes.map { read($0, alive: Circuit.truth, &algebra) }
  }

  /// A field that is zero unless `alive`.
  ///
  /// - Parameter alive: where the owner of the field is present.
  private func wire(
    _ field: StateField, _ alive: Circuit.Wire, _ algebra: inout SymbolicAlgebra
  ) -> Circuit.Wire {
    let wire = algebra.circuit.field(field)
    algebra.circuit.setLiveness(of: wire, alive)
    return wire
  }

  /// The part of a state at a node, which is present where `alive` is true.
  private func read(
    _ node: StateLayout.Node, alive: Circuit.Wire, _ algebra: inout SymbolicAlgebra
  ) -> Symbolic {
    switch node {
    case .scalar(let field, let code):
      let rank = wire(field, alive, &algebra)
      return code.symbolic(rank, &algebra)
    case .structure(let parts):
      return .record(parts.map { read($0, alive: alive, &algebra) })
    case .table(let parts): return .table(parts.map { read($0, alive: alive, &algebra) })
    case .enumeration(let tag, let cases):
      let tag = wire(tag, alive, &algebra)
      let payloads = cases.enumerated().map { index, parts in
        parts.map { read($0, alive: isCase(index, tag, alive, &algebra), &algebra) }
      }
      return .enumeration(tag: tag, payloads: payloads)
    case .optional(let present, let inner):
      let present = wire(present, alive, &algebra)
      let inside = algebra.circuit.and(alive, present)
      return algebra.optional(present, read(inner, alive: inside, &algebra))
    case .set(let fields, let elements):
      return .set(
        zip(fields, elements).map { field, element in
          .init(isThere: wire(field, alive, &algebra), value: algebra.constant(element))
        })
    case .map(let entries, let keys):
      return .map(
        zip(entries, keys).map { entry, key in
          let present = wire(entry.present, alive, &algebra)
          let inside = algebra.circuit.and(alive, present)
          return .init(
            isThere: present, key: algebra.constant(key),
            value: read(entry.1, alive: inside, &algebra))
        })
    case .list(let count, let parts):
      let count = wire(count, alive, &algebra)
      return .list(
        count: count,
        parts.enumerated().map { index, part in
          let inside = isBelow(index, count, alive, &algebra)
          return read(part, alive: inside, &algebra)
        })
    case .members(let count, let parts, let isBag):
      let count = wire(count, alive, &algebra)
      let elements = parts.enumerated().map { index, part in
        Symbolic.Occurrence(
          isThere: algebra.circuit.less(algebra.circuit.constant(index), count),
          value: read(part, alive: isBelow(index, count, alive, &algebra), &algebra))
      }
      return isBag ? .bag(elements) : .set(elements)
    }
  }

  /// Returns the states in which an enum's value is this case, within the live states.
  private func isCase(
    _ index: Int, _ tag: Circuit.Wire, _ alive: Circuit.Wire, _ algebra: inout SymbolicAlgebra
  ) -> Circuit.Wire {
    let number = algebra.circuit.constant(index)
    return algebra.circuit.and(alive, algebra.circuit.equal(tag, number))
  }

  /// Returns the states in which a list has an element at this index, within the live states.
  private func isBelow(
    _ index: Int, _ count: Circuit.Wire, _ alive: Circuit.Wire, _ algebra: inout SymbolicAlgebra
  ) -> Circuit.Wire {
    let number = algebra.circuit.constant(index)
    return algebra.circuit.and(alive, algebra.circuit.less(number, count))
  }

  // MARK: Writing

  /// The fields that differ between two states, as far as their wires do: in the order of the layout, without
  /// duplicates.
  ///
  /// - Parameters:
  ///   - old: the result of `read`, which is not inspected but identifies the wires of the fields.
  ///   - new: one value for each variable, in the form of its type. Another form sets `unsupported`.
  func writes(
    from old: [Symbolic], to new: [Symbolic], _ algebra: inout SymbolicAlgebra
  ) -> [Write] {
    var writer = Writer(algebra: consume algebra)
    for (node, value) in zip(layout.nodes, new) {
      writer.write(value, node, alive: Circuit.truth, self)
    }
    algebra = writer.algebra
    return writer.writes
  }

  /// The contents of the fields of some values, in the order of the layout; zero unless `alive`.
  ///
  /// Members in order are not supported: `unsupported` is set.
  func fields(
    of values: [Symbolic], alive: Circuit.Wire, _ algebra: inout SymbolicAlgebra
  ) -> [Circuit.Wire] {
    var writer = Writer(algebra: consume algebra)
    let fields = zip(layout.nodes, values).flatMap { node, value in
      writer.fields(of: value, node, alive: alive, self)
    }
    algebra = writer.algebra
    if layout.nodes.contains(where: \.hasMembers) {
      algebra.refuse("a signal with members in order")
    }
    return fields
  }

  /// Traverses nodes and values together. It owns the algebra, which both the values and the fields need, and returns
  /// it at the end. A second owner would make it copy the circuit.
  private struct Writer {
    var algebra: SymbolicAlgebra
    var writes: [Write] = []
    /// The fields of one member, while they are collected.
    private var member: [Circuit.Wire]?

    init(algebra: SymbolicAlgebra) { self.algebra = algebra }

    /// Writes a rank into a field, or zero where the part is not alive. An unchanged wire is no write.
    mutating func put(_ field: StateField, _ rank: Circuit.Wire, alive: Circuit.Wire) {
      algebra.circuit.countWork()
      let new = algebra.circuit.select(alive, rank, Circuit.falsity)
      if member != nil {
        member?.append(new)
        return
      }
      let old = algebra.circuit.field(field)
      if old != new { writes.append(Write(field: field, old: old, new: new)) }
    }

    /// Writes a value to a node, or zeros where `alive` is false.
    mutating func write(
      _ value: Symbolic, _ node: StateLayout.Node, alive: Circuit.Wire, _ layout: SymbolicLayout
    ) {
      switch (node, value) {
      case (.optional(let present, let inner), _):
        let isThere = algebra.isPresent(value)
        put(present, isThere, alive: alive)
        let inside = algebra.circuit.and(alive, isThere)
        write(value.unwrapped, inner, alive: inside, layout)
      case (.scalar(let field, let code), _):
        let rank = code.rank(value, &algebra)
        put(field, rank, alive: alive)
      case (_, .nothing): clear(node)
      case (.enumeration(let tag, let cases), .enumeration(let new, let payloads)):
        put(tag, new, alive: alive)
        for (index, parts) in cases.enumerated() where !parts.isEmpty {
          let inside = layout.isCase(index, new, alive, &algebra)
          let values = index < payloads.count ? payloads[index] : []
          if values.isEmpty {
            parts.forEach { clear($0) }
          } else {
            for (part, value) in zip(parts, values) { write(value, part, alive: inside, layout) }
          }
        }
      case (.structure(let parts), .record(let values)), (.table(let parts), .table(let values)):
        for (part, value) in zip(parts, values) { write(value, part, alive: alive, layout) }
      case (.set(let fields, let elements), .set(let occurrences)):
        writeSet(fields, elements, occurrences, alive)
      case (.map(let entries, let keys), .map(let values)):
        writeMap(entries, keys, values, alive, layout)
      case (.members(let count, let parts, _), .set(let elements)),
        (.members(let count, let parts, _), .bag(let elements)):
        writeMembers(elements, count, parts, alive, layout)
      case (.list(let count, let parts), .list), (.list(let count, let parts), .sequence):
        let (length, values) = algebra.list(value)
        put(count, length, alive: alive)
        for (index, part) in parts.enumerated() {
          guard index < values.count else {
            clear(part)
            continue
          }
          let inside = layout.isBelow(index, length, alive, &algebra)
          write(values[index], part, alive: inside, layout)
        }
      default: algebra.refuse("a value that does not have the form of its place")
      }
    }

    /// Writes a bit for each possible element. If the value has the same elements in the same order, it is copied bit
    /// by bit. Otherwise each element is compared with all: an element that varies between states may be any of them.
    private mutating func writeSet(
      _ fields: [StateField], _ elements: [Value], _ occurrences: [Symbolic.Occurrence],
      _ alive: Circuit.Wire
    ) {
      let wanted = elements.map { algebra.constant($0) }
      let isAligned =
        occurrences.count == fields.count
        && zip(occurrences, wanted).allSatisfy { algebra.equal($0.value, $1) == Circuit.truth }
      for (place, field) in fields.enumerated() where !algebra.hasFailed {
        let isThere =
          isAligned
          ? occurrences[place].isThere : algebra.contains(occurrences, wanted[place])
        put(field, isThere, alive: alive)
      }
    }

    /// The maximum number of sorted members.
    private static let maximumMembers = 64

    /// The members in ascending order, from the first place on.
    ///
    /// Members that were read from the fields are already in order, and need no write.
    private mutating func writeMembers(
      _ elements: [Symbolic.Occurrence], _ count: StateField, _ parts: [StateLayout.Node],
      _ alive: Circuit.Wire, _ layout: SymbolicLayout
    ) {
      let elements = elements.filter { $0.isThere != Circuit.falsity }
      guard let part = parts.first else { return put(count, Circuit.falsity, alive: alive) }
      guard elements.count <= Self.maximumMembers else {
        return algebra.refuse("a collection of \(elements.count) possible members")
      }
      var members = elements.map { element in
        let isThere = algebra.circuit.and(alive, element.isThere)
        return (isThere: isThere, fields: fields(of: element.value, part, alive: isThere, layout))
      }
      if isStored(members, elements, count, parts, alive, layout) { return }
      for (first, second) in SortingNetwork.mergeExchange(members.count) where !algebra.hasFailed {
        sort(&members, first, second)
      }
      let length = algebra.count(members.map(\.isThere))
      put(count, length, alive: Circuit.truth)
      for (place, part) in parts.enumerated() {
        guard place < members.count else {
          clear(part)
          continue
        }
        for (field, wire) in zip(part.fields, members[place].fields) {
          put(field, wire, alive: Circuit.truth)
        }
      }
    }

    /// The contents of the fields of a member with a value; zero where it is not alive.
    mutating func fields(
      of value: Symbolic, _ node: StateLayout.Node, alive: Circuit.Wire, _ layout: SymbolicLayout
    ) -> [Circuit.Wire] {
      member = []
      defer { member = nil }
      write(value, node, alive: alive, layout)
      return member ?? []
    }

    /// Whether the value is unchanged since it was read.
    private mutating func isStored(
      _ members: [(isThere: Circuit.Wire, fields: [Circuit.Wire])],
      _ elements: [Symbolic.Occurrence], _ count: StateField, _ parts: [StateLayout.Node],
      _ alive: Circuit.Wire, _ layout: SymbolicLayout
    ) -> Bool {
      guard members.count == parts.count else { return false }
      let count = algebra.circuit.field(count)
      guard algebra.circuit.select(alive, count, Circuit.falsity) == count else { return false }
      for (place, part) in parts.enumerated() {
        let isThere = algebra.circuit.less(algebra.circuit.constant(place), count)
        guard elements[place].isThere == isThere,
          members[place].fields == part.fields.map({ algebra.circuit.field($0) })
        else { return false }
      }
      return true
    }

    /// Swaps two members where the second precedes the first; absent ones come last.
    private mutating func sort(
      _ members: inout [(isThere: Circuit.Wire, fields: [Circuit.Wire])], _ place: Int, _ other: Int
    ) {
      let (first, second) = (members[place], members[other])
      var isLess = Circuit.falsity
      for (x, y) in zip(second.fields, first.fields).reversed() {
        let same = algebra.circuit.equal(x, y)
        isLess = algebra.circuit.or(algebra.circuit.less(x, y), algebra.circuit.and(same, isLess))
      }
      let onlySecond = algebra.circuit.and(second.isThere, algebra.circuit.not(first.isThere))
      let both = algebra.circuit.and(first.isThere, second.isThere)
      let swaps = algebra.circuit.or(onlySecond, algebra.circuit.and(both, isLess))
      func select(_ x: Circuit.Wire, _ y: Circuit.Wire) -> Circuit.Wire {
        algebra.circuit.select(swaps, x, y)
      }
      members[place] = (
        select(second.isThere, first.isThere), zip(second.fields, first.fields).map(select)
      )
      members[other] = (
        select(first.isThere, second.isThere), zip(first.fields, second.fields).map(select)
      )
    }

    /// An entry for each possible key; keys that the value does not have become absent.
    private mutating func writeMap(
      _ entries: [(present: StateField, StateLayout.Node)], _ keys: [Value],
      _ values: [Symbolic.Entry], _ alive: Circuit.Wire, _ layout: SymbolicLayout
    ) {
      for (place, (entry, key)) in zip(entries, keys).enumerated() where !algebra.hasFailed {
        let wanted = algebra.constant(key)
        var found = place
        if place >= values.count || algebra.equal(values[place].key, wanted) != Circuit.truth {
          guard let other = algebra.place(of: wanted, in: values) else { return }
          found = other
        }
        guard found < values.count else {
          put(entry.present, Circuit.falsity, alive: alive)
          clear(entry.1)
          continue
        }
        put(entry.present, values[found].isThere, alive: alive)
        let inside = algebra.circuit.and(alive, values[found].isThere)
        write(values[found].value, entry.1, alive: inside, layout)
      }
    }

    /// Sets all bits of a part to zero, in all states: for parts that the value does not have.
    private mutating func clear(_ node: StateLayout.Node) {
      for field in node.fields { put(field, Circuit.falsity, alive: Circuit.truth) }
    }
  }
}

extension StateLayout.Node {
  /// Whether some part is a collection whose members are stored in ascending order.
  fileprivate var hasMembers: Bool {
    switch self {
    case .scalar, .set: false
    case .enumeration(_, let cases): cases.joined().contains(where: \.hasMembers)
    case .structure(let parts), .table(let parts), .list(_, let parts):
      parts.contains(where: \.hasMembers)
    case .optional(_, let inner): inner.hasMembers
    case .map(let entries, _): entries.contains { $0.1.hasMembers }
    case .members: true
    }
  }
}
