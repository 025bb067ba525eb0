import Reports

extension Exploration {
  /// The answer to a typed line.
  public enum Answer: Sendable {
    /// The line was empty, or a comment.
    case nothing
    /// The current state, with a note on the way to it.
    case state(Scene, note: String?)
    /// The value of an expression, and its type.
    case value(String, type: String)
    /// Several steps with different results fit the line, and none was taken.
    case which([NumberedStep])
    /// The reasons why an event is impossible, and its possible steps.
    case refusals([Refusal], possible: [NumberedStep])
    /// All later states were visited, and none fulfils the condition.
    case notFound
    /// A scenario, the list of places, or that of commands.
    case text(String)
    /// The line could not be carried out.
    case error(SearchError)
    /// The line ends the exploration.
    case end
  }

  /// A possible step, with its number in ``Scene/steps``, counted from 1.
  public struct NumberedStep: Sendable, Encodable {
    /// The number.
    public var number: Int
    /// The step.
    public var step: Step
  }

  /// The reasons why some instances of an event, or of one of its rules, are impossible.
  public struct Refusal: Sendable, Encodable {
    /// The event with the arguments of the instances, and the rule if the line names one.
    public var event: String
    /// The conditions that are false, with their values, one line each.
    public var reasons: [String]
  }
}

extension Exploration.Answer {
  /// The question after several steps fit.
  public static func question(_ steps: [Exploration.NumberedStep]) -> String {
    let numbers = steps.prefix(8).map { String($0.number) } + (steps.count > 8 ? ["…"] : [])
    let arguments = steps.first?.step.arguments ?? []
    let isOneEvent = steps.allSatisfy { $0.step.arguments.map(\.name) == arguments.map(\.name) }
    let names = arguments.enumerated().filter { place, _ in
      isOneEvent && Set(steps.map { $0.step.arguments[place].values }).count > 1
    }.map(\.element.name)
    let more = names.isEmpty ? "" : ", or give \(Wording.list(names)) too"
    return "which? steps \(Wording.list(numbers)) fit: type a number\(more)"
  }
}
