import Semantics

/// What proves that a world of a spec is as it should be: a set of states that no run leaves, and for each property of
/// runs a rank that brings them to their end.
///
/// A state is a row: for each variable, in their order, the place of its value among those in `values`.
package struct Certificate: Sendable {
  /// Of which world it is, and of which text.
  package struct Subject: Sendable, Equatable, Codable {
    /// The name of the spec.
    package var spec: String
    /// The path of its file, seen from the folder in which that of the certificate is.
    package var path: String
    /// The digest of its text with the files that it uses.
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

  /// What it proves of one property.
  package struct PropertyClaim: Sendable, Equatable {
    /// The name of the property.
    package var name: String
    package var proof: Proof

    package init(name: String, proof: Proof) {
      self.name = name
      self.proof = proof
    }
  }

  /// Why a property holds.
  package enum Proof: Sendable, Equatable {
    /// An invariant or a transition: all states and steps say so.
    case everywhere
    /// A `reachable`: along these states, by their places, the last of which satisfies it.
    case path([Int])
    /// A `possible`: for each choice of its parameters and each state from how many steps away it is satisfied at most;
    /// `Certificate.noRank` where it need not be possible.
    case distances([[UInt32]])
    /// An `eventually`: for each choice of its parameters.
    case ranks([Ranking])
  }

  /// Why no fair run goes on for ever without an answer.
  ///
  /// States in which an answer may be missing are in components. From a component steps lead to those with smaller
  /// numbers, and who stays in one, if only because nothing happens any more, puts off some fair action.
  package struct Ranking: Sendable, Equatable {
    package struct Component: Sendable, Equatable {
      /// The component that it is a part of: of its states in which the fair action is not possible. Nil if of none.
      package var parent: Int?
      /// The fair action that a run puts off which stays in it, by its place in `Machine.fairActions`.
      package var putsOff: Int

      package init(parent: Int?, putsOff: Int) {
        self.parent = parent
        self.putsOff = putsOff
      }
    }

    /// By their numbers.
    package var components: [Component]
    /// For each state its innermost component; `Certificate.noRank` where no answer is missing.
    package var places: [UInt32]

    package init(components: [Component], places: [UInt32]) {
      self.components = components
      self.places = places
    }
  }

  /// What goes wrong in general.
  package enum SafetyClaim: String, CaseIterable, Sendable, Codable {
    case deadlock, gap, overlap, fault
  }

  package static let noRank = UInt32.max

  package var subject: Subject
  /// For each variable the values that it has in the states, each once.
  package var values: [[Value]]
  /// The rows, one after the other; none twice.
  package var rows: [UInt32]
  package var claims: [PropertyClaim]
  /// What never happens in the states.
  package var freedoms: [SafetyClaim]

  /// How many states there are; of a spec without variables there is one.
  package var stateCount: Int { values.isEmpty ? 1 : rows.count / values.count }
}
