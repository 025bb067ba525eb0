import Semantics

/// Help for functions and members of other programming languages.
extension Checker {
  typealias Edit = TextEdit

  /// Returns the text of a range.
  func source(_ range: SourceRange) -> String { file.text(range) }

  /// Returns the text of a range, shortened for a help.
  func quoted(_ range: SourceRange) -> String {
    let text = source(range)
    return text.count > 40 || text.contains("\n") ? "…" : text
  }

  /// Returns an edit that renames a name, or no edit if its range contains more than the name.
  func renaming(_ name: NameSyntax, to other: String) -> [Edit] {
    source(name.range) == name.text ? [Edit(name.range, other)] : []
  }

  private static let emptyLists: Set<String> = [
    "mutableListOf", "listOf", "arrayOf", "emptyList", "setOf", "mutableSetOf", "emptySet", "Array",
    "List",
    "Set", "Bag", "ArrayList", "HashSet", "list", "frozenset",
  ]
  private static let emptyMaps: Set<String> = [
    "mapOf", "mutableMapOf", "emptyMap", "Map", "Dictionary", "HashMap", "dict", "Object",
  ]
  private static let pasts: Set<String> = [
    "prev", "pre", "previous", "before", "last", "past", "OLD", "at_pre",
  ]
  private static let emitted: Set<String> = [
    "emit", "emits", "sent", "sends", "signals", "fired", "raised", "notified", "signalled",
  ]

  /// Reports a func of another language; returns false if there is none of that name.
  mutating func reportForeignFunction(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) -> Bool {
    let values = arguments.map { source($0.value.range) }
    let inner = values.joined(separator: ", ")
    func say(_ fix: String, _ replacement: String?) {
      report(
        .unknownFunc, "there is no func '\(name.text)'", name.range, fix: fix,
        edits: replacement.map { [Edit(range, $0)] } ?? [])
    }
    switch name.text {
    case "Set" where values.count == 1:
      say("write 'set(x in \(quoted(arguments[0].value.range)))'", "set(x in \(values[0]))")
    case "Array" where values.count == 1, "List" where values.count == 1:
      say("write 'list(x in \(quoted(arguments[0].value.range)))'", "list(x in \(values[0]))")
    case "Int" where values.count == 1, "UInt" where values.count == 1,
      "Bool" where values.count == 1,
      "Double" where values.count == 1, "int" where values.count == 1:
      say("leave '\(name.text)' out: specs have no type conversions", values[0])
    case "String", "str":
      say("compare the values themselves", nil)
    case "zip": say("write 'every i in a.indices: a[i] == b[i]' for lists a and b", nil)
    case "maxOf", "minOf":
      say("write '\(name.text.prefix(3))(\(inner.prefix(40)))'", "\(name.text.prefix(3))(\(inner))")
    case "len", "size", "length", "Cardinality", "card", "sizeof":
      guard values.count == 1, arguments[0].label == nil else { return false }
      say("write '\(quoted(arguments[0].value.range)).count'", values[0] + ".count")
    case "range":
      guard values.count == 1 || values.count == 2 else { return false }
      let text = values.count == 1 ? "0..<\(values[0])" : "\(values[0])..<\(values[1])"
      say("write '\(text.prefix(40))'", text)
    case "print", "println", "printf", "log", "debugPrint":
      say("declare a signal with 'signal name', and send it with 'emit name'", nil)
    case _ where Self.pasts.contains(name.text):
      guard values.count == 1 else { return false }
      say("write 'old(\(quoted(arguments[0].value.range)))'", "old(\(inner))")
    case _ where Self.emitted.contains(name.text):
      guard values.count == 1 else { return false }
      say("write 'emitted(…)'", "emitted(\(inner))")
    case _ where Self.emptyLists.contains(name.text):
      say(values.isEmpty ? "write '[]'" : "write '[a, b]'", "[\(inner)]")
    case _ where Self.emptyMaps.contains(name.text):
      say("write '[:]', or '[key: value]'", values.isEmpty ? "[:]" : nil)
    case _ where name.text.hasPrefix("XCT") || name.text.hasPrefix("assert"):
      say("write 'expect condition' in a scenario, or 'assert condition' in an event", nil)
    default: return false
    }
    return true
  }

  /// Reports `emit(s)`, the call syntax for the statement `emit s`.
  mutating func reportEmitCall(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) -> Bool {
    guard name.text == "emit", names.globals["emit"] == nil, arguments.count >= 1,
      arguments.allSatisfy({ argument in
        switch argument.value.kind {
        case .name(let signal): names.signals[signal] != nil
        case .call(let callee, _):
          if case .name(let signal) = callee.kind { names.signals[signal] != nil } else { false }
        default: false
        }
      })
    else { return false }
    let inner = source(SourceRange(name.range.end, range.end)).dropFirst().dropLast()
    report(
      .missingParentheses, "'emit' has no parentheses", range,
      fix: "write 'emit \(quoted(arguments[0].value.range))'", edits: [Edit(range, "emit \(inner)")]
    )
    return true
  }

  /// Returns a help with the call and its correct labels, or with a declaration that allows the call without labels.
  func relabelledHelp(
    _ arguments: [ArgumentSyntax], _ callable: Callable, _ range: SourceRange
  ) -> String? {
    guard arguments.count == callable.labels.count else { return nil }
    let values = zip(arguments, callable.labels).map { argument, label in
      (label.map { $0.text + ": " } ?? "") + source(argument.value.range)
    }
    let call = "\(callable.name)(\(values.joined(separator: ", ")))"
    guard call.count <= 50, !call.contains("\n") else { return nil }
    guard arguments.allSatisfy({ $0.label == nil }),
      let global = names.globals[callable.name], !file.isUsed(global.name.range, butNot: range),
      case .function(let syntax) = self.syntax.declarations[global.declaration].kind
    else { return "write '\(call)'" }
    let parameters = syntax.parameters.map { "_ \($0.name.text): \(source($0.type.range))" }
    let head = "func \(callable.name)(\(parameters.joined(separator: ", ")))"
    return
      "write '\(call)', or declare it as '\(head.count > 50 ? "func \(callable.name)(_ …)" : head)'"
  }

  // MARK: Members

  /// A member of another language: the help for it, and the replacement for the whole call.
  private struct ForeignMember {
    var fix: String
    var replacement: String?
  }

  /// Reports a member or method of another language; returns false if there is none of that name.
  mutating func reportForeignMember(
    _ name: NameSyntax, of base: Expression, _ arguments: [ArgumentSyntax]?, _ range: SourceRange
  ) -> Bool {
    let text = source(base.range)
    guard range.start == base.range.start || range.start <= base.range.start,
      let foreign = foreignMember(name.text, base.type, text, arguments)
    else { return false }
    report(
      .unknownMember, "a value of type \(base.type) has no member '\(name.text)'", name.range,
      fix: foreign.fix,
      edits: foreign.replacement.map { [Edit(SourceRange(base.range.start, range.end), $0)] } ?? [])
    return true
  }

  private func foreignMember(
    _ name: String, _ type: Type, _ base: String, _ arguments: [ArgumentSyntax]?
  ) -> ForeignMember? {
    let values = (arguments ?? []).map { source($0.value.range) }
    let shown = base.count > 30 || base.contains("\n") ? "x" : base
    func write(_ text: String) -> ForeignMember {
      ForeignMember(fix: "write '\(text.count > 60 ? "…" : text)'", replacement: text)
    }
    func member(_ ours: String) -> ForeignMember {
      ForeignMember(fix: "did you mean '\(ours)'?", replacement: "\(base).\(ours)")
    }
    if ["old", "prev", "previous", "before"].contains(name), values.isEmpty {
      return write("old(\(base))")
    }
    if ["toBe", "toEqual", "shouldBe", "isEqualTo", "equals", "equal", "eq", "isEqual"].contains(
      name), values.count == 1
    {
      return write("\(base) == \(values[0])")
    }
    if case .optional = type {
      switch (name, values.count) {
      case ("isNil", 0), ("isNull", 0), ("isNone", 0), ("isEmpty", 0), ("empty", 0):
        return write("\(base) == nil")
      case ("isPresent", 0), ("hasValue", 0), ("isSome", 0), ("exists", 0):
        return write("\(base) != nil")
      default: return nil
      }
    }
    if type.isInteger { return foreignOfNumbers(name, base, values, write) }
    if let common = foreignOfCollections(name, type, base, values, write, member) { return common }
    switch type {
    case .map: return foreignOfMaps(name, base, shown, values, write)
    case .list: return foreignOfLists(name, base, shown, values, write)
    case .set, .bag: return foreignOfSets(name, base, values, write)
    case .bool where name == "toggle": return write("\(base) = !\(base)")
    case .bool where name == "not" || name == "negate": return write("!\(base)")
    case .timer: return foreignOfTimers(name, base, values, write)
    case .enumeration(let type):
      if let item = type.cases.first(where: { $0.fields.contains { $0.name == name } }) {
        let isTruth = item.fields.first { $0.name == name }?.type == .bool
        let pattern = ".\(item.name)(\(name): \(isTruth ? "true" : "let x"))"
        return ForeignMember(
          fix: isTruth
            ? "write 'is \(pattern)'" : "write 'if case \(pattern) = \(shown) { … }'",
          replacement: isTruth && item.fields.count == 1 ? "(\(base) is \(pattern))" : nil)
      }
      return nil
    default: return nil
    }
  }

  private func foreignOfNumbers(
    _ name: String, _ base: String, _ values: [String], _ write: (String) -> ForeignMember
  ) -> ForeignMember? {
    if ["min", "max"].contains(name), values.count == 1 {
      return write("\(name)(\(base), \(values[0]))")
    }
    if ["coerceAtMost", "atMost", "coerceAtLeast", "atLeast"].contains(name), values.count == 1 {
      return write("\(name.hasSuffix("Most") ? "min" : "max")(\(base), \(values[0]))")
    }
    if ["coerceIn", "clamped", "clamp"].contains(name), values.count == 2 {
      return write("min(max(\(base), \(values[0])), \(values[1]))")
    }
    let steps = ["increment": "+=", "inc": "+=", "decrement": "-=", "dec": "-="]
    if let sign = steps[name], values.isEmpty { return write("\(base) \(sign) 1") }
    let signs = ["plus": "+", "minus": "-", "times": "*", "div": "/", "rem": "%", "mod": "%"]
    if let sign = signs[name], values.count == 1 {
      return write("\(base) \(sign) \(values[0])")
    }
    if name == "abs", values.isEmpty { return write("abs(\(base))") }
    return nil
  }

  private func foreignOfCollections(
    _ name: String, _ type: Type, _ base: String, _ values: [String],
    _ write: (String) -> ForeignMember,
    _ member: (String) -> ForeignMember
  ) -> ForeignMember? {
    let isEmptiable: Bool
    switch type {
    case .set, .bag, .map, .list, .sequence: isEmptiable = true
    case .table: isEmptiable = false
    default: return nil
    }
    switch (name, values.count) {
    case ("size", 0), ("length", 0), ("len", 0), ("number", 0): return member("count")
    case ("empty", 0), ("isempty", 0), ("is_empty", 0), ("none", 0):
      return isEmptiable ? member("isEmpty") : nil
    case ("isNotEmpty", 0), ("nonEmpty", 0), ("notEmpty", 0), ("any", 0):
      return isEmptiable ? write("!\(base).isEmpty") : nil
    case ("includes", 1), ("include", 1), ("has", 1), ("exists", 1), ("member", 1),
      ("containsElement", 1), ("in", 1):
      if case .map = type { return nil }
      return write("\(base).contains(\(values[0]))")
    case ("forEach", _), ("foreach", _), ("each", _):
      return ForeignMember(fix: "write 'for x in \(base.prefix(40)) { … }'")
    case ("forall", _), ("forAll", _), ("every", _), ("all", _):
      return ForeignMember(fix: "write 'every x in \(base.prefix(40)): condition'")
    case ("some", _), ("anySatisfy", _):
      return ForeignMember(fix: "write 'some x in \(base.prefix(40)): condition'")
    case ("enumerated", 0), ("enumerate", 0), ("withIndex", 0):
      return ForeignMember(
        fix: "write 'for i in \(base.prefix(30)).indices { … \(base.prefix(30))[i] … }'")
    default: return nil
    }
  }

  private func foreignOfMaps(
    _ name: String, _ base: String, _ shown: String, _ values: [String],
    _ write: (String) -> ForeignMember
  ) -> ForeignMember? {
    switch (name, values.count) {
    case ("get", 1): write("\(base)[\(values[0])]")
    case ("get", 2) where ["None", "null", "nil"].contains(values[1]):
      write("\(base)[\(values[0])]")
    case ("get", 2), ("getOrDefault", 2), ("getOrElse", 2):
      write("(\(base)[\(values[0])] ?? \(values[1]))")
    case ("has", 1), ("containsKey", 1), ("contains", 1), ("hasKey", 1), ("has_key", 1),
      ("includes", 1):
      write("(\(values[0]) in \(base).keys)")
    case ("containsValue", 1): write("\(base).values.contains(\(values[0]))")
    case ("put", 2), ("set", 2), ("updateValue", 2), ("insert", 2), ("add", 2), ("store", 2):
      write("\(base)[\(values[0])] = \(values[1])")
    case ("delete", 1), ("remove", 1), ("removeKey", 1), ("pop", 1), ("del", 1), ("erase", 1),
      ("removeValue", 1):
      write("\(base)[\(values[0])] = nil")
    case ("clear", 0): write("\(base) = [:]")
    case ("add", 1), ("append", 1), ("push", 1), ("insert", 1):
      ForeignMember(
        fix: "write '\(shown.prefix(30))[key] = \(values[0].prefix(20))'")
    case ("entries", 0), ("items", 0), ("iterator", 0):
      ForeignMember(fix: "write '(k, v) in \(shown)'")
    default: nil
    }
  }

  private func foreignOfLists(
    _ name: String, _ base: String, _ shown: String, _ values: [String],
    _ write: (String) -> ForeignMember
  ) -> ForeignMember? {
    switch (name, values.count) {
    case ("add", 1), ("push", 1), ("enqueue", 1), ("addLast", 1), ("push_back", 1), ("append", 1),
      ("offer", 1), ("insert", 1):
      write("\(base).append(\(values[0]))")
    case ("unshift", 1), ("prepend", 1), ("addFirst", 1), ("push_front", 1), ("appendleft", 1):
      write("\(base).insert(\(values[0]), at: 0)")
    case ("pop", 0), ("popLast", 0), ("removeEnd", 0), ("pop_back", 0):
      write("\(base).removeLast()")
    case ("shift", 0), ("dequeue", 0), ("poll", 0), ("popFirst", 0), ("popleft", 0),
      ("pop_front", 0), ("removeHead", 0):
      write("\(base).removeFirst()")
    case ("clear", 0), ("removeall", 0): write("\(base).removeAll()")
    case ("get", 1), ("at", 1), ("elementAt", 1): write("\(base)[\(values[0])]")
    case ("pop", 1) where values[0] == "0", ("removeFirstOrNull", 0): write("\(base).removeFirst()")
    case ("removeLastOrNull", 0): write("\(base).removeLast()")
    case ("pop", 1), ("removeAt", 1): write("\(base).remove(at: \(values[0]))")
    case ("startIndex", 0): write("0")
    case ("endIndex", 0): write("\(base).count")
    case ("concat", 1), ("plus", 1), ("extend", 1), ("addAll", 1), ("appendAll", 1):
      ForeignMember(fix: "write 'append x to \(shown.prefix(30))'")
    case ("reversed", 0), ("reverse", 0): write("\(base).reversed")
    case ("indexOf", 1), ("index", 1), ("firstIndex", 1), ("lastIndexOf", 1):
      ForeignMember(
        fix:
          "write '\(values[0].prefix(20)) in \(shown)' to find it, or 'i in \(shown.prefix(20)).indices' for its index"
      )
    case ("splice", _), ("removeRange", _), ("slice", _), ("subList", _), ("drop", _),
      ("dropFirst", _),
      ("dropLast", _), ("removeSubrange", _):
      ForeignMember(
        fix: "write '\(shown.prefix(30)).removeFirst()' or '\(shown.prefix(30)).remove(at: i)'")
    case ("firstOrNull", 0), ("getFirst", 0): write("\(base).first")
    case ("lastOrNull", 0), ("getLast", 0): write("\(base).last")
    case ("sort", _), ("sorted", _), ("sortBy", _), ("sortedBy", _), ("shuffle", 0):
      ForeignMember(fix: "insert each element at its position: a list keeps its order")
    case ("peek", 0), ("head", 0), ("front", 0): write("\(base).first")
    case ("tail", 0), ("end", 0), ("back", 0): write("\(base).last")
    case ("delete", 1), ("erase", 1), ("removeAt", 1):
      ForeignMember(fix: "write '\(shown).remove(at: i)', or 'remove x from \(shown)'")
    default: nil
    }
  }

  private func foreignOfSets(
    _ name: String, _ base: String, _ values: [String], _ write: (String) -> ForeignMember
  ) -> ForeignMember? {
    switch (name, values.count) {
    case ("add", 1), ("push", 1), ("append", 1), ("put", 1): write("\(base).insert(\(values[0]))")
    case ("delete", 1), ("erase", 1), ("discard", 1): write("\(base).remove(\(values[0]))")
    case ("clear", 0): write("\(base).removeAll()")
    case ("difference", 1), ("minus", 1), ("exclude", 1), ("except", 1), ("subtract", 1):
      write("\(base).subtracting(\(values[0]))")
    case ("intersect", 1), ("intersect_with", 1): write("\(base).intersection(\(values[0]))")
    case ("formUnion", 1), ("update", 1), ("addAll", 1):
      write("\(base) = \(base).union(\(values[0]))")
    case ("formIntersection", 1), ("retainAll", 1):
      write("\(base) = \(base).intersection(\(values[0]))")
    case ("subtractAll", 1), ("formSubtract", 1), ("difference_update", 1):
      write("\(base) = \(base).subtracting(\(values[0]))")
    case ("plus", 1): write("\(base).union([\(values[0])])")
    case ("subsetOf", 1), ("subseteq", 1), ("issubset", 1), ("isSubsetOf", 1):
      write("\(base).isSubset(of: \(values[0]))")
    default: nil
    }
  }

  private func foreignOfTimers(
    _ name: String, _ base: String, _ values: [String], _ write: (String) -> ForeignMember
  ) -> ForeignMember? {
    switch (name, values.count) {
    case ("expired", 0), ("isExpired", 0), ("hasExpired", 0), ("due", 0), ("elapsed", 0),
      ("done", 0), ("isOver", 0),
      ("fired", 0), ("isFinished", 0):
      write("\(base).isDue")
    case ("running", 0), ("isActive", 0), ("active", 0), ("isOn", 0), ("started", 0):
      write("\(base).isRunning")
    case ("isOff", 0), ("isStopped", 0), ("stopped", 0), ("off", 0): write("!\(base).isRunning")
    case ("cancel", 0), ("clear", 0), ("reset", 0), ("invalidate", 0): write("\(base).stop()")
    case ("set", 1), ("restart", 1), ("schedule", 1), ("begin", 1):
      write("\(base).start(for: \(values[0]))")
    case ("time", 0), ("value", 0), ("left", 0), ("remainingTime", 0): write("\(base).remaining")
    default: nil
    }
  }
}
