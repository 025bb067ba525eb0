import Semantics

extension CoverageGap {
  /// The gap in a sentence, and a change that closes it.
  func text(in file: SourceFile) -> (message: String, mend: String) {
    let text = Self.quoted(range, file)
    let leaveOut = leaving("it")
    let orPossible = leaveOut + ", or make its case possible"
    let otherCase = "check a case that happens"
    let notice = "say when it is 'enabled', or let it happen in a scenario"
    return switch cause {
    case .eventNeverHappens(let name):
      ("'\(name)' never happens", "let it happen, or \(leaveOut)")
    case .eventIsUnnoticed(let name): ("every check would pass if '\(name)' never happened", notice)
    case .eventMayBeUnnoticed(let name, let reason):
      ("it is unknown whether a check needs '\(name)': \(reason)", notice)
    case .ruleNeverApplies(let name, let event):
      ("the rule '\(name)' of '\(event)' never applies", "make its case possible, or \(leaveOut)")
    case .guardAlwaysHolds(let event):
      (
        "the guard of '\(event)' is always true: \(text) excludes nothing",
        leaving("'when'") + ", or let it exclude a case"
      )
    case .branchIsNeverTaken: ("this branch is never taken: \(text)", orPossible)
    case .bodyNeverRuns(let first, let isLoop):
      (
        (isLoop ? "this loop runs over nothing" : "this branch is never taken")
          + ": no step comes to \(Self.quoted(first, file))", orPossible
      )
    case .nothingIsRemoved(let filter):
      (
        "this never removes anything: \(Self.quoted(filter, file)) is never true", orPossible
      )
    case .ifAlwaysHolds:
      (
        "\(text) is always true here: this 'if' decides nothing",
        leaving("the 'if'") + ", or make the other case possible"
      )
    case .operandAlwaysHolds:
      (
        "\(text) is always true where it is checked: it excludes nothing",
        "\(leaveOut), or let it exclude a case"
      )
    case .operandNeverHolds:
      ("\(text) is never true where it is checked: it adds nothing", orPossible)
    case .operandIsNeverEvaluated(let before, let holds):
      (
        "\(text) is never evaluated: \(Self.quoted(before, file)) is \(holds ? "always" : "never") "
          + "true there", leaving("one of them") + ", or make its case possible"
      )
    case .nothingIsExcluded: ("nothing is excluded here: \(text) is never true", otherCase)
    case .implicationHasNoPremise:
      ("nothing is checked here: \(text) is never true, and 'implies' needs it", otherCase)
    case .quantifierHasNoElements(let keyword, let isFiltered):
      (
        "nothing is checked here: '\(keyword)' runs over nothing"
          + (isFiltered ? " that its 'where' lets through" : ""), otherCase
      )
    case .premiseNeverHolds(let name):
      ("'\(name)' is about nothing: \(text) is true in no reachable state", otherCase)
    case .propertyIsAboutNothing(let name, let subject):
      ("'\(name)' is about nothing: \(subject.text.reason)", subject.text.mend)
    case .propertyAlwaysHolds(let name):
      (
        "'\(name)' is true with any rules; it does not test them",
        "check something that a mistake in a rule would break"
      )
    case .propertyIsImplied(let name, let other):
      (
        "'\(name)' is implied by '\(other)'",
        leaving("the weaker one, '\(name)',")
      )
    case .variableIsNeverRead(let name):
      ("nothing reads '\(name)'", "leave it out, or check it in a property")
    case .paramIsNeverRead(let name): ("nothing reads '\(name)'", "leave it out, or use it")
    case .caseIsNeverUsed(let name):
      ("the case '.\(name)' is never stored or tested", "leave it out, or use it")
    case .signalIsNeverEmitted(let name):
      ("nothing ever emits '\(name)'", "emit it, or leave it out")
    case .signalIsNeverChecked(let name):
      (
        "no property checks whether '\(name)' is emitted",
        "say in a 'transition' when it has to be, with 'emitted(\(name))'"
      )
    case .terminalAlwaysHolds:
      (
        "'terminal' is true in every state, so no deadlock can be found",
        "name only the states in which nothing needs to happen"
      )
    case .expectationAlwaysHolds:
      (
        "this 'expect' is true in every state: \(text)",
        "expect a result of the steps before it, or leave it out"
      )
    case .worldChangesNothing(let name):
      ("the world '\(name)' is equal to the default one", "change something in it, or leave it out")
    }
  }

  private func leaving(_ part: String) -> String {
    let advice = "leave \(part) out"
    if closingNames.isEmpty { return advice }
    let names = closingNames.map { "'\($0)'" }.joined(separator: " or ")
    return "\(advice) only if it makes no difference with more names of \(names)"
  }

  /// The text of a range, short enough for a sentence.
  private static func quoted(_ range: SourceRange, _ file: SourceFile) -> String {
    let words = file.text(range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count <= 60 ? "'\(words)'" : "'\(words.prefix(57))…'"
  }
}

extension CoverageGap.Cause.Subject {
  /// The reason why it never happens, and a change of the property.
  fileprivate var text: (reason: String, mend: String) {
    let atStart = "it is true at the start already, and says nothing about later states"
    let result = "check a result of the rules"
    return switch self {
    case .laterStates: (atStart, "use 'whenever' to name the states after which it must hold")
    case .statesBeforeGoal: (atStart, result)
    case .premise: ("its 'whenever' is true in no reachable state", result)
    case .ticks:
      (
        "no timer is on while it waits",
        "let a timer run while it waits, or count 'steps'"
      )
    case .steps: ("it checks no step that happens", result)
    }
  }
}
