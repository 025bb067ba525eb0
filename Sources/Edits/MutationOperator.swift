/// The kinds of mutations, by their names in reports.
///
/// Each corresponds to a typical mistake of an author. Reports and the cache contain the raw values.
package enum MutationOperator: String, Sendable, CaseIterable, Codable {
  case dropEvent = "drop-event"
  case dropValue = "drop-value"
  case narrowGuard = "narrow-guard"
  case dropCondition = "drop-condition"
  case neverTrue = "never-true"
  case negate
  case dropPart = "drop-part"
  case swapConnective = "swap-connective"
  case shiftBound = "shift-bound"
  case changeConstant = "change-constant"
  case swapCase = "swap-case"
  case swapName = "swap-name"
  case swapOperands = "swap-operands"
  case swapOperator = "swap-operator"
  case swapWord = "swap-word"
  case dropStatement = "drop-statement"
  case dropElement = "drop-element"
  case dropEmit = "drop-emit"
  case repeatEmit = "repeat-emit"
  case swapSignal = "swap-signal"
  case dropRule = "drop-rule"
  case weakenFair = "weaken-fair"

  /// The effect on the text.
  package var meaning: String {
    switch self {
    case .dropEvent: "an event never happens"
    case .dropValue: "an event never happens with some value of a parameter"
    case .narrowGuard: "a `when` has one more condition, from another `when` or a variable"
    case .dropCondition: "a `when`, `if` or `where` is left out"
    case .neverTrue: "the condition of an `if` is never true"
    case .negate: "a condition is turned round"
    case .dropPart: "one side of `&&`, `||`, `implies` or `??` is left out"
    case .swapConnective: "`&&` becomes `||`, and the other way round"
    case .shiftBound: "`<` becomes `<=`, `...` becomes `..<`, and the other way round"
    case .changeConstant: "a number is one more or one less, `true` becomes `false`"
    case .swapCase: "a case of an enum becomes the next one"
    case .swapName: "a variable or parameter becomes another one of its type"
    case .swapOperands: "two operands, arguments or branches change places"
    case .swapOperator: "`+` becomes `-`, `+=` becomes `-=`, `==` becomes `!=`"
    case .swapWord: "`every` becomes `some`, `min` becomes `max`, `insert` becomes `remove`"
    case .dropStatement: "a statement, or an `else` part, is left out"
    case .dropElement: "an element of a literal, or a field of a pattern, is left out"
    case .dropEmit: "a signal is not emitted"
    case .repeatEmit: "a signal is emitted twice"
    case .swapSignal: "another signal of the same fields is emitted"
    case .dropRule: "a rule never applies"
    case .weakenFair: "`strongly fair` becomes `fair`, or `fair` is left out"
    }
  }
}
