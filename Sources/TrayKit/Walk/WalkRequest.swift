/// A request to check specs by random walks.
public struct WalkRequest: Sendable {
  /// The default number of walks, if there is no time limit.
  public static let defaultWalks = 10_000
  /// The default maximum number of steps in a walk.
  public static let defaultSteps = 200

  /// The specs, worlds, properties and other settings that walks share with a check. Limits of a search have no effect.
  public var check: CheckRequest
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
