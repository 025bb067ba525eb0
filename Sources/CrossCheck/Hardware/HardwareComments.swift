import Semantics

/// The comments of a hardware model: its origin, the meaning of its outputs, the numbers of its input, and its
/// omissions.
struct HardwareComments {
  private(set) var lines: [String] = []
  private let spec: CheckedSpec

  init(_ machine: Machine, _ starts: [[Value]], _ builder: HardwareBuilder) {
    spec = machine.spec
    add("spec \(spec.name), world \(spec.worldName), digest \(spec.file.digest)")
    for param in spec.constants {
      add("param \(param.name) = \(param.type.text(param.value))")
    }
    add("cycle 0 is the reset; a state after n events is that of cycle n + 1")
    for (number, bad) in builder.bads.enumerated() { add(bad, number) }
    for omission in builder.omitted {
      add("left out: \(omission.name)\(line(omission.range)): \(omission.reason)")
    }
    addNumbers(machine, starts, builder)
  }

  private mutating func add(_ line: String) {
    lines.append(String(line.map { $0.isNewline ? " " : $0 }))
  }

  private func line(_ range: SourceRange?) -> String {
    range.map { " (\(spec.file.lineText(of: $0)))" } ?? ""
  }

  private mutating func add(_ bad: HardwareModel.Bad, _ number: Int) {
    let cycle = bad.isAttempt ? "n" : "n + 1"
    let meaning = bad.isGoal ? "is reached, as it should be," : "is violated"
    add("output \(number): \(bad.name)\(line(bad.range)) \(meaning) by n events in cycle \(cycle)")
  }

  private mutating func addNumbers(
    _ machine: Machine, _ starts: [[Value]], _ builder: HardwareBuilder
  ) {
    let input = builder.choice?.name ?? "nothing to choose"
    if starts.count == 1 {
      add("the start: \(text(starts[0]))")
    } else {
      add("\(input) in cycle 0, the start; greater values mean the last one:")
      for (number, start) in starts.enumerated() { add("  \(number): \(text(start))") }
    }
    if builder.outcomes.isEmpty { return add("nothing can happen") }
    add("\(input) in later cycles, the step; greater values mean the last one:")
    var place = (instance: -1, rule: Int?.none, number: 0)
    for (number, (instance, outcome)) in builder.outcomes.enumerated() {
      let isSame = place.instance == instance && place.rule == outcome.rule
      place = (instance, outcome.rule, isSame ? place.number + 1 : 1)
      let event = machine.instances[instance]
      let rule = outcome.rule.map { ", rule \(spec.events[event.event].rules[$0].name)" } ?? ""
      let way = place.number > 1 ? ", way \(place.number)" : ""
      add("  \(number): \(spec.text(event))\(rule)\(way)")
    }
  }

  private func text(_ state: [Value]) -> String {
    zip(spec.variables, state).map { "\($0.name) = \($0.type.text($1))" }.joined(separator: ", ")
  }
}
