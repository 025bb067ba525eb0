import Semantics
import Traces

/// What is known for every number of names of a symmetric type, as plain data.
public struct AnySizeVerdict: Codable, Sendable {
  /// The type whose number of names is left open.
  public var type: String
  /// The other symmetric types, with their numbers of names.
  public var others: [Trace.Binding]
  /// The numbers of names that were checked one by one, ascending from 1.
  public var sizes: [Size]
  /// The sets of views that were found, those of fewer names first.
  public var views: [Views]
  /// What was asked, in the order of the text.
  public var claims: [Claim]
  /// What the last set of views rules out: conditions that hold with any number of names, each to be pasted into the
  /// spec as an invariant.
  public var conditions: [String]
  /// A name for each of the conditions, which nothing in the spec has.
  public var conditionNames: [String]

  /// An ordinary check with so many names.
  public struct Size: Codable, Sendable {
    /// How many names there were.
    public var names: Int
    /// How many states were stored.
    public var states: Int
    /// All states were visited.
    public var exhaustive: Bool

    package init(names: Int, states: Int, exhaustive: Bool) {
      self.names = names
      self.states = states
      self.exhaustive = exhaustive
    }
  }

  /// What all states together say of so many names at once, whatever their number of names.
  public struct Views: Codable, Sendable {
    /// How many names a view has.
    public var names: Int
    /// How many views there are.
    public var count: Int
    /// How many states of a few more names were looked at to find them.
    public var states: Int

    package init(names: Int, count: Int, states: Int) {
      self.names = names
      self.count = count
      self.states = states
    }
  }

  /// What is known of something that is asked.
  public struct Claim: Codable, Sendable {
    /// The property, or the word of what may be wrong in general.
    public var name: String
    /// The word that declares it; absent for what is wrong in general.
    public var keyword: PropertyKeyword?
    /// What is known.
    public var status: Status
    /// How many names the views have that show it; absent unless it holds.
    public var views: Int?
    /// The least number of names with which it is violated; absent unless it is.
    public var violatedFrom: Int?
    /// What violates it then.
    public var violation: ViolationVerdict?
    /// Why it is not established.
    public var reason: String?
    /// Where that is.
    public var place: TextPlace?
    /// The world announces the violation.
    public var announced: Bool

    /// What is known of a claim.
    public enum Status: String, Codable, Sendable {
      /// It holds for every number of names.
      case holds
      /// It is violated with some number of names.
      case violated
      /// Neither is known.
      case notEstablished = "not-established"
    }

    package init(
      name: String, keyword: PropertyKeyword?, status: Status, views: Int? = nil,
      violatedFrom: Int? = nil, violation: ViolationVerdict? = nil, reason: String? = nil,
      place: TextPlace? = nil, announced: Bool = false
    ) {
      self.name = name
      self.keyword = keyword
      self.status = status
      self.views = views
      self.violatedFrom = violatedFrom
      self.violation = violation
      self.reason = reason
      self.place = place
      self.announced = announced
    }
  }

  package init(
    type: String, others: [Trace.Binding], sizes: [Size] = [], views: [Views] = [],
    claims: [Claim], conditions: [String] = [], conditionNames: [String] = []
  ) {
    self.type = type
    self.others = others
    self.sizes = sizes
    self.views = views
    self.claims = claims
    self.conditions = conditions
    self.conditionNames = conditionNames
  }
}

extension AnySizeVerdict {
  /// The claims that are violated though the world does not announce it.
  package var violated: [String] {
    claims.filter { $0.status == .violated && !$0.announced }.map(\.name)
  }

  package var notEstablished: [String] {
    claims.filter { $0.status == .notEstablished && !$0.announced }.map(\.name)
  }

  /// What keeps it from being shown for every number, a sentence each.
  var complaints: [String] {
    var complaints: [String] = []
    if !violated.isEmpty {
      complaints.append("violated with some number of \(type): \(Wording.list(violated))")
    }
    if !notEstablished.isEmpty {
      complaints.append(
        "not established for every number of \(type): \(Wording.list(notEstablished))")
    }
    return complaints
  }
}

extension WorldVerdict {
  /// Notes what is known for every number of names.
  package mutating func add(_ verdicts: [AnySizeVerdict]) {
    anySize = verdicts
    complaints += verdicts.flatMap(\.complaints)
    guard status != .internalError, status != .violation else { return }
    if isViolatedForSomeNumber {
      status = .violation
    } else if isOpenForSomeNumber {
      status = .inconclusive
    }
  }

  /// A claim is violated with some number of names.
  var isViolatedForSomeNumber: Bool { anySize?.contains { !$0.violated.isEmpty } ?? false }
  /// A claim is not established for every number of names.
  var isOpenForSomeNumber: Bool { anySize?.contains { !$0.notEstablished.isEmpty } ?? false }
}
