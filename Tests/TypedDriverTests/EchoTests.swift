import Conformance
import Testing

/// Values of each sort, from the spec to a driver and back.
@Suite("Values of a typed driver") struct EchoTests {
  private static let walks = TrayPaths.walks(40, steps: 30, seed: 1)

  @Test("are those of the spec, there and back")
  func conforms() async throws {
    for path in try Echo.paths(Self.walks) {
      try await Echo.check(path, with: EchoDriver())
    }
  }

  @Test("are compared each by itself, down to what is in an optional", arguments: Echo.Loss.all)
  func loss(_ loss: Echo.Loss) async throws {
    let error = await #expect(throws: TrayDifference.self) {
      for path in try Echo.paths(Self.walks) {
        try await Echo.check(path, with: EchoDriver(loss))
      }
    }
    let text = try #require(error).description
    #expect(text.contains("        \(loss.place)"), "\(text)")
  }
}

extension Echo {
  /// A value that a driver gets wrong, and the start of the reported difference.
  struct Loss: Sendable {
    var place: String
    var spoil: @Sendable (inout Echo.Observation) -> Void

    static let all = [
      Loss(place: "due") { if case .at = $0.due { $0.due = .at(0) } },
      Loss(place: "kind") { $0.kind = .seen(nil) },
      Loss(place: "card.small.number") { seen in
        guard case .seen(var card?) = seen.card else { return }
        card.small?.number = 0
        seen.card = .seen(card)
      },
      Loss(place: "card.id") { seen in
        guard case .seen(var card?) = seen.card else { return }
        card.id = .seen(nil)
        seen.card = .seen(card)
      },
      Loss(place: "ids") { seen in seen.ids = seen.ids.map { Set($0.prefix(1)) } },
      Loss(place: "dues") { seen in seen.dues = seen.dues.map { Array($0.prefix(1)) } },
      Loss(place: "list") { seen in seen.list = seen.list.map { $0.reversed() } },
      Loss(place: "bag") { seen in seen.bag = seen.bag.map { Array(Set($0)) } },
      Loss(place: "map") { seen in seen.map = seen.map?.filter { $0.key.number == 0 } },
      Loss(place: "names") { seen in seen.names = seen.names?.mapValues { _ in .never } },
      Loss(place: "table") { seen in seen.table?[nil] = .seen(nil) },
      Loss(place: "shownKind") { $0.shownKind = .seen(.info) },
    ]
  }
}

extension Echo.Loss: CustomTestStringConvertible {
  var testDescription: String { place }
}

/// Stores the values that it receives, and shows them.
final class EchoDriver: Echo.Driver {
  private struct State {
    var due = Echo.Due.never
    var kind: Echo.Kind?
    var card: Echo.Card?
    var ids: Set<Echo.ID> = []
    var dues: Set<Echo.Due> = []
    var list: [Echo.Due?] = []
    var bag: [Echo.Kind] = []
    var map: [Echo.Small: Echo.Kind] = [:]
    var names: [Echo.ID: Echo.Due] = [:]
    var table: [Echo.Kind?: Echo.Due?] = [.mention: nil, .info: nil, nil: nil]
  }

  private let loss: Echo.Loss?
  private var state = State()
  private var signals: [Echo.Signal] = []

  init(_ loss: Echo.Loss? = nil) { self.loss = loss }

  func reset() { (state, signals) = (State(), []) }

  func setCard(to card: Echo.Card?) {
    state.card = card
    signals.append(
      .told(
        card: .seen(card.map(Echo.SeenCard.init)), due: Echo.SeenDue(state.due),
        kind: .seen(state.kind)))
  }
  func setDue(to due: Echo.Due, as kind: Echo.Kind?) { (state.due, state.kind) = (due, kind) }
  func setIDs(to ids: Set<Echo.ID>) { state.ids = ids }
  func setDues(to dues: Set<Echo.Due>) { state.dues = dues }
  func setList(to list: [Echo.Due?]) { state.list = list }
  func setBag(to bag: [Echo.Kind]) { state.bag = bag }
  func setMap(to map: [Echo.Small: Echo.Kind]) { state.map = map }
  func setName(id: Echo.ID, to due: Echo.Due?) { state.names[id] = due }
  func setTable(of kind: Echo.Kind?, to due: Echo.Due?) { state.table[kind] = .some(due) }
  func clear() { (state.card, state.ids, state.names) = (nil, [], [:]) }

  func observe() -> Echo.Observation {
    var seen = Echo.Observation(
      due: Echo.SeenDue(state.due), kind: .seen(state.kind),
      card: .seen(state.card.map(Echo.SeenCard.init)), ids: state.ids,
      dues: state.dues.map(Echo.SeenDue.init), list: state.list.map { $0.map(Echo.SeenDue.init) },
      bag: state.bag, map: state.map, names: state.names.mapValues(Echo.SeenDue.init),
      table: state.table.mapValues { .seen($0.map(Echo.SeenDue.init)) },
      shownKind: .seen(state.kind))
    loss?.spoil(&seen)
    return seen
  }

  func emitted() -> [Echo.Signal] {
    defer { signals = [] }
    return signals
  }
}
