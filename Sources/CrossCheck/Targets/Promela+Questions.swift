import Semantics

/// The checks of states and steps.
extension Promela {
  /// Spin prints the text of an assertion, so a flag has the name of the property.
  mutating func assert(_ question: String, _ isWrong: String) {
    guard asks(question) else { return }
    let name = Self.name(of: question)
    lines.add("\(name) = (\(isWrong));")
    lines.add("assert(!\(name));")
    lines.add("\(name) = false;")
  }

  /// The check of a transition, directly after the step.
  mutating func ask(_ transition: Routine, _ name: String) {
    for line in transition.comment { lines.add("/* \(line) */") }
    open("d_step {")
    body(transition, PromelaNames.label(transition)) { writer in
      writer.lines.add("outcome_ = 1;")
      writer.assert("transition \(name)", "!(\(writer.notation.text(transition.result ?? .yes)))")
    }
    if transition.canFault { assert("fault in \(name)", "outcome_ == 2") }
    reset(transition.locals + transition.code.loopLocals)
    close("};")
  }

  /// The check of each state.
  mutating func ask(_ name: String, _ kind: PropertyKeyword, _ routine: Routine) {
    lines.add(":: atomic {")
    lines.depth += 1
    for line in routine.comment { lines.add("/* \(line) */") }
    open("d_step {")
    body(routine, PromelaNames.label(routine)) { writer in
      let holds = writer.notation.text(routine.result ?? .yes)
      writer.lines.add("outcome_ = 1;")
      // A `possible` is not checked, but it may fault.
      if kind != .possible {
        writer.assert("\(kind.rawValue) \(name)", kind == .reachable ? holds : "!(\(holds))")
      }
    }
    if routine.canFault { assert("fault in \(name)", "outcome_ == 2") }
    close("};")
    leaveForNowhere()
    lines.depth -= 1
    lines.add("}")
  }
}

extension Model {
  /// The other properties that this target cannot express.
  package var omittedInPromela: [(name: String, reason: String)] {
    [("deadlock", "whether a step can be made is known when it is made only")]
      + states.filter { $0.kind == .possible }.map {
        ("possible \($0.name)", "it is about paths from each state")
      }
  }
}

extension String {
  /// Whether it is a property that Promela cannot express.
  package var isForeignToPromela: Bool {
    self == "deadlock" || hasPrefix("possible ") || isAboutRuns
  }

  /// Whether it is a property of fair runs.
  package var isAboutRuns: Bool { hasPrefix("eventually ") }
}
