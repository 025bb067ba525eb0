import Reports
import Semantics

/// Which random walks to do, over which specs.
public struct WalkRequest: Sendable {
  /// How many walks are done if neither the request nor the world tells, nor a time limit.
  public static let defaultWalks = 10_000
  /// How many steps a walk has if neither the request nor the world tells.
  public static let defaultSteps = 200

  /// Specs, worlds, properties and what else walks have in common with a check. Limits of a search
  /// are of no effect.
  public var check: CheckRequest
  /// What all draws follow from; by default that of the world, else a fresh one.
  public var seed: UInt64?
  /// How many walks to do in each world; by default as many as the time limit allows, or as many as
  /// the world tells.
  public var walks: Int?
  /// How many steps a walk has at most.
  public var steps: Int?
  /// Which part of the walks to do here, which needs a seed; nil for all.
  public var shard: WalkShard?

  /// A request for walks in all worlds of the specs that a check would check.
  public init(_ check: CheckRequest) { self.check = check }
}

/// One of several parts of the same walks, which run anywhere and are merged afterwards.
public struct WalkShard: Sendable, Equatable {
  /// From 1 up to the number of parts.
  public let number: Int
  /// How many parts there are.
  public let count: Int

  /// More parts than this are of no use.
  public static let maximumCount = 1_000_000

  /// Part `number` of `count`; nil unless it is one of them.
  public init?(_ number: Int, of count: Int) {
    guard (1...Self.maximumCount).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }
}

extension WalkRequest: Job {
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
