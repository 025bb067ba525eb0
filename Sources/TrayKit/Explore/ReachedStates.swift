import Basics
import Reports
import Semantics

/// The complete state graph of a machine, computed by the reference interpreter. It is for drawings and exports, not
/// for checks.
package struct ReachedStates {
  /// A set of equivalent steps between two states: same event, same rule.
  package struct Link {
    package var from: Int
    package var to: Int
    /// The event instances of the steps, which share a rule.
    package var instances: [EventInstance]
    package var rule: Int?
    var isSilent: Bool
  }

  /// The states: initial ones first, then in breadth-first order.
  package private(set) var states: [[Value]] = []
  private(set) var depths: [Int] = []
  package private(set) var startCount = 0
  package private(set) var links: [Link] = []
  /// The maximum number of states.
  static let maximumStates = 200_000

  /// The reason why a graph does not contain all states.
  package enum IncompleteGraphError: Error {
    /// The time or memory limit of the thread was reached.
    case stopped
    case tooManyStates
    /// A bound of the reference interpreter was reached, with its place in the spec.
    case cut(String)

    /// The reason as a clause for a report.
    package var reason: String {
      switch self {
      case .stopped: "a limit was reached before all states were visited"
      case .tooManyStates: "it has more than \(ReachedStates.maximumStates.grouped) states"
      case .cut(let text): text
      }
    }
  }

  /// Visits all states.
  ///
  /// - Throws: `IncompleteGraphError`, so that a part of the states is never taken for all of them.
  package init(_ machine: Machine, _ starts: [[Value]]) throws(IncompleteGraphError) {
    let evaluator = ReferenceEvaluator(machine.spec)
    var places: [[Value]: Int] = [:]
    func place(_ state: [Value], _ depth: Int, _ own: inout ReachedStates) -> Int {
      if let place = places[state] { return place }
      let place = own.states.count
      places[state] = place
      own.states.append(state)
      own.depths.append(depth)
      return place
    }
    var ticks = DeadlineTicks()
    for start in starts {
      if ticks.isOver() { throw .stopped }
      if states.count > Self.maximumStates { throw .tooManyStates }
      _ = place(start, 0, &self)
    }
    startCount = states.count
    var next = 0
    while next < states.count {
      if Deadline.isOver { throw .stopped }
      if states.count > Self.maximumStates { throw .tooManyStates }
      var known: [[Int]: Int] = [:]
      for instance in machine.instances {
        let reaction: Reaction
        do throws(Fault) {
          reaction = try evaluator.completeReaction(to: instance, in: states[next])
        } catch {
          throw error.cause == .stopped
            ? .stopped : .cut(error.limitText(in: machine.spec.file))
        }
        for step in reaction.steps {
          let to = place(step.state, depths[next] + 1, &self)
          let key = [to, instance.event, step.rule ?? -1]
          if let link = known[key] {
            if links[link].instances.last != instance { links[link].instances.append(instance) }
            links[link].isSilent = links[link].isSilent && step.signals.isEmpty
          } else {
            known[key] = links.count
            links.append(
              Link(
                from: next, to: to, instances: [instance], rule: step.rule,
                isSilent: step.signals.isEmpty))
          }
        }
      }
      next += 1
    }
  }

  // MARK: Classes

  /// A partition of the states: the members of each class in order, and the class of each state.
  struct Classes {
    var members: [[Int]] = []
    var places: [Int] = []
    var count: Int { members.count }
  }

  /// The classes of states that agree in some parts.
  ///
  /// - Parameter parts: the parts; nil to put each state into its own class.
  func classes(by parts: [StatePart]?) -> Classes {
    var classes = Classes()
    var known: [[String]: Int] = [:]
    for (index, state) in states.enumerated() {
      let key = parts.map { $0.map { $0.text(of: state) } } ?? ["\(index)"]
      let place = known[key] ?? classes.members.count
      known[key] = place
      if place == classes.members.count { classes.members.append([]) }
      classes.members[place].append(index)
      classes.places.append(place)
    }
    return classes
  }

  /// The number of classes that fit into one readable drawing.
  private static let fewClasses = 9

  /// A selection of parts, variables or their element counts, that distinguishes few classes: as many parts as
  /// possible, those with the fewest values first.
  func fewClasses(of spec: CheckedSpec) -> [StatePart] {
    let all = StatePart.all(of: spec)
    let counts = all.compactMap { StatePart.count(of: $0, in: spec) }
    let sizes = (all + counts).map { part in
      (part, Set(states.map { part.text(of: $0) }).count)
    }
    var chosen: [StatePart] = []
    for (part, size) in sizes.sorted(by: { ($0.1, $0.0.name) < ($1.1, $1.0.name) })
    where size > 1 {
      let isThere = chosen.contains {
        part.name == $0.name + ".count" || $0.name == part.name + ".count"
      }
      if !isThere, classes(by: chosen + [part]).count <= Self.fewClasses { chosen.append(part) }
    }
    return chosen
  }

  /// The variables whose value changes between states.
  func changing(_ spec: CheckedSpec) -> [StatePart] {
    StatePart.all(of: spec).filter { part in
      let first = states.first.map(part.text(of:))
      return states.contains { part.text(of: $0) != first }
    }
  }

  /// The edges between classes. For whole states, steps without changes and signals are omitted; for classes, steps
  /// within a class.
  func edges(of places: [Int], isWhole: Bool, _ spec: CheckedSpec) -> [StateGraph.Edge] {
    var edges: [StateGraph.Edge] = []
    var known: [[Int]: Int] = [:]
    for link in links {
      let (from, to) = (places[link.from], places[link.to])
      if from == to, !isWhole || link.isSilent { continue }
      let label = isWhole ? Self.label(link, spec) : spec.events[link.instances[0].event].name
      if let edge = known[[from, to]] {
        if !edges[edge].labels.contains(label) { edges[edge].labels.append(label) }
      } else {
        known[[from, to]] = edges.count
        edges.append(.init(from: from, to: to, labels: [label]))
      }
    }
    return edges
  }

  /// The event with its relevant arguments.
  private static func label(_ link: Link, _ spec: CheckedSpec) -> String {
    if link.instances.count == 1 { return spec.text(link.instances[0]) }
    let event = spec.events[link.instances[0].event]
    let shared = SharedArguments(link.instances, of: event)
    return shared.isTold
      ? shared.text(of: event, any: nil)
      : "\(spec.text(link.instances[0])) and \(link.instances.count - 1) more"
  }
}
