import Semantics
import Traces

/// An explanation of the number of a world's states, with advice on reducing it, as plain data.
public struct SizeVerdict: Codable, Sendable {
  /// The contribution of a variable to the number of states.
  public struct Variable: Codable, Sendable {
    /// The name of the variable.
    public var name: String
    /// The type of the variable, in the notation of specs.
    public var type: String
    /// The place of the declaration.
    public var place: TextPlace
    /// The number of bits of a state that the variable takes.
    public var bits: Int
    /// The number of values in the examined states.
    public var values: Int
    /// The relative standard error of the number of values; nil if it is exact.
    public var valuesError: Double?
    /// The factor by which the variable multiplies the states.
    public var factor: Double
    /// The relative standard error of the factor; nil if it is exact.
    public var factorError: Double?
    /// Whether the factor is a lower bound, because symmetric names were distinguished in the count.
    public var isAtLeast: Bool?
    /// A variable that determines the value of this one in every state; nil if there is none.
    public var toldBy: String?
  }

  /// A part of a variable, over all of its keys and indices.
  public struct Field: Codable, Sendable {
    /// The name of the part, such as `tray[…].kind`, or `tray.count` for the number of elements.
    public var name: String
    /// The number of values in the examined states.
    public var values: Int
    /// The relative standard error of the number of values; nil if it is exact.
    public var valuesError: Double?
    /// The smallest integer in the examined states; nil for other types.
    public var least: Int?
    /// The largest integer in the examined states; nil for other types.
    public var greatest: Int?
    /// The largest integer of the type; nil for other types.
    public var bound: Int?
    /// The number of states in which the part has the largest integer; nil for other types.
    public var statesAtBound: Int?
  }

  /// The frequency of an event or rule.
  public struct Steps: Codable, Sendable {
    /// The name of the event.
    public var event: String
    /// The name of the rule; nil for an event without rules.
    public var rule: String?
    /// The number of stored states from which it is taken, over all arguments.
    public var count: Int
  }

  /// The effect of another value of a bound.
  public struct Bound: Codable, Sendable {
    /// The name of the bound.
    public var name: String
    /// The place of the number.
    public var place: TextPlace
    /// The value of the bound.
    public var value: Int
    /// The effect of a value smaller by one; nil if it is unknown.
    public var lower: Neighbour?
    /// The effect of a value larger by one; nil if it is unknown.
    public var higher: Neighbour?

    /// The effect of one value of a bound.
    public struct Neighbour: Codable, Sendable {
      /// The value of the bound.
      public var value: Int
      /// The number of stored states.
      public var states: Int
      /// The origin of the number: `measured`, or `extrapolated` from smaller values.
      public var basis: String
    }
  }

  /// A piece of advice on reducing the number of states.
  public struct Advice: Codable, Sendable {
    /// A sentence without a full stop about the cause.
    public var reason: String
    /// The suggested change.
    public var mend: String
    /// The place of the change.
    public var place: TextPlace
    /// The maximum factor by which the number of states decreases.
    public var factor: Double
    /// The origin of the factor, such as `measured`.
    public var basis: String
  }

  /// Whether the explanation was requested. Otherwise, only the first states were examined, and bounds were not
  /// changed.
  public var isAsked: Bool
  /// The number of stored states: one for each orbit.
  public var stored: Int
  /// The number of examined states, which are the first ones.
  public var lookedAt: Int
  /// The variables, sorted by descending factor.
  public var variables: [Variable]
  /// The parts of variables, in the order of the text.
  public var fields: [Field]
  /// The steps from the stored states, the most frequent first.
  public var steps: [Steps]
  /// The number of states at each distance from the initial states.
  public var levels: [Int]
  /// The bounds of the world; empty unless they were requested.
  public var bounds: [Bound]
  /// The advice, the most effective first.
  public var advice: [Advice]
}

extension SizeVerdict {
  init?(_ world: WorldReport) {
    guard let size = world.result.size else { return nil }
    let spec = world.spec
    isAsked = size.isAsked
    stored = size.stored
    lookedAt = size.states
    variables = size.variables.filter { spec.variables[$0.variable].monitor == nil }
      .map { Variable($0, size, spec) }.sorted { $0.factor > $1.factor }
    fields = size.fields.filter { spec.variables[$0.variable].monitor == nil }
      .map { Field($0, spec) }
    steps = size.steps.map {
      let event = spec.events[$0.event]
      return Steps(event: event.name, rule: $0.rule.map { event.rules[$0].name }, count: $0.count)
    }.sorted { $0.count > $1.count }
    levels = size.levels
    bounds = world.bounds.map { Bound($0, spec.file) }
    advice = SizeAdvice(world, size).advice
  }
}

extension SizeVerdict.Variable {
  fileprivate init(
    _ variable: SizeExplanation.Variable, _ size: SizeExplanation, _ spec: CheckedSpec
  ) {
    let declared = spec.variables[variable.variable]
    name = declared.name
    type = declared.type.description
    place = TextPlace(spec.file, declared.range)
    bits = variable.bits
    values = variable.values.value
    valuesError = variable.values.isExact ? nil : variable.values.error
    factor = max(1, size.factor(variable))
    factorError = variable.others.isExact ? nil : variable.others.error
    isAtLeast = variable.isBound ? true : nil
    toldBy = variable.determiners.first.map { spec.variables[$0].name }
  }
}

extension SizeVerdict.Field {
  fileprivate init(_ field: SizeExplanation.Field, _ spec: CheckedSpec) {
    name = spec.variables[field.variable].name + field.path
    values = field.values.value
    valuesError = field.values.isExact ? nil : field.values.error
    least = field.range?.lowerBound
    greatest = field.range?.upperBound
    bound = field.greatest
    statesAtBound = field.statesAtGreatest > 0 ? field.statesAtGreatest : nil
  }
}

extension SizeVerdict.Bound {
  fileprivate init(_ sizes: BoundSizes, _ file: SourceFile) {
    func neighbour(_ found: BoundSizes.Neighbour?) -> Neighbour? {
      found.map { Neighbour(value: $0.value, states: $0.states, basis: $0.basis.rawValue) }
    }
    name = sizes.name
    place = TextPlace(file, sizes.range)
    value = sizes.value
    lower = neighbour(sizes.lower)
    higher = neighbour(sizes.higher)
  }
}
