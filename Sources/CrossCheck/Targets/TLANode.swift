/// The content of a place, in parts as far as they were stored separately.
indirect enum TLANode: Equatable, Sendable {
  /// An expression that can be an operand.
  case whole(String)
  /// A record, possibly another one with some parts replaced.
  case record(base: String?, [Part])
  /// An array with some elements, or parts of them, replaced in this order.
  case replaced(String, [Formula.Field])

  struct Part: Equatable, Sendable {
    var name: String
    var node: TLANode
  }

  /// A part in which two branches differ.
  struct Difference: Sendable {
    var name: String
    var shape: Shape
    var one, two: TLANode
  }

  var formula: Formula {
    switch self {
    case .whole(let text): return .text(text.bare)
    case .replaced(let base, let fields): return .except(base, fields)
    case .record(_, let parts) where parts.isEmpty: return .text("<<>>")
    case .record(let base?, let parts):
      let changed = Self.changes(of: parts, from: base, at: "")
      if changed.isEmpty { return .text(base) }
      let isSomeOld = parts.contains { part in
        if case .record("\(base).\(part.name)", _) = part.node { return true }
        return part.node == .whole("\(base).\(part.name)")
      }
      return isSomeOld ? .except(base, changed) : Self.record(parts)
    case .record(nil, let parts): return Self.record(parts)
    }
  }

  private static func record(_ parts: [Part]) -> Formula {
    .record(parts.map { .init(name: $0.name, value: $0.node.formula) })
  }

  private static func changes(
    of parts: [Part], from base: String, at path: String
  ) -> [Formula.Field] {
    parts.flatMap { part -> [Formula.Field] in
      let (name, whole) = ("\(path).\(part.name)", "\(base)\(path).\(part.name)")
      if part.node == .whole(whole) { return [] }
      if case .record(whole, let inner) = part.node {
        return changes(of: inner, from: base, at: name)
      }
      return [.init(name: name, value: part.node.formula)]
    }
  }

  /// Its parts, one by one.
  func parts(_ shape: Shape) -> (base: String?, parts: [Part]) {
    if case .record(let base, let parts) = self { return (base, parts) }
    guard case .record(let parts) = shape, case .whole(let text) = self else { return (nil, []) }
    return (
      text,
      parts.map { part in
        let name = part.name.inTLA
        return Part(name: name, node: .whole("\(text).\(name)"))
      }
    )
  }

  /// Merges two branches.
  ///
  /// - Parameter leaf: the name of a part in which they differ.
  static func merged(_ both: Difference, _ leaf: (Difference) -> String) -> TLANode {
    let (one, two) = (both.one, both.two)
    if one == two { return one }
    if case .record(let shapes) = both.shape {
      let (first, second) = (one.parts(both.shape), two.parts(both.shape))
      let parts = zip(shapes, zip(first.parts, second.parts)).map { shape, pair in
        Part(
          name: pair.0.name,
          node: merged(
            Difference(
              name: "\(both.name)_\(shape.name)", shape: shape.shape, one: pair.0.node,
              two: pair.1.node), leaf))
      }
      return .record(base: first.base == second.base ? first.base : nil, parts)
    }
    return .whole(leaf(both))
  }
}

/// Several places as one value: a record of them, or the only one.
struct TLAPack {
  private let roots: [Reference.Root]
  private let fields: [String]
  private let hasOutcome: Bool
  private let isSet: Bool

  /// - Parameters:
  ///   - hasOutcome: whether it contains the result: `"on"`, `"impossible"` or `"fault"`.
  ///   - isSet: whether it is the set of their possible values.
  init(
    _ routine: TLARoutine, _ roots: Set<Reference.Root>, hasOutcome: Bool, isSet: Bool
  ) {
    self.roots = routine.model.sorted(roots)
    fields = TLARoutine.distinct(
      self.roots.map { routine.model.name($0).inTLA } + (hasOutcome ? ["out"] : []))
    self.hasOutcome = hasOutcome
    self.isSet = isSet
  }

  /// The results of the places at the ends of statements.
  var ends: TLARoutine.Ends {
    var ends = TLARoutine.Ends { [self] routine, exit in
      switch exit {
      case .impossible: isSet ? .text("{}") : packed(&routine, "\"impossible\"")
      case .fault: packed(&routine, "\"fault\"")
      case .either(let text): packed(&routine, text)
      }
    } done: { [self] routine in
      packed(&routine)
    }
    ends.live = Set(roots)
    ends.choice = isSet ? .union : nil
    return ends
  }

  /// The current contents of the places.
  func packed(_ routine: inout TLARoutine, _ outcome: String = "\"on\"") -> Formula {
    var all = roots.map { routine.places[$0] ?? routine.first($0) }.map(\.formula)
    if hasOutcome { all.append(.text(outcome)) }
    let value =
      all.count == 1
      ? all[0] : Formula.record(zip(fields, all).map { .init(name: $0, value: $1) })
    return isSet ? .only(value) : value
  }

  /// Sets the places to the parts of a value.
  func unpack(_ name: String, _ routine: inout TLARoutine) {
    for (field, root) in zip(fields, roots) {
      routine.places[root] = .whole(fields.count == 1 ? name : "\(name).\(field)")
    }
  }

  func outcome(of name: String) -> String {
    fields.count == 1 ? name : "\(name).\(fields.last ?? "out")"
  }
}
