/// Explains the number of states, as far as the visited states show it.
package struct SizeExplanation: Sendable {
  /// The number of distinct items.
  package struct Count: Sendable, Equatable {
    package var value: Int
    /// The standard error as a share of the value; 0 for an exact count.
    package var error: Double

    package init(_ value: Int, error: Double = 0) {
      self.value = value
      self.error = error
    }

    package var isExact: Bool { error == 0 }
  }

  /// A single variable.
  package struct Variable: Sendable {
    package var variable: Int
    /// The number of its bits in a state.
    package var bits: Int
    /// The values that it has in some state.
    package var values: Count
    /// The number of states after merging those that differ only in its value.
    package var others: Count
    /// Whether the count is an upper bound, because it distinguishes names that a search without the variable would
    /// not.
    package var isBound = false
    /// Variables whose values determine its value in every state; empty if there are none.
    package var determiners: [Int] = []

    package init(variable: Int, bits: Int, values: Count, others: Count) {
      self.variable = variable
      self.bits = bits
      self.values = values
      self.others = others
    }
  }

  /// A part of a variable without parts of its own, for all keys and positions together.
  package struct Field: Sendable {
    package var variable: Int
    /// The path after the variable, such as `[…].kind`; empty for the whole variable.
    package var path: String
    package var type: Type?
    package var values: Count
    /// For numbers and element counts: the least and the greatest that occur.
    package var range: ClosedRange<Int>?
    /// For numbers and element counts: the greatest possible one.
    package var greatest: Int?
    /// The number of states with the greatest possible one.
    package var statesAtGreatest = 0
    /// Whether it is the number of elements of a collection.
    package var isSize = false

    package init(variable: Int, path: String, type: Type?, values: Count) {
      self.variable = variable
      self.path = path
      self.type = type
      self.values = values
    }
  }

  /// The number of times an event happens by a rule, over the stored states.
  package struct Steps: Sendable {
    package var event: Int
    package var rule: Int?
    package var count: Int

    package init(event: Int, rule: Int?, count: Int) {
      self.event = event
      self.rule = rule
      self.count = count
    }
  }

  /// Whether it was requested.
  package var isAsked = false
  /// The number of examined states: the first ones in breadth-first order.
  package var states: Int
  /// The number of stored states.
  package var stored: Int
  package var variables: [Variable] = []
  package var fields: [Field] = []
  package var steps: [Steps] = []
  /// The number of states at each distance from the starts.
  package var levels: [Int] = []

  package init(states: Int, stored: Int) {
    self.states = states
    self.stored = stored
  }

  /// The factor by which a variable multiplies the number of states; a lower bound if the count is one.
  package func factor(_ variable: Variable) -> Double {
    Double(states) / Double(max(1, variable.others.value))
  }
}

/// When the size of a state space is explained.
package enum SizeQuestion: Sendable {
  case never
  /// For many states, or if a limit ended the search; only for the first states.
  case ifLarge
  case always
}

extension CheckedSpec {
  /// The variable that takes most bits of a state, if a state has so many that there are probably too many states.
  package var widestVariable: (variable: Variable, bits: Int, ofBits: Int)? {
    guard let layout = try? StateLayout(variables), layout.bitCount >= 128 else { return nil }
    let bits = layout.nodes.map { $0.fields.reduce(0) { $0 + $1.width } }
    guard let widest = bits.indices.max(by: { bits[$0] < bits[$1] }) else { return nil }
    return (variables[widest], bits[widest], layout.bitCount)
  }
}
