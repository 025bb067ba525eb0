// Made by `traycheck conform generate swift` from Tests/TypedDriverTests/Specs/echo.tray, world default: edit that,
// and generate this again.

import Conformance

/// What is sent is shown: a value of each sort, there and back.
nonisolated enum Echo: TrayDriven {
  /// The implementation's name for one of `ID`, such as a number or a UUID.
  struct ID: TrayName {
    /// As it is written.
    let text: String

    /// Takes a text.
    init(_ text: String) { self.text = text }
  }

  /// `Kind` of the spec.
  enum Kind: String, CaseIterable, TrayArgument {
    case mention
    case info
  }

  /// `Due` of the spec.
  enum Due: Hashable, TrayArgument {
    case never
    case at(Int)
    case both(kind: Kind?, urgent: Bool)

    /// Reads the form that drivers write.
    init(trayDatum: TrayPart) throws {
      let read = try TrayCase(trayDatum, of: "Due")
      switch read.name {
      case "never":
        self = .never
      case "at":
        self = try .at(read.fields("0"))
      case "both":
        self = try .both(kind: read.fields("kind"), urgent: read.fields("urgent"))
      default: throw read.unknown
      }
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      switch self {
      case .never: .string("never")
      case .at(let part0):
        .call("at", [("0", part0.trayDatum)])
      case .both(let part0, let part1):
        .call("both", [("kind", part0.trayDatum), ("urgent", part1.trayDatum)])
      }
    }
  }

  /// The observed part of ``Due``: nil and `.unseen` for the rest.
  enum SeenDue: Hashable, TrayDatum {
    case never
    case at(Int?)
    case both(kind: Seen<Kind?>, urgent: Bool?)

    /// All of it is seen.
    init(_ whole: Due) {
      switch whole {
      case .never: self = .never
      case .at(let part0):
        self = .at(part0)
      case .both(let part0, let part1):
        self = .both(kind: .seen(part0), urgent: part1)
      }
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      switch self {
      case .never: .string("never")
      case .at(let part0):
        .call("at", [("0", part0.traySlot)])
      case .both(let part0, let part1):
        .call("both", [("kind", part0.traySlot), ("urgent", part1.traySlot)])
      }
    }
  }

  /// `Small` of the spec.
  struct Small: Hashable, TrayArgument {
    /// `kind` of it.
    var kind: Kind
    /// `number` of it.
    var number: Int

    /// Takes all of its fields.
    init(kind: Kind, number: Int) {
      self.kind = kind
      self.number = number
    }

    /// Reads the form that drivers write.
    init(trayDatum: TrayPart) throws {
      let read = try TrayFields(trayDatum, of: "Small")
      self.kind = try read("kind")
      self.number = try read("number")
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      .object([
        ("kind", kind.trayDatum),
        ("number", number.trayDatum),
      ])
    }
  }

  /// The observed part of a ``Small``: nil and `.unseen` for the rest.
  struct SeenSmall: Hashable, TrayDatum {
    /// `kind` of it.
    var kind: Kind?
    /// `number` of it.
    var number: Int?

    /// Takes all of its fields.
    init(kind: Kind?, number: Int?) {
      self.kind = kind
      self.number = number
    }

    /// All of it is seen.
    init(_ whole: Small) {
      self.kind = whole.kind
      self.number = whole.number
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      .seen([
        ("kind", kind.traySlot),
        ("number", number.traySlot),
      ])
    }
  }

  /// `Card` of the spec.
  struct Card: Hashable, TrayArgument {
    /// `due` of it.
    var due: Due
    /// `kind` of it.
    var kind: Kind?
    /// `id` of it.
    var id: ID?
    /// `small` of it.
    var small: Small

    /// Takes all of its fields.
    init(due: Due, kind: Kind?, id: ID?, small: Small) {
      self.due = due
      self.kind = kind
      self.id = id
      self.small = small
    }

    /// Reads the form that drivers write.
    init(trayDatum: TrayPart) throws {
      let read = try TrayFields(trayDatum, of: "Card")
      self.due = try read("due")
      self.kind = try read("kind")
      self.id = try read("id")
      self.small = try read("small")
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      .object([
        ("due", due.trayDatum),
        ("kind", kind.trayDatum),
        ("id", id.trayDatum),
        ("small", small.trayDatum),
      ])
    }
  }

  /// The observed part of a ``Card``: nil and `.unseen` for the rest.
  struct SeenCard: Hashable, TrayDatum {
    /// `due` of it.
    var due: SeenDue?
    /// `kind` of it.
    var kind: Seen<Kind?>
    /// `id` of it.
    var id: Seen<ID?>
    /// `small` of it.
    var small: SeenSmall?

    /// Takes all of its fields.
    init(due: SeenDue?, kind: Seen<Kind?>, id: Seen<ID?>, small: SeenSmall?) {
      self.due = due
      self.kind = kind
      self.id = id
      self.small = small
    }

    /// All of it is seen.
    init(_ whole: Card) {
      self.due = SeenDue(whole.due)
      self.kind = .seen(whole.kind)
      self.id = .seen(whole.id)
      self.small = SeenSmall(whole.small)
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      .seen([
        ("due", due.traySlot),
        ("kind", kind.traySlot),
        ("id", id.traySlot),
        ("small", small.traySlot),
      ])
    }
  }

  /// A signal of an app, with its values: nil and `.unseen` for values that are not observed.
  enum Signal: Hashable, TrayDatum {
    /// Which signals there are.
    enum Name: String, CaseIterable, Sendable {
      case told
    }

    /// The signal `told`.
    case told(card: Seen<SeenCard?>, due: SeenDue?, kind: Seen<Kind?>)

    /// As drivers write it.
    var trayDatum: TrayPart {
      switch self {
      case .told(let part0, let part1, let part2):
        .call(
          "told", [("card", part0.traySlot), ("due", part1.traySlot), ("kind", part2.traySlot)])
      }
    }
  }

  /// The observed state of an app. An omitted part may have any value.
  struct Observation: TrayDatum {
    /// `due` of the spec.
    var due: SeenDue?
    /// `kind` of the spec.
    var kind: Seen<Kind?>
    /// `card` of the spec.
    var card: Seen<SeenCard?>
    /// `ids` of the spec.
    var ids: Set<ID>?
    /// `dues` of the spec.
    var dues: [SeenDue]?
    /// `list` of the spec.
    var list: [SeenDue?]?
    /// `bag` of the spec.
    var bag: [Kind]?
    /// `map` of the spec.
    var map: [Small: Kind]?
    /// `names` of the spec.
    var names: [ID: SeenDue]?
    /// `table` of the spec.
    var table: [Kind?: Seen<SeenDue?>]?
    /// `shownKind` of the spec.
    var shownKind: Seen<Kind?>

    /// Creates an observation.
    init(
      due: SeenDue? = nil,
      kind: Seen<Kind?> = .unseen,
      card: Seen<SeenCard?> = .unseen,
      ids: Set<ID>? = nil,
      dues: [SeenDue]? = nil,
      list: [SeenDue?]? = nil,
      bag: [Kind]? = nil,
      map: [Small: Kind]? = nil,
      names: [ID: SeenDue]? = nil,
      table: [Kind?: Seen<SeenDue?>]? = nil,
      shownKind: Seen<Kind?> = .unseen
    ) {
      self.due = due
      self.kind = kind
      self.card = card
      self.ids = ids
      self.dues = dues
      self.list = list
      self.bag = bag
      self.map = map
      self.names = names
      self.table = table
      self.shownKind = shownKind
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      .seen([
        ("due", due.traySlot),
        ("kind", kind.traySlot),
        ("card", card.traySlot),
        ("ids", ids.traySlot),
        ("dues", dues.traySlot),
        ("list", list.traySlot),
        ("bag", bag.traySlot),
        ("map", map.traySlot),
        ("names", names.traySlot),
        ("table", table.traySlot),
        ("shownKind", shownKind.traySlot),
      ])
    }
  }

  /// Carries out the events of the spec in an app, and observes the app.
  ///
  /// An event that is not possible changes nothing: its method does nothing then, or throws
  /// `TrayRefusal` if ``refuses`` says so. Any other error is an error of the app.
  protocol Driver {
    /// The event `setCard`.
    nonisolated(nonsending) func setCard(to: Card?) async throws

    /// The event `setDue`.
    nonisolated(nonsending) func setDue(to: Due, as: Kind?) async throws

    /// The event `setIDs`.
    nonisolated(nonsending) func setIDs(to: Set<ID>) async throws

    /// The event `setDues`.
    nonisolated(nonsending) func setDues(to: Set<Due>) async throws

    /// The event `setList`.
    nonisolated(nonsending) func setList(to: [Due?]) async throws

    /// The event `setBag`.
    nonisolated(nonsending) func setBag(to: [Kind]) async throws

    /// The event `setMap`.
    nonisolated(nonsending) func setMap(to: [Small: Kind]) async throws

    /// The event `setName`.
    nonisolated(nonsending) func setName(id: ID, to: Due?) async throws

    /// The event `setTable`.
    nonisolated(nonsending) func setTable(of: Kind?, to: Due?) async throws

    /// The event `clear`.
    nonisolated(nonsending) func clear() async throws

    /// A fresh start: the app is as it is at first.
    nonisolated(nonsending) func reset() async throws

    /// The observed state of the app now.
    nonisolated(nonsending) func observe() async throws -> Observation

    /// The signals since the last call, each as often as it came, in any order.
    nonisolated(nonsending) func emitted() async throws -> [Signal]

    /// Waits until nothing is under way any more. By default that is so at once.
    nonisolated(nonsending) func settle() async throws

    /// The app's own names for new instances such as `ID#1`, since the last call; by
    /// default it takes the name that it is sent.
    nonisolated(nonsending) func names() async throws -> [TrayNaming]

    /// The signals that the driver can notice. By default that is all of them.
    static var noticed: Set<Signal.Name> { get }

    /// Whether it throws `TrayRefusal` where an event is not possible. By default it does not.
    static var refuses: Bool { get }
  }

  /// Drives an app along a path, and holds it against the spec.
  ///
  /// - Parameters:
  ///   - timeout: how long the driver may take for one thing; nil for as long as it likes.
  ///   - shrinks: whether the app is driven again for the shortest way to a difference.
  ///   - folder: where a difference is kept as a file; nil for nowhere.
  /// - Throws: `TrayDifference` for behaviour that the spec does not allow, and
  ///   `TrayDriverProblem` if the run cannot be judged.
  nonisolated(nonsending) static func check<Implementation: Driver>(
    _ path: TrayPath,
    with driver: Implementation,
    timeout: Duration? = nil,
    shrinks: Bool = true,
    keptIn folder: String? = nil
  ) async throws {
    try await specification.check(
      path, with: adapter(driver), timeout: timeout, shrinks: shrinks, keptIn: folder)
  }

  /// How much a driver would notice: it drives its app along random walks, and then edits of
  /// the spec are played as apps that are seen as this one was.
  ///
  /// - Throws: `TrayDriverProblem` if the app differs from the spec.
  nonisolated(nonsending) static func strength<Implementation: Driver>(
    of driver: Implementation,
    walks: Int = 20,
    steps: Int = 20,
    seed: UInt64 = 1,
    timeout: Duration? = nil
  ) async throws -> TrayStrength {
    try await specification.strength(
      of: adapter(driver), walks: walks, steps: steps, seed: seed, timeout: timeout)
  }

  private static func adapter<Implementation: Driver>(
    _ driver: Implementation
  ) -> Adapter<Implementation> {
    let noticed: [String] = Implementation.noticed.map(\.rawValue)
    return Adapter(driver: driver, noticed: noticed, refuses: Implementation.refuses)
  }

  // swift-format-ignore
  /// The text of the spec and of the files that it uses.
  static let specification = TraySpecification(
    name: "Echo",
    world: "default",
    settings: [],
    hidden: [],
    files: [
      (path: "Tests/TypedDriverTests/Specs/echo.tray", text: #"""
/// What is sent is shown: a value of each sort, there and back.
spec Echo

symmetric ID(4)
enum Kind { mention, info }
enum Due { never, at(0...2), both(kind: Kind?, urgent: Bool) }
struct Small { kind: Kind, number: 0...1 }
struct Card { due: Due, kind: Kind?, id: ID?, small: Small }

var due: Due = .never
var kind: Kind? = nil
var card: Card? = nil
var ids: Set<ID> = []
var dues: Set<Due, atMost: 2> = []
var list: List<Due?, 2> = []
var bag: Bag<Kind, 2> = []
var map: Map<Small, Kind> = [:]
var names: Map<ID, Due> = [:]
var table: Table<Kind?, Due?> = nil
signal told(card: Card?, due: Due, kind: Kind?)

func shownKind() -> Kind? { kind }

on setCard(to: Card?) { card = to; emit told(card: to, due: due, kind: kind) }
on setDue(to: Due, as: Kind?) { due = to; kind = as }
on setIDs(to: Set<ID>) { ids = to }
on setDues(to: Set<Due, atMost: 2>) { dues = to }
on setList(to: List<Due?, 2>) { list = to }
on setBag(to: Bag<Kind, 2>) { bag = to }
on setMap(to: Map<Small, Kind>) { map = to }
on setName(id: ID, to: Due?) { names[id] = to }
on setTable(of: Kind?, to: Due?) { table[of] = to }
on clear { card = nil; ids = []; names = [:] }

"""#),
    ])

  /// The driver without its types.
  private struct Adapter<Implementation: Driver>: TrayDriverAdapter {
    let driver: Implementation
    let noticed: [String]
    let refuses: Bool

    var name: String { "\(Implementation.self)" }

    nonisolated(nonsending) func reset() async throws { try await driver.reset() }

    nonisolated(nonsending) func perform(
      _ event: String, _ arguments: TrayFields
    ) async throws {
      switch event {
      case "setCard":
        try await driver.setCard(to: arguments("to"))
      case "setDue":
        try await driver.setDue(to: arguments("to"), as: arguments("as"))
      case "setIDs":
        try await driver.setIDs(to: arguments("to"))
      case "setDues":
        try await driver.setDues(to: arguments("to"))
      case "setList":
        try await driver.setList(to: arguments("to"))
      case "setBag":
        try await driver.setBag(to: arguments("to"))
      case "setMap":
        try await driver.setMap(to: arguments("to"))
      case "setName":
        try await driver.setName(id: arguments("id"), to: arguments("to"))
      case "setTable":
        try await driver.setTable(of: arguments("of"), to: arguments("to"))
      case "clear":
        try await driver.clear()
      default: throw TrayEventError(event: event)
      }
    }

    nonisolated(nonsending) func advance(_ units: Int) async throws {
      throw TrayEventError(event: "tick")
    }

    nonisolated(nonsending) func look() async throws -> TraySight {
      try await driver.settle()
      var sight = TraySight(seen: try await driver.observe().trayDatum)
      sight.signals = try await driver.emitted().map(\.trayDatum)
      sight.names = try await driver.names()
      return sight
    }
  }
}

extension Echo.Driver {
  /// By default nothing is ever under way.
  nonisolated(nonsending) func settle() async throws {}

  /// By default the app takes the names that it is sent.
  nonisolated(nonsending) func names() async throws -> [TrayNaming] { [] }

  /// By default all signals are noticed.
  static var noticed: Set<Echo.Signal.Name> {
    Set(Echo.Signal.Name.allCases)
  }

  /// By default nothing is refused.
  static var refuses: Bool { false }
}
