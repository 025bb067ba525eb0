/// The unique names of a module.
struct TLANames: Sendable {
  /// All that have a meaning throughout.
  private(set) var taken: Set<String>
  private(set) var variables: [String] = []
  /// The label of an action that changes nothing.
  let nothing = "nothing_"
  /// The names of numbers.
  private(set) var constants: [String: String] = [:]
  private(set) var sent: [Int: String] = [:]
  /// For nested arrays, by depth.
  private(set) var indices: [String] = []

  init(_ model: Model) {
    taken = [
      nothing, "Init", "Next", "Spec", "vars", "TypeOK", "Impossible", "Fault", "MayEnd",
      "Fairness",
      "of_", "low_", "high_", "upTo_", "n_", "a_", "b_", "size_", "whole_", "text_",
    ]
    variables = model.variables.map { global($0.name) }
    for each in model.constants { constants[each.key] = global(each.name) }
    for (signal, local) in model.sent.sorted(by: { $0.key < $1.key }) {
      sent[signal] = global(local.name)
    }
    indices = ["i", "j", "k", "l", "n"].map { global($0) }
  }

  /// A unique name.
  mutating func global(_ wish: String) -> String {
    var name = wish.modelName.inTLA
    while !taken.insert(name).inserted { name += "_" }
    return name
  }

  /// The name of a parameter of an event or property.
  func parameter(_ local: Local) -> String {
    var name = local.name.inTLA
    while taken.contains(name) { name += "_" }
    return name
  }
}

extension Shape {
  /// All values of the shape, as a set.
  var inTLA: String {
    switch self {
    case .flag: "BOOLEAN"
    case .number(let range): "\(range.lowerBound)..\(range.upperBound)"
    case .record(let parts) where parts.isEmpty: "{<<>>}"
    case .record(let parts):
      "[\(parts.map { "\($0.name.inTLA): \($0.shape.inTLA)" }.joined(separator: ", "))]"
    case .array(let count, let element): "[0..\(count - 1) -> \(element.inTLA)]"
    }
  }
}

extension String {
  /// A name that is no word of TLA+ or of its tools: a reserved one gets one more prefix `x_`, even after other such
  /// prefixes.
  var inTLA: String {
    var word = self[...]
    while word.hasPrefix("x_") { word = word.dropFirst(2) }
    let means =
      Self.wordsOfTLA.contains(String(word))
      || ["WF_", "SF_", "Empty"].contains(where: word.hasPrefix)
    return means ? "x_\(inASCII)" : inASCII
  }

  private static let wordsOfTLA: Set<String> = [
    "ACTION", "ACTION_CONSTRAINT", "ACTION_CONSTRAINTS", "ALIAS", "ASSUME", "ASSUMPTION", "AXIOM",
    "Any", "Assert", "BOOLEAN", "BY", "CASE", "CHECK_DEADLOCK", "CHOOSE", "CONSTANT", "CONSTANTS",
    "CONSTRAINT", "CONSTRAINTS", "COROLLARY", "Cardinality", "DEF", "DEFINE", "DEFS", "DOMAIN",
    "ELSE", "ENABLED", "EXCEPT", "EXTENDS", "FALSE", "HAVE", "HIDE", "IF", "IN", "INIT", "INSTANCE",
    "INVARIANT", "INVARIANTS", "Int", "IsFiniteSet", "JavaTime", "LAMBDA", "LEMMA", "LET", "LOCAL",
    "MODULE", "NEW", "NEXT", "Nat", "OBVIOUS", "OMITTED", "ONLY", "OTHER", "PERIODIC", "PICK",
    "POSTCONDITION", "PROOF", "PROPERTIES", "PROPERTY", "PROPOSITION", "PROVE", "Permutations",
    "Print", "PrintT", "QED", "RECURSIVE", "RandomElement", "SPECIFICATION", "STATE", "STRING",
    "SUBSET", "SUFFICES", "SYMMETRY", "SortSeq", "TAKE", "TEMPORAL", "THEN", "THEOREM", "TLCEval",
    "TLCGet", "TLCSet", "TLCFP", "TRUE", "TYPE", "TYPE_CONSTRAINT", "ToString", "UNCHANGED",
    "UNION", "USE", "VARIABLE", "VARIABLES", "VIEW", "WITH", "WITNESS",
  ]

  /// The negation of a test.
  var negated: String {
    if self == "TRUE" { return "FALSE" }
    if self == "FALSE" { return "TRUE" }
    if hasSuffix(" = FALSE"), dropLast(8).isOperand { return dropLast(8) + " = TRUE" }
    if hasPrefix("~"), dropFirst().isOperand { return String(dropFirst()).bare }
    for (sign, other) in [(" = ", " # "), (" # ", " = "), (" < ", " >= "), (" <= ", " > ")] {
      if let place = firstRange(of: sign), self[..<place.lowerBound].isOperand,
        self[place.upperBound...].isOperand
      {
        return self[..<place.lowerBound] + other + self[place.upperBound...]
      }
    }
    return "~\(operand)"
  }

  /// The operands of a conjunction.
  var conjuncts: [String] {
    var parts = [""]
    var depth = 0
    for character in self {
      if character == "(" || character == "[" || character == "{" { depth += 1 }
      if character == ")" || character == "]" || character == "}" { depth -= 1 }
      parts[parts.count - 1].append(character)
      if depth == 0, parts[parts.count - 1].hasSuffix(" /\\ ") {
        parts[parts.count - 1].removeLast(4)
        parts.append("")
      }
    }
    let isOther = parts.contains { part in
      ["\\E ", "\\A ", "IF "].contains { part.hasPrefix($0) }
        || !part.bare.isOperand && part.bare == part
    }
    return parts.count == 1 || isOther ? [self] : parts.map(\.bare)
  }

  /// The text, in parentheses if an operator would split it.
  var operand: String { isOperand ? self : "(\(self))" }

  /// The text without outer parentheses.
  var bare: String { hasPrefix("(") && isEnclosed ? String(dropFirst().dropLast()) : self }

  /// Whether the first parenthesis closes at the end.
  private var isEnclosed: Bool {
    var depth = 0
    for (place, character) in zip(indices, self) {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { return index(after: place) == endIndex }
    }
    return false
  }
}

extension StringProtocol {
  /// Whether all its operators are within parentheses and brackets.
  var isOperand: Bool {
    var depth = 0
    for character in self {
      switch character {
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case " ", "~", "-": if depth == 0 { return false }
      default: break
      }
      if depth < 0 { return false }
    }
    return depth == 0
  }
}

extension String {
  /// Whether it evaluates something repeatedly.
  var isLoop: Bool {
    ["\\A ", "\\E ", "LAMBDA ", "\\in "].contains { contains($0) }
  }

  /// The text without its quoted parts.
  private var unquoted: String {
    let parts = split(separator: "\"", omittingEmptySubsequences: false)
    if parts.count == 1 { return self }
    return parts.enumerated().map { $0 % 2 == 0 ? String($1) : " " }.joined()
  }

  /// The names and numbers in it, and parts of records with their paths.
  var words: [Substring] {
    unquoted.replacing("..", with: " ").split {
      !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "."
    }
    .flatMap { $0.split(separator: ".").prefix(1) }
  }

  /// The text with a name replaced that is not part of a record.
  func replacingWord(_ name: String, _ other: String) -> String {
    var result = ""
    var word = ""
    var isQuoted = false
    func flush() {
      let isPart = isQuoted || result.hasSuffix(".") && !result.hasSuffix("..")
      result += word == name && !isPart ? other : word
      word = ""
    }
    for character in self {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        flush()
        if character == "\"" { isQuoted.toggle() }
        result.append(character)
      }
    }
    flush()
    return result
  }
}
