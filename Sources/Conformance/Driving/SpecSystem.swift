import Basics
import Files
import Semantics

/// A spec that runs as an implementation of itself, or of another spec: `SpecSystem(machine, starts, mask, seed: 1)`.
///
/// If the spec leaves a choice, the seed decides. Hidden events happen now and then. The identifiers of symmetric names
/// are numbers, a new one for each new thing.
package final class SpecSystem: SystemUnderTest {
  /// The observable parts of the system.
  package struct Mask: Sendable {
    /// The names of the shown observables.
    package var observed: Set<String>
    /// Hidden fields of structs, such as `Card.image`.
    package var blind: Set<String> = []
    package var signals: Set<String> = []
    package var hidden: Set<String> = []
    /// Whether it refuses impossible events.
    package var refuses = false
    /// Whether signals are delayed, except for those that `advance` waits for.
    package var isLate = false

    package init(observed: Set<String>) { self.observed = observed }
  }

  private let interface: Interface
  private let mask: Mask
  private let evaluator: ReferenceEvaluator
  private let hidden: [EventInstance]
  private let namesInUse: NamesInUse
  private var random: SplitMix
  private let seed: UInt64
  private var state: [Value] = []
  private var pending: [EmittedSignal] = []
  private var names = NameTable()
  private var lastReal = 100

  package init(_ interface: Interface, _ mask: Mask, seed: UInt64) {
    var interface = interface
    interface.hidden = Set(mask.hidden.compactMap(interface.event(named:)))
    interface.heard = Set(mask.signals.compactMap(interface.signal(named:)))
    self.interface = interface
    self.mask = mask
    self.seed = seed
    evaluator = ReferenceEvaluator(interface.spec)
    hidden = interface.hiddenInstances
    namesInUse = NamesInUse(interface)
    random = SplitMix(seed: seed)
  }

  package func send(_ message: DriverMessage) throws(SystemFailure) -> JSONPart {
    switch message {
    case .hello: return handshake
    case .bye: return JSONPart(node: .object([]), place: 0)
    case .reset(let run):
      random = SplitMix(seed: SplitMix.mix(seed) &+ UInt64(run))
      state = interface.starts[random.number(below: interface.starts.count)]
      pending = []
      names = NameTable()
    case .perform(let name, let arguments):
      guard let event = interface.event(named: name) else {
        throw .unusable("there is no event '\(name)'")
      }
      goOnUnseen()
      let instance = try instance(event, arguments)
      if !perform(instance), mask.refuses { return answer(isRefused: true) }
      goOnUnseen()
    case .advance(let units):
      if units == 0 { return answer(isSettled: true) }
      goOnUnseen()
      let tick = interface.spec.events.count - 1
      if !perform(EventInstance(event: tick, arguments: [])), mask.refuses {
        return answer(isRefused: true)
      }
      goOnUnseen()
    }
    return answer(isSettled: !mask.isLate || random.number(below: 3) == 0)
  }

  // MARK: Behaviour

  /// Performs some of the hidden events.
  private func goOnUnseen() {
    guard !hidden.isEmpty else { return }
    for _ in 0..<random.number(below: 3) {
      _ = perform(hidden[random.number(below: hidden.count)])
    }
  }

  /// Performs an event; returns false if the spec has a fault or a gap.
  private func perform(_ instance: EventInstance) -> Bool {
    let reaction = evaluator.react(to: instance, in: state)
    guard !reaction.steps.isEmpty else { return false }
    let step = reaction.steps[random.number(below: reaction.steps.count)]
    state = step.state
    pending += step.signals.filter { interface.heard.contains($0.signal) }
    return true
  }

  // MARK: Messages

  private var handshake: JSONPart {
    func strings(_ names: Set<String>) -> JSONTree { .array(names.sorted().map(JSONTree.string)) }
    return JSONTree.object([
      ("protocol", .string(Handshake.format)), ("version", .integer(Handshake.version)),
      ("name", .string("a spec")), ("signals", strings(mask.signals)),
      ("hidden", strings(mask.hidden)), ("refuses", .boolean(mask.refuses)),
    ]).part
  }

  private func answer(isRefused: Bool = false, isSettled: Bool = true) -> JSONPart {
    forgetTheDead()
    // Some of the delayed signals arrive now.
    let count = isSettled ? pending.count : random.number(below: pending.count + 1)
    for place in 0..<count {
      pending.swapAt(place, place + random.number(below: pending.count - place))
    }
    let signals = pending.prefix(count).map { signal -> JSONTree in
      let declared = interface.spec.signals[signal.signal]
      if declared.fields.isEmpty { return .string(declared.name) }
      return .object([
        (declared.name, Type.tree(of: signal.arguments, declared.fields) { self.name($0, $1) })
      ])
    }
    pending.removeFirst(count)
    let shown = interface.observables.filter { mask.observed.contains($0.name) }
      .compactMap { observable in
        observable.value(in: state).map { (observable.name, seen($0, observable.type)) }
      }
    var members: [(key: String, value: JSONTree)] = [
      ("seen", .object(shown)), ("signals", .array(signals)),
    ]
    if isRefused { members.append(("refused", .boolean(true))) }
    if !isSettled { members.append(("settled", .boolean(false))) }
    // A thing is removed before anything else happens.
    forgetTheDead()
    return JSONTree.object(members).part
  }

  /// A value without hidden fields, except in keys.
  private func seen(_ value: Value, _ type: Type) -> JSONTree {
    switch (type, value) {
    case (.optional(let inner), _) where value != .none: return seen(value, inner)
    case (.structure(let type), .record(let values)):
      return .object(
        zip(type.fields, values).compactMap { field, value in
          let name = field.name ?? ""
          return mask.blind.contains("\(type.name).\(name)") ? nil : (name, seen(value, field.type))
        })
    case (.set(let element, _), .set(let values)), (.bag(let element, _), .bag(let values)),
      (.list(let element, _), .list(let values)):
      return .array(values.map { seen($0, element) })
    default: return type.tree(of: value) { name($0, $1) }
    }
  }

  private func instance(
    _ event: Int, _ arguments: JSONTree
  ) throws(SystemFailure) -> EventInstance {
    let declared = interface.spec.events[event]
    forgetTheDead()
    let reader = SnapshotReader { real, type in self.place(of: real, type) }
    guard case .object(let members) = arguments.part.node,
      let seen = try? reader.fields(members, declared.fields, of: declared.name)
    else { throw .unusable("the arguments are not to be understood") }
    return EventInstance(event: event, arguments: seen.map { $0.whole ?? .none })
  }

  // MARK: Names

  private func name(_ type: SymmetricType, _ place: Int) -> JSONTree {
    if let real = names.real(place, of: type) { return real.tree }
    lastReal += 1 + random.number(below: 5)
    let real = RealName("\(lastReal)", isNumber: true)
    names.bind(place, of: type, to: real)
    return real.tree
  }

  /// An unknown identifier belongs to any name without one that was unused while other names had theirs.
  private func place(of real: RealName, _ type: SymmetricType) -> Int {
    if let known = names.place(of: real, in: type) { return known }
    let free = (0..<type.count).filter { names.mayBind($0, of: type, to: real) }
    let place = free.isEmpty ? 0 : free[random.number(below: free.count)]
    names.bind(place, of: type, to: real)
    return place
  }

  /// Removes the identifiers of unused names. The names are later used for new things.
  private func forgetTheDead() {
    var living = namesInUse.places(in: state)
    namesInUse.add(pending, to: &living)
    names.forgetIdle(living)
  }
}

extension JSONTree {
  /// The value as if it had been parsed.
  package var part: JSONPart {
    let node: JSONPart.Node =
      switch self {
      case .object(let members): .object(members.map { ($0.key, 0, $0.value.part) })
      case .array(let elements): .array(elements.map(\.part))
      case .string(let text): .string(text)
      case .integer(let number): .number("\(number)")
      case .boolean(let flag): .boolean(flag)
      case .null: .null
      }
    return JSONPart(node: node, place: 0)
  }
}
