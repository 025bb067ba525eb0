// Made by `traycheck conform generate swift` from Tests/TypedDriverTests/Specs/hard-names.tray, world default: edit that,
// and generate this again.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, TypeNamesShouldBeCapitalized

import Conformance

/// A spec whose names are hard for Swift.
public nonisolated enum HardNames: TrayDriven {
  /// The implementation's name for one of `Driver`, such as a number or a UUID.
  public struct Driver_: TrayName {
    /// As it is written.
    public let text: String

    /// Takes a text.
    public init(_ text: String) { self.text = text }
  }

  /// Words that Swift keeps for itself.
  public enum Signal_: String, CaseIterable, TrayArgument {
    case self_ = "self"
    case `init`
    case allCases_ = "allCases"
    case rawValue_ = "rawValue"
    case none
    case Type_ = "Type"
    case `class`
    case some_case
    case x
  }

  /// `Sendable` of the spec.
  public enum Sendable_: Hashable, TrayArgument {
    case one(Bool)
    case two(repeat: Int, Signal_?)
    case three(
      protocol: Int,
      extension: Driver_,
      associatedtype: Signal_,
      subscript: Bool,
      fileprivate: Int
    )
    case idle

    /// Reads the form that drivers write.
    public init(trayDatum: TrayPart) throws {
      let read = try TrayCase(trayDatum, of: "Sendable")
      switch read.name {
      case "one":
        self = try .one(read.fields("0"))
      case "two":
        self = try .two(repeat: read.fields("repeat"), read.fields("1"))
      case "three":
        self = try .three(
          protocol: read.fields("protocol"),
          extension: read.fields("extension"),
          associatedtype: read.fields("associatedtype"),
          subscript: read.fields("subscript"),
          fileprivate: read.fields("fileprivate"))
      case "idle":
        self = .idle
      default: throw read.unknown
      }
    }

    /// As drivers write it.
    public var trayDatum: TrayPart {
      switch self {
      case .one(let part0):
        .call("one", [("0", part0.trayDatum)])
      case .two(let part0, let part1):
        .call("two", [("repeat", part0.trayDatum), ("1", part1.trayDatum)])
      case .three(let part0, let part1, let part2, let part3, let part4):
        .call(
          "three",
          [
            ("protocol", part0.trayDatum),
            ("extension", part1.trayDatum),
            ("associatedtype", part2.trayDatum),
            ("subscript", part3.trayDatum),
            ("fileprivate", part4.trayDatum),
          ])
      case .idle: .string("idle")
      }
    }
  }

  /// The observed part of ``Sendable_``: nil and `.unseen` for the rest.
  public enum SeenSendable: Hashable, TrayDatum {
    case one(Bool?)
    case two(repeat: Int?, Seen<Signal_?>)
    case three(
      protocol: Int?,
      extension: Driver_?,
      associatedtype: Signal_?,
      subscript: Bool?,
      fileprivate: Int?
    )
    case idle

    /// All of it is seen.
    public init(_ whole: Sendable_) {
      switch whole {
      case .one(let part0):
        self = .one(part0)
      case .two(let part0, let part1):
        self = .two(repeat: part0, .seen(part1))
      case .three(let part0, let part1, let part2, let part3, let part4):
        self = .three(
          protocol: part0,
          extension: part1,
          associatedtype: part2,
          subscript: part3,
          fileprivate: part4)
      case .idle: self = .idle
      }
    }

    /// As drivers write it.
    public var trayDatum: TrayPart {
      switch self {
      case .one(let part0):
        .call("one", [("0", part0.traySlot)])
      case .two(let part0, let part1):
        .call("two", [("repeat", part0.traySlot), ("1", part1.traySlot)])
      case .three(let part0, let part1, let part2, let part3, let part4):
        .call(
          "three",
          [
            ("protocol", part0.traySlot),
            ("extension", part1.traySlot),
            ("associatedtype", part2.traySlot),
            ("subscript", part3.traySlot),
            ("fileprivate", part4.traySlot),
          ])
      case .idle: .string("idle")
      }
    }
  }

  /// `Small` of the spec.
  public struct Small: Hashable, TrayArgument {
    /// `whole` of it.
    public var whole: Bool
    /// `read` of it.
    public var read: Signal_?

    /// Takes all of its fields.
    public init(whole: Bool, read: Signal_?) {
      self.whole = whole
      self.read = read
    }

    /// Reads the form that drivers write.
    public init(trayDatum: TrayPart) throws {
      let read = try TrayFields(trayDatum, of: "Small")
      self.whole = try read("whole")
      self.read = try read("read")
    }

    /// As drivers write it.
    public var trayDatum: TrayPart {
      .object([
        ("whole", whole.trayDatum),
        ("read", read.trayDatum),
      ])
    }
  }

  /// The observed part of a ``Small``: nil and `.unseen` for the rest.
  public struct SeenSmall: Hashable, TrayDatum {
    /// `whole` of it.
    public var whole: Bool?
    /// `read` of it.
    public var read: Seen<Signal_?>

    /// Takes all of its fields.
    public init(whole: Bool?, read: Seen<Signal_?>) {
      self.whole = whole
      self.read = read
    }

    /// All of it is seen.
    public init(_ whole: Small) {
      self.whole = whole.whole
      self.read = .seen(whole.read)
    }

    /// As drivers write it.
    public var trayDatum: TrayPart {
      .seen([
        ("whole", whole.traySlot),
        ("read", read.traySlot),
      ])
    }
  }

  /// `Card` of the spec.
  public struct Card: Hashable, TrayArgument {
    /// `whole` of it.
    public var whole: Bool
    /// `read` of it.
    public var read: Signal_?
    /// `self_` of it.
    public var self_: Driver_
    /// `inout` of it.
    public var `inout`: Sendable_
    /// `clock` of it.
    public var clock: Int?
    /// `list` of it.
    public var list: [Signal_]

    /// Takes all of its fields.
    public init(
      whole: Bool,
      read: Signal_?,
      self_: Driver_,
      `inout`: Sendable_,
      clock: Int?,
      list: [Signal_]
    ) {
      self.whole = whole
      self.read = read
      self.self_ = self_
      self.`inout` = `inout`
      self.clock = clock
      self.list = list
    }

    /// Reads the form that drivers write.
    public init(trayDatum: TrayPart) throws {
      let read = try TrayFields(trayDatum, of: "Card")
      self.whole = try read("whole")
      self.read = try read("read")
      self.self_ = try read("self")
      self.`inout` = try read("inout")
      self.clock = try read("clock")
      self.list = try read("list")
    }

    /// As drivers write it.
    public var trayDatum: TrayPart {
      .object([
        ("whole", whole.trayDatum),
        ("read", read.trayDatum),
        ("self", self_.trayDatum),
        ("inout", `inout`.trayDatum),
        ("clock", clock.trayDatum),
        ("list", list.trayDatum),
      ])
    }
  }

  /// The observed part of a ``Card``: nil and `.unseen` for the rest.
  public struct SeenCard: Hashable, TrayDatum {
    /// `whole` of it.
    public var whole: Bool?
    /// `read` of it.
    public var read: Seen<Signal_?>
    /// `self_` of it.
    public var self_: Driver_?
    /// `inout` of it.
    public var `inout`: SeenSendable?
    /// `clock` of it.
    public var clock: Seen<Int?>
    /// `list` of it.
    public var list: [Signal_]?

    /// Takes all of its fields.
    public init(
      whole: Bool?,
      read: Seen<Signal_?>,
      self_: Driver_?,
      `inout`: SeenSendable?,
      clock: Seen<Int?>,
      list: [Signal_]?
    ) {
      self.whole = whole
      self.read = read
      self.self_ = self_
      self.`inout` = `inout`
      self.clock = clock
      self.list = list
    }

    /// All of it is seen.
    public init(_ whole: Card) {
      self.whole = whole.whole
      self.read = .seen(whole.read)
      self.self_ = whole.self_
      self.`inout` = SeenSendable(whole.`inout`)
      self.clock = .seen(whole.clock)
      self.list = whole.list
    }

    /// As drivers write it.
    public var trayDatum: TrayPart {
      .seen([
        ("whole", whole.traySlot),
        ("read", read.traySlot),
        ("self", self_.traySlot),
        ("inout", `inout`.traySlot),
        ("clock", clock.traySlot),
        ("list", list.traySlot),
      ])
    }
  }

  /// A signal of an app, with its values: nil and `.unseen` for values that are not observed.
  public enum Signal: Hashable, TrayDatum {
    /// Which signals there are.
    public enum Name: String, CaseIterable, Sendable {
      case vibrate
      case `class`
      case `open`
      case advance
    }

    /// The signal `vibrate`.
    case vibrate
    /// The signal `class`.
    case `class`(import: SeenCard?)
    /// The signal `open`.
    case `open`(url: Seen<SeenSendable?>, repeat: Int?)
    /// The signal `advance`.
    case advance

    /// As drivers write it.
    public var trayDatum: TrayPart {
      switch self {
      case .vibrate: .string("vibrate")
      case .`class`(let part0):
        .call("class", [("import", part0.traySlot)])
      case .`open`(let part0, let part1):
        .call("open", [("url", part0.traySlot), ("repeat", part1.traySlot)])
      case .advance: .string("advance")
      }
    }
  }

  /// The observed state of an app. An omitted part may have any value.
  public struct Observation: TrayDatum {
    /// `func` of the spec.
    public var `func`: [Signal_: SeenCard]?
    /// `cards` of the spec.
    public var cards: Set<Driver_>?
    /// `optional` of the spec.
    public var optional: Seen<SeenSendable?>
    /// `table` of the spec.
    public var table: [Bool: Seen<SeenSendable?>]?
    /// `deep` of the spec.
    public var deep: [SeenSendable]?
    /// `pair` of the spec.
    public var pair: [SeenCard]?
    /// `timer` of the spec.
    public var timer: Seen<Int?>
    /// `byKey` of the spec.
    public var byKey: [Small: SeenSendable]?
    /// `count` of the spec.
    public var count: Int?
    /// `observe` of the spec.
    public var observe: Bool?

    /// Creates an observation.
    public init(
      `func`: [Signal_: SeenCard]? = nil,
      cards: Set<Driver_>? = nil,
      optional: Seen<SeenSendable?> = .unseen,
      table: [Bool: Seen<SeenSendable?>]? = nil,
      deep: [SeenSendable]? = nil,
      pair: [SeenCard]? = nil,
      timer: Seen<Int?> = .unseen,
      byKey: [Small: SeenSendable]? = nil,
      count: Int? = nil,
      observe: Bool? = nil
    ) {
      self.`func` = `func`
      self.cards = cards
      self.optional = optional
      self.table = table
      self.deep = deep
      self.pair = pair
      self.timer = timer
      self.byKey = byKey
      self.count = count
      self.observe = observe
    }

    /// As drivers write it.
    public var trayDatum: TrayPart {
      .seen([
        ("func", `func`.traySlot),
        ("cards", cards.traySlot),
        ("optional", optional.traySlot),
        ("table", table.traySlot),
        ("deep", deep.traySlot),
        ("pair", pair.traySlot),
        ("timer", timer.traySlot),
        ("byKey", byKey.traySlot),
        ("count", count.traySlot),
        ("observe", observe.traySlot),
      ])
    }
  }

  /// Carries out the events of the spec in an app, and observes the app.
  ///
  /// An event that is not possible changes nothing: its method does nothing then, or throws
  /// `TrayRefusal` if ``refuses`` says so. Any other error is an error of the app.
  public protocol Driver {
    /// The event `reset`.
    nonisolated(nonsending) func reset_() async throws

    /// The event `advance`.
    nonisolated(nonsending) func advance_(`inout`: Int) async throws

    /// The event `init`.
    nonisolated(nonsending) func `init`(
      fallthrough: Signal_?,
      id: Driver_,
      card: Small,
      bag: Set<Bool>,
      while: [Bool: Signal_?]
    ) async throws

    /// The event `settle`.
    nonisolated(nonsending) func settle_(
      x: [Bool: Signal_],
      veryLongParameterNameOne: Signal_,
      veryLongParameterNameTwo: Signal_
    ) async throws

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
  public nonisolated(nonsending) static func check<Implementation: Driver>(
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
  public nonisolated(nonsending) static func strength<Implementation: Driver>(
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
  public static let specification = TraySpecification(
    name: "HardNames",
    world: "default",
    settings: [],
    hidden: [],
    files: [
      (path: "Tests/TypedDriverTests/Specs/hard-names.tray", text: #"""
/// A spec whose names are hard for Swift.
spec HardNames

symmetric Driver(2)
/// Words that Swift keeps for itself.
enum Signal { self, init, allCases, rawValue, none, Type, class, some_case, x }
enum Sendable { one(Bool), two(repeat: 0...3, Signal?), three(protocol: 0...2, extension: Driver, associatedtype: Signal, subscript: Bool, fileprivate: 0...3), idle }
struct Small { whole: Bool, read: Signal? }
struct Card { whole: Bool, read: Signal?, self: Driver, inout: Sendable, clock: Timer<3>, list: List<Signal, 2> }

var func: Map<Signal, Card> = [:]
var cards: Set<Driver> = []
var optional: Sendable? = nil
var table: Table<Bool, Sendable?> = nil
var deep: Set<Sendable, atMost: 2> = []
var pair: List<Card, 1> = []
var timer: Timer<2>
var byKey: Map<Small, Sendable> = [:]
signal vibrate, class(import: Card), open(url: Sendable?, repeat: 0...2), advance

func count() -> 0...9 { cards.count }
func observe() -> Bool { timer.isRunning }

on reset { cards = [] }
on advance(inout: 0...2) { emit vibrate }
on init(fallthrough: Signal?, id: Driver, card: Small, bag: Set<Bool>, while: Table<Bool, Signal?>) { insert id into cards }
on settle(x: Map<Bool, Signal>, veryLongParameterNameOne: Signal, veryLongParameterNameTwo: Signal) { start timer for 2 }

invariant ok { true }

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
      case "reset":
        try await driver.reset_()
      case "advance":
        try await driver.advance_(`inout`: arguments("inout"))
      case "init":
        try await driver.`init`(
          fallthrough: arguments("fallthrough"),
          id: arguments("id"),
          card: arguments("card"),
          bag: arguments("bag"),
          while: arguments("while"))
      case "settle":
        try await driver.settle_(
          x: arguments("x"),
          veryLongParameterNameOne: arguments("veryLongParameterNameOne"),
          veryLongParameterNameTwo: arguments("veryLongParameterNameTwo"))
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

extension HardNames.Driver {
  /// By default nothing is ever under way.
  public nonisolated(nonsending) func settle() async throws {}

  /// By default the app takes the names that it is sent.
  public nonisolated(nonsending) func names() async throws -> [TrayNaming] { [] }

  /// By default all signals are noticed.
  public static var noticed: Set<HardNames.Signal.Name> {
    Set(HardNames.Signal.Name.allCases)
  }

  /// By default nothing is refused.
  public static var refuses: Bool { false }
}
