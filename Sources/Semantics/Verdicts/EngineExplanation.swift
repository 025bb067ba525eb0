/// The engine's plan for a spec, for `--explain engine`: the parts in tables, the computed parts, and the parts left
/// to the reference evaluator, with the reasons.
package struct EngineExplanation: Codable, Sendable {
  /// An event or a property.
  package struct Part: Codable, Sendable {
    package var name: String
    /// The choices of an event's parameters; 1 for a property.
    package var instances = 1
    package var bitsRead = 0
    package var bitsWritten = 0
    /// The tables in use, and their bytes; a table may serve several parts.
    package var tables = 0
    package var tableBytes = 0
    /// Operations other than look-ups.
    package var operations = 0
    /// The variables and conditions that are split or computed because they depend on too many bits.
    package var computed: [Computed] = []
    /// Why instances run by the reference evaluator, and how many.
    package var byReference: [ByReference] = []

    package init(name: String) { self.name = name }
  }

  package struct Computed: Codable, Sendable {
    package var what: String
    package var bits: Int

    package init(what: String, bits: Int) { (self.what, self.bits) = (what, bits) }
  }

  package struct ByReference: Codable, Sendable {
    package var reason: String
    package var instances: Int

    package init(reason: String, instances: Int) {
      (self.reason, self.instances) = (reason, instances)
    }
  }

  package var stateBits = 0
  package var stateWords = 0
  /// The most bits of a key.
  package var keyBits = 0
  package var tables = 0
  package var tableBytes = 0
  /// Operations that run once for each state, however many events need them.
  package var sharedOperations = 0
  /// Operations that run for an event where it can happen.
  package var ownOperations = 0
  package var events: [Part] = []
  package var properties: [Part] = []
  /// The parts of its decision diagrams; nil if they were not examined.
  package var diagrams: Diagrams?

  /// The size of the decision diagrams of a machine.
  package struct Diagrams: Codable, Sendable {
    package var levels: Int?
    /// The most values of a level.
    package var values: Int?
    /// The relations between states, and their nodes together.
    package var relations: Int?
    package var nodes: Int?
    /// The reason why there are none.
    package var obstacle: String?

    package init() {}
  }

  package init() {}
}
