import Basics
import Reports
import Semantics

/// A request to check specs by random walks.
public struct WalkRequest: Sendable {
  /// The default number of walks, if there is no time limit.
  public static let defaultWalks = 10_000
  /// The default maximum number of steps in a walk.
  public static let defaultSteps = 200

  /// The specs, worlds, properties and other settings that walks share with a check. Limits of a search have no effect.
  @Boxed public var check: CheckRequest
  /// The seed of all random choices; nil for that of the world, or else a new one.
  public var seed: UInt64?
  /// The number of walks in each world; nil for that of the world, or else as many as the time limit allows.
  public var walks: Int?
  /// The maximum number of steps in a walk; nil for that of the world, or else the default.
  public var steps: Int?
  /// The part of the walks to do here, which requires a seed; nil for all.
  public var shard: WalkShard?

  /// Creates a request for walks in all worlds of the specs of a check.
  public init(_ check: CheckRequest) { self.check = check }
}

/// One of several parts of the same walks, which can run anywhere and are merged afterwards.
public struct WalkShard: Sendable, Equatable {
  /// The number of the part, from 1 to the number of parts.
  public let number: Int
  /// The number of parts.
  public let count: Int

  /// The maximum number of parts.
  public static let maximumCount = 1_000_000

  /// Creates part `number` of `count`; nil if the numbers are out of range.
  public init?(_ number: Int, of count: Int) {
    guard (1...Self.maximumCount).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }
}

extension WalkRequest: Job {
  /// Walks the specs at random.
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> CheckOutcome {
    try outcome(tell: { _ in }, isInterrupted: isInterrupted)
  }

  /// Stored counterexamples are not replayed, and the cache is not used, since walks of a new seed are other walks.
  /// A seed that neither the request nor the world gives is drawn below 2³².
  ///
  /// - Parameter tell: called with each event, from other threads, one at a time.
  package func outcome(
    tell: @escaping @Sendable (RunEvent) -> Void = { _ in },
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> CheckOutcome {
    let words = check.vocabulary
    for (member, number) in [(words.walks, walks), (words.steps, steps)]
    where number.map({ $0 < 1 }) ?? false {
      throw RequestError("\(member): there has to be one at least")
    }
    if shard != nil, seed == nil {
      throw RequestError(
        "\(words.shard): all parts need the same \(words.seed), and there is none")
    }
    var walks = self
    walks.check.replaysCounterexamples = false
    let run = CheckRun(walks.check, tell: tell, isInterrupted: isInterrupted)
    let freshSeed = UInt64.random(in: 0..<1 << 32)
    var report = try run.waited(.walk(walks, freshSeed: freshSeed))
    report.shard = ShardDocument(report, request: ShardDocument.Request(walks.check))
    run.events.finish(report)
    return CheckOutcome(report: report)
  }
}
