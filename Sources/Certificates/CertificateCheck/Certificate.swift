import Semantics

/// A proof that a world of a spec is correct: a set of states that no run leaves, and for each property of runs a
/// rank that decreases until it is satisfied.
///
/// A state is a row: for each variable, in order, the index of its value in `values`.
package struct Certificate: Sendable {
  /// The world and the text that it is for.
  package struct Subject: Sendable, Equatable, Codable {
    /// The name of the spec.
    package var spec: String
    /// The path of its file, relative to the folder of the certificate.
    package var path: String
    /// The digest of its text with the used files.
    package var digest: String
    package var world: String
    /// The values of the params and the numbers of symmetric names, by name.
    package var constants: [String: String]

    package init(
      spec: String, path: String, digest: String, world: String, constants: [String: String]
    ) {
      self.spec = spec
      self.path = path
      self.digest = digest
      self.world = world
      self.constants = constants
    }
  }

  /// The claim about one property.
  package struct PropertyClaim: Sendable, Equatable {
    /// The name of the property.
    package var name: String
    package var proof: Proof
  }

  /// Why a property holds.
  package enum Proof: Sendable, Equatable {
    /// An invariant or a transition: checked in all states and steps.
    case everywhere
    /// A `reachable`: the path along these states, by index, the last of which satisfies it.
    case path([Int])
    /// A `possible`: for each choice of its parameters and each state, an upper bound of the distance to a satisfying
    /// state; `Certificate.noRank` where it need not be possible.
    case distances([[UInt32]])
    /// An `eventually`: for each choice of its parameters.
    case ranks([Ranking])
  }

  /// The reason why no fair run continues forever without an answer.
  ///
  /// Pending states are in components. Steps from a component lead to those with smaller numbers. A run that stays in
  /// one, even by stopping, postpones some fair action.
  package struct Ranking: Sendable, Equatable {
    package struct Component: Sendable, Equatable {
      /// The component that contains it: it consists of the states of that one in which the fair action is disabled.
      /// Nil if there is none.
      package var parent: Int?
      /// The fair action that a run in it postpones, by index in `Machine.fairActions`.
      package var putsOff: Int
    }

    /// The components by number.
    package var components: [Component]
    /// For each state, its innermost component; `Certificate.noRank` where no answer is pending.
    package var places: [UInt32]

    package init(components: [Component], places: [UInt32]) {
      self.components = components
      self.places = places
    }
  }

  /// A general kind of violation.
  package enum SafetyClaim: String, CaseIterable, Sendable, Codable {
    case deadlock, gap, overlap, fault
  }

  package static let noRank = UInt32.max

  package var subject: Subject
  /// For each variable, its distinct values in the states.
  package var values: [[Value]]
  /// The rows, one after the other, without duplicates.
  package var rows: [UInt32]
  package var claims: [PropertyClaim]
  /// The violations that never happen in the states.
  package var freedoms: [SafetyClaim]

  /// The number of states; a spec without variables has one.
  package var stateCount: Int { values.isEmpty ? 1 : rows.count / values.count }
}
