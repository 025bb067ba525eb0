extension WorldCases {
  /// The cases of the claims that guests judged.
  func additions() -> [Case] { world.addedClaims.map(added) }

  private func added(_ claim: AddedClaim) -> Case {
    let name = "\(claim.name) for \(claim.scope)"
    let place = claim.place ?? claim.violation?.place ?? world.place
    func made(_ outcome: Case.Outcome) -> Case {
      let found = finding(
        claim.name, claim.summary, at: place, trace: claim.violation?.trace,
        about: "\n\(claim.scope)")
      return Case(name, rule: rule(claim.name), place: place, outcome, [found])
    }
    switch claim.outcome {
    case .failed: return made(.failed)
    case .open: return made(open)
    case .passed: return Case(name, rule: rule(claim.name), place: place, .passed, [])
    }
  }
}
