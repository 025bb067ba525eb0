import Semantics

extension TrayMachine {
  /// The values of all variables at one moment.
  ///
  /// States are compared by their values alone, so compare only states of the same machine. A state of another world or
  /// spec may be equal by chance.
  public struct State: Hashable, Sendable, CustomStringConvertible {
    /// The names and types of the variables. All states of a machine share one object, so a state takes little more
    /// memory than its values.
    final class Names: Sendable {
      let spec: CheckedSpec
      init(_ spec: CheckedSpec) { self.spec = spec }
    }

    /// The values of the variables, in the order of the spec.
    let values: [Value]
    let names: Names

    init(values: [Value], _ names: Names) {
      self.values = values
      self.names = names
    }

    /// The variables with their values, in the order of the text.
    ///
    /// The array is computed on each access.
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

    /// The value of a variable as a Swift value; nil if it does not have that type.
    public subscript<Value: TrayRepresentable>(name: String, as type: Value.Type) -> Value? {
      self[name].flatMap(Value.init)
    }

    /// The variables with their values, one per line.
    public var description: String {
      variables.map { "\($0.name) = \($0.value)" }.joined(separator: "\n")
    }

    /// Whether all variables have the same values.
    public static func == (left: State, right: State) -> Bool { left.values == right.values }
    /// Hashes the values of the variables.
    public func hash(into hasher: inout Hasher) { hasher.combine(values) }
  }

  /// A name with its value.
  public struct Binding: Hashable, Sendable {
    /// The name in the spec.
    public let name: String
    /// The value of the name.
    public let value: TrayValue
  }

  /// An event that happens, with the state after it.
  public struct Step: Hashable, Sendable, CustomStringConvertible {
    let step: Semantics.Step

    /// The state after the event.
    public let state: State

    init(_ step: Semantics.Step, _ names: State.Names) {
      self.step = step
      state = State(values: step.state, names)
    }

    private var spec: CheckedSpec { state.names.spec }

    /// The name of the event.
    public var event: String { spec.events[step.instance.event].name }
    /// The arguments of the event, in the order of its parameters.
    public var arguments: [Binding] {
      zip(spec.events[step.instance.event].parameters, step.instance.arguments).map {
        Binding(name: $0.name, value: TrayValue($1, $0.type))
      }
    }
    /// The rule that applies; nil for an event without rules.
    public var rule: String? {
      step.rule.map { spec.events[step.instance.event].rules[$0].name }
    }
    /// The values that `choose` selected.
    public var choices: [Binding] {
      step.choices.map { Binding(name: $0.name, value: TrayValue($0.value, $0.type)) }
    }
    /// The emitted signals in order, with their values in the notation of specs.
    public var signals: [String] { step.signals.map { spec.text($0) } }
    /// The event with its arguments in the notation of scenarios: `tap(id: ID#1)`.
    public var description: String { spec.text(step.instance) }
  }

  /// The possible steps in a state, with the errors found there.
  ///
  /// A state without steps, problems and limit is a deadlock: nothing can happen any more. Steps to the same state are
  /// all listed if their events, arguments, rules or choices differ.
  public struct Successors: Sendable {
    /// The steps, in the order of the text and of the values.
    public internal(set) var steps: [Step] = []
    /// The errors at events, which have no following state.
    public internal(set) var problems: [Problem] = []
    /// The limit that cut the evaluation, so that other steps and problems may exist; nil if the result is complete.
    public internal(set) var limit: String?
  }

  /// An error at an event in a state.
  ///
  /// A check reports it as a violation of the same kind.
  public struct Problem: Sendable {
    /// The kind of the error: `gap`, `overlap` or `fault`.
    public let kind: ViolationKind
    /// The event with its arguments.
    public let event: String
    /// A sentence that describes the error.
    public let message: String

    /// Creates a problem; nil for a limit of the tool, after which the result is unknown.
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
