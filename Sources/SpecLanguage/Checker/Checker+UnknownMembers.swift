import Basics
import Semantics

extension Checker {
  /// Reports that a value has no such member, with the reason or the nearest match.
  mutating func reportUnknownMember(
    _ name: NameSyntax, _ base: Expression, _ known: [Member]
  ) {
    propose("member", name.range, known.map(\.rawValue))
    if case .optional(let inner) = base.type {
      if case .structure(let type) = inner {
        propose("member", name.range, type.fields.compactMap(\.name))
      }
      propose("member", name.range, Self.members(of: inner).map(\.rawValue))
      report(
        .optional, "the value before '.\(name.text)' may be nil", base.range,
        why: "its type is \(base.type)",
        fix:
          "write '\(quoted(base.range))?.\(name.text)', or '\(quoted(base.range))!.\(name.text)' if it cannot be nil here"
      )
      return
    }
    if reportMemberOfContent(name, base) || reportKeyAsMember(name, base) { return }
    let owner = Self.element(of: base.type) == nil ? "s" : quoted(base.range)
    let fix: String? =
      switch name.text {
      case "size", "length": known.contains(.count) ? "did you mean 'count'?" : nil
      case "min", "max", "minimum", "maximum", "clamp", "clamped":
        base.type.isInteger
          ? "write 'min(a, b)' or 'max(a, b)' for two numbers"
          : known.isEmpty
            ? nil
            : "write 'min(x in \(owner))' or 'max(x in \(owner))'"
      case "map", "filter", "allSatisfy", "contains", "first", "reduce", "sorted":
        "write a quantifier or a comprehension, such as 'set(x in \(owner) where …)'"
      case "insert", "append", "remove", "removeFirst", "removeLast", "removeAll", "start", "stop":
        "write it as a separate statement"
      case "random", "randomElement", "shuffled", "pick", "sample":
        "write 'choose x in \(owner)' on the line before"
      case "isOff": "write '!\(quoted(base.range)).isRunning'"
      case "rawValue", "hashValue": "compare the cases themselves"
      case "unique", "isSet": nil
      default: nil
      }
    if let fix {
      report(
        .unknownMember, "a value of type \(base.type) has no member '\(name.text)'", name.range,
        fix: fix)
      return
    }
    reportUnknown(
      .unknownMember, "member", name, among: known.map(\.rawValue),
      message: "a value of type \(base.type) has no member '\(name.text)'")
  }

  /// Returns the members of a type, without mutating methods, since these are statements.
  static func members(of type: Type) -> [Member] {
    switch type {
    case .set:
      [
        .count, .isEmpty, .contains, .union, .intersection, .subtracting, .symmetricDifference,
        .isSubset, .isSuperset, .isDisjoint, .first, .last,
      ]
    case .bag: [.count, .isEmpty, .contains]
    case .map: [.count, .isEmpty, .keys, .values]
    case .table: [.count, .keys, .values]
    case .list: [.count, .isEmpty, .contains, .first, .last, .indices, .reversed]
    case .sequence: [.count, .isEmpty, .contains, .first, .last, .reversed]
    case .timer: [.isRunning, .isDue, .remaining]
    default: []
    }
  }
}
