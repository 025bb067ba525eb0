/// How the engine computes a spec, for `--explain engine`: what is looked up, what is computed, and
/// what is left to the reference evaluator, and why.
package struct EngineExplanation: Sendable {
  /// An event or a property.
  package struct Part: Sendable {
    package var name: String
    /// The choices of an event's parameters; 1 for a property.
    package var instances = 1
    package var bitsRead = 0
    package var bitsWritten = 0
    /// The tables that are looked at, and their bytes; a table may serve several parts.
    package var tables = 0
    package var tableBytes = 0
    /// Operations that are no look-ups.
    package var operations = 0
    /// What is split or computed because it depends on too many bits: a variable, or a condition.
    package var computed: [(what: String, bits: Int)] = []
    /// Why instances run by the reference evaluator, and how many.
    package var unplanned: [(reason: String, count: Int)] = []

    package init(name: String) { self.name = name }
  }

  package var stateBits = 0
  package var stateWords = 0
  /// The most bits of a key.
  package var keyBits = 0
  package var tables = 0
  package var tableBytes = 0
  /// Operations that are done once a state, whatever the number of events that need them.
  package var sharedOperations = 0
  /// Operations that are done for an event where it can happen.
  package var ownOperations = 0
  package var events: [Part] = []
  package var properties: [Part] = []
  /// What its decision diagrams are made of; nil where it was not looked for.
  package var diagrams: Diagrams?

  /// What the decision diagrams of a machine are made of.
  package enum Diagrams: Sendable {
    /// So many levels, of so many values at most, and so many relations between states, of so many nodes together.
    case made(levels: Int, values: Int, relations: Int, nodes: Int)
    /// There are none, for that reason.
    case none(String)
  }

  package init() {}
}
