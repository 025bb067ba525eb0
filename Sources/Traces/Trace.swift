import Semantics

/// A path to a violation in the words of the spec's author.
public struct Trace: Sendable, Codable {
  /// A variable, or a part of one, before and after.
  public struct Change: Sendable, Equatable, Codable {
    /// Such as `awake` or `tray[ID#1].kind`.
    public var place: String
    /// Its value before.
    public var old: String
    /// Its value after.
    public var new: String
    /// For an element of a list that is there only before or only after.
    public var element: Element?

    /// What became of an element of a list.
    public enum Element: String, Sendable, Codable { case added, removed }

    package init(place: String, old: String, new: String, element: Element? = nil) {
      self.place = place
      self.old = old
      self.new = new
      self.element = element
    }

    /// On one line.
    public var text: String {
      switch element {
      case nil: "\(place): \(old) → \(new)"
      case .added: "\(place): added \(new)"
      case .removed: "\(place): removed \(old)"
      }
    }
  }

  /// A place in the text of the spec, both numbers counted from 1.
  public struct Place: Sendable, Equatable, Codable {
    /// From the start of the text.
    public var line: Int
    /// From the start of the line, in Unicode scalars.
    public var column: Int
    /// The file, if it is not that of the spec but one that it uses.
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

    /// As compilers tell a place, in a spec of that path.
    package func text(in spec: String) -> String { "\(path ?? spec):\(line):\(column)" }

    /// For who knows the spec, such as `line 12`.
    package var lineText: String { "line \(line)" + (path.map { " of \($0)" } ?? "") }
  }

  /// Something that happens, and what it changes.
  public struct Step: Sendable, Codable {
    /// The event with its arguments, such as `tap(id: ID#1)`.
    public var event: String
    /// The rule that applied, for an event with rules.
    public var rule: String?
    /// Where the rule stands in the text of the spec; the event, if it has no rules. Nil for `tick`,
    /// which stands nowhere.
    public var place: Place?
    /// What `choose` chose, such as `x = ID#2`.
    public var choices: [String]
    /// The smallest parts of variables that differ, in the order of the text.
    public var changes: [Change]
    /// The signals that were emitted, in their order.
    public var signals: [String]
  }

  /// A name with its value.
  public struct Binding: Sendable, Equatable, Codable {
    /// As the spec calls it.
    public var name: String
    /// What it stands for, as specs write it.
    public var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The variables at the start, with their values.
  public var start: [Binding]
  /// What happens, one after the other.
  public var steps: [Step]
  /// The event that was tried at the end and led nowhere, or to several rules.
  public var attempt: String?
  /// If the trace goes on for ever: how many of its steps come before those that are repeated. If none
  /// is repeated, nothing happens any more.
  public var loop: Int?
  /// If it shows a way from one of its states: how many of its steps lead to that.
  public var way: Int?

  /// Puts a path into words.
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

  /// Puts a single step from a state into words.
  package static func step(
    _ step: Semantics.Step, from state: [Value], in spec: CheckedSpec
  ) -> Step {
    let event = spec.events[step.instance.event]
    let range = step.rule.map { event.rules[$0].range } ?? event.range
    let isTick = if case .tick = event.body { true } else { false }
    return Step(
      event: spec.text(step.instance), rule: step.rule.map { event.rules[$0].name },
      place: isTick ? nil : Place(spec.file, range),
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

  /// Lists of so many characters together are shown whole.
  private static let shortLists = 80

  /// What differs between lists with as many elements, or of which one has some more in one place;
  /// false, and nothing is told, of others. What is not there has the value nil, as in a map.
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
