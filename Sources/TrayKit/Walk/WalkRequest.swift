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
