import Semantics

/// A form of other languages, with the message about it and the edit that turns it into a spec.
///
/// The form is written as tokens with blanks between them:
/// - `emit` and `=` match themselves, `a|b` one of several, `a?` an optional token; after `[^a|b]` neither follows;
/// - `<x>` matches a name, `<n:int>` a number, `<s:signal>` the name of a signal, `<w=a|b>` one of several;
/// - `<x...>` matches at least one token and `<x*>` any number, with brackets as a whole, up to the next match;
/// - `()` matches parentheses with any content, `<p=()>` the same as a part; with a `?` they are optional;
/// - `~` joins two adjacent tokens, `_` keeps two apart, `$` is the end of the statement, `^` the place of the error.
///
/// The whole form is on one line. In a message, help or edit, `<x>` is the text of a part and `<0>` the text of the
/// faulty token. `<x;>` is the part as statements, `<x~>` as fields, `<x^>` with the case of its first letter changed.
struct Habit: Sendable {
  /// The places where habits are searched for.
  enum Place: Sendable {
    case declaration, misplaced, behindDeclaration, rule, parameter, value, statement,
      behindStatement,
      step, behindStep
  }

  enum Atom: Sendable {
    case literal(String?, Set<String>, isOptional: Bool)
    case name(String, kind: String)
    case span(String, least: Int)
    case except(Set<String>)
    case parentheses(String, isOptional: Bool)
    case touching, apart, end, error
  }

  /// The kind of mistake; nil for that of the table.
  private(set) var code: Diagnostic.Code?
  let atoms: [Atom]
  let message: String
  let help: String?
  /// The short form of the help, for a text that would be too long.
  let short: String?
  /// The replacement for the whole form.
  let ours: String?
  /// The edits of parts. A place is one part, the text before (`+x`) or after it (`x+`), or the text between two
  /// (`x-y`). It is also `x>y` from the end of one to the end of the other, `x&y` for both, or `x_y` up to the start of
  /// the second.
  let edits: [(place: String, text: String)]
  /// The parts that are read as other words from then on.
  let reads: [String: String]
  /// The part that is skipped; parsing continues after it.
  let leaves: String?
  /// The part at which parsing continues.
  let goesOn: String?
  /// The part that the edit removes.
  let drops: String?
  /// The words that end the skipped text; with `}` it is the rest of the block.
  let skipsTo: Set<String>
  /// The faulty part, or several (`x&y`).
  let fault: String?
  /// An additional condition.
  let condition: (@Sendable (borrowing Parser, inout Match) -> Bool)?

  init(
    _ form: String, _ message: String? = nil, help: String? = nil, short: String? = nil,
    writes ours: String? = nil, edits: [(place: String, text: String)] = [],
    reads: [String: String] = [:], leaves: String? = nil, goesOn: String? = nil,
    drops: String? = nil, skipsTo: Set<String> = [], at fault: String? = nil,
    code: Diagnostic.Code? = nil,
    when condition: (@Sendable (borrowing Parser, inout Match) -> Bool)? = nil
  ) {
    self.code = code
    atoms = form.split(separator: " ").map { Self.atom(String($0)) }
    self.message = message ?? "'<0>' is not part of the language"
    self.help = help
    self.short = short
    self.ours = ours
    self.edits = edits
    self.reads = reads
    self.leaves = leaves
    self.goesOn = goesOn
    self.drops = drops
    self.skipsTo = skipsTo
    self.fault = fault
    self.condition = condition
  }

  /// Returns the habits with a code for those that have none.
  static func coded(_ code: Diagnostic.Code, _ habits: [Habit]) -> [Habit] {
    habits.map { habit in
      var coded = habit
      coded.code = habit.code ?? code
      return coded
    }
  }

  /// The words that start the form; nil if other words may start it.
  var beginnings: Set<String>? {
    guard case .literal(_, let words, isOptional: false)? = atoms.first else { return nil }
    return words
  }

  private static func atom(_ text: String) -> Atom {
    switch text {
    case "~": return .touching
    case "_": return .apart
    case "$": return .end
    case "()", "()?": return .parentheses("()", isOptional: text == "()?")
    case "^": return .error
    default: break
    }
    if text.count > 2, text.first == "<", text.last == ">" {
      let inner = text.dropFirst().dropLast()
      let word = inner.split(separator: "=", maxSplits: 1).map(String.init)
      if word.count == 2, word[1].hasPrefix("()") {
        return .parentheses(word[0], isOptional: word[1] == "()?")
      }
      if word.count == 2 { return .literal(word[0], words(word[1]), isOptional: false) }
      if inner.hasSuffix("...") { return .span(String(inner.dropLast(3)), least: 1) }
      if inner.hasSuffix("*") { return .span(String(inner.dropLast()), least: 0) }
      let name = inner.split(separator: ":").map(String.init)
      return .name(name[0], kind: name.count == 2 ? name[1] : "")
    }
    if text.count > 3, text.hasPrefix("[^") { return .except(words(text.dropFirst(2).dropLast())) }
    let isOptional = text.count > 1 && text.last == "?" && text != "??"
    return .literal(nil, words(isOptional ? text.dropLast() : text[...]), isOptional: isOptional)
  }

  private static func words(_ text: some StringProtocol) -> Set<String> {
    let text = String(text)
    return text.allSatisfy { $0 == "|" } ? [text] : Set(text.split(separator: "|").map(String.init))
  }

  /// The tokens that a form matched.
  struct Match: Sendable {
    var parts: [String: Range<Int>] = [:]
    var whole: Range<Int>
    var error: Int
  }
}

/// The habits of one place, by their first word.
struct HabitTable: Sendable {
  /// The code of habits that have none of their own.
  let code: Diagnostic.Code
  private let habits: [Habit]
  private var beginning: [String: [Int]] = [:]
  private var others: [Int] = []

  init(_ code: Diagnostic.Code, _ habits: [Habit]) {
    self.code = code
    self.habits = habits
    for (number, habit) in habits.enumerated() {
      if let words = habit.beginnings {
        for word in words { beginning[word, default: []].append(number) }
      } else {
        others.append(number)
      }
    }
  }

  func begins(with word: String) -> Bool { beginning[word] != nil }

  /// Returns the habits that may begin with a word, in their order.
  func habits(beginningWith word: String) -> [Habit] {
    let numbers = beginning[word] ?? beginning[word.lowercased()] ?? []
    return (numbers + others).sorted().map { habits[$0] }
  }
}

extension Habit {
  /// Returns the habits of a place.
  ///
  /// - Parameter isRight: whether the text may be correct; then only forms count that are never valid.
  static func table(of place: Place, isRight: Bool) -> HabitTable? {
    switch place {
    case .statement where isRight: rightStatements
    case .step where isRight: rightSteps
    case .parameter where isRight: rightParameters
    case .value where isRight: rightValues
    case _ where isRight: nil
    case .declaration: declarations
    case .misplaced: misplaced
    case .behindDeclaration: behindDeclarations
    case .rule: rules
    case .value: values
    case .parameter: parameters
    case .statement: statements
    case .behindStatement: behindStatements
    case .step: steps
    case .behindStep: behindSteps
    }
  }

  private static let rightStatements = HabitTable(.foreignStatement, statementsOfOurs)
  private static let rightSteps = HabitTable(.foreignStep, stepsOfOurs)
  private static let rightValues = HabitTable(.foreignValue, valuesOfOurs)
  private static let rightParameters = HabitTable(.parameterForm, parametersOfOurs)
}
