import Reports
import Semantics
import Traces

/// The results for every instance count of a symmetric type, as plain data.
public struct AnySizeVerdict: Codable, Sendable {
  /// The type whose instance count is unbounded.
  public var type: String
  /// The other symmetric types, with their instance counts.
  public var others: [Trace.Binding]
  /// The instance counts that were checked one by one, ascending from 1.
  public var sizes: [Size] = []
  /// The sets of views that were found, those of fewer names first.
  public var views: [Views] = []
  /// The claims, in the order of the text.
  public var claims: [Claim]
  /// Conditions that follow from the last set of views. They hold for every instance count, and each can be pasted into
  /// the spec as an invariant.
  public var conditions: [String] = []
  /// An unused name for each of the conditions.
  public var conditionNames: [String] = []

  /// An ordinary check with one instance count.
  public struct Size: Codable, Sendable {
    /// The instance count.
    public var names: Int
    /// The number of stored states.
    public var states: Int
    /// Whether all states were visited.
    public var exhaustive: Bool
  }

  /// A set of views: all reachable projections of states onto a number of names, for every instance count.
  public struct Views: Codable, Sendable {
    /// The number of names in a view.
    public var names: Int
    /// The number of views.
    public var count: Int
    /// The number of states with a few more names that were examined to find them.
    public var states: Int
  }

  /// The result for a property or general check, for every instance count.
  public struct Claim: Codable, Sendable {
    /// The name of the property, or the kind of a general check.
    public var name: String
    /// The keyword of the property; nil for a general check.
    public var keyword: PropertyKeyword?
    /// The status of the claim.
    public var status: Status
    /// The number of names in the views that prove it; nil unless it holds.
    public var views: Int?
    /// The smallest instance count that violates it; nil unless it is violated.
    public var violatedFrom: Int?
    /// The violation with that instance count; nil unless it is violated.
    public var violation: ViolationVerdict?
    /// The reason why it is not established; nil otherwise.
    public var reason: String?
    /// The place of the reason; nil if there is none.
    public var place: TextPlace?
    /// Whether the world expects the claim to be violated. With `and others`, this is also true if it is violated.
    public var announced: Bool = false

    /// The status of a claim.
    public enum Status: String, Codable, Sendable {
      /// It holds for every instance count.
      case holds
      /// Some instance count violates it.
      case violated
      /// It is neither proved nor violated.
      case notEstablished = "not-established"
    }
  }
}

extension WorldVerdict {
  /// The results for every instance count, for each symmetric type; nil unless they were requested.
  public var anySize: [AnySizeVerdict]? {
    additions.lazy.compactMap { $0 as? AnySizeAddition }.first?.verdicts
  }
}
