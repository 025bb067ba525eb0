import Engine
import Replays
import Semantics
import TestSupport
import Testing
import Traces

/// Loops of random specs, under a property that every run violates.
@Suite("Loops of random specs")
struct LoopRoundTripTests {
  @Test("are read as they were written, still violate, and fail as scenarios")
  func roundTrip() throws {
    var (loops, stops, choices) = (0, 0, 0)
    for random in RandomSpec.first(100) {
      let spec = try SpecText.checked(random.text + "\neventually never { false }")
      let found = try search(spec, limits: .init(states: 40))
      guard let path = Self.closed(found) else { continue }
      let index = try #require(spec.properties.firstIndex { $0.name == "never" })
      for loop in path.places {
        let violation = try LassoWitness(found.machine).violation(
          of: index, path.path, loopStart: loop)
        let document = found.document(of: violation)
        let text = try document.encoded()
        #expect(try CounterexampleReader.read(Array(text.utf8)) == document)
        let result = Replayer(found.machine, starts: found.starts).replay(document)
        guard case .stillViolates(let again) = result.verdict else {
          Issue.record("\(result.verdict)\n\(text)\n\(random.text)")
          continue
        }
        #expect(again.lasso?.loopStart == loop)
        #expect(again.path.steps.map(\.state) == violation.path.steps.map(\.state))
        #expect(!Counterexample(again, in: spec).verdict.summary.isEmpty)
        try expectFailure(of: result, document, found, random)
        if loop == path.path.steps.count { stops += 1 } else { loops += 1 }
        choices += path.path.steps.count { !$0.choices.isEmpty }
      }
    }
    #expect(loops > 3 && stops > 3 && choices > 1, "\(loops), \(stops), \(choices)")
  }

  private func expectFailure(
    of result: ReplayResult, _ document: CounterexampleDocument, _ found: SearchedSpec,
    _ random: RandomSpec
  ) throws {
    let pasted = ScenarioText(
      result, of: document, path: "x.json", in: found.spec, starts: found.starts
    ).text
    let text = random.text + "\neventually never { false }\n" + pasted
    let played = try search(SpecText.checked(text), limits: .init(states: 1))
    let reason = played.result.scenarios.last?.failure?.reason
    guard case .expectation? = reason else {
      // A difference in a timer alone cannot be expressed in a scenario.
      if pasted.contains("// here ") { return }
      Issue.record("\(String(describing: reason))\n\(pasted)\n\(random.text)")
      return
    }
  }

  /// A path that continues with the first possible steps until a state repeats, with the indices from which it may
  /// repeat forever: from that state, and from its end by stopping there.
  private static func closed(_ found: SearchedSpec) -> (path: Path, places: [Int])? {
    let evaluator = ReferenceEvaluator(found.spec)
    guard found.machine.fairActions.isEmpty, let start = found.starts.last else { return nil }
    var path = Path(start: start, steps: [])
    for turn in 0..<40 {
      let steps = found.machine.instances.flatMap {
        evaluator.react(to: $0, in: path.end).steps
      }
      guard !steps.isEmpty else { return (path, [path.steps.count]) }
      path.steps.append(steps[turn * 7 % steps.count])
      let states = [path.start] + path.steps.map(\.state)
      if let place = states.dropLast().firstIndex(of: path.end) {
        return (path, [place, path.steps.count])
      }
    }
    return nil
  }
}
