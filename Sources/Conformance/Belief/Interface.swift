import Semantics

/// The interface between a spec and an implementation: the observable parts, and the hidden events.
package struct Interface: Sendable {
  /// An observable part of a state.
  package struct Observable: Sendable {
    package var name: String
    package var type: Type
    package var source: Source

    package enum Source: Sendable {
      case variable(Int)
      /// A func without parameters.
      case view(RootExpression)
    }

    /// Its value in a state; nil if it has none.
    package func value(in state: [Value]) -> Value? {
      switch source {
      case .variable(let index): return state[index]
      case .view(let root):
        var evaluator = Evaluator(state: state)
        return try? evaluator.evaluate(root: root)
      }
    }
  }

  /// The spec without monitors.
  package let machine: Machine
  package let starts: [[Value]]
  /// The variables in order, then the functions without parameters. Everything that reads ghosts is excluded.
  package let observables: [Observable]
  /// The hidden events, which may happen in the implementation at any time.
  package var hidden: Set<Int> = []
  /// The observed signals.
  package var heard: Set<Int> = []
  /// Whether some names are bound to real ones.
  package let hasNames: Bool
  /// The names of settings in advice.
  package var vocabulary = RequestVocabulary()
  /// Variants of the spec with additional names.
  package var reserve: NameReserve?
  /// The number of additional names of each `symmetric` type beyond those of the spec.
  package internal(set) var additionalNames = 0

  package var spec: CheckedSpec { machine.spec }

  /// - Throws: `Machine.StartFailure` if the spec has no start.
  package init(_ machine: Machine) throws(Machine.StartFailure) {
    let spec = machine.spec.forgetting(allBut: [], keepsGhosts: false)
    // Removed variables do not change the layout.
    self.machine = (try? Machine(spec)) ?? machine
    starts = try self.machine.starts()
    hasNames = !spec.symmetricTypes.isEmpty
    observables =
      spec.observableVariables.map {
        Observable(
          name: spec.variables[$0].name, type: spec.variables[$0].type, source: .variable($0))
      }
      + spec.observableViews.map {
        Observable(name: $0.name, type: $0.type, source: .view($0.value))
      }
  }

  /// The place of an event by its name.
  package func event(named name: String) -> Int? { spec.events.firstIndex { $0.name == name } }
  package func signal(named name: String) -> Int? { spec.signals.firstIndex { $0.name == name } }
  package func observable(named name: String) -> Int? {
    observables.firstIndex { $0.name == name }
  }

  /// The hidden events, with all choices of parameters.
  var hiddenInstances: [EventInstance] {
    hidden.isEmpty ? [] : machine.instances.filter { hidden.contains($0.event) }
  }
}

/// An observed signal, as far as its values are known.
package struct SeenSignal: Hashable, Sendable {
  package var signal: Int
  package var arguments: [Seen]

  package init(signal: Int, arguments: [Seen]) {
    self.signal = signal
    self.arguments = arguments
  }

  /// Whether it may be a signal that the spec emits.
  func matches(_ emitted: EmittedSignal) -> Bool {
    signal == emitted.signal && arguments.count == emitted.arguments.count
      && zip(arguments, emitted.arguments).allSatisfy { $0.matches($1) }
  }

  /// The remaining emitted signals after removing a match for each observed signal, in all ways; empty if some
  /// observed signal has no match.
  static func leftovers(
    of emitted: [EmittedSignal], without seen: [SeenSignal]
  ) -> Set<[EmittedSignal]> {
    var left: Set<[EmittedSignal]> = [emitted]
    for signal in seen {
      var next: Set<[EmittedSignal]> = []
      for emitted in left {
        for (index, each) in emitted.enumerated() where signal.matches(each) {
          // If signals are equal, only the first is tried.
          if index > 0, emitted[index - 1] == each { continue }
          var rest = emitted
          rest.remove(at: index)
          next.insert(rest)
        }
      }
      left = next
    }
    return left
  }

  /// Whether each emitted signal matches a different observed one.
  static func allAreSeen(_ emitted: [EmittedSignal], in seen: [SeenSignal]) -> Bool {
    emitted.count == seen.count && canAllBeSeen(emitted, in: seen)
  }

  /// Whether each emitted signal matches a different observed one: a bipartite matching, found by augmenting paths
  /// (Kuhn, "The Hungarian Method for the Assignment Problem", 1955).
  static func canAllBeSeen(_ emitted: [EmittedSignal], in seen: [SeenSignal]) -> Bool {
    if emitted.count > seen.count { return false }
    // For each observed signal, the emitted signal matched with it.
    var taken = [Int?](repeating: nil, count: seen.count)
    func find(_ index: Int, _ visited: inout [Bool]) -> Bool {
      for place in seen.indices where !visited[place] && seen[place].matches(emitted[index]) {
        visited[place] = true
        guard let other = taken[place] else {
          taken[place] = index
          return true
        }
        if find(other, &visited) {
          taken[place] = index
          return true
        }
      }
      return false
    }
    for index in emitted.indices {
      var visited = [Bool](repeating: false, count: seen.count)
      guard find(index, &visited) else { return false }
    }
    return true
  }
}
