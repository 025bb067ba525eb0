import Semantics
import Traces

/// The fairness that an `eventually` needs in order to hold, for `--explain fairness`.
public struct FairnessVerdict: Codable, Sendable {
  /// The name of the `eventually`.
  public var property: String
  /// Groups of declared fairness. The property would be violated without all fairness of a group, and it holds with the
  /// fairness of these groups alone. Empty if it needs none; nil if a limit was reached, or if states were not stored
  /// one by one.
  public var needed: [[Demand]]?

  /// Fairness that the spec declares.
  public struct Demand: Codable, Sendable {
    /// The declaration, such as `fair on send`.
    public var text: String
    /// The name of the event.
    public var event: String
    /// The name of the rule; nil for the event as a whole.
    public var rule: String?
    /// Whether only a user does it: the event is in the group `user`. Nil if it is not.
    public var isOfUser: Bool?
  }

  /// Returns the needed fairness for each `eventually` that holds in a world.
  static func all(in world: WorldReport) -> [FairnessVerdict] {
    let spec = world.spec
    return world.result.properties.compactMap { verdict in
      let property = spec.properties[verdict.property]
      guard verdict.status == .holds, property.keyword == .eventually else { return nil }
      return FairnessVerdict(
        property: property.name,
        needed: verdict.neededFairness?.map { $0.map { Demand($0, in: spec) } })
    }
  }
}

extension FairnessVerdict.Demand {
  fileprivate init(_ demand: FairnessDemand, in spec: CheckedSpec) {
    let declared = spec.events[demand.event]
    let isPartial = demand.rule == nil && declared.fairness == .none
    text = demand.text(in: spec) + (isPartial ? "(…)" : "")
    event = declared.name
    rule = demand.rule.map { declared.rules[$0].name }
    isOfUser = declared.isOfUser ? true : nil
  }
}

/// Renders the fairness that the properties of a world need.
struct NeededFairnessText {
  let style: TextStyle

  func render(_ verdicts: [FairnessVerdict]) -> [String] {
    let lines = verdicts.flatMap { verdict in
      WrappedText.lines(
        "\(verdict.property): \(Self.text(verdict))", width: max(20, style.width - 6)
      )
      .map { "      " + $0 }
    }
    let none = lines.isEmpty ? ["      no 'eventually' is known to hold"] : []
    return ["", "    " + style.bold("needed fairness:")] + lines + none
  }

  private static func text(_ verdict: FairnessVerdict) -> String {
    guard let needed = verdict.needed else {
      return "not computed; a limit was reached, or states were not stored one by one"
    }
    if needed.isEmpty { return "none" }
    return Wording.list(
      needed.map { group in
        (group.count > 1 ? "at least one of " : "") + group.map(text).joined(separator: " or ")
      })
  }

  private static func text(_ demand: FairnessVerdict.Demand) -> String {
    demand.text + (demand.isOfUser == nil ? "" : " (only a user does it)")
  }
}
