// Made by `traycheck conform generate swift` from Tests/TypedDriverTests/Specs/inbox.tray, world default: edit that,
// and generate this again.

import Conformance

/// Messages that come under numbers of a server, and are read and put off.
nonisolated enum Inbox: TrayDriven {
  /// The implementation's name for one of `ID`, such as a number or a UUID.
  struct ID: TrayName {
    /// As it is written.
    let text: String

    /// Takes a text.
    init(_ text: String) { self.text = text }
  }

  /// `Place` of the spec.
  enum Place: Hashable, TrayArgument {
    case shown
    case snoozed(until: Int)

    /// Reads the form that drivers write.
    init(trayDatum: TrayPart) throws {
      let read = try TrayCase(trayDatum, of: "Place")
      switch read.name {
      case "shown":
        self = .shown
      case "snoozed":
        self = try .snoozed(until: read.fields("until"))
      default: throw read.unknown
      }
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      switch self {
      case .shown: .string("shown")
      case .snoozed(let part0):
        .call("snoozed", [("until", part0.trayDatum)])
      }
    }
  }

  /// The observed part of ``Place``: nil and `.unseen` for the rest.
  enum SeenPlace: Hashable, TrayDatum {
    case shown
    case snoozed(until: Int?)

    /// All of it is seen.
    init(_ whole: Place) {
      switch whole {
      case .shown: self = .shown
      case .snoozed(let part0):
        self = .snoozed(until: part0)
      }
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      switch self {
      case .shown: .string("shown")
      case .snoozed(let part0):
        .call("snoozed", [("until", part0.traySlot)])
      }
    }
  }

  /// `Message` of the spec.
  struct Message: Hashable, TrayArgument {
    /// `urgent` of it.
    var urgent: Bool
    /// `note` of it.
    var note: Bool?

    /// Takes all of its fields.
    init(urgent: Bool, note: Bool?) {
      self.urgent = urgent
      self.note = note
    }

    /// Reads the form that drivers write.
    init(trayDatum: TrayPart) throws {
      let read = try TrayFields(trayDatum, of: "Message")
      self.urgent = try read("urgent")
      self.note = try read("note")
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      .object([
        ("urgent", urgent.trayDatum),
        ("note", note.trayDatum),
      ])
    }
  }

  /// The observed part of a ``Message``: nil and `.unseen` for the rest.
  struct SeenMessage: Hashable, TrayDatum {
    /// `urgent` of it.
    var urgent: Bool?
    /// `note` of it.
    var note: Seen<Bool?>

    /// Takes all of its fields.
    init(urgent: Bool?, note: Seen<Bool?>) {
      self.urgent = urgent
      self.note = note
    }

    /// All of it is seen.
    init(_ whole: Message) {
      self.urgent = whole.urgent
      self.note = .seen(whole.note)
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      .seen([
        ("urgent", urgent.traySlot),
        ("note", note.traySlot),
      ])
    }
  }

  /// A signal of an app, with its values: nil and `.unseen` for values that are not observed.
  enum Signal: Hashable, TrayDatum {
    /// Which signals there are.
    enum Name: String, CaseIterable, Sendable {
      case arrived
      case reminded
    }

    /// The signal `arrived`.
    case arrived(id: ID?, urgent: Bool?)
    /// The signal `reminded`.
    case reminded(id: ID?)

    /// As drivers write it.
    var trayDatum: TrayPart {
      switch self {
      case .arrived(let part0, let part1):
        .call("arrived", [("id", part0.traySlot), ("urgent", part1.traySlot)])
      case .reminded(let part0):
        .call("reminded", [("id", part0.traySlot)])
      }
    }
  }

  /// The observed state of an app. An omitted part may have any value.
  struct Observation: TrayDatum {
    /// `inbox` of the spec.
    var inbox: [ID: SeenMessage]?
    /// `clock` of the spec.
    var clock: [ID: Seen<Int?>]?
    /// How many messages there are.
    var count: Int?
    /// Where each of them is.
    var places: [ID: SeenPlace]?

    /// Creates an observation.
    init(
      inbox: [ID: SeenMessage]? = nil,
      clock: [ID: Seen<Int?>]? = nil,
      count: Int? = nil,
      places: [ID: SeenPlace]? = nil
    ) {
      self.inbox = inbox
      self.clock = clock
      self.count = count
      self.places = places
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      .seen([
        ("inbox", inbox.traySlot),
        ("clock", clock.traySlot),
        ("count", count.traySlot),
        ("places", places.traySlot),
      ])
    }
  }

  /// Carries out the events of the spec in an app, and observes the app.
  ///
  /// An event that is not possible changes nothing: its method does nothing then, or throws
  /// `TrayRefusal` if ``refuses`` says so. Any other error is an error of the app.
  protocol Driver {
    /// The server gives a new number.
    nonisolated(nonsending) func arrive(urgent: Bool) async throws

    /// The event `remove`.
    nonisolated(nonsending) func remove(id: ID) async throws

    /// The event `snooze`.
    nonisolated(nonsending) func snooze(id: ID, place: Place) async throws

    /// The client gives the number itself.
    nonisolated(nonsending) func draft(id: ID, note: Bool?) async throws

    /// Time passes: so many units of it, as timers count them.
    nonisolated(nonsending) func advance(_ units: Int) async throws

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
    name: "Inbox",
    world: "default",
    settings: [],
    hidden: ["remind"],
    files: [
      (path: "Tests/TypedDriverTests/Specs/inbox.tray", text: #"""
/// Messages that come under numbers of a server, and are read and put off.
spec Inbox

symmetric ID(3)
enum Place { shown, snoozed(until: 1...2) }
struct Message { urgent: Bool, note: Bool? }

var inbox: Map<ID, Message> = [:]
var clock: Table<ID, Timer<2>>

signal arrived(id: ID, urgent: Bool), reminded(id: ID)

/// How many messages there are.
func count() -> 0...3 { inbox.count }
/// Where each of them is.
func places() -> Map<ID, Place> {
    map(id in inbox.keys: clock[id].isRunning ? .snoozed(until: max(1, clock[id].remaining ?? 1)) : .shown)
}

/// The server gives a new number.
on arrive(urgent: Bool) when inbox.count < 2 {
    choose id in ID where inbox[id] == nil
    inbox[id] = Message(urgent: urgent, note: nil)
    emit arrived(id: id, urgent: urgent)
}
on remove(id: ID) when inbox[id] != nil {
    inbox[id] = nil
    stop clock[id]
}
on snooze(id: ID, place: Place) when inbox[id] != nil && !clock[id].isRunning {
    if case .snoozed(let units) = place { start clock[id] for units }
}
on remind(id: ID) when clock[id].isDue {
    stop clock[id]
    emit reminded(id: id)
}
/// The client gives the number itself.
on draft(id: ID, note: Bool?) when inbox.count < 2 && inbox[id] == nil {
    inbox[id] = Message(urgent: false, note: note)
}

/// Not more than two at once.
invariant few { inbox.count <= 2 }

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
      case "arrive":
        try await driver.arrive(urgent: arguments("urgent"))
      case "remove":
        try await driver.remove(id: arguments("id"))
      case "snooze":
        try await driver.snooze(id: arguments("id"), place: arguments("place"))
      case "draft":
        try await driver.draft(id: arguments("id"), note: arguments("note"))
      default: throw TrayEventError(event: event)
      }
    }

    nonisolated(nonsending) func advance(_ units: Int) async throws {
      try await driver.advance(units)
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

extension Inbox.Driver {
  /// By default nothing is ever under way.
  nonisolated(nonsending) func settle() async throws {}

  /// By default the app takes the names that it is sent.
  nonisolated(nonsending) func names() async throws -> [TrayNaming] { [] }

  /// By default all signals are noticed.
  static var noticed: Set<Inbox.Signal.Name> {
    Set(Inbox.Signal.Name.allCases)
  }

  /// By default nothing is refused.
  static var refuses: Bool { false }
}
