/// Why there are as many states as there are, as far as the states that were visited tell it.
package struct SizeExplanation: Sendable {
  /// How many different ones there are of something.
  package struct Count: Sendable, Equatable {
    package var value: Int
    /// The standard error as a share of the value; 0 if they were counted one by one.
    package var error: Double

    package init(_ value: Int, error: Double = 0) {
      self.value = value
      self.error = error
    }

    package var isExact: Bool { error == 0 }
  }

  /// A variable by itself.
  package struct Variable: Sendable {
    package var variable: Int
    /// How many bits of a state it takes.
    package var bits: Int
    /// The values that it has in some state.
    package var values: Count
    /// How many states are left if those that differ in nothing but its value are one.
    package var others: Count
    /// There are at most so many, since names are told apart in them that a search without the variable
    /// would not.
    package var isBound = false
    /// Variables whose values tell its own in every state; empty if there are none.
    package var determiners: [Int] = []

    package init(variable: Int, bits: Int, values: Count, others: Count) {
      self.variable = variable
      self.bits = bits
      self.values = values
      self.others = others
    }
  }

  /// A part of a variable without parts of its own, under all keys and at all places together.
  package struct Field: Sendable {
    package var variable: Int
    /// What stands behind the variable, such as `[…].kind`; empty if it is the whole of it.
    package var path: String
    package var type: Type?
    package var values: Count
    /// Of numbers, and of how many elements there are: the least and the greatest that occur.
    package var range: ClosedRange<Int>?
    /// Of numbers and of elements: the greatest that there can be.
    package var greatest: Int?
    /// In how many states it is the greatest that there can be.
    package var statesAtGreatest = 0
    /// It is the number of elements of a collection.
    package var isSize = false

    package init(variable: Int, path: String, type: Type?, values: Count) {
      self.variable = variable
      self.path = path
      self.type = type
      self.values = values
    }
  }

  /// How often an event happens by a rule, from the stored states.
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

  /// Whether it was asked for.
  package var isAsked = false
  /// How many states were looked at: the first ones in breadth-first order.
  package var states: Int
  /// How many are stored.
  package var stored: Int
  package var variables: [Variable] = []
  package var fields: [Field] = []
  package var steps: [Steps] = []
  /// How many states are that many steps from the starts.
  package var levels: [Int] = []

  package init(states: Int, stored: Int) {
    self.states = states
    self.stored = stored
  }

  /// By how much a variable multiplies the states that there are without it; at least that where it is
  /// a bound.
  package func factor(_ variable: Variable) -> Double {
    Double(states) / Double(max(1, variable.others.value))
  }
}

/// When it is found out why a space is so large.
package enum SizeQuestion: Sendable {
  case never
  /// Where there are many states, or a limit ended the search; of the first ones only.
  case ifLarge
  case always
}
