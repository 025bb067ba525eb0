import Traces

/// The results that a guest adds to the verdict on a world, as plain data. Every report shows them.
package protocol WorldAddition: Codable, Sendable {
  /// The key of the results in the JSON of a world.
  static var key: String { get }
  /// The words for some subject of a claim, such as `some instance count`.
  var scope: String { get }
  /// The judged claims, in the order of reports.
  var claims: [AddedClaim] { get }
  /// The findings that keep the world from passing, one sentence each.
  var complaints: [String] { get }

  /// The lines after those of the world in a text report.
  func lines(in report: TextReport, ofSpecAt path: String) -> [String]

  /// Removes the parts that only full reports show.
  mutating func shorten()
}

/// A claim that a guest judges in a world, beyond the verdicts of the core.
package struct AddedClaim: Sendable {
  /// The result, compared with the expectations of the world.
  package enum Outcome: Sendable { case passed, failed, open }

  /// The name of the property, or the kind of a general check.
  package var name: String
  /// The subject of the claim, such as `every number of Push`.
  package var scope: String
  package var outcome: Outcome
  /// The result in a clause; empty if the claim passed.
  package var summary: String
  /// The place of the reason; nil if there is none.
  package var place: TextPlace?
  /// The violation that refutes the claim; nil if there is none.
  package var violation: ViolationVerdict?

  package init(
    _ name: String, scope: String, _ outcome: Outcome, summary: String = "",
    place: TextPlace? = nil, violation: ViolationVerdict? = nil
  ) {
    self.name = name
    self.scope = scope
    self.outcome = outcome
    self.summary = summary
    self.place = place
    self.violation = violation
  }
}

extension WorldVerdict {
  /// Adds the results of a guest, which may change the status of the world.
  package mutating func add(_ addition: any WorldAddition) {
    additions.append(addition)
    complaints += addition.complaints
    guard status != .internalError, status != .violation else { return }
    if hasFailedClaim {
      status = .violation
    } else if hasOpenClaim {
      status = .inconclusive
    }
  }

  /// The claims that guests judged.
  var addedClaims: [AddedClaim] { additions.flatMap(\.claims) }
  /// Whether a claim that a guest judged has failed.
  var hasFailedClaim: Bool { addedClaims.contains { $0.outcome == .failed } }
  /// Whether a claim that a guest judged is inconclusive.
  var hasOpenClaim: Bool { addedClaims.contains { $0.outcome == .open } }
}

// MARK: JSON

/// A verdict that is encoded with the results of guests, each under its key next to those of the verdict.
@propertyWrapper
package struct WorldDocument: Codable, Sendable {
  package var wrappedValue: WorldVerdict

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package init(wrappedValue: WorldVerdict) { self.wrappedValue = wrappedValue }

  /// Reads the verdict, and the results of the types in `WorldVerdict.additionTypes`.
  package init(from decoder: any Decoder) throws {
    wrappedValue = try WorldVerdict(from: decoder)
    let types = WorldVerdict.additionTypes.flatMap { decoder.userInfo[$0] }
    let members = try decoder.container(keyedBy: Key.self)
    for type in types as? [any WorldAddition.Type] ?? [] {
      let key = Key(stringValue: type.key)
      guard members.contains(key) else { continue }
      wrappedValue.additions.append(try members.decode(type, forKey: key))
    }
  }

  /// Writes both.
  package func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
    var members = encoder.container(keyedBy: Key.self)
    for addition in wrappedValue.additions {
      try members.encode(addition, forKey: Key(stringValue: type(of: addition).key))
    }
  }
}

extension WorldVerdict {
  /// The entry of a decoder for the types of results that it knows, a list of `WorldAddition.Type`.
  package static let additionTypes = CodingUserInfoKey(rawValue: "WorldAddition")
}
