import Basics
import Semantics

/// Finds out how invariants and properties of whole runs hold, after all states were visited:
/// `WitnessSearch(space).outcome { … }`.
///
/// No verdict depends on it. So it runs only if it is cheap, and skips everything that exceeds time or memory.
struct WitnessSearch {
  /// The witnesses, by property.
  struct Outcome {
    var found: [Int: PropertyWitness] = [:]
    /// Contradictory findings.
    var internalErrors: [InternalError] = []
  }

  /// With more states, it is expensive.
  static let maximumStates = 100_000

  private let space: StateSpace

  init(_ space: StateSpace) { self.space = space }

  /// - Parameter holds: whether a property holds and is not vacuous.
  func outcome(ofThose holds: (Int) -> Bool) -> Outcome {
    var outcome = Outcome()
    guard space.visited.count <= Self.maximumStates else { return outcome }
    for property in space.plan.properties.sorted()
    where space.budget.limits.witnesses.contains(property) && holds(property) {
      let declared = space.machine.spec.properties[property]
      if declared.isImplied { continue }
      Deadline.note("the witness of '\(declared.name)'")
      do throws(LivenessFailure) {
        let witness: PropertyWitness? =
          switch declared.kind {
          case .invariant: try NearestChange(space, property).witness()
          case .possible, .eventually: try FarthestPath(space, property).witness()
          case .transition, .reachable: nil
          }
        if space.budget.mustStop == nil { outcome.found[property] = witness }
      } catch {
        // A result from an interrupted search is dropped.
        guard case .unexplained(let message) = error, space.budget.mustStop == nil else { continue }
        outcome.internalErrors.append(
          InternalError(Finding(Self.kind(of: declared), property: property), message))
      }
    }
    return outcome
  }

  private static func kind(of property: Property) -> Finding.Kind {
    switch property.keyword {
    case .possible: .possible
    case .eventually: .eventually
    default: .invariant
    }
  }
}
