import Semantics
import Traces

/// Why a world has as many states as it has, and what would make them fewer: as plain data.
public struct SizeVerdict: Codable, Sendable {
  /// What a variable has to do with it.
  public struct Variable: Codable, Sendable {
    /// As the spec calls it.
    public var name: String
    /// Its type, as the spec could write it.
    public var type: String
    /// Where it is declared.
    public var place: TextPlace
    /// How many bits of a state it takes.
    public var bits: Int
    /// How many values it has in the states that were looked at.
    public var values: Int
    /// The standard error of that as a share of it; nil if it is exact.
    public var valuesError: Double?
    /// By how much it multiplies the states that there are without it.
    public var factor: Double
    /// The standard error of that as a share of it; nil if it is exact.
    public var factorError: Double?
    /// The factor is at least that, since symmetric names are told apart in what was counted.
    public var isAtLeast: Bool?
    /// A variable whose value tells its own in every state; nil if there is none.
    public var toldBy: String?
  }

  /// What is in a part of a variable, under all keys and at all places together.
  public struct Field: Codable, Sendable {
    /// Such as `tray[…].kind`, or `tray.count` for how many elements there are.
    public var name: String
    /// How many values it has in the states that were looked at.
    public var values: Int
    /// The standard error of that as a share of it; nil if it is exact.
    public var valuesError: Double?
    /// The least number; nil for what is no number.
    public var least: Int?
    /// The greatest number that it has.
    public var greatest: Int?
    /// The greatest that its type has.
    public var bound: Int?
    /// In how many of the states it has that.
    public var statesAtBound: Int?
  }

  /// How often something happens.
  public struct Steps: Codable, Sendable {
    /// The event.
    public var event: String
    /// The rule; nil for an event without rules.
    public var rule: String?
    /// From how many stored states, with all arguments.
    public var count: Int
  }

  /// What another value of a bound would make of it.
  public struct Bound: Codable, Sendable {
    /// What it bounds.
    public var name: String
    /// Where the number is.
    public var place: TextPlace
    /// The number.
    public var value: Int
    /// What one less would make.
    public var lower: Neighbour?
    /// What one more would make.
    public var higher: Neighbour?

    /// Another value.
    public struct Neighbour: Codable, Sendable {
      /// The number.
      public var value: Int
      /// How many states would be stored.
      public var states: Int
      /// Whether that was `measured` or is `extrapolated` from smaller values.
      public var basis: String
    }
  }

  /// What could be done.
  public struct Advice: Codable, Sendable {
    /// What is large, in a sentence without its end.
    public var reason: String
    /// What to write instead.
    public var mend: String
    /// Where.
    public var place: TextPlace
    /// How many times fewer states there would be, at most.
    public var factor: Double
    /// Such as `measured`.
    public var basis: String
  }

  /// Whether it was asked for; if not, only the first states were looked at, and bounds were not changed.
  public var isAsked: Bool
  /// How many states are stored: one of each orbit.
  public var stored: Int
  /// How many of them were looked at, the first ones.
  public var lookedAt: Int
  /// The variables, from the one that multiplies the states most.
  public var variables: [Variable]
  /// Their parts, in the order of the text.
  public var fields: [Field]
  /// Steps from the stored states, the most frequent first.
  public var steps: [Steps]
  /// How many states are that many steps from the starts.
  public var levels: [Int]
  /// The bounds of the world; empty unless that was asked.
  public var bounds: [Bound]
  /// What would make the states fewer, the most first.
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
