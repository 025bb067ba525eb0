import Traces

extension WorldCases {
  /// The cases about every instance count, one for each type and claim.
  func anySize() -> [Case] {
    (world.anySize ?? []).flatMap { verdict in
      verdict.claims.map { anySize($0, verdict) }
    }
  }

  private func anySize(_ claim: AnySizeVerdict.Claim, _ verdict: AnySizeVerdict) -> Case {
    let name = "\(claim.name) for every number of \(verdict.type)"
    let place = claim.place ?? claim.violation?.place ?? world.place
    func made(_ outcome: Case.Outcome, _ summary: String, trace: Trace? = nil) -> Case {
      let about = "\nevery number of \(verdict.type)"
      let found = finding(claim.name, summary, at: place, trace: trace, about: about)
      return Case(name, rule: rule(claim.name), place: place, outcome, [found])
    }
    switch claim.status {
    case .violated where !claim.announced:
      let number = Wording.count(claim.violatedFrom ?? 0, "name")
      let trace = claim.violation?.trace
      return made(.failed, "violated from \(number) of \(verdict.type) on", trace: trace)
    case .notEstablished where !claim.announced:
      return made(open, "not established: \(claim.reason ?? "")")
    case .holds, .violated, .notEstablished:
      return Case(name, rule: rule(claim.name), place: place, .passed, [])
    }
  }
}
