import Semantics

/// A form of other languages, with the edit that turns it into a spec. Each line of a table describes one:
///
///     form | edit | help | message
///
/// The form is written as tokens with blanks between them:
/// - `emit` and `=` match themselves, `a|b` one of several, `a?` an optional token; after `[^a|b]` neither follows;
/// - `<x>` matches a name, `<n:int>` a number, `<s:signal>` the name of a signal, `<w=a|b>` one of several;
/// - `<c:closure>` matches a closure, with its names as `<n>` and its body as `<b>`;
/// - `<b:body>` matches the rest of the line, or the next lines that are indented more;
/// - `<x...>` matches at least one token and `<x*>` any number, with brackets as a whole, up to the next match;
/// - `<x:primary>` matches a value without operators, `<x:value>` one up to the next comparison, `<x:condition>` one up
///   to the next `implies`, and `<x:pattern>` a pattern;
/// - `()` matches parentheses with any content, `<p=()>` the same as a part; with a `?` they are optional;
/// - `~` joins two adjacent tokens, `_` keeps two apart, `$` is the end of the statement, `^` the place of the error;
/// - `@` before a token marks it as the fault; otherwise the fault is the first token, or the one at `^`;
/// - `…` is the rest of the block; the tokens after `/` only have to follow;
/// - `[word]` at the end is a condition of `Parser.holds`.
///
/// The edit is the new text of the form, `@` and the new text of the fault, or `-` to leave all out. The tokens are corrected in the same way
/// and parsed again. After a form without an edit, or with an edit that ends with `…`, the parser skips to the next
/// statement. With a `+` before the edit, several such forms of one statement are one mistake. A help that is missing, or
/// that begins with `~` for a long text, is made from the edit.
///
/// In an edit, `<x→>` is the arms `a -> b` of the part as cases of a `switch`, and `<x⇒>` as branches of an `if`.
///
/// In an edit, help or message, `<x>` is the text of a part, `<2>` that of the second token of the form, `<0>` that of
/// the fault and `<x&y>` that from one part to another. `<x;>` is the part as statements, `<x~>` as fields, `<x^>` with
/// the case of its first letter changed, `<x()>` with parentheses if it needs them between `&&`, and `<x(!)>` if it needs
/// them after `!`. After an operand, `<left>` is the operand. `<(>` and `<)>` are parentheses where text follows the form.
///
/// A line `# code | message` begins forms with another code, and with another message if they have none.
struct Habit: Sendable {
  /// The places where habits are searched for.
  enum Place: CaseIterable, Sendable {
    case declaration, misplaced, behindDeclaration, rule, parameter, value, statement,
      behindStatement, step, behindStep
    /// After an operand, within a comparison or as the loosest operator of a condition.
    case comparison, condition
    /// After a value without operators.
    case member
    /// From the start of a declaration, rule, statement or step to an error in it, and from the error on.
    case error, atError
    case argument, eventArgument
    /// A type, and after a type.
    case type, behindType
    case pattern
  }

  struct Atom: Sendable {
    enum Kind: Sendable {
      case word(Set<String>), name(String), syntax(Syntax), parentheses, closure, body, rest
      case span(least: Int), except(Set<String>)
      case touching, apart, end, error, ahead
    }

    /// The parts of the grammar that a form can contain.
    enum Syntax: String, Sendable {
      case primary, value, condition, pattern
    }

    let kind: Kind
    /// The place in the form, from 1 on.
    let number: String
    let name: String?
    let isOptional: Bool
    let isFault: Bool
  }

  /// The line of the table.
  let row: String
  let code: Diagnostic.Code
  let atoms: [Atom]
  let conditions: [String]
  let edit: String?
  /// Whether all such forms of one declaration, rule, statement or step are one mistake.
  let merges: Bool
  /// Whether the parser skips the rest of the statement in spite of the edit.
  let skips: Bool
  let help: String?
  /// The message; nil for that of the grammar.
  let message: String?
  /// The words that start the form; nil if other words may start it.
  let beginnings: Set<String>?

  init(_ line: Substring, _ code: Diagnostic.Code, _ message: String?) {
    let columns = Self.columns(line)
    func column(_ place: Int) -> String? {
      columns.count > place && !columns[place].isEmpty ? columns[place] : nil
    }
    row = String(line)
    self.code = code
    let form = columns[0].split(separator: " ")
    let isCondition = { (atom: Substring) in atom.count > 2 && atom.first == "[" && atom.last == "]"
    }
    let conditions = form.filter { isCondition($0) && !$0.hasPrefix("[^") }
    self.conditions = conditions.map { String($0.dropFirst().dropLast()) }
    atoms = form.dropLast(conditions.count).enumerated().map {
      Self.atom($0.element, "\($0.offset + 1)")
    }
    var edit = column(1)
    merges = edit?.hasPrefix("+") == true
    if merges { edit?.removeFirst() }
    skips = edit?.hasSuffix(" …") == true
    self.edit = skips ? edit.map { String($0.dropLast(2)) } : edit
    help = column(2)
    self.message = column(3) ?? message
    beginnings = Self.beginnings(of: atoms)
  }

  /// Returns the columns of a line. A single `|` with blanks around it separates them.
  static func columns(_ line: Substring) -> [String] {
    var columns = [""]
    for word in line.split(separator: " ") {
      if word == "|" {
        columns.append("")
      } else {
        columns[columns.count - 1] += (columns[columns.count - 1].isEmpty ? "" : " ") + word
      }
    }
    return columns
  }

  private static func beginnings(of atoms: [Atom]) -> Set<String>? {
    var beginnings: Set<String> = []
    for atom in atoms {
      if case .error = atom.kind { continue }
      if case .closure = atom.kind { return beginnings.union(["{", "("]) }
      guard case .word(let words) = atom.kind else { return nil }
      beginnings.formUnion(words)
      if !atom.isOptional { return beginnings }
    }
    return nil
  }

  private static func atom(_ text: Substring, _ number: String) -> Atom {
    let isFault = text.count > 1 && text.first == "@"
    var text = isFault ? text.dropFirst() : text
    let isOptional = text.count > 1 && text.last == "?" && text != "??"
    if isOptional { text = text.dropLast() }
    var name: String?
    var kind: Atom.Kind
    switch text {
    case "~": kind = .touching
    case "_": kind = .apart
    case "$": kind = .end
    case "^": kind = .error
    case "/": kind = .ahead
    case "…": kind = .rest
    case "()": kind = .parentheses
    default: kind = .word(words(text))
    }
    if text.count > 3, text.hasPrefix("[^") {
      kind = .except(words(text.dropFirst(2).dropLast()))
    } else if text.count > 2, text.first == "<", text.last == ">" {
      let inner = text.dropFirst().dropLast()
      let end = inner.firstIndex { ":=.*".contains($0) } ?? inner.endIndex
      let rest = inner[end...]
      name = String(inner[..<end])
      switch rest {
      case "...": kind = .span(least: 1)
      case "*": kind = .span(least: 0)
      case "=()": kind = .parentheses
      case ":closure": kind = .closure
      case ":body": kind = .body
      case "=()?":
        return Atom(
          kind: .parentheses, number: number, name: name, isOptional: true, isFault: isFault)
      default:
        if let syntax = Atom.Syntax(rawValue: String(rest.dropFirst())) {
          kind = .syntax(syntax)
          break
        }
        kind = rest.first == "=" ? .word(words(rest.dropFirst())) : .name(String(rest.dropFirst()))
      }
    }
    return Atom(
      kind: kind, number: number, name: name, isOptional: isOptional, isFault: isFault)
  }

  private static func words(_ text: Substring) -> Set<String> {
    if text.allSatisfy({ $0 == "|" }) || text == "|->" { return [String(text)] }
    return Set(text.split(separator: "|").map(String.init) + (text.hasPrefix("||") ? ["|"] : []))
  }

  /// The tokens that a form matched.
  struct Match: Sendable {
    var parts: [String: Range<Int>] = [:]
    /// The texts of parts that are not written as such.
    var texts: [String: String] = [:]
    var whole: Range<Int>
    /// The end of the tokens before `/`.
    var end: Int?
    /// The end of the block, for a form with `…`.
    var rest: Int?
    var fault: Range<Int>?
    var error: Int
  }
}

/// The habits of one place, by their first word.
struct HabitTable: Sendable {
  /// The habits that may begin with a word, in their order.
  private var lists: [String: [Habit]] = [:]
  /// The habits that may begin with any other word.
  private var others: [Habit] = []

  /// Creates a table from its lines.
  ///
  /// - Parameter message: the message of forms that have none; nil for that of the grammar.
  init(_ text: String, message standard: String? = "'<0>' is not part of the language") {
    var habits: [Habit] = []
    var code = Diagnostic.Code.syntax
    var message = standard
    for line in text.split(separator: "\n") {
      guard line.hasPrefix("# ") else {
        habits.append(Habit(line, code, message))
        continue
      }
      let columns = Habit.columns(line.dropFirst(2))
      code = Diagnostic.Code(rawValue: columns[0]) ?? .syntax
      message = columns.count > 1 ? columns[1] : standard
    }
    for word in Set(habits.flatMap { $0.beginnings ?? [] }) {
      lists[word] = habits.filter { $0.beginnings?.contains(word) != false }
    }
    others = habits.filter { $0.beginnings == nil }
  }

  /// The lines of the table.
  var rows: Set<String> { Set((lists.values.joined() + others).map(\.row)) }

  func begins(with word: String) -> Bool { lists[word] != nil }

  /// Returns the habits that may begin with a word. Those with the word in small letters come last.
  func habits(beginningWith word: String) -> [Habit] {
    let lower = word.lowercased()
    guard lower != word, let more = lists[lower] else { return lists[word] ?? others }
    return (lists[word] ?? []) + more
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
    case .member where isRight: rightMembers
    case .comparison where isRight, .condition where isRight: rightOperators
    case .eventArgument: eventArguments
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
    case .comparison: comparisons
    case .condition: conditions
    case .member: members
    case .error: errors
    case .atError: formsAtErrors
    case .argument: arguments
    case .type: types
    case .pattern: patterns
    case .behindType: behindTypes
    }
  }

  private static let rightStatements = HabitTable(statementsOfOurs)
  private static let rightOperators = HabitTable(operatorsOfOurs)
  private static let rightSteps = HabitTable(stepsOfOurs)
  private static let rightMembers = HabitTable(membersOfOurs)
  private static let rightValues = HabitTable(valuesOfOurs)
  private static let rightParameters = HabitTable(parametersOfOurs)
}
