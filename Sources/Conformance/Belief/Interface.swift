import Semantics

/// What of a spec an implementation is followed by: what can be seen of it, and what happens unseen.
package struct Interface: Sendable {
  /// What can be seen of a state.
  package struct Observable: Sendable {
    package var name: String
    package var type: Type
    package var source: Source

    package enum Source: Sendable {
      case variable(Int)
      /// A func without parameters.
      case view(RootExpression)
    }

    /// What it is in a state; nil where it has no value.
    package func value(in state: [Value]) -> Value? {
      switch source {
      case .variable(let index): return state[index]
      case .view(let root):
        var evaluator = Evaluator(state: state)
        return try? evaluator.evaluate(root: root)
      }
    }
  }

  /// The spec without what only its properties remember.
  package let machine: Machine
  package let starts: [[Value]]
  /// The variables in their order, then the funcs without parameters. What ghosts know is none of it.
  package let observables: [Observable]
  /// The events that may happen in the implementation at any time, unseen.
  package var hidden: Set<Int> = []
  /// The signals that are noticed.
  package var heard: Set<Int> = []
  /// There are names that are bound to real ones.
  package let hasNames: Bool
  /// What advice calls settings.
  package var vocabulary = RequestVocabulary()
  /// The same spec with more names than it has.
  package var largerScopes: LargerScopes?
  /// How many names of each `symmetric` type there are beyond those that the spec has.
  package internal(set) var additionalNames = 0

  package var spec: CheckedSpec { machine.spec }

  /// - Throws: `Machine.StartFailure` if the spec has nothing to start from.
  package init(_ machine: Machine) throws(Machine.StartFailure) {
    let spec = machine.spec.forgetting(allBut: [], keepsGhosts: false)
    // What is forgotten leaves the layout as it was.
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

  /// What happens unseen, with all choices of parameters.
  var hiddenInstances: [EventInstance] {
    hidden.isEmpty ? [] : machine.instances.filter { hidden.contains($0.event) }
  }
}

/// A signal that was noticed, as far as its values are known.
package struct ObservedSignal: Hashable, Sendable {
  package var signal: Int
  package var arguments: [Snapshot]

  package init(signal: Int, arguments: [Snapshot]) {
    self.signal = signal
    self.arguments = arguments
  }

  /// Whether it may be one that the spec emits.
  func matches(_ emitted: EmittedSignal) -> Bool {
    signal == emitted.signal && arguments.count == emitted.arguments.count
      && zip(arguments, emitted.arguments).allSatisfy { $0.matches($1) }
  }

  /// What is left of emitted signals when each of those that were seen is taken away, in all ways; none if some are
  /// not among them.
  static func leftovers(
    of emitted: [EmittedSignal], without seen: [ObservedSignal]
  ) -> Set<[EmittedSignal]> {
    var left: Set<[EmittedSignal]> = [emitted]
    for signal in seen {
      var next: Set<[EmittedSignal]> = []
      for emitted in left {
        for (index, each) in emitted.enumerated() where signal.matches(each) {
          // Of equal ones, the first stands for all.
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
    // By what is seen, the emitted signal that it is taken for.
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
