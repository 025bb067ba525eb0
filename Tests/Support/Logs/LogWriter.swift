import Conformance
import Files
import Semantics

/// A random run of a spec, as a log in which everything is observed, one line for each event.
package struct LogWriter {
  private let interface: Interface
  private let evaluator: ReferenceEvaluator
  private let instances: [[EventInstance]]
  private var random: SplitMix64
  private var state: [Value]

  package init(_ interface: Interface, seed: UInt64) {
    self.interface = interface
    evaluator = ReferenceEvaluator(interface.spec)
    random = SplitMix64(seed: seed)
    state = interface.starts[0]
    let events = interface.spec.events.indices
    instances = events.map { event in interface.machine.instances.filter { $0.event == event } }
      .filter { !$0.isEmpty }
  }

  /// Appends the next line; false if nothing is possible any more.
  ///
  /// - Parameter isWrong: whether the observed value of the variable with the fewest values differs from the spec's.
  package mutating func write(to bytes: inout [UInt8], isWrong: Bool = false) -> Bool {
    for _ in 0..<1000 {
      guard let choices = random.pick(instances), let instance = random.pick(choices),
        let step = random.pick(evaluator.react(to: instance, in: state).steps)
      else { continue }
      state = step.state
      bytes.append(contentsOf: line(step, isWrong).text.utf8)
      bytes.append(0x0A)
      return true
    }
    return false
  }

  private mutating func line(_ step: Step, _ isWrong: Bool) -> JSONPart {
    func name(_ type: SymmetricType, _ place: Int) -> JSONTree { .string("x\(place)") }
    let event = interface.spec.events[step.instance.event]
    let smallest = interface.observables.indices.filter { isWrong && choices(of: $0) > 1 }
      .min { choices(of: $0) < choices(of: $1) }
    var seen: [(String, JSONTree)] = []
    for (index, observable) in interface.observables.enumerated() {
      guard var value = observable.value(in: state) else { continue }
      if isWrong, index == smallest {
        let others = observable.type.watchedValues.prefix(1000).filter { $0 != value }
        value = random.pick(others) ?? value
      }
      seen.append((observable.name, observable.type.tree(of: value, name)))
    }
    let fields = event.parameters.map { Field(name: $0.name, type: $0.type, defaultValue: nil) }
    let signals = step.signals.map { signal -> JSONTree in
      let declared = interface.spec.signals[signal.signal]
      return .object([(declared.name, Type.tree(of: signal.arguments, declared.fields, name))])
    }
    var members: [(key: String, value: JSONTree)] = [("event", .string(event.name))]
    if !fields.isEmpty {
      members.append(("arguments", Type.tree(of: step.instance.arguments, fields, name)))
    }
    members.append(("seen", .object(seen.map { (key: $0.0, value: $0.1) })))
    if !signals.isEmpty { members.append(("signals", .array(signals))) }
    return JSONTree.object(members).part
  }

  /// The number of values of an observable, as far as they are counted.
  private func choices(of observable: Int) -> Int {
    interface.observables[observable].type.watchedValues.prefix(1000).count { _ in true }
  }
}
