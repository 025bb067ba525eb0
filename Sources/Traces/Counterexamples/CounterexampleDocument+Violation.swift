import Semantics

extension CounterexampleDocument {
  /// Creates the document of a counterexample from any source.
  ///
  /// - Parameter path: the path of the spec, relative to the parent of the counterexample folder.
  package init(
    _ shown: Counterexample, in spec: CheckedSpec, path: String?, provenance: Provenance
  ) {
    let (violation, trace) = (shown.violation, shown.verdict.trace)
    self.spec = Spec(name: spec.name, path: path, digest: spec.file.digest)
    world = spec.worldName
    constants = Dictionary(
      spec.params.map { ($0.name, $0.type.text($0.value)) }
    ) { first, _ in first }
    property = Property(shown, in: spec)
    summary = shown.verdict.summary
    expect = spec.announcement(of: violation.finding) == nil ? .fixed : .violated
    shortest = violation.isProvedShortest ? .proved : .found
    found = provenance
    start = Dictionary(trace.start.map { ($0.name, $0.value) }) { first, _ in first }
    steps = zip(violation.path.steps, trace.steps).map { step, shown in
      let event = Event(step.instance, in: spec)
      return Step(
        event: event.event, arguments: event.arguments, rule: shown.rule,
        choices: step.choices.map { Choice(name: $0.name, value: $0.type.text($0.value)) },
        signals: shown.signals,
        changes: shown.changes.map { Change(place: $0.place, old: $0.old, new: $0.new) })
    }
    loop = violation.lasso?.loopStart
    attempt = violation.attempt.map { Event($0, in: spec) }
  }
}

extension CounterexampleDocument.Event {
  init(_ instance: EventInstance, in spec: CheckedSpec) {
    let declared = spec.events[instance.event]
    event = declared.name
    arguments = Dictionary(
      zip(declared.parameters, instance.arguments).map { ($0.name, $0.type.text($1)) }
    ) { first, _ in first }
  }
}

extension CounterexampleDocument.Property {
  /// The violated property, by name and by the text of the spec.
  package init(_ shown: Counterexample, in spec: CheckedSpec) {
    let violation = shown.violation
    var range = shown.range
    // The arguments of an invariant are visible in the state.
    let given = violation.arguments.isEmpty ? [] : shown.verdict.arguments ?? []
    arguments = Dictionary(given.map { ($0.name, $0.value) }) { first, _ in first }
    name = shown.verdict.name
    event = violation.attempt.map { spec.events[$0.event].name }
    kind = violation.word
    let rules = violation.finding.rules ?? [violation.finding.rule].compactMap(\.self)
    if !rules.isEmpty, let attempt = violation.attempt {
      self.rules = rules.map { spec.events[attempt.event].rules[$0].name }
    }
    if let fault = violation.fault {
      range = fault.range
      expression = spec.file.onOneLine(fault.range)
      inside = violation.finding.property.map { spec.properties[$0].name }
    }
    guard spec.file.usedPath(at: range) == nil else { return }
    let location = spec.file.location(of: range.start)
    line = location.line
    column = location.column
  }
}

extension SourceFile {
  /// The text of a range with single spaces between its words.
  package func onOneLine(_ range: SourceRange) -> String { Self.onOneLine(text(range)) }

  /// The text with each run of whitespace, including line ends, replaced by one blank.
  package static func onOneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
