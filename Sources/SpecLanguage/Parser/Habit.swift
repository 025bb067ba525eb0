import Semantics

/// A form of other languages, with the message about it and the edit that makes it ours.
///
/// The form is written as tokens with blanks between them:
/// - `emit` and `=` are themselves, `a|b` is one of several, `a?` may be missing, behind `[^a|b]` neither follows;
/// - `<x>` is a name, `<n:int>` a number, `<s:signal>` a name that is declared so, `<w=a|b>` one of several;
/// - `<x...>` is at least one token and `<x*>` any number: brackets as a whole, up to what fits behind them;
/// - `()` are parentheses with whatever is in them, as a part `<p=()>`; with a `?` they may be missing;
/// - `~` joins two tokens that touch, `_` keeps two apart, `$` is the end of the statement, `^` the place of the error.
///
/// All of it is on one line. A message, help or edit names the text of a part as `<x>`, and that of the token at
/// fault as `<0>`; `<x;>` is the part as statements, `<x~>` as fields, `<x^>` with its first letter the other way.
struct Habit: Sendable {
  /// Where a habit is looked for.
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
  /// What the help shows where it would get too long.
  let short: String?
  /// What replaces the whole form.
  let ours: String?
  /// What replaces parts of it, or stands before (`+x`) or behind them (`x+`), or between them (`x-y`, `x>y` with the
  /// second), or replaces several (`x&y`), or all up to one (`x_y`).
  let edits: [(place: String, text: String)]
  /// Parts that are read as words of ours from then on.
  let reads: [String: String]
  /// A part that is left out, behind which reading goes on.
  let leaves: String?
  /// The part with which reading goes on.
  let goesOn: String?
  /// A part that the edit takes out.
  let drops: String?
  /// Words up to which all is passed over; with `}` it is the rest of the block.
  let skipsTo: Set<String>
  /// The part that is at fault, or several (`x&y`).
  let fault: String?
  /// What else has to be true.
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

  /// The same habits, with the kind of mistake of those that have none of their own.
  static func coded(_ code: Diagnostic.Code, _ habits: [Habit]) -> [Habit] {
    habits.map { habit in
      var coded = habit
      coded.code = habit.code ?? code
      return coded
    }
  }

  /// The words with which it begins; nil where it may begin with others.
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

  /// Where a form was found, by token.
  struct Match: Sendable {
    var parts: [String: Range<Int>] = [:]
    var whole: Range<Int>
    var error: Int
  }
}

/// The habits of one place, by the word with which they begin.
struct HabitTable: Sendable {
  /// The kind of mistake of habits that have none of their own.
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

  /// Those that may begin with a word, in their order.
  func habits(beginningWith word: String) -> [Habit] {
    let numbers = beginning[word] ?? beginning[word.lowercased()] ?? []
    return (numbers + others).sorted().map { habits[$0] }
  }
}

extension Habit {
  /// - Parameter isRight: the text may be right, so that only forms count that mean nothing in one that is.
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
