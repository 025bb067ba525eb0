import Basics
import Semantics

/// The limits of the proof for any instance count.
package struct ViewLimits: Sendable {
  /// The default maximum number of views.
  package static let usualViews = 20_000

  package var views: Int
  /// The maximum number of examined states with a few more names than a view.
  package var states: Int
  /// The maximum number of names in a state.
  package var names = 5
  /// The maximum number of ways in which one event with its arguments may happen.
  package var ways = 4_096

  /// - Parameter views: the limit of views. Their states may be seven and a half times as many.
  package init(views: Int = ViewLimits.usualViews) {
    self.views = views
    states = min(views, .max / 15) * 15 / 2
  }
}

/// The views with that many names of all reachable states, for any instance count: `ViewFixpoint(…).run()`.
///
/// A view is the part of a state about some of its names. The set grows until it is closed. States with a few more
/// names are expanded if their views are all in it (as many more as an event touches). The views of their successors
/// are added (Abdulla, Haziza, Holík, "Parameterized verification through view abstraction", STTT 2016). A property
/// of all states whose views are all in the set holds in every reachable state.
struct ViewFixpoint {
  let spec: CheckedSpec
  let scope: NameScope
  let limits: ViewLimits
  private(set) var views: ViewSet
  private(set) var codec: ViewCodec
  private(set) var events: [(event: ViewEvent, names: Int, arguments: [[Value]])] = []
  private var properties: [(property: ViewProperty, names: Int)] = []
  private var transitions: [ViewProperty] = []
  private(set) var stateCount = 0
  /// For each property that the views do not prove, the reason.
  private(set) var doubts: [Int: UnsupportedError] = [:]
  private(set) var gaps: [Int: UnsupportedError] = [:]
  private(set) var overlaps: [Int: UnsupportedError] = [:]
  private(set) var faults: [Int: UnsupportedError] = [:]
  let oracle = Oracle()
  private var choices: [Int: [[Int]]] = [:]
  private var seen: Set<[Int]> = []
  private var ticks = DeadlineTicks()

  /// The least number of names of states that the method speaks of.
  private(set) var minimum: Int

  /// - Throws: the first place that the method does not reach.
  init(
    _ spec: CheckedSpec, _ scope: NameScope, size: Int, hasWitnesses: Bool = false,
    chosen: Set<Int>,
    limits: ViewLimits = ViewLimits()
  ) throws(UnsupportedError) {
    self.spec = spec
    self.scope = scope
    self.limits = limits
    views = ViewSet(size: size, spec.variables, scope)
    codec = ViewCodec(spec, scope)
    minimum = size
    for variable in spec.variables {
      if let obstacle = scope.obstacle(variable.type) {
        throw UnsupportedError(obstacle, variable.range)
      }
      if scope.arity(variable.type) > size {
        throw UnsupportedError("two names have to do with each other", variable.range)
      }
    }
    let signals = spec.events.reduce(into: Set<Int>()) {
      $0.formUnion(StatementEffects($1, scope).partialSignals)
    }
    for index in spec.properties.indices where chosen.contains(index) {
      do throws(UnsupportedError) {
        for part in try ViewProperty.parts(of: index, spec, scope, partialSignals: signals) {
          let names = max(size, part.touches + part.nesting)
          if part.patterns != nil {
            transitions.append(part)
          } else if names > limits.names {
            throw UnsupportedError(
              "it has to do with \(names) names at once", spec.properties[index].range)
          } else {
            properties.append((part, names))
            minimum = max(minimum, names)
          }
        }
      } catch {
        doubts[index] = UnsupportedError(error.reason, error.range)
      }
    }
    for index in spec.events.indices {
      let event = try ViewEvent(
        index, spec, scope, partialSignals: signals, hasWitnesses: hasWitnesses)
      var extra = max(size, event.nesting)
      if event.touches + extra > limits.names {
        throw UnsupportedError(
          "it has to do with \(event.touches) names at once", spec.events[index].range)
      }
      for property in transitions where property.isAbout(index) {
        let needed = property.touches + property.nesting
        if event.touches + needed > limits.names {
          doubts[property.index] = UnsupportedError(
            "it has to do with \(event.touches + needed) names at once",
            spec.properties[property.index].range)
        } else {
          extra = max(extra, needed)
        }
      }
      let names = event.touches + extra
      minimum = max(minimum, names)
      events.append(
        (event, names, try event.arguments(names: names, scope, spec.events[index].range)))
    }
  }

  /// Runs until nothing new is found.
  ///
  /// - Throws: a place that cannot be proved, or a limit.
  mutating func run() throws(UnsupportedError) {
    for start in try starts(names: views.size) {
      add(start, codec.parts(of: start, names: views.size), names: views.size)
    }
    var place = 0
    let sizes = Set(events.map(\.names) + properties.map(\.names)).sorted()
    while place < views.views.count {
      views.activate(place)
      for size in sizes { try visit(place, size) }
      place += 1
    }
  }

  /// Adds the views of a state with that many names.
  private mutating func add(_ state: [Value], _ parts: ViewParts, names: Int) {
    let choices = choices[names] ?? ViewSet.choices(names, views.size)
    self.choices[names] = choices
    let isSimple = !parts.hasPairs
    for chosen in choices {
      if isSimple, views.contains(key: parts.simpleKey(chosen)) { continue }
      let scope = scope
      let variables = spec.variables
      _ = views.insert(parts.selecting(chosen)) { order in
        let places = order.map { chosen[$0] }
        return zip(variables, state).map { variable, value in
          scope.project(value, variable.type) { places.firstIndex(of: $0) ?? -1 }
        }
      }
    }
  }

  /// The limit of states, for the current size.
  private var tooManyStates: UnsupportedError {
    UnsupportedError(.states(limits.states, size: views.size))
  }

  // MARK: Steps

  /// Runs all events in the states with that many names that complete a view.
  private mutating func visit(_ place: Int, _ size: Int) throws(UnsupportedError) {
    var found: [ViewParts] = []
    var ticks = DeadlineTicks()
    _ = views.forEachExtension(of: place, to: size) { parts in
      found.append(parts)
      return found.count <= limits.states && !ticks.isOver()
    }
    if let limit = Deadline.limit { throw UnsupportedError(.deadline(limit)) }
    if found.count > limits.states { throw tooManyStates }
    for parts in found {
      let order = parts.names.indices.sorted { parts.names[$0] < parts.names[$1] }
      let parts = parts.selecting(order)
      guard seen.insert([size] + parts.key).inserted else { continue }
      guard let state = views.state(of: parts) else { continue }
      stateCount += 1
      if stateCount > limits.states { throw tooManyStates }
      if views.views.count > limits.views {
        throw UnsupportedError(.views(limits.views, size: views.size))
      }
      if ticks.isOver(), let limit = Deadline.limit { throw UnsupportedError(.deadline(limit)) }
      for index in properties.indices where properties[index].names == size {
        try judge(properties[index].property, state, size)
      }
      let happening = events.indices.filter { events[$0].names == size }
      if happening.isEmpty { continue }
      let facts = codec.facts(of: state)
      var reached: Set<[Int]> = [parts.key]
      for index in happening {
        try happen(index, state, facts, size, &reached)
      }
    }
  }

  private mutating func judge(
    _ property: ViewProperty, _ state: [Value], _ names: Int
  ) throws(UnsupportedError) {
    if doubts[property.index] != nil { return }
    try note(property, ViewFrame(names: names, oracle: Oracle(), state: state), nil, nil, [])
  }

  private mutating func note(
    _ property: ViewProperty, _ frame: ViewFrame, _ event: Int?, _ rule: Int?, _ arguments: [Value]
  ) throws(UnsupportedError) {
    var ways = 0
    repeat {
      ways += 1
      let range = spec.properties[property.index].range
      if ways > limits.ways {
        doubts[property.index] = UnsupportedError("too much of it is unknown", range)
        return
      }
      switch property.judge(frame, event: event, rule: rule, arguments: arguments) {
      case .holds: continue
      case .fails(let fault):
        doubts[property.index] = UnsupportedError(
          fault.map { "it may have no value: \($0.message)" }
            ?? "views of \(views.size) do not rule out that it is violated",
          fault?.range ?? range, isOpen: true)
        return
      case .outside(let outside):
        doubts[property.index] = UnsupportedError(outside.reason, outside.range)
        return
      }
    } while frame.oracle.next()
  }

  /// Runs an event in a state in all ways.
  ///
  /// - Parameters:
  ///   - facts: the facts of the state.
  ///   - reached: the keys of the parts of the states that any event reached.
  private mutating func happen(
    _ index: Int, _ state: [Value], _ facts: ViewFacts, _ names: Int, _ reached: inout Set<[Int]>
  ) throws(UnsupportedError) {
    let (event, _, arguments) = events[index]
    let about = transitions.filter { $0.isAbout(event.index) && doubts[$0.index] == nil }
    let range = spec.events[event.index].range
    for arguments in arguments {
      oracle.reset()
      var ways = 0
      repeat {
        ways += 1
        if ways > limits.ways { throw UnsupportedError("too much of it is unknown", range) }
        let frame = ViewFrame(names: names, oracle: oracle, state: state)
        var overlap: [Int]?
        let outcome = event.react(arguments, frame, spec, scope) { overlap = $0 }
        if let overlap {
          let rule = spec.events[event.index].rules[overlap[1]]
          overlaps[event.index] = UnsupportedError(
            "views of \(views.size) do not rule out that it overlaps another", rule.range,
            isOpen: true)
        }
        switch outcome {
        case .impossible, .covered: continue
        case .gap:
          gaps[event.index] = UnsupportedError(
            "views of \(views.size) do not rule out that no rule applies", range,
            isOpen: true)
        case .fault(let fault):
          if fault.isLimit { throw UnsupportedError(fault.message, fault.range) }
          faults[event.index] = UnsupportedError(
            "views of \(views.size) do not rule out that \(fault.message)", fault.range,
            isOpen: true)
        case .outside(let outside): throw outside
        case .step(let rule, let next, let signals):
          for property in about where doubts[property.index] == nil {
            var frame = ViewFrame(names: names, oracle: Oracle(), state: next, previous: state)
            frame.signals = signals
            try note(property, frame, event.index, rule, arguments)
          }
          let parts = codec.parts(of: codec.facts(of: next, beside: facts), names: names)
          if reached.insert(parts.key).inserted { add(next, parts, names: names) }
        }
      } while oracle.next()
    }
  }
}
