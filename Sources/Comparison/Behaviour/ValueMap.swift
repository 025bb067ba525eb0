import Semantics

/// Translates values of one spec into a form in which those of two specs can be compared: cases and fields by their
/// names, numbers unchanged.
///
/// There is one map for each side, and two values have the same meaning if their images are equal. The common form
/// follows the old spec: its order of fields, and its numbers of enum cases. For example, with a new case and a new
/// field:
///
/// ```tray
/// enum Kind { mention, info }             // old: 0 and 1
/// struct Card { kind: Kind }
///
/// enum Kind { call, mention, info }       // new: in the common form 2, 0 and 1
/// struct Card { pinned: Bool, kind: Kind } // without 'pinned', as the old spec has it
/// ```
///
/// An image is for comparison only. It may have fewer parts than the type, or a case that the type lacks, so nothing
/// may be evaluated with it.
indirect enum ValueMap: Sendable {
  /// Values are the same in both specs.
  case identity
  case optional(ValueMap)
  /// For each case, its number in both specs, and its payload.
  ///
  /// There is an entry for each case of the current type, in order. A case that only the new spec has gets a number
  /// after those of the old one.
  case enumeration([(number: Int, payload: [FieldMap])])
  /// The fields that both have, in the order of the old spec.
  case structure([FieldMap])
  case set(ValueMap)
  case bag(ValueMap)
  case list(ValueMap)
  case map(ValueMap, ValueMap)
  /// A table with the keys of its type.
  ///
  /// The keys are in the common form, in the order of the values. The image is a map, because the keys of both types
  /// may differ, or have another order.
  case table(keys: [Value], ValueMap)

  /// A field by its index in the current type.
  struct FieldMap: Sendable {
    var field: Int
    var map: ValueMap
  }

  var isIdentity: Bool { if case .identity = self { true } else { false } }

  /// The value in the common form.
  ///
  /// Collections become canonical: sets, bags and keys are sorted again, because a map may change their order.
  func callAsFunction(_ value: Value) -> Value {
    switch (self, value) {
    case (.identity, _), (_, .none): return value
    case (.optional(let inner), _): return inner(value)
    case (.enumeration(let cases), .enumCase(let index, let payload)):
      let each = cases[index]
      return .enumCase(each.number, each.payload.map { $0.map(payload[$0.field]) })
    case (.structure(let fields), .record(let values)):
      return .record(fields.map { $0.map(values[$0.field]) })
    case (.set(let element), .set(let values)): return .makeSet(values.map { element($0) })
    case (.bag(let element), .bag(let values)): return .makeBag(values.map { element($0) })
    case (.list(let element), .list(let values)): return .list(values.map { element($0) })
    case (.map(let key, let content), .map(let keys, let values)):
      return Self.entries(keys.map { key($0) }, values.map { content($0) })
    case (.table(let keys, let content), .table(let values)):
      return Self.entries(keys, values.map { content($0) })
    default: return value
    }
  }

  /// Entries as a map with ascending keys; `keys` and `values` have equal length.
  private static func entries(_ keys: [Value], _ values: [Value]) -> Value {
    let sorted = zip(keys, values).sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    return .map(keys: sorted.map(\.0), values: sorted.map(\.1))
  }
}

/// Finds how the values of two types compare: `ValueMapper(renames).maps(old, new)`.
///
/// It is used for many types, which share parts; each pair of types is computed once.
struct ValueMapper {
  let renames: Renames
  /// Fields that only one side has, such as `Card.image`; values are compared without them.
  ///
  /// By the old name of the type, and for an unnamed payload by index: `Card.image`, `Kind.call.0`.
  private(set) var hiddenFields: Set<String> = []

  /// The maps of both sides into the same common form: they are only valid together.
  typealias Pair = (old: ValueMap, new: ValueMap)

  private struct Key: Hashable {
    var old: Type
    var new: Type
  }

  /// The pairs computed so far; an inner nil means that the types have nothing in common.
  private var known: [Key: Pair?] = [:]

  init(_ renames: Renames) { self.renames = renames }

  /// The maps of both types; nil if their values have nothing in common.
  ///
  /// Numbers are compared regardless of the bounds of their ranges, and a `T` with a `T?`, which has all its values
  /// and nil. A `Map` and a `Table` have nothing in common.
  mutating func maps(_ old: Type, _ new: Type) -> Pair? {
    let key = Key(old: old, new: new)
    if let pair = known[key] { return pair }
    let pair = mapsAnew(old, new)
    known[key] = .some(pair)
    return pair
  }

  private mutating func mapsAnew(_ old: Type, _ new: Type) -> Pair? {
    switch (old, new) {
    case (.bool, .bool), (.range, .range), (.integer, .integer), (.timer, .timer):
      return (.identity, .identity)
    case (.symmetric(let one), .symmetric(let other)):
      return renames.name(of: .symmetric, one.name) == other.name ? (.identity, .identity) : nil
    case (.optional(let one), .optional(let other)): return wrapped(one, other, ValueMap.optional)
    case (.optional(let one), _): return wrapped(one, new, ValueMap.optional)
    case (_, .optional(let other)): return wrapped(old, other, ValueMap.optional)
    case (.set(let one, _), .set(let other, _)): return wrapped(one, other, ValueMap.set)
    case (.bag(let one, _), .bag(let other, _)): return wrapped(one, other, ValueMap.bag)
    case (.list(let one, _), .list(let other, _)): return wrapped(one, other, ValueMap.list)
    case (.map(let key, let content), .map(let otherKey, let otherContent)):
      guard let keys = maps(key, otherKey), let contents = maps(content, otherContent) else {
        return nil
      }
      if keys.old.isIdentity, keys.new.isIdentity, contents.old.isIdentity, contents.new.isIdentity
      {
        return (.identity, .identity)
      }
      return (.map(keys.old, contents.old), .map(keys.new, contents.new))
    case (.table(let key, let content), .table(let otherKey, let otherContent)):
      return tables(key, content, otherKey, otherContent)
    case (.enumeration(let one), .enumeration(let other)): return enums(one, other)
    case (.structure(let one), .structure(let other)): return structs(one, other)
    default: return nil
    }
  }

  /// The maps of two composite types whose parts have maps. If no part changes, the whole does not either, on each
  /// side separately.
  private mutating func wrapped(
    _ old: Type, _ new: Type, _ wrap: (ValueMap) -> ValueMap
  ) -> Pair? {
    guard let inner = maps(old, new) else { return nil }
    return (
      inner.old.isIdentity ? .identity : wrap(inner.old),
      inner.new.isIdentity ? .identity : wrap(inner.new)
    )
  }

  /// Both sides are mapped or neither is, because a mapped table is written as a map.
  private mutating func tables(
    _ key: Type, _ content: Type, _ otherKey: Type, _ otherContent: Type
  ) -> Pair? {
    guard let keys = maps(key, otherKey), let contents = maps(content, otherContent) else {
      return nil
    }
    let oldKeys = key.allValues.map { keys.old($0) }
    let newKeys = otherKey.allValues.map { keys.new($0) }
    if oldKeys == newKeys, contents.old.isIdentity, contents.new.isIdentity {
      return (.identity, .identity)
    }
    return (.table(keys: oldKeys, contents.old), .table(keys: newKeys, contents.new))
  }

  /// Cases are paired by name. The payload of a case without a partner is unchanged: no value of the other side
  /// equals it anyway.
  private mutating func enums(_ one: EnumType, _ other: EnumType) -> Pair? {
    guard renames.name(of: .enumeration, one.name) == other.name else { return nil }
    var numbers: [String: Int] = [:]
    for (index, each) in one.cases.enumerated() {
      numbers[renames.name(of: .enumCase, each.name, in: one.name)] = index
    }
    var olds: [(number: Int, payload: [ValueMap.FieldMap])] = []
    for (index, each) in one.cases.enumerated() {
      olds.append((index, each.fields.indices.map { .init(field: $0, map: .identity) }))
    }
    var news: [(number: Int, payload: [ValueMap.FieldMap])] = []
    for each in other.cases {
      guard let index = numbers[each.name] else {
        let number = one.cases.count + news.count
        news.append((number, each.fields.indices.map { .init(field: $0, map: .identity) }))
        continue
      }
      guard
        let pair = fields(
          one.cases[index].fields, each.fields, of: "\(one.name).\(one.cases[index].name)")
      else { return nil }
      olds[index].payload = pair.old
      news.append((index, pair.new))
    }
    return (
      Self.isIdentity(olds, one) ? .identity : .enumeration(olds),
      Self.isIdentity(news, other) ? .identity : .enumeration(news)
    )
  }

  private static func isIdentity(
    _ cases: [(number: Int, payload: [ValueMap.FieldMap])], _ type: EnumType
  ) -> Bool {
    cases.enumerated().allSatisfy { index, each in
      each.number == index && isIdentity(each.payload, type.cases[index].fields)
    }
  }

  /// Whether all fields keep their position and value.
  private static func isIdentity(_ maps: [ValueMap.FieldMap], _ fields: [Field]) -> Bool {
    maps.count == fields.count
      && maps.enumerated().allSatisfy { $0.offset == $0.element.field && $0.element.map.isIdentity }
  }

  private mutating func structs(_ one: StructType, _ other: StructType) -> Pair? {
    guard renames.name(of: .structure, one.name) == other.name,
      let pair = fields(one.fields, other.fields, of: one.name)
    else { return nil }
    return (
      Self.isIdentity(pair.old, one.fields) ? .identity : .structure(pair.old),
      Self.isIdentity(pair.new, other.fields) ? .identity : .structure(pair.new)
    )
  }

  /// Pairs fields by name, and unnamed ones by index.
  ///
  /// A field without a partner is hidden. If the types of two fields have nothing in common, neither do the whole
  /// types, because a difference in these fields would be lost.
  private mutating func fields(
    _ olds: [Field], _ news: [Field], of owner: String
  ) -> (old: [ValueMap.FieldMap], new: [ValueMap.FieldMap])? {
    var result: (old: [ValueMap.FieldMap], new: [ValueMap.FieldMap]) = ([], [])
    var free = Set(news.indices)
    for (index, field) in olds.enumerated() {
      let name = field.name.map { renames.name(of: .field, $0, in: owner) }
      let place =
        name == nil
        ? (index < news.count && news[index].name == nil ? index : nil)
        : news.firstIndex { $0.name == name }
      guard let place, free.remove(place) != nil else {
        hiddenFields.insert("\(owner).\(field.name ?? "\(index)")")
        continue
      }
      guard let pair = maps(field.type, news[place].type) else { return nil }
      result.old.append(.init(field: index, map: pair.old))
      result.new.append(.init(field: place, map: pair.new))
    }
    for place in free.sorted() {
      hiddenFields.insert("\(owner).\(news[place].name ?? "\(place)")")
    }
    return result
  }
}
