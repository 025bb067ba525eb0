import Semantics

extension DiagnosticExplanation {
  static let ofNames = [
    Self(
      .unknownName, "No variable, constant or parameter with this name is visible here.",
      mistake: "invariant quiet { mutd }",
      fix: "invariant quiet { muted }"),
    Self(
      .unknownEvent, "The spec declares no event with this name.",
      mistake: "fair on raed",
      fix: "fair on read"),
    Self(
      .unknownRule, "The event has no rule with this name.",
      mistake: "transition quiet after receive.loud { badge < 4 }",
      fix: "transition quiet after receive { badge < 4 }"),
    Self(
      .unknownSignal, "The spec declares no signal with this name.",
      mistake: "on open { emit baner(kind: .info) }",
      fix: "on open { emit banner(kind: .info) }"),
    Self(
      .unknownFunc, "The spec declares no func with this name, and the language has none.",
      mistake: "on open { restart() }",
      fix: "on open { reset() }"),
    Self(
      .unknownVariable, "Statements change variables, and the spec declares none with this name.",
      mistake: "on open { bagde = 0 }",
      fix: "on open { badge = 0 }"),
    Self(
      .unknownType, "The spec declares no type with this name, and the language has none.",
      mistake: "var last: Kindd = .info",
      fix: "var last: Kind = .info"),
    Self(
      .unknownCase, "The enum has no case with this name.",
      mistake: "on open when amount(of: .infos) == 0 { badge = 0 }",
      fix: "on open when amount(of: .info) == 0 { badge = 0 }"),
    Self(
      .unknownField, "The struct has no field with this name.",
      mistake: "on open(id: ID) { tray[id]?.seen = true }",
      fix: "on open(id: ID) { tray[id]?.unread = false }"),
    Self(
      .unknownMember, "Values of this type have no member with this name.",
      mistake: "on open when queue.length > 0 { badge = 0 }",
      fix: "on open when queue.count > 0 { badge = 0 }"),
    Self(
      .unknownLabel, "The declaration has no parameter or field with this label.",
      mistake: "on open(id: ID) { tray[id] = Card(kind: .info, seen: true) }",
      fix: "on open(id: ID) { tray[id] = Card(kind: .info, unread: true) }"),
    Self(
      .unknownParam,
      "A world sets params and numbers of names, and the spec has none with this name.",
      mistake: "world loud { limt = 2 }",
      fix: "world loud { limit = 2 }"),
    Self(
      .unknownProperty, "The spec has no property with this name.",
      mistake: "world loud { limit = 2 } violates smal",
      fix: "world loud { limit = 2 } violates small"),
    Self(
      .unknownWorld, "The spec has no world with this name.",
      mistake: """
        world loud { limit = 2 }
        scenario first in laud { mute }
        """,
      fix: """
        world loud { limit = 2 }
        scenario first in loud { mute }
        """),
    Self(
      .unknownDeclaration, "A world or 'use' replaces declarations that exist.",
      mistake: "world loud { on mutes { badge = 0 } }",
      fix: "world loud { on mute { badge = 0 } }"),
    Self(
      .duplicateName, "Each name is declared once. The note shows the first declaration.",
      mistake: "var badge: 0...3 = 0",
      fix: "var seen: 0...3 = 0"),
    Self(
      .reservedName, "The language or the tool uses this name itself.",
      mistake: "enum List { short, long }",
      fix: "enum Length { short, long }"),
    Self(
      .repeatedItem, "A list, a call or a literal names each item once.",
      mistake: "world loud { limit = 2 } violates small, small",
      fix: "world loud { limit = 2 } violates small"),
    Self(
      .shadowing,
      "A local name differs from all names around it, so that each name has one meaning.",
      mistake: "on open { let badge = 1; muted = badge > 0 }",
      fix: "on open { let seen = 1; muted = seen > 0 }"),
    Self(
      .eventAsValue,
      """
      An event happens; nothing calls it, and it has no value. Shared statements go into a \
      procedure.
      """,
      mistake: "on open { clear() }",
      fix: "on open { reset() }"),
    Self(
      .signalAsValue,
      """
      A signal is sent with 'emit' and has no value. In a transition, 'emitted(signal)' \
      shows whether the step sent it.
      """,
      mistake: "on open { sound() }",
      fix: "on open { emit sound }"),
  ]

  static let ofTypes = [
    Self(
      .typeMismatch, "The value has a different type than its place.",
      mistake: "on open { muted = 1 }",
      fix: "on open { muted = true }"),
    Self(
      .missingContext,
      """
      The value, such as '[]' or '.info', does not show its type, and neither does its \
      place.
      """,
      mistake: "let kinds = []",
      fix: "let kinds: Set<Kind> = []"),
    Self(
      .notCondition, "A condition is a 'Bool'. Numbers and optionals are compared first.",
      mistake: "on open { if badge { badge = 0 } }",
      fix: "on open { if badge > 0 { badge = 0 } }"),
    Self(
      .notNumber, "Arithmetic needs numbers.",
      mistake: "on open(id: ID) { queue += [id] }",
      fix: "on open(id: ID) { append id to queue }"),
    Self(
      .notCollection,
      """
      Loops, quantifiers and statements about elements need a collection of the right \
      kind.
      """,
      mistake: "on open { for _ in badge { muted = true } }",
      fix: "on open { for _ in 0..<badge { muted = true } }"),
    Self(
      .notTimer, "The statements 'start' and 'stop' need a timer.",
      mistake: "on open { start badge for 2 }",
      fix: "on open { start timer for 2 }"),
    Self(
      .notCallable, "Only funcs, structs and cases are called with parentheses.",
      mistake: "on open when muted() { badge = 0 }",
      fix: "on open when muted { badge = 0 }"),
    Self(
      .noResult, "A procedure, a func without '->', changes variables and has no value.",
      mistake: "on open { badge = reset() }",
      fix: "on open { reset() }"),
    Self(
      .unusedValue,
      "A func with '->' changes nothing. A call whose value is not used has no effect.",
      mistake: "on open { amount(of: .info) }",
      fix: "on open { badge = amount(of: .info) }"),
    Self(
      .mapElement,
      "A map has keys and values, so an element needs two names, or '.keys' or '.values'.",
      mistake: "invariant quiet { every c in tray: c.unread }",
      fix: "invariant quiet { every c in tray.values: c.unread }"),
    Self(
      .notComparable, "The signs '<' and '>' compare numbers and enums only.",
      mistake: "on open when muted < true { badge = 0 }",
      fix: "on open when !muted { badge = 0 }"),
    Self(
      .unordered,
      """
      Sets and symmetric names have no order. Each order would be a different spec, and \
      symmetry would be lost.
      """,
      mistake: "on open when shown.first != nil { badge = 0 }",
      fix: "on open when !shown.isEmpty { badge = 0 }"),
    Self(
      .patternMismatch, "The pattern belongs to another type than the value.",
      mistake: "on open(kind: Kind) when kind is 1 { badge = 0 }",
      fix: "on open(kind: Kind) when kind is .info { badge = 0 }"),
    Self(
      .symmetricName,
      """
      The names of a symmetric type are interchangeable. Only a scenario can write one, \
      such as 'ID#1'.
      """,
      mistake: "on open { remove ID#1 from shown }",
      fix: "on open(id: ID) { remove id from shown }"),
    Self(
      .optional,
      """
      The value may be nil. Unwrap it with 'if let', '?.', '??', or '!' if nil would be a \
      fault.
      """,
      mistake: "on open when top.unread { badge = 0 }",
      fix: "on open { if let c = top, c.unread { badge = 0 } }"),
    Self(
      .neverNil, "The value is never nil, so unwrapping it or comparing it with nil has no effect.",
      mistake: "on open { if let b = badge { muted = b > 0 } }",
      fix: "on open { let b = badge; muted = b > 0 }"),
    Self(
      .nilMismatch, "Only places of optional types, such as 'Card?', hold nil.",
      mistake: "on open { badge = nil }",
      fix: "on open { top = nil }"),
    Self(
      .nestedOptional, "An optional of an optional would have two ways of being absent.",
      mistake: "var cards: Map<ID, Card?> = [:]",
      fix: "var cards: Map<ID, Card> = [:]"),
    Self(
      .unbounded, "A check visits every value, so types of variables and parameters are finite.",
      mistake: "var seen: Int = 0",
      fix: "var seen: 0...3 = 0"),
    Self(
      .missingBound,
      "Lists, bags and timers have a maximum, so that the number of states is finite.",
      mistake: "var ids: List<ID> = []",
      fix: "var ids: List<ID, 4> = []"),
    Self(
      .invalidBound, "The size of a type is at least 0 and at most 1048576.",
      mistake: "symmetric User(9000000)",
      fix: "symmetric User(3)"),
    Self(
      .invalidKey,
      """
      Timers, bags and sets with a bound cannot be keys or elements of sets. A table holds \
      them.
      """,
      mistake: "var due: Set<Timer<3>> = []",
      fix: "var due: Table<ID, Timer<3>>"),
    Self(
      .emptyRange, "A range begins with its lower bound.",
      mistake: "var level: 3...0 = 0",
      fix: "var level: 0...3 = 0"),
    Self(
      .outOfBounds, "The value is not one of its type.",
      mistake: """
        param most: 1...3 = 2
        world loud { most = 4 }
        """,
      fix: """
        param most: 1...3 = 2
        world loud { most = 3 }
        """),
    Self(
      .constant, "The value is computed before the search, and the computation fails.",
      mistake: "let most = 1 / 0",
      fix: "let most = 1 / 1"),
    Self(
      .tooLarge, "The type, event or family is larger than the search can enumerate.",
      mistake: "on pick(all: Set<0..<30>) { muted = all.isEmpty }",
      fix: "on pick(one: 0..<30) { muted = one == 0 }"),
    Self(
      .recursion, "Definitions cannot depend on themselves.",
      mistake: """
        let first = second
        let second = first
        """,
      fix: """
        let first = 1
        let second = first
        """),
  ]
}
