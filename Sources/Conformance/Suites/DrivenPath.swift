import Semantics

/// What is done to an implementation, one thing after the other from a fresh start.
package struct DrivenPath: Hashable, Sendable {
  package var steps: [DrivenStep]

  package init(_ steps: [DrivenStep]) { self.steps = steps }
}

/// An event that is driven: done to the implementation from outside.
package struct DrivenStep: Hashable, Sendable {
  package var instance: EventInstance
  /// Whether it is to be possible there. If not, its `when` is false, and nothing must come of it.
  package var isPossible: Bool

  package init(_ instance: EventInstance, isPossible: Bool = true) {
    self.instance = instance
    self.isPossible = isPossible
  }
}
