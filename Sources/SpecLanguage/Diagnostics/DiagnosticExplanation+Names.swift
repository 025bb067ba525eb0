import Semantics

extension DiagnosticExplanation {
  static let ofNames = [
    Self(
      .unknownName, "No variable, constant or parameter here has this name.",
      mistake: "invariant quiet { mutd }",
      fix: "invariant quiet { muted }"),
    Self(
      .unknownEvent, "The spec has no such event.",
      mistake: "fair on raed",
      fix: "fair on read"),
    Self(
      .unknownRule, "The event has no such rule.",
      mistake: "transition quiet after receive.loud { badge < 4 }",
      fix: "transition quiet after receive { badge < 4 }"),
    Self(
      .unknownSignal, "The spec has no such signal.",
      mistake: "on open { emit baner(kind: .info) }",
      fix: "on open { emit banner(kind: .info) }"),
    Self(
      .unknownFunc, "There is no such func.",
      mistake: "on open { restart() }",
      fix: "on open { reset() }"),
    Self(
      .unknownVariable, "The spec has no such variable to change.",
      mistake: "on open { bagde = 0 }",
      fix: "on open { badge = 0 }"),
    Self(
      .unknownType, "There is no such type.",
      mistake: "var last: Kindd = .info",
      fix: "var last: Kind = .info"),
    Self(
      .unknownCase, "The enum has no such case.",
      mistake: "on open when amount(of: .infos) == 0 { badge = 0 }",
      fix: "on open when amount(of: .info) == 0 { badge = 0 }"),
    Self(
      .unknownField, "The struct has no such field.",
      mistake: "on open(id: ID) { tray[id]?.seen = true }",
      fix: "on open(id: ID) { tray[id]?.unread = false }"),
    Self(
      .unknownMember, "Values of this type have no such member.",
      mistake: "on open when queue.length > 0 { badge = 0 }",
      fix: "on open when queue.count > 0 { badge = 0 }"),
    Self(
      .unknownLabel, "The declaration has no parameter or field of this label.",
      mistake: "on open(id: ID) { tray[id] = Card(kind: .info, seen: true) }",
      fix: "on open(id: ID) { tray[id] = Card(kind: .info, unread: true) }"),
    Self(
      .unknownParam, "A world sets params and the sizes of symmetric types.",
      mistake: "world loud { limt = 2 }",
      fix: "world loud { limit = 2 }"),
    Self(
      .unknownProperty, "The spec has no such property.",
      mistake: "world loud { limit = 2 } violates smal",
      fix: "world loud { limit = 2 } violates small"),
    Self(
      .unknownWorld, "The spec has no such world.",
      mistake: """
        world loud { limit = 2 }
        scenario first in laud { mute }
        """,
      fix: """
        world loud { limit = 2 }
        scenario first in loud { mute }
        """),
    Self(
      .unknownDeclaration, "A world or 'use' can replace only a declaration that exists.",
      mistake: "world loud { on mutes { badge = 0 } }",
      fix: "world loud { on mute { badge = 0 } }"),
    Self(
      .duplicateName, "The note points to the first declaration of this name.",
      mistake: "var badge: 0...3 = 0",
      fix: "var seen: 0...3 = 0"),
    Self(
      .reservedName, "The language or Traycheck already uses this name.",
      mistake: "enum List { short, long }",
      fix: "enum Length { short, long }"),
    Self(
      .repeatedItem, "An item appears only once in a list, call or literal.",
      mistake: "world loud { limit = 2 } violates small, small",
      fix: "world loud { limit = 2 } violates small"),
    Self(
      .shadowing, "A local name cannot repeat a visible name.",
      mistake: "on open { let badge = 1; muted = badge > 0 }",
      fix: "on open { let seen = 1; muted = seen > 0 }"),
    Self(
      .eventAsValue, "Statements cannot call an event. Move shared statements into a procedure.",
      mistake: "on open { clear() }",
      fix: "on open { reset() }"),
    Self(
      .signalAsValue,
      "'emit' sends a signal. In a transition, 'emitted(signal)' shows whether the step sent it.",
      mistake: "on open { sound() }",
      fix: "on open { emit sound }"),
  ]

  static let ofTypes = [
    Self(
      .typeMismatch, "The variable, parameter or operator needs another type.",
      mistake: "on open { muted = 1 }",
      fix: "on open { muted = true }"),
    Self(
      .missingContext, "Write the type: '[]' or '.info' alone does not show it.",
      mistake: "let kinds = []",
      fix: "let kinds: Set<Kind> = []"),
    Self(
      .notCondition, "A condition is a 'Bool', such as 'badge > 0' or 'top != nil'.",
      mistake: "on open { if badge { badge = 0 } }",
      fix: "on open { if badge > 0 { badge = 0 } }"),
    Self(
      .notNumber, "Arithmetic needs numbers. 'append', 'insert' and 'remove' change a collection.",
      mistake: "on open(id: ID) { queue += [id] }",
      fix: "on open(id: ID) { append id to queue }"),
    Self(
      .notCollection,
      """
      Loops, quantifiers, and statements such as 'insert' need a collection; 'append' needs a \
      list.
      """,
      mistake: "on open { for _ in badge { muted = true } }",
      fix: "on open { for _ in 0..<badge { muted = true } }"),
    Self(
      .notTimer, "'start' and 'stop' need a timer.",
      mistake: "on open { start badge for 2 }",
      fix: "on open { start timer for 2 }"),
    Self(
      .notCallable, "Only funcs, structs and cases have arguments.",
      mistake: "on open when muted() { badge = 0 }",
      fix: "on open when muted { badge = 0 }"),
    Self(
      .noResult, "A procedure has no value: it is a func without '->'.",
      mistake: "on open { badge = reset() }",
      fix: "on open { reset() }"),
    Self(
      .unusedValue, "A func with '->' only returns a value, so this call has no effect.",
      mistake: "on open { amount(of: .info) }",
      fix: "on open { badge = amount(of: .info) }"),
    Self(
      .mapElement,
      """
      An element of a map is a key with its value. Write '(key, value) in map', 'map.keys' or 'map.values'.
      """,
      mistake: "invariant quiet { every c in tray: c.unread }",
      fix: "invariant quiet { every c in tray.values: c.unread }"),
    Self(
      .notComparable, "'<', '<=', '>' and '>=' compare only numbers and enums.",
      mistake: "on open when muted < true { badge = 0 }",
      fix: "on open when !muted { badge = 0 }"),
    Self(
      .unordered, "Sets and symmetric names have no order. Use a list if the order matters.",
      mistake: "on open when shown.first != nil { badge = 0 }",
      fix: "on open when !shown.isEmpty { badge = 0 }"),
    Self(
      .patternMismatch, "The pattern can never match, since it has another type than the value.",
      mistake: "on open(kind: Kind) when kind is 1 { badge = 0 }",
      fix: "on open(kind: Kind) when kind is .info { badge = 0 }"),
    Self(
      .symmetricName,
      "Symmetric names are interchangeable. Only a scenario can refer to one, such as 'ID#1'.",
      mistake: "on open { remove ID#1 from shown }",
      fix: "on open(id: ID) { remove id from shown }"),
    Self(
      .optional,
      "The value may be nil. Unwrap it with 'if let', '?.' or '??'. Use '!' if nil is a fault.",
      mistake: "on open when top.unread { badge = 0 }",
      fix: "on open { if let c = top, c.unread { badge = 0 } }"),
    Self(
      .neverNil, "The value is never nil, so unwrapping it has no effect.",
      mistake: "on open { if let b = badge { muted = b > 0 } }",
      fix: "on open { let b = badge; muted = b > 0 }"),
    Self(
      .nilMismatch, "Only an optional type, such as 'Card?', allows nil.",
      mistake: "on open { badge = nil }",
      fix: "on open { top = nil }"),
    Self(
      .nestedOptional,
      "An optional cannot contain an optional. Reading a map by key already gives an optional.",
      mistake: "var cards: Map<ID, Card?> = [:]",
      fix: "var cards: Map<ID, Card> = [:]"),
    Self(
      .unbounded, "A check visits every value, so this type needs a maximum.",
      mistake: "var seen: Int = 0",
      fix: "var seen: 0...3 = 0"),
    Self(
      .missingBound, "Lists, bags and timers need a maximum, so that a check can end.",
      mistake: "var ids: List<ID> = []",
      fix: "var ids: List<ID, 4> = []"),
    Self(
      .invalidBound, "The size of a type is between 0 and 1048576.",
      mistake: "symmetric User(9000000)",
      fix: "symmetric User(3)"),
    Self(
      .invalidKey,
      "Timers, bags and bounded sets can be values of a table. They cannot be keys or set elements.",
      mistake: "var due: Set<Timer<3>> = []",
      fix: "var due: Table<ID, Timer<3>>"),
    Self(
      .emptyRange, "The lower bound comes first and cannot exceed the upper bound.",
      mistake: "var level: 3...0 = 0",
      fix: "var level: 0...3 = 0"),
    Self(
      .outOfBounds, "The type does not contain this value.",
      mistake: """
        param most: 1...3 = 2
        world loud { most = 4 }
        """,
      fix: """
        param most: 1...3 = 2
        world loud { most = 3 }
        """),
    Self(
      .constant, "Traycheck needs this value before the search, but cannot compute it.",
      mistake: "let most = 1 / 0",
      fix: "let most = 1 / 1"),
    Self(
      .tooLarge, "This type, event or property has too many combinations of values.",
      mistake: "on pick(all: Set<0..<30>) { muted = all.isEmpty }",
      fix: "on pick(one: 0..<30) { muted = one == 0 }"),
    Self(
      .recursion, "A definition cannot depend on itself, not even through others.",
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
