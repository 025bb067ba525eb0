import Reports

/// The results for every instance count, as every report of a check shows them.
struct AnySizeAddition: WorldAddition {
  static let key = "anySize"

  /// The results for each type.
  private(set) var verdicts: [AnySizeVerdict]

  init(_ verdicts: [AnySizeVerdict]) { self.verdicts = verdicts }

  init(from decoder: any Decoder) throws { verdicts = try [AnySizeVerdict](from: decoder) }

  func encode(to encoder: any Encoder) throws { try verdicts.encode(to: encoder) }

  var scope: String { "some instance count" }

  var claims: [AddedClaim] { verdicts.flatMap { verdict in verdict.claims.map(verdict.added) } }

  var complaints: [String] { verdicts.flatMap(\.complaints) }

  func lines(in report: TextReport, ofSpecAt path: String) -> [String] {
    verdicts.flatMap(AnySizeText(report: report, path: path).render)
  }

  mutating func shorten() {
    for index in verdicts.indices {
      for claim in verdicts[index].claims.indices { verdicts[index].claims[claim].violation = nil }
    }
  }
}

extension AnySizeVerdict {
  fileprivate func added(_ claim: Claim) -> AddedClaim {
    let (outcome, summary): (AddedClaim.Outcome, String) =
      switch claim.status {
      case .violated where !claim.announced:
        (
          .failed,
          "violated from \(Wording.count(claim.violatedFrom ?? 0, "name")) of \(type) on"
        )
      case .notEstablished where !claim.announced:
        (.open, "not established: \(claim.reason ?? "")")
      case .holds, .violated, .notEstablished: (.passed, "")
      }
    return AddedClaim(
      claim.name, scope: "every number of \(type)", outcome, summary: summary,
      place: claim.place, violation: claim.violation)
  }

  /// The sentences about claims that are not proved for every instance count.
  fileprivate var complaints: [String] {
    func names(_ status: Claim.Status) -> String {
      Wording.list(claims.filter { $0.status == status && !$0.announced }.map(\.name))
    }
    let (violated, open) = (names(.violated), names(.notEstablished))
    return (violated.isEmpty ? [] : ["violated with some number of \(type): \(violated)"])
      + (open.isEmpty ? [] : ["not established for every number of \(type): \(open)"])
  }
}
