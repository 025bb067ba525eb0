import Semantics

extension TrayMachine {
  /// The values of all variables at one moment.
  ///
  /// States are compared by their values alone, so use those of one machine together: a state of
  /// another world, or of another spec, may be equal by chance and mean something else.
  public struct State: Hashable, Sendable, CustomStringConvertible {
    /// What the values are called. All states of a machine share one object, so that a state is
    /// little more than its values.
    final class Names: Sendable {
      let spec: CheckedSpec
      init(_ spec: CheckedSpec) { self.spec = spec }
    }

    /// One for each variable, in the order of the spec.
    let values: [Value]
    let names: Names

    init(values: [Value], _ names: Names) {
      self.values = values
      self.names = names
    }

    /// The variables with their values, in the order of the text.
    ///
    /// It is made anew each time.
    public var variables: [Binding] {
      names.spec.shown(values).map { variable, value in
        Binding(name: variable.name, value: TrayValue(value, variable.type))
      }
    }

    /// The value of a variable; nil if there is no variable of that name.
    public subscript(name: String) -> TrayValue? {
      names.spec.variables.firstIndex { $0.name == name && $0.monitor == nil }.map {
        TrayValue(values[$0], names.spec.variables[$0].type)
      }
    }

    /// The value of a variable as a value of Swift; nil if it is none of that type.
    public subscript<Value: TrayRepresentable>(name: String, as type: Value.Type) -> Value? {
      self[name].flatMap(Value.init)
    }

    /// Each variable with its value, a line each.
    public var description: String {
      variables.map { "\($0.name) = \($0.value)" }.joined(separator: "\n")
    }

    /// Whether all variables have the same values.
    public static func == (left: State, right: State) -> Bool { left.values == right.values }
    /// By the values of the variables.
    public func hash(into hasher: inout Hasher) { hasher.combine(values) }
  }

  /// A name with its value.
  public struct Binding: Hashable, Sendable {
    /// As the spec calls it.
    public let name: String
    /// What it stands for.
    public let value: TrayValue
  }

  /// Something that happens, and the state after it.
  public struct Step: Hashable, Sendable, CustomStringConvertible {
    let step: Semantics.Step

    /// The state after it.
    public let state: State

    init(_ step: Semantics.Step, _ names: State.Names) {
      self.step = step
      state = State(values: step.state, names)
    }

    private var spec: CheckedSpec { state.names.spec }

    /// The name of the event.
    public var event: String { spec.events[step.instance.event].name }
    /// What it happens with, in the order of its parameters.
    public var arguments: [Binding] {
      zip(spec.events[step.instance.event].parameters, step.instance.arguments).map {
        Binding(name: $0.name, value: TrayValue($1, $0.type))
      }
    }
    /// The rule that applies, for an event with rules.
    public var rule: String? {
      step.rule.map { spec.events[step.instance.event].rules[$0].name }
    }
    /// What `choose` chose on the way.
    public var choices: [Binding] {
      step.choices.map { Binding(name: $0.name, value: TrayValue($0.value, $0.type)) }
    }
    /// The signals that it emits, in their order, with their values as specs write them.
    public var signals: [String] { step.signals.map { spec.text($0) } }
    /// The event with its arguments, as a scenario would name it: `tap(id: ID#1)`.
    public var description: String { spec.text(step.instance) }
  }

  /// What can happen in a state.
  ///
  /// Where there is no step, no problem and no limit, nothing can happen any more. Steps that lead to
  /// the same state are all there, as long as their events, arguments, rules or choices differ.
  public struct Successors: Sendable {
    /// In the order of the text and of the values.
    public internal(set) var steps: [Step] = []
    /// What goes wrong at events, and leads nowhere.
    public internal(set) var problems: [Problem] = []
    /// Where the tool goes no further, so that there may be other steps and problems; nil if these are all.
    public internal(set) var limit: String?
  }

  /// Something that goes wrong at an event.
  ///
  /// It is what a check tells as a violation of that kind.
  public struct Problem: Sendable {
    /// `gap`, `overlap` or `fault`.
    public let kind: ViolationKind
    /// The event with its arguments.
    public let event: String
    /// What is wrong, in a sentence.
    public let message: String

    /// Nil for a limit of the tool, of which nobody knows what is behind it.
    init?(_ problem: Reaction.Problem, of instance: EventInstance, in spec: CheckedSpec) {
      event = spec.text(instance)
      let rules = spec.events[instance.event].rules
      if let fault = problem.fault {
        if fault.isLimit { return nil }
        (kind, message) = (.fault, fault.limitText(in: spec.file))
      } else if let places = problem.finding.rules {
        let names = places.map { rules[$0].name }.joined(separator: ", ")
        (kind, message) = (.overlap, "several rules apply: \(names)")
      } else {
        (kind, message) = (.gap, "no rule applies")
      }
    }
  }
}
