/// A small random spec about fairness, the same for the same seed: `RandomFairSpec(seed: 7).text`.
///
/// It has a few dozen states at most, rarely more than 20, so trying all sets of states can decide its properties.
/// Events and rules are fair, strongly fair or neither, most state is about interchangeable names, and the properties
/// are `eventually` and `possible`. Nothing in it faults; it may have gaps, deadlocks and loops whose outcome depends
/// on their order. Every third spec has a `terminal`.
public struct RandomFairSpec: Sendable, CustomStringConvertible {
  /// The seed of the spec.
  public let seed: UInt64
  /// The text of the spec.
  public let text: String
  /// Pairs of properties of which the second states that eventually always the first fails.
  public let contradictions: [(first: String, second: String)]

  /// Makes the spec of a seed.
  ///
  /// - Parameters:
  ///   - maximumStates: the maximum number of combinations of values of its variables.
  ///   - isCrowded: its first type has four to six names instead of two or three, its events more
  ///     parameters, and many of them are fair.
  public init(seed: UInt64, maximumStates: Int = 40, isCrowded: Bool = false) {
    self.seed = seed
    var writer = RandomFairSpecWriter(
      seed: seed, maximumStates: maximumStates, isCrowded: isCrowded)
    text = writer.write()
    contradictions = writer.contradictions
  }

  /// Its name in a parameterized test.
  public var description: String { "random fair spec \(seed)" }

  /// The text without any word about fairness.
  public var unfairText: String {
    let isPromise = { (line: Substring) in line.contains("fair on ") && !line.hasSuffix("{") }
    return text.split(separator: "\n").filter { !isPromise($0) }.joined(separator: "\n")
      .replacing("strongly fair ", with: "").replacing("fair ", with: "")
  }

  /// The text with weak instead of strong fairness.
  public var weakText: String { text.replacing("strongly fair ", with: "fair ") }
}

/// A type whose values are keys, elements and parameters: interchangeable names, or numbers.
struct FairDomain: Sendable {
  var name: String
  var count: Int
  var isSymmetric: Bool

  var declaration: String {
    isSymmetric ? "symmetric \(name)(\(count))" : "type \(name) = 0..<\(count)"
  }
}

/// The type of a variable in a random fair spec; the numbers are indices of domains.
enum FairKind: Hashable, Sendable {
  case flag
  case phase
  case element(Int)
  case set(Int)
  case pointer(Int)
  case flags(Int)
  case phases(Int)
  case links(Int, Int)
  case queue(Int)
  /// Up to two messages, each to a name, and read or not.
  case messages(Int, isBag: Bool)
  case timer(Int)

  static let phaseNames = ["idle", "busy", "done"]

  func cardinality(_ domains: [FairDomain]) -> Int {
    func power(_ base: Int, _ domain: Int) -> Int {
      (0..<domains[domain].count).reduce(1) { result, _ in result * base }
    }
    return switch self {
    case .flag: 2
    case .phase: 3
    case .element(let domain): domains[domain].count
    case .set(let domain), .flags(let domain): power(2, domain)
    case .pointer(let domain): domains[domain].count + 1
    case .phases(let domain): power(3, domain)
    case .links(let key, let content): power(domains[content].count + 1, key)
    case .queue(let domain):
      1 + domains[domain].count + domains[domain].count * domains[domain].count
    case .messages(let domain, let isBag):
      1 + 2 * domains[domain].count + domains[domain].count
        * (2 * domains[domain].count + (isBag ? 1 : -1))
    case .timer(let maximum): maximum + 2
    }
  }
}
