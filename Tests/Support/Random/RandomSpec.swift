/// A random spec as text, well typed, the same for the same seed: `RandomSpec(seed: 7).text`.
///
/// It has a handful of types of all sorts, some state, functions, procedures and events, and properties about them.
/// Its steps may have gaps, overlaps and faults, its loops may depend on their order, and its properties may fail:
/// the test has to compute the expected results in another way. State spaces have hundreds of states, rarely more.
public struct RandomSpec: Sendable, CustomStringConvertible {
  /// The seed of the spec.
  public let seed: UInt64
  /// The text of the spec.
  public let text: String
  /// The world to check, which may make some things impossible from the start; nil for the one without settings.
  public var world: String? { [nil, "other", "none", "off"][Int(seed / 4 % 4)] }

  /// Makes the spec of a seed.
  /// - Parameters:
  ///   - hasLocalMaps: whether its rules contain maps and dependent names, which take longer than the rest.
  ///   - hasOpenValues: whether values are of no declared type.
  ///   - hasLargeNumbers: whether there may be some of more than 30 bits.
  public init(
    seed: UInt64, hasLocalMaps: Bool = false, hasOpenValues: Bool = false,
    hasLargeNumbers: Bool = true
  ) {
    self.seed = seed
    var writer = RandomSpecWriter(seed: seed)
    writer.hasLocalMaps = hasLocalMaps
    writer.hasOpenValues = hasOpenValues
    writer.hasLargeNumbers = hasLargeNumbers
    text = writer.write()
  }

  /// Its name in a parameterized test.
  public var description: String { "random spec \(seed)" }

  /// The specs of the seeds from 0 on.
  public static func first(_ count: Int) -> [RandomSpec] {
    (0..<count).map { RandomSpec(seed: UInt64($0)) }
  }
}

/// Writes a random spec, declaration by declaration.
struct RandomSpecWriter {
  struct Name {
    var text: String
    var kind: RandomKind
    var isMutable: Bool
  }

  struct Callable {
    var name: String
    var parameters: [RandomKind]
    /// The type of the result; nil for a procedure.
    var result: RandomKind?
  }

  var random: SplitMix64
  /// Draws for parts that were added to the language later, so that the rest of a seed's spec is unchanged.
  var later: SplitMix64
  var types = RandomTypes()
  var variables: [Name] = []
  var functions: [Callable] = []
  /// The function that reads a step.
  var stepFunction: Callable?
  /// The heads of functions, for repeating their declarations.
  var functionHeads: [(head: String, parameters: [Name], result: RandomKind)] = []
  var procedures: [Callable] = []
  var signals: [(name: String, field: RandomKind?)] = []
  var events: [(name: String, parameters: [Name], rules: [String])] = []
  /// Parameters and local names in force.
  var locals: [Name] = []
  var nameCount = 0
  /// The branching so far. Loops and choices multiply, so one inside another is rare.
  var branching = 0
  /// The number of choices in the current body.
  var choices = 0
  /// Whether every event has a guard, so that some states are dead ends.
  var guardsAll = false
  /// Whether rules contain maps and dependent names.
  var hasLocalMaps = false
  /// Whether there are values of no declared type.
  var hasOpenValues = false
  var hasLargeNumbers = true

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    later = SplitMix64(seed: ~seed)
  }

  /// Uses the draws of `later`, so that the following text is unchanged.
  mutating func aside<Result>(_ body: (inout Self) -> Result) -> Result {
    swap(&random, &later)
    defer { swap(&random, &later) }
    return body(&self)
  }

  mutating func freshName() -> String {
    nameCount += 1
    return "x\(nameCount)"
  }

  /// The names that an expression may read.
  var readable: [Name] { variables + locals }

  /// Runs `body` and forgets the local names that it declares.
  mutating func inScope<Result>(_ body: (inout Self) -> Result) -> Result {
    let count = locals.count
    defer { locals.removeSubrange(count...) }
    return body(&self)
  }

  mutating func write() -> String {
    guardsAll = random.oneIn(3)
    declareTypes()
    let limit = random.number(below: 3) + 1
    var lines = ["spec Random", "param limit: 0...4 = \(limit)", "param isOn = true"] + types.text
    lines += variableLines()
    lines += signalLines()
    for _ in 0..<random.number(below: 3) { lines.append(functionLine()) }
    for _ in 0..<random.number(below: 2) { lines += procedureLines() }
    for _ in 0..<3 + random.number(below: 3) { lines += eventLines() }
    lines += propertyLines()
    return lines.joined(separator: "\n") + "\n"
  }
}
