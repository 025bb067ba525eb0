import Conformance
import Testing

/// A feature of a state container: the effect of actions on the state, and their further effects.
struct TrayFeature {
  struct State: Equatable {
    var kinds: Set<Quiet.Kind> = []
    var isAwake = false
  }
  enum Action { case pushed(Quiet.Kind), woken, opened, locked }

  var playSound: @MainActor () -> Void

  @MainActor func reduce(_ state: inout State, _ action: Action) -> [@MainActor () async -> Action?]
  {
    switch action {
    case .pushed(let kind):
      state.kinds.insert(kind)
      guard kind == .mention else { return [] }
      return [{ .woken }]
    case .woken:
      state.isAwake = true
      return [
        {
          playSound()
          return nil
        }
      ]
    case .opened: state.kinds = []
    case .locked: state.isAwake = false
    }
    return []
  }
}

/// A store for tests: `send` does an action, `receive` those that effects have sent since, until there are none.
@MainActor final class TestStore {
  private(set) var state = TrayFeature.State()
  private let feature: TrayFeature
  private var effects: [@MainActor () async -> TrayFeature.Action?] = []

  init(_ feature: TrayFeature) { self.feature = feature }

  func send(_ action: TrayFeature.Action) { effects += feature.reduce(&state, action) }

  func receive() async {
    while !effects.isEmpty {
      if let action = await effects.removeFirst()() { send(action) }
    }
  }
}

/// A driver that sends each event as an action; `settle` receives the actions that effects send.
@MainActor final class StoreDriver {
  private var sounds = 0
  private lazy var store = makeStore()

  private func makeStore() -> TestStore {
    TestStore(TrayFeature(playSound: { [unowned self] in sounds += 1 }))
  }

  func reset() { store = makeStore() }
  func receive(kind: Quiet.Kind) { store.send(.pushed(kind)) }
  func open() { store.send(.opened) }
  func sleep() { store.send(.locked) }
  func settle() async { await store.receive() }
  func observe() -> Quiet.Observation {
    Quiet.Observation(tray: store.state.kinds, awake: store.state.isAwake)
  }
  func emitted() -> [Quiet.Signal] {
    defer { sounds = 0 }
    return Array(repeating: .sound, count: sounds)
  }
}

/// It waits on the main actor, so this stands by itself: see "Where a driver runs".
extension StoreDriver: Quiet.Driver {}

@Suite struct StoreConformance {
  @Test(arguments: try Quiet.paths(.suite(), .walks(100, seed: 1)))
  @MainActor func conforms(_ path: TrayPath) async throws {
    try await Quiet.check(path, with: StoreDriver())
  }
}
