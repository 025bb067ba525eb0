/// A hardware model that was read from a file, and is explored by brute force.
protocol SequentialModel {
  /// The names of the outputs.
  var badNames: [String] { get }
  /// The bits of all registers at reset, the lowest of each first.
  var reset: [Bool] { get }
  /// All registers in the next cycle, for each value of the inputs, and the outputs that some value of the inputs
  /// makes true.
  func react(to state: [Bool]) -> (next: Set<[Bool]>, bads: Set<Int>)
}

/// The states of a model, cycle by cycle, as far as they are new.
struct SequentialRun {
  private(set) var levels: [Set<[Bool]>]
  /// The outputs that are true in some state of the level.
  private(set) var bads: [Set<String>] = []

  /// Explores a model until there are no new states; nil if it has more than the limit.
  init?(_ model: some SequentialModel, maximumStates: Int) {
    var seen: Set<[Bool]> = [model.reset]
    levels = [[model.reset]]
    while let level = levels.last, !level.isEmpty {
      var new: Set<[Bool]> = []
      var shown: Set<String> = []
      for state in level {
        let (next, bads) = model.react(to: state)
        for index in bads { shown.insert(model.badNames[index]) }
        for state in next where seen.insert(state).inserted { new.insert(state) }
      }
      bads.append(shown)
      levels.append(new)
      if seen.count > maximumStates { return nil }
    }
    levels.removeLast()
  }
}
