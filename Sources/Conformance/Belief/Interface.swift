import Basics
import Semantics

/// The interface of an implementation to its spec: the observable values, and the hidden events.
package struct Interface: Sendable {
  /// An observable value of a state.
  package struct Observable: Sendable {
    package var name: String
    package var type: Type
    package var source: Source

    package enum Source: Sendable {
      case variable(Int)
      /// A func without parameters.
      case view(RootExpression)
    }

    /// The value in a state; nil if it has none.
    package func value(in state: [Value]) -> Value? {
      switch source {
      case .variable(let index): return state[index]
      case .view(let root):
        var evaluator = Evaluator(state: state)
        return try? evaluator.evaluate(root: root)
      }
    }
  }

  /// The spec without variables that only its properties use.
  package let machine: Machine
  package let starts: [[Value]]
  /// The variables in order, then the funcs without parameters. Values derived from ghost variables are excluded.
  package let observables: [Observable]
  /// The events that may happen in the implementation at any time, unobserved.
  package var hidden: Set<Int> = []
  /// The observed signals.
  package var heard: Set<Int> = []
  /// Whether there are names that are bound to real identifiers.
  package let hasNames: Bool
  /// The names of settings in advice.
  @Boxed package var vocabulary = RequestVocabulary()
  /// The same spec with additional names.
  package var largerScopes: LargerScopes?
  /// The number of additional names of each `symmetric` type.
  package internal(set) var additionalNames = 0

  package var spec: CheckedSpec { machine.spec }

  /// Creates the interface of a machine.
  ///
  /// - Throws: `Machine.StartFailure` if the spec has no initial state.
  package init(_ machine: Machine) throws(Machine.StartFailure) {
    // An app does not stop at the bound of a check.
    let spec = machine.spec.unbounded.forgetting(allBut: [], keepsGhosts: false)
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

  /// The index of an event by its name; nil if there is none.
  package func event(named name: String) -> Int? { spec.events.firstIndex { $0.name == name } }
  package func signal(named name: String) -> Int? { spec.signals.firstIndex { $0.name == name } }
  package func observable(named name: String) -> Int? {
    observables.firstIndex { $0.name == name }
  }

  /// The hidden events with all of their arguments.
  var hiddenInstances: [EventInstance] {
    hidden.isEmpty ? [] : machine.instances.filter { hidden.contains($0.event) }
  }
}

/// A signal that was observed, as far as its values are known.
package struct ObservedSignal: Hashable, Sendable {
  package var signal: Int
  package var arguments: [Snapshot]

  /// Whether it matches an emitted signal.
  func matches(_ emitted: EmittedSignal) -> Bool {
    signal == emitted.signal && arguments.count == emitted.arguments.count
      && zip(arguments, emitted.arguments).allSatisfy { $0.matches($1) }
  }

  /// The emitted signals that remain after the observed ones are removed, for each possible matching; empty if some
  /// observed signal matches none.
  static func leftovers(
    of emitted: [EmittedSignal], without seen: [ObservedSignal]
  ) -> Set<[EmittedSignal]> {
    var left: Set<[EmittedSignal]> = [emitted]
    for signal in seen {
      var next: Set<[EmittedSignal]> = []
      for emitted in left {
        for (index, each) in emitted.enumerated() where signal.matches(each) {
          // The first of equal signals represents all.
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

  /// Whether the emitted signals are those that were seen, each another one.
  static func allAreSeen(_ emitted: [EmittedSignal], in seen: [ObservedSignal]) -> Bool {
    emitted.count == seen.count && canAllBeSeen(emitted, in: seen)
  }

  /// Whether each emitted signal is another one of those that were seen: a matching, found by augmenting paths (Kuhn,
  /// "The Hungarian Method for the Assignment Problem", 1955).
  static func canAllBeSeen(_ emitted: [EmittedSignal], in seen: [ObservedSignal]) -> Bool {
    if emitted.count > seen.count { return false }
    // For each observed signal, the emitted signal that it is matched with.
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
