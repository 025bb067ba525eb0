import Semantics
import Traces

/// Follows what an implementation has logged, line by line, in memory that does not grow with the log.
///
/// ```json
/// {"event": "receive", "arguments": {"kind": "info"}, "seen": {"badge": 1}, "signals": ["sound"]}
/// ```
///
/// Everything in a line may be left out: of arguments that are not there all that fit are followed at once, and a line
/// without an event only says what was seen. The log begins where the spec does.
package struct LogFollower {
  /// Why a line is not explained.
  package enum Failure: Sendable {
    /// No run of the spec explains the log up to it.
    case differs(Difference)
    /// It is no line of a log; at a byte of it.
    case malformed(JSONMistake)
    case undecided(String)
  }

  /// More instances that fit a line are not followed.
  private static let maximumInstances = 100_000

  package let interface: Interface
  var follower: Follower
  /// How many lines told of an event.
  package private(set) var events = 0
  /// What was seen at least once, by the places of observables.
  package private(set) var seen: Set<Int> = []
  /// Some signal was noticed.
  package private(set) var hasSignals = false
  /// Keys that mean nothing, and were passed over.
  package private(set) var ignored: Set<String> = []

  package init(_ interface: Interface) {
    self.interface = interface
    follower = Follower(interface, keepsHistory: false)
    _ = follower.follow(.start, Reply())
  }

  /// The states in which the implementation may be, as long as they are few.
  package var beliefs: [[Value]] {
    follower.belief.elements.prefix(1000).map { follower.stepper.states[$0.state] }.uniqued
  }
  /// In how many states it may be.
  package var count: Int { follower.count }
  package var names: NameTable { follower.names }

  /// Takes in a line; nil if the log is explained up to it.
  package mutating func follow(_ line: Result<JSONPart, JSONMistake>) -> Failure? {
    switch line {
    case .success(let part): follow(part)
    case .failure(let mistake): .malformed(mistake)
    }
  }

  /// Takes in that nothing is under way any more.
  package mutating func settle() -> Failure? { take(.nothing, Reply()) }

  /// Takes in a line that was read.
  mutating func follow(_ part: JSONPart) -> Failure? {
    guard case .object(let members) = part.node else {
      return .malformed(
        JSONMistake(message: "a line is an object, not \(part.noun)", place: part.place))
    }
    do throws(JSONMistake) {
      var reply = Reply()
      var event: Int?
      var arguments: JSONPart?
      for member in members {
        switch member.key {
        case "event": event = try self.event(member.value)
        case "arguments": arguments = member.value
        default:
          if try !reply.read(member, interface) { ignored.insert(member.key) }
        }
      }
      for (index, _) in reply.seen { seen.insert(index) }
      if !reply.signals.isEmpty { hasSignals = true }
      guard let event else { return take(.nothing, reply) }
      events += 1
      return happened(event, arguments, reply)
    } catch {
      return .malformed(error)
    }
  }

  private func event(_ part: JSONPart) throws(JSONMistake) -> Int {
    guard case .string(let name) = part.node else {
      throw JSONMistake(
        message: "\"event\" is a string, not \(part.noun)", place: part.place)
    }
    guard let event = interface.event(named: name) else {
      let near = NearestName.propose(name, among: interface.spec.events.map(\.name))
      throw JSONMistake(
        message: "\(interface.spec.name) has no event \"\(JSONMistake.shown(name))\""
          + (near.map { "; did you mean \"\($0)\"?" } ?? ""), place: part.place)
    }
    return event
  }

  private mutating func happened(
    _ event: Int, _ arguments: JSONPart?, _ reply: Reply
  ) -> Failure? {
    let known: [Seen]
    do throws(SeenReader.Problem) {
      known = try follower.read(arguments, of: event)
    } catch {
      switch error {
      case .mistake(let mistake): return .malformed(mistake)
      case .exhausted(let exhausted):
        return .undecided(exhausted.text(interface.vocabulary))
      }
    }
    let parameters = interface.spec.events[event].parameters
    var values: [[Value]] = []
    var count = 1
    for (part, parameter) in zip(known, parameters) {
      if let whole = part.whole {
        values.append([whole])
      } else {
        let fitting = parameter.type.watchedValues.filter { part.matches($0) }
        values.append(fitting)
        count *= max(1, fitting.count)
        if count > Self.maximumInstances {
          return .undecided(
            "more than \(Self.maximumInstances) events fit '\(interface.spec.events[event].name)'")
        }
      }
    }
    let instances = Type.watchedCombinations(values).map {
      EventInstance(event: event, arguments: $0)
    }
    if reply.isRefused, instances.count == 1 { return take(.refused(instances[0]), reply) }
    return take(.event(instances), reply)
  }

  private mutating func take(_ occurrence: Follower.Occurrence, _ reply: Reply) -> Failure? {
    switch follower.follow(occurrence, reply) {
    case .fits: return nil
    case .malformed(let mistake): return .malformed(mistake)
    case .undecided(let reason): return .undecided(reason)
    // The belief is still that before the line.
    case .differs(let difference):
      guard follower.asksWhy else { return .differs(difference) }
      return .differs(follower.shown(occurrence, reply) ?? difference)
    }
  }
}

extension Follower {
  /// What differs at something that happened, beside the step of the spec that comes nearest; nil if it does not.
  fileprivate func shown(_ occurrence: Occurrence, _ reply: Reply) -> Difference? {
    var follower = Follower(interface)
    follower.names = names
    for candidate in belief.elements {
      let state = stepper.states[candidate.state]
      follower.belief.insert(
        Candidate(state: follower.stepper.id(of: state), owed: candidate.owed), .start(state))
    }
    if case .differs(let difference) = follower.follow(occurrence, reply) { return difference }
    return nil
  }
}

extension [[Value]] {
  fileprivate var uniqued: [[Value]] {
    var known: Set<[Value]> = []
    return filter { known.insert($0).inserted }
  }
}
