import AnySize
import Engine
import Semantics
import SpecLanguage

/// Holds what is shown for every number of names against ordinary checks with some numbers of them.
package struct AnySizeJudge {
  /// What came of a spec.
  package struct Judgement {
    /// What is said to hold for every number, and does not with some; and states that no view covers.
    package var complaints: [String] = []
    /// How many claims were made, and how many of them are established.
    package var claims = 0
    package var established = 0
    /// How many states were compared.
    package var states = 0
    /// The conditions to paste into the spec.
    package var conditions = 0
  }

  /// How many states of each number of names are compared, for each of the names.
  package var statesPerName = 50
  /// How many numbers of names are compared, from the least one on of which the views speak.
  package var numbers = 2
  package var limits = ViewLimits()

  package init() {
    limits.views = 1_000
    limits.states = 2_000
    limits.names = 6
  }

  /// - Parameter text: a spec with a symmetric type `ID`, whose number is written out.
  package func judge(_ text: String) throws -> Judgement {
    var judgement = Judgement()
    let spec = try SpecText.checked(text)
    let types = spec.variables.flatMap(\.type.symmetricTypes)
    guard let type = types.first(where: { $0.name == "ID" }) else { return judgement }
    let claims = AnySizeCheck.claims(of: spec)
    let result = AnySizeCheck(spec, type, chosen: claims, limits: limits).run()
    let established = claims.filter {
      if case .established = result.answers[$0] { true } else { false }
    }
    judgement.claims = claims.count
    judgement.established = established.count
    judgement.conditions = result.conditions.count
    guard !result.views.isEmpty else { return judgement }
    let pasted = result.conditions.enumerated().map { "invariant pasted\($0) { \($1) }\n" }
    let whole = text + pasted.joined()
    // Of fewer names nothing is claimed but that the conditions hold.
    for names in 1..<result.minimum where !result.conditions.isEmpty {
      compare(whole, names, result, [], &judgement)
    }
    for names in result.minimum..<result.minimum + numbers where judgement.complaints.isEmpty {
      compare(whole, names, result, Set(established), &judgement)
    }
    return judgement
  }

  private func compare(
    _ text: String, _ names: Int, _ result: AnySizeCheck.Result,
    _ established: Set<AnySizeCheck.Claim>, _ judgement: inout Judgement
  ) {
    let (syntax, _) = Parser.parse(SourceFile(path: "spec.tray", text: text))
    let world: ResolvedWorld
    do throws(ResolvedWorld.Problem) {
      world = try ResolvedWorld(syntax, world: nil, settings: [("ID", "\(names)")])
    } catch {
      return judgement.complaints.append(
        "with \(names) names: \(error.reason) \(error.diagnostics.map(\.message))")
    }
    let properties = PropertyEvaluator(spec: world.spec)
    let evaluator = ReferenceEvaluator(world.spec)
    let asked = world.spec.properties.indices.filter {
      established.contains(.property($0)) || world.spec.properties[$0].name.hasPrefix("pasted")
    }
    func complain(_ what: String, _ state: [Value]) {
      let text = zip(world.spec.variables, state).map { "\($0.name) = \($0.type.text($1))" }
      judgement.complaints.append(
        "\(what) with \(names) names: \(text.joined(separator: ", "))")
    }
    var queue = world.starts
    var seen = Set(queue)
    var place = 0
    while place < queue.count, judgement.complaints.isEmpty {
      let state = queue[place]
      place += 1
      judgement.states += 1
      if names >= result.minimum, !AnySizeCheck.covers(result, state, names) {
        complain("no view covers a state", state)
      }
      for index in asked {
        let property = world.spec.properties[index]
        guard case .invariant = property.kind else { continue }
        if case .success(true) = properties.holds(property, in: state) { continue }
        complain("\(property.name) does not hold", state)
      }
      for instance in world.machine.instances {
        let reaction = evaluator.react(to: instance, in: state)
        for problem in reaction.problems where problem.fault?.isLimit != true {
          let claim: AnySizeCheck.Claim? =
            switch problem.finding.kind {
            case .gap: .gap
            case .overlap: .overlap
            case .fault, .guardFault: .fault
            default: nil
            }
          if let claim, established.contains(claim) { complain("there is a \(claim)", state) }
        }
        for step in reaction.steps {
          for index in asked {
            let verdict = properties.check(index, step, from: state)
            guard verdict.isViolated || verdict.fault != nil else { continue }
            complain("\(world.spec.properties[index].name) does not hold of a step", state)
          }
          if queue.count < statesPerName * names, seen.insert(step.state).inserted {
            queue.append(step.state)
          }
        }
      }
    }
  }
}
