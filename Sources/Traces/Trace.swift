import Semantics

/// A path to a violation, in the terms of the spec.
public struct Trace: Sendable, Codable {
  /// A change of a variable or of a part of it.
  public struct Change: Sendable, Equatable, Codable {
    /// The variable or part, such as `awake` or `tray[ID#1].kind`.
    public var place: String
    /// The value before the change.
    public var old: String
    /// The value after the change.
    public var new: String
    /// The kind of change of a list element that exists only before or only after; nil for other changes.
    public var element: Element?

    /// The kind of change of a list element.
    public enum Element: String, Sendable, Codable { case added, removed }

    package init(place: String, old: String, new: String, element: Element? = nil) {
      self.place = place
      self.old = old
      self.new = new
      self.element = element
    }

    /// The change on one line.
    public var text: String {
      switch element {
      case nil: "\(place): \(old) → \(new)"
      case .added: "\(place): added \(new)"
      case .removed: "\(place): removed \(old)"
      }
    }
  }

  /// A place in the text of the spec; both numbers are counted from 1.
  public struct Place: Sendable, Equatable, Codable {
    /// The line of the text.
    public var line: Int
    /// The column in the line, in Unicode scalars.
    public var column: Int
    /// The path of a used file that contains the place; nil for the file of the spec.
    public var path: String?

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    package init(_ file: SourceFile, _ range: SourceRange) {
      let location = file.location(of: range.start)
      line = location.line
      column = location.column
      path = file.usedPath(at: range)
    }

    /// The place in the format of compilers, in a spec with that path.
    package func text(in spec: String) -> String { "\(path ?? spec):\(line):\(column)" }

    /// The place for readers who know the spec, such as `line 12`.
    package var lineText: String { "line \(line)" + (path.map { " of \($0)" } ?? "") }
  }

  /// An event in a trace, with its changes.
  public struct Step: Sendable, Codable {
    /// The event with its arguments, such as `tap(id: ID#1)`.
    public var event: String
    /// The rule that applied; nil for an event without rules.
    public var rule: String?
    /// The place of the rule in the text of the spec, or of the event if it has no rules; nil for `tick`.
    public var place: Place?
    /// The values that `choose` selected, such as `x = ID#2`.
    public var choices: [String]
    /// The smallest changed parts of variables, in the order of the text.
    public var changes: [Change]
    /// The emitted signals, in order.
    public var signals: [String]
  }

  /// A name with its value.
  public struct Binding: Sendable, Equatable, Codable {
    /// The name in the spec.
    public var name: String
    /// The value in the notation of specs.
    public var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The variables at the start, with their values.
  public var start: [Binding]
  /// The steps of the trace, in order.
  public var steps: [Step]
  /// The event that was tried at the end and had no outcome, or several applicable rules; nil if there is none.
  public var attempt: String?
  /// The number of steps before the loop of an infinite trace; nil for a finite one. If no steps remain, nothing
  /// happens any more.
  public var loop: Int?
  /// The number of steps before a path from one of the states to a goal; nil if the trace shows none.
  public var way: Int?

  /// Describes a path.
  package init(_ path: Path, attempt: EventInstance? = nil, in spec: CheckedSpec) {
    start = spec.shown(path.start).map {
      Binding(name: $0.variable.name, value: $0.variable.type.text($0.value))
    }
    var state = path.start
    steps = []
    for step in path.steps {
      steps.append(Self.step(step, from: state, in: spec))
      state = step.state
    }
    self.attempt = attempt.map { spec.text($0) }
  }

  /// Describes a single step from a state.
  package static func step(
    _ step: Semantics.Step, from state: [Value], in spec: CheckedSpec
  ) -> Step {
    let event = spec.events[step.instance.event]
    let range = step.rule.map { event.rules[$0].range } ?? event.range
    return Step(
      event: spec.text(step.instance), rule: step.rule.map { event.rules[$0].name },
      place: event.isTick ? nil : Place(spec.file, range),
      choices: step.choices.map { "\($0.name) = \($0.type.text($0.value))" },
      changes: spec.changes(from: state, to: step.state),
      signals: step.signals.map { spec.text($0) })
  }
}

extension CheckedSpec {
  /// The smallest parts of the variables in which two states differ.
  package func changes(from old: [Value], to new: [Value]) -> [Trace.Change] {
    var changes: [Trace.Change] = []
    for (variable, (old, new)) in zip(variables, zip(old, new)) where variable.monitor == nil {
      variable.type.changes(from: old, to: new, at: variable.name, into: &changes)
    }
    return changes
  }
}

extension Type {
  /// The smallest parts in which two values differ.
  package func changes(
    from old: Value, to new: Value, at place: String, into changes: inout [Trace.Change]
  ) {
    guard old != new else { return }
    switch (self, old, new) {
    case (.optional(let inner), _, _) where old != .none && new != .none:
      inner.changes(from: old, to: new, at: place, into: &changes)
    case (.structure(let type), .record(let olds), .record(let news)):
      for (field, (old, new)) in zip(type.fields, zip(olds, news)) {
        field.type.changes(
          from: old, to: new, at: "\(place).\(field.name ?? "_")", into: &changes)
      }
    case (.table(let key, let content), .table(let olds), .table(let news)):
      for (key, (old, new)) in zip(key.allValues.map(key.text), zip(olds, news)) {
        content.changes(from: old, to: new, at: "\(place)[\(key)]", into: &changes)
      }
    case (.map(let key, let content), .map(let oldKeys, let olds), .map(let newKeys, let news)):
      for each in Set(oldKeys).union(newKeys).sorted() {
        let old = oldKeys.firstIndex(of: each).map { olds[$0] } ?? .none
        let new = newKeys.firstIndex(of: each).map { news[$0] } ?? .none
        Type.optional(content).changes(
          from: old, to: new, at: "\(place)[\(key.text(each))]", into: &changes)
      }
    case (.list(let element, _), .list(let olds), .list(let news)):
      let (before, after) = (text(old), text(new))
      guard before.count + after.count > Self.shortLists,
        element.changes(fromList: olds, to: news, at: place, into: &changes)
      else { return changes.append(Trace.Change(place: place, old: before, new: after)) }
    default: changes.append(Trace.Change(place: place, old: text(old), new: text(new)))
    }
  }

  /// The maximum total length of lists that are shown in full, in characters.
  private static let shortLists = 80

  /// Adds the changes between two lists of equal length, or between lists of which one has additional elements at one
  /// index; returns false for others. A missing element has the value nil, as in a map.
  private func changes(
    fromList old: [Value], to new: [Value], at place: String, into changes: inout [Trace.Change]
  ) -> Bool {
    if old.count == new.count {
      for (index, (old, new)) in zip(old, new).enumerated() {
        self.changes(from: old, to: new, at: "\(place)[\(index)]", into: &changes)
      }
      return true
    }
    let (short, long) = old.count < new.count ? (old, new) : (new, old)
    let first = zip(short, long).prefix { $0 == $1 }.count
    guard short[first...] == long.suffix(short.count - first) else { return false }
    for index in first..<first + long.count - short.count {
      let (there, absent) = (text(long[index]), Type.optional(self).text(.none))
      changes.append(
        Trace.Change(
          place: "\(place)[\(index)]", old: old.count < new.count ? absent : there,
          new: old.count < new.count ? there : absent,
          element: old.count < new.count ? .added : .removed))
    }
    return true
  }
}
