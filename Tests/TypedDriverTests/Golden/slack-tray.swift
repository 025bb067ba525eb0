// Made by `traycheck conform generate swift` from Specs/slack-tray.tray, world default: edit that,
// and make this anew.

import Conformance
import TrayKit

/// SlackTray, as a driver of it is written.
nonisolated enum SlackTray: TrayDriven {
  /// Clouds, the payload model. Where the type is missing or unknown to this client, it is nil.
  enum Kind: String, CaseIterable, TrayArgument {
    case mention
    case info
    case call
    case badge
    case test
  }

  /// Clouds, the new field teamId. Our reading: it can be missing as well, and then there is no icon.
  enum Team: String, CaseIterable, TrayArgument {
    case acme
    case globex
  }

  /// `Icon` of the spec.
  enum Icon: String, CaseIterable, TrayArgument {
    case acmeLogo
  }

  /// `Card` of the spec.
  struct Card: Hashable, TrayArgument {
    /// `kind` of it.
    var kind: Kind?
    /// `collapseID` of it.
    var collapseID: Int
    /// `text` of it.
    var text: Int
    /// `image` of it.
    var image: Icon?

    /// Takes all of its fields.
    init(kind: Kind?, collapseID: Int, text: Int, image: Icon?) {
      self.kind = kind
      self.collapseID = collapseID
      self.text = text
      self.image = image
    }

    /// Reads what drivers write.
    init(trayDatum: TrayPart) throws {
      let read = try TrayFields(trayDatum, of: "Card")
      self.kind = try read("kind")
      self.collapseID = try read("collapseID")
      self.text = try read("text")
      self.image = try read("image")
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      .object([
        ("kind", kind.trayDatum),
        ("collapseID", collapseID.trayDatum),
        ("text", text.trayDatum),
        ("image", image.trayDatum),
      ])
    }
  }

  /// What is seen of a ``Card``: nil and `.unseen` for what is not.
  struct SeenCard: Hashable, TrayDatum {
    /// `kind` of it.
    var kind: Seen<Kind?>
    /// `collapseID` of it.
    var collapseID: Int?
    /// `text` of it.
    var text: Int?
    /// `image` of it.
    var image: Seen<Icon?>

    /// Takes all of its fields.
    init(kind: Seen<Kind?>, collapseID: Int?, text: Int?, image: Seen<Icon?>) {
      self.kind = kind
      self.collapseID = collapseID
      self.text = text
      self.image = image
    }

    /// All of it is seen.
    init(_ whole: Card) {
      self.kind = .seen(whole.kind)
      self.collapseID = whole.collapseID
      self.text = whole.text
      self.image = .seen(whole.image)
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      .seen([
        ("kind", kind.traySlot),
        ("collapseID", collapseID.traySlot),
        ("text", text.traySlot),
        ("image", image.traySlot),
      ])
    }
  }

  /// What an app does that is noticed, with its values: nil and `.unseen` for what is not.
  enum Signal: Hashable, TrayDatum {
    /// Which signals there are.
    enum Name: String, CaseIterable, Sendable {
      case flash
      case vibrate
      case sound
      case markAppIcon
      case `open`
      case crash
    }

    /// What the user notices: lights, vibration, sound; a mark on the app's icon; what opens; a crash.
    case flash
    /// What the user notices: lights, vibration, sound; a mark on the app's icon; what opens; a crash.
    case vibrate
    /// What the user notices: lights, vibration, sound; a mark on the app's icon; what opens; a crash.
    case sound
    /// What the user notices: lights, vibration, sound; a mark on the app's icon; what opens; a crash.
    case markAppIcon
    /// What the user notices: lights, vibration, sound; a mark on the app's icon; what opens; a crash.
    case `open`(collapseID: Int?)
    /// What the user notices: lights, vibration, sound; a mark on the app's icon; what opens; a crash.
    case crash

    /// As drivers write it.
    var trayDatum: TrayPart {
      switch self {
      case .flash: .string("flash")
      case .vibrate: .string("vibrate")
      case .sound: .string("sound")
      case .markAppIcon: .string("markAppIcon")
      case .`open`(let part0):
        .call("open", [("collapseID", part0.traySlot)])
      case .crash: .string("crash")
      }
    }
  }

  /// What is seen of an app. Whatever is left out may be anything.
  struct Observation: TrayDatum {
    /// `tray` of the spec.
    var tray: [Int: SeenCard]?
    /// `badged` of the spec.
    var badged: Set<Int>?
    /// `awake` of the spec.
    var awake: Bool?

    /// Takes what is seen.
    init(tray: [Int: SeenCard]? = nil, badged: Set<Int>? = nil, awake: Bool? = nil) {
      self.tray = tray
      self.badged = badged
      self.awake = awake
    }

    /// As drivers write it.
    var trayDatum: TrayPart {
      .seen([
        ("tray", tray.traySlot),
        ("badged", badged.traySlot),
        ("awake", awake.traySlot),
      ])
    }
  }

  /// Does to an app what happens in the spec, and tells what is seen of it.
  ///
  /// An event that is not possible changes nothing: its method does nothing then, or throws
  /// `TrayRefusal` if ``refuses`` says so. Whatever else is thrown is an error of the app.
  @MainActor
  protocol Driver: Sendable {
    /// A push arrives. Our reading: it has a flag, to alert the user, but only its type decides that.
    func receive(kind: Kind?, collapseID: Int, text: Int, team: Team?, alert: Bool) async throws

    /// A tap opens what it is about. Clouds, step 3. Our reading: what is tapped is cleared, as read.
    func tap(id: Int) async throws

    /// The user swipes a notification away. Collapse, first paragraph. Our reading: it stays unread.
    func dismiss(id: Int) async throws

    /// What is read, here or elsewhere, is cancelled. Our reading of Clouds, responsibilities.
    func readElsewhere(collapseID: Int) async throws

    /// The user wakes the device, or it falls asleep. Our reading.
    func switchScreen() async throws

    /// A fresh start: the app is as it is at first.
    func reset() async throws

    /// What is seen of the app now.
    func observe() async throws -> Observation

    /// The signals since the last call, each as often as it came, in any order.
    func emitted() async throws -> [Signal]

    /// Waits until nothing is under way any more. By default that is so at once.
    func settle() async throws

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
  /// - Throws: `TrayDifference` if the app does what no run of the spec explains, and
  ///   `TrayDriverProblem` if nobody can tell.
  @MainActor
  static func check<Implementation: Driver>(
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
  /// - Throws: `TrayDriverProblem` if the app is not as the spec says.
  @MainActor
  static func strength<Implementation: Driver>(
    of driver: Implementation,
    walks: Int = 20,
    steps: Int = 20,
    seed: UInt64 = 1,
    timeout: Duration? = nil
  ) async throws -> TrayStrength {
    try await specification.strength(
      of: adapter(driver), walks: walks, steps: steps, seed: seed, timeout: timeout)
  }

  @MainActor
  private static func adapter<Implementation: Driver>(
    _ driver: Implementation
  ) -> Adapter<Implementation> {
    let noticed: [String] = Implementation.noticed.map(\.rawValue)
    return Adapter(driver: driver, noticed: noticed, refuses: Implementation.refuses)
  }

  // swift-format-ignore
  /// The text of the spec, with what it uses.
  static let specification = TraySpecification(
    name: "SlackTray",
    world: "default",
    settings: [],
    hidden: [],
    files: [
      (path: "Specs/slack-tray.tray", text: #"""
// The notification tray of Slack's mobile clients: which pushes are shown, which of them the user
// hears, what replaces a notification and what takes it away. Two articles describe it:
//   Clouds    "Into the Clouds: A Journey Into Slack Mobile Push Notifications", Slack Engineering.
//             "Being Backwards Compatible" has the flow of deep links (below: step 1 to 3), the
//             ways to handle an unknown type (way 1 to 3), what the class is responsible for, four
//             points decided about infos (decision 1 to 4), and a pseudocode (branch 1 to 4).
//   Collapse  "How to replace the content of an iOS notification", The Guardian, 2017.
//
// Modelled: the payload, also with a type or a team missing; those ways, decisions and branches; a
// screen asleep or awake; channel badges; tapping, swiping, reading elsewhere; notification IDs.
// Left out: `id` and `userId` of the payload; deep links, and analytics with `subtype` (they have
// specs of their own); images other than team icons; lost pushes; providers without collapse IDs
// (guardian-replace.tray). What no article says is "our reading", as that iOS is like Android here.
spec SlackTray

/// How many things the server tells the user about, each under a collapse ID, as in Collapse. Our
/// reading: Slack does so; notification IDs are made of these; that of a mention is its channel's.
param collapseIDs: 1...4 = 2
/// How many different texts a push can bring, so that new content differs from old.
param texts: 1...3 = 2

/// Clouds, the payload model. Where the type is missing or unknown to this client, it is nil.
enum Kind { mention, info, call, badge, test }
/// Clouds, the new field teamId. Our reading: it can be missing as well, and then there is no icon.
enum Team { acme, globex }; enum Icon { acmeLogo }
let teamIcon: Table<Team?, Icon?> = [.acme: .acmeLogo, .globex: nil, nil: nil]

type CollapseID = 1...collapseIDs; type Text = 1...texts; type ID = 1...max(collapseIDs, 2)
struct Card { kind: Kind?, collapseID: CollapseID, text: Text, image: Icon? }

var tray: Map<ID, Card> = [:]       // Two IDs at least, so that one can be wrong: world freshIDs.
var badged: Set<CollapseID> = []    // Channels; a push of type badge marks the app's icon instead.
var awake = false                   // The device: at first it lies on the table, asleep.

/// What the user notices: lights, vibration, sound; a mark on the app's icon; what opens; a crash.
signal flash, vibrate, sound, markAppIcon, open(collapseID: CollapseID), crash

/// The number under which the client shows, replaces and cancels. Clouds, end of "Being Backwards
/// Compatible": unique and consistent. Our reading: one for each collapse ID, always the same.
func notificationID(_ collapseID: CollapseID) -> ID { collapseID }
func cancel(_ collapseID: CollapseID) { tray[notificationID(collapseID)] = nil }
func cancelInfos() { for Card(kind: .info, collapseID: let id) in tray.values { cancel(id) } }

/// What has the same ID is replaced. Collapse, "The easy way". What alerts wakes the device, with
/// lights and sounds. Clouds, branch 4; our reading: it vibrates too, as decision 2 names that.
func show(_ card: Card, alerts: Bool) {
    tray[notificationID(card.collapseID)] = card
    if card.kind == .mention { insert card.collapseID into badged }
    if alerts { awake = true; emit flash, vibrate, sound }
}
func hasCard(_ kind: Kind?) -> Bool { kind != nil && kind != .badge }    // Our reading: no badge.

/// A push arrives. Our reading: it has a flag, to alert the user, but only its type decides that.
on receive(kind: Kind?, collapseID: CollapseID, text: Text, team: Team?, alert: Bool) {
    let image = kind == .info ? teamIcon[team] : nil    // Clouds, decision 1: its icon, or none.
    let card = Card(kind: kind, collapseID: collapseID, text: text, image: image)
    let infoIsPending = some Card(kind: .info) in tray.values

    rule unknownType when kind == nil {}    // Clouds, way 2: it is thrown away.
    rule badgeMarksTheAppIcon when kind == .badge { emit markAppIcon }    // Our reading.
    // Clouds, branch 1: it is shown; decision 2: an info silently. Our reading: all others alert.
    rule firstIsShown when hasCard(kind) && tray.isEmpty { show(card, alerts: kind != .info) }
    when !tray.isEmpty && !infoIsPending {    // A condition of all rules in it.
        // Clouds, branch 2: beside a mention. Our reading: the same beside calls and tests.
        rule infoJoinsSilently when kind == .info { show(card, alerts: false) }
        // Our reading; no branch says what a mention does beside others.
        rule mentionJoins when kind == .mention { show(card, alerts: true) }
    }
    when infoIsPending {
        // Clouds, branch 3. Our reading: decision 3 holds in branch 2 as well, and for any teams.
        rule infoReplacesInfo when kind == .info { cancelInfos(); show(card, alerts: false) }
        // Clouds, branch 4 and decision 4.
        rule mentionClearsInfo when kind == .mention { cancelInfos(); show(card, alerts: true) }
    }
    // Our reading: as loud as a mention, but an info stays, as decision 4 is about mentions.
    rule callOrTestJoins when kind in [.call, .test] && !tray.isEmpty { show(card, alerts: true) }
}

/// A tap opens what it is about. Clouds, step 3. Our reading: what is tapped is cleared, as read.
on tap(id: ID) when awake && tray[id] != nil {
    emit open(collapseID: tray[id]!.collapseID)
    remove tray[id]!.collapseID from badged; tray[id] = nil
}
/// The user swipes a notification away. Collapse, first paragraph. Our reading: it stays unread.
on dismiss(id: ID) when awake && tray[id] != nil { tray[id] = nil }
/// What is read, here or elsewhere, is cancelled. Our reading of Clouds, responsibilities.
on readElsewhere(collapseID: CollapseID) { remove collapseID from badged; cancel(collapseID) }
/// The user wakes the device, or it falls asleep. Our reading.
on switchScreen { awake = !awake }

// After `receive`, `kind` and the like are those of the push; `old` is how it was before the step.
// In patterns, a name after `:` compares, `let id` binds one, and a `?` at the end means: not nil.
func silent() -> Bool { !emitted(flash) && !emitted(vibrate) && !emitted(sound) }
func calm() -> Bool { unchanged(awake) && silent() }
func loud() -> Bool {
    awake && emissions(flash) == 1 && emissions(vibrate) == 1 && emissions(sound) == 1
}

// Clouds, the three ways to handle an unknown type.
/// Nobody notices a push whose type the client does not know. Clouds, way 2.
transition unknownTypeDoesNothing after receive(kind: nil) { unchanged(tray, badged) && calm() }
/// Nothing is shown whose type this client does not know. Clouds, way 2.
invariant onlyKnownTypesAreShown { no Card(kind: nil) in tray.values }
/// No push makes the app stop, whatever the server sends or leaves out. Clouds, way 1, rejected.
transition noPushCrashesTheApp after any { !emitted(crash) }
/// Clouds, way 1, rejected: the server is trusted never to send such a type.
world crashesOnUnknownTypes { rule receive.unknownType when kind == nil { emit crash } }
    violates noPushCrashesTheApp
/// Clouds, last section: a new field could crash the app. Our reading: a missing team is looked up.
world trustsInTheTeam {
    rule receive.firstIsShown when hasCard(kind) && tray.isEmpty {
        show(card, alerts: kind != .info); if kind == .info && team == nil { emit crash }
    }
} violates noPushCrashesTheApp
/// Any type goes through. Clouds, way 3, rejected; our reading: it is shown, and alerts the user.
world letsAnyTypeThrough { rule receive.unknownType when kind == nil { show(card, alerts: true) } }
    violates unknownTypeDoesNothing, onlyKnownTypesAreShown

// Clouds, the four decisions about infos.
/// An info of a team that has set an icon shows it. Clouds, decision 1.
transition teamIconIsShown after receive(kind: .info, team: .acme) {
    some Card(collapseID: collapseID, image: .acmeLogo) in tray.values
}
/// An info without a team icon has no image. Clouds, decision 1; our reading: also without a team.
transition noImageWithoutIcon after receive(kind: .info) where team != .acme {
    some Card(collapseID: collapseID, image: nil) in tray.values
}
/// Only an info has an image. Our reading; Clouds decides about the images of no others.
invariant onlyInfosHaveAnImage { no card in tray.values: card.image != nil && card.kind != .info }
/// An info can be shown with its team's icon. Clouds, decision 1.
reachable infoWithIcon { some Card(kind: .info, image: .acmeLogo) in tray.values }
/// An info can be shown without an image. Clouds, decision 1.
reachable infoWithoutImage { some Card(kind: .info, image: nil) in tray.values }
/// An info does not wake the device, nor flash, vibrate or sound. Clouds, decision 2.
transition infoIsSilent after receive(kind: .info) { calm() }
/// An info alerts if a flag in its push says so. Our reading; against decision 2 of Clouds.
world obeysPush { rule receive.infoJoinsSilently when kind == .info { show(card, alerts: alert) } }
    violates infoIsSilent
/// At most one info is in the tray at any time. Clouds, decision 3.
invariant oneInfoAtMost { count(Card(kind: .info) in tray.values) <= 1 }
/// When an info arrives, the info shown before it is gone. Clouds, decision 3 and branch 3.
transition newInfoReplacesOldInfo after receive(kind: .info) {
    every c in tray.values where c.kind == .info: c.collapseID == collapseID && c.text == text
}
/// Clouds, the branches to the letter: beside a mention branch 2 comes first, and replaces no info.
world elseIfOrder {
    rule receive.infoReplacesInfo when kind == .info {
        if no Card(kind: .mention) in tray.values { cancelInfos() }; show(card, alerts: false)
    }
} violates oneInfoAtMost, newInfoReplacesOldInfo
/// When a mention arrives, no info is left in the tray. Clouds, decision 4 and branch 4.
transition mentionClearsInfo after receive(kind: .mention) { no Card(kind: .info) in tray.values }
/// Only infos and mentions take another thing's info away. Our reading of Clouds, decisions 3, 4.
transition othersLeaveInfoAlone after receive where !(kind in [.info, .mention]) {
    every (n, c) in old(tray) where c.kind == .info && c.collapseID != collapseID: tray[n] == c
}

// Clouds, the pseudocode.
/// What arrives is shown. Clouds, the four branches; beside what they do not name, our reading.
transition arrivalIsShown after receive where hasCard(kind) {
    some Card(kind: kind!, collapseID: collapseID, text: text) in tray.values
}
/// A mention alerts the user. Clouds, branch 4; our reading: also without an info, and it vibrates.
transition mentionAlerts after receive(kind: .mention) { loud() }
/// A call or a test is noticed as much as a mention. Our reading.
transition callAndTestAlert after receive where kind in [.call, .test] { loud() }
/// Pushes about something else take only infos away. Our reading; in part Clouds, branch 2.
transition mentionsCallsAndTestsStay after receive {
    every (n, c) in old(tray) where c.kind != .info && c.collapseID != collapseID: tray[n] == c
}
/// A badge push marks the app's icon and does nothing else. Our reading.
transition badgeOnlyMarksTheAppIcon after receive(kind: .badge) {
    emissions(markAppIcon) == 1 && unchanged(tray, badged) && calm()
}
/// Only a badge push marks the app's icon. Our reading.
transition onlyBadgesMarkTheAppIcon after receive where emitted(markAppIcon) { kind == .badge }
/// A badge push never appears as a notification. Our reading.
invariant noBadgeInTray { no Card(kind: .badge) in tray.values }
/// Mentions can be in the tray. Clouds, the payload model.
reachable mentionShown { some Card(kind: .mention) in tray.values }
/// Calls can be in the tray. Clouds, the payload model.
reachable callShown { some Card(kind: .call) in tray.values }
/// Tests can be in the tray. Clouds, the payload model.
reachable testShown { some Card(kind: .test) in tray.values }
/// An info can be shown beside a mention. Clouds, branch 2.
reachable infoBesideMention { some Card(kind: .info), Card(kind: .mention) in tray.values }
/// An info can be shown beside a call. Our reading of branch 2.
reachable infoBesideCall { some Card(kind: .info), Card(kind: .call) in tray.values }
/// Several mentions can be shown at once. Our reading.
reachable twoMentions { count(Card(kind: .mention) in tray.values) >= 2 }
/// Our reading: nothing was shown or unread, the device sleeps; two things to tell, in two texts.
scenario atFirst {
    expect tray.isEmpty && badged.isEmpty && !awake
    expect list(c in CollapseID) == [1, 2] && list(t in Text) == [1, 2] && list(n in ID) == [1, 2]
}
/// Clouds, branches 1, 2, 4, 1, 3. Our reading: in branch 3 the infos may be from different teams.
scenario fourBranches {
    receive(kind: .mention, collapseID: 1); expect tray.count == 1
    switchScreen; receive(kind: .info, collapseID: 2)
    expect tray.count == 2 && !awake && !emitted(sound)
    receive(kind: .mention, collapseID: 1); expect tray.keys == [1] && awake && emitted(sound)
    switchScreen; readElsewhere(collapseID: 1); receive(kind: .info, collapseID: 1, team: .acme)
    receive(kind: .info, collapseID: 2, team: .globex); expect tray.keys == [2] && !awake
}

// Clouds, deep links, read and unread states; Collapse, how a notification goes.
/// A tap opens what it is about. Clouds, step 3. Our reading: it clears that one only, as read.
transition tapOpensAndClears after tap {
    let about = old(tray[id])!.collapseID
    emitted(open(collapseID: about)) && emissions(open) == 1 && !(about in badged)
        && tray[id] == nil && unchanged(tray) except id && unchanged(badged) except about
}
/// The app never opens by itself, only by a tap. Our reading of Clouds, step 3.
transition onlyATapOpens after any except tap { !emitted(open) }
/// A swipe takes only that notification away. Collapse, first paragraph; our reading: still unread.
transition dismissClearsOnlyIt after dismiss {
    tray[id] == nil && unchanged(tray) except id && unchanged(badged)
}
/// What is shown can be tapped as soon as the device is awake. Our reading.
invariant canBeTapped { every n in ID: enabled(tap(id: n)) == (awake && n in tray.keys) }
/// It can be swiped away as well. Our reading.
invariant canBeSwiped { every n in ID: enabled(dismiss(id: n)) == (awake && n in tray.keys) }
/// A mention badges its channel, as it is unread. Our reading of Clouds, responsibilities.
transition mentionBadges after receive(kind: .mention) { badged == old(badged).union([collapseID]) }
/// No other push badges a channel. Our reading.
transition onlyMentionsBadge after receive where kind != .mention { unchanged(badged) }
/// What has been read is badged no more. Clouds, responsibilities, second bullet.
transition readIsNotBadged after readElsewhere { badged == old(badged).subtracting([collapseID]) }
/// No tap, swipe or reading makes the device wake or alert, or marks the app's icon. Our reading.
transition userActionsAreQuiet after tap, dismiss, readElsewhere { calm() && !emitted(markAppIcon) }
/// The screen goes on and off by hand, and with it nothing else changes. Our reading.
transition handSwitchesTheScreen after switchScreen {
    awake != old(awake) && unchanged(tray, badged) && silent() && !emitted(markAppIcon)
}

// Clouds, end of "Being Backwards Compatible": unique and consistent IDs. Collapse: their use.
/// No two are about the same thing. Clouds, end of "Being Backwards Compatible"; Collapse.
invariant noDuplicates { no distinct a, b in tray.values: a.collapseID == b.collapseID }
/// What has been read disappears: cancelling has an effect. Clouds; our reading: it is cancelled.
transition cancelWorks after readElsewhere { no Card(collapseID: collapseID) in tray.values }
/// Cancelling one notification leaves all others as they are. Clouds: IDs are unique.
transition cancelTouchesNothingElse after readElsewhere {
    every (n, c) in old(tray) where c.collapseID != collapseID: tray[n] == c
}
/// A push takes the place of what is shown under its collapse ID. Collapse, "The easy way".
transition sameCollapseIDTakesItsPlace after receive where hasCard(kind) {
    every (n, Card(collapseID: collapseID)) in old(tray):
        tray[n] is Card(kind: kind!, collapseID: collapseID, text: text)?
}

/// Not consistent: the lowest free number, else 1. Clouds names the first two of the violations.
/// Our reading: a client cancels and replaces by ID, so other rules about that break as well.
world freshIDs {
    collapseIDs = 1
    func notificationID(_ collapseID: CollapseID) -> ID { min(n in ID where tray[n] == nil) ?? 1 }
} violates noDuplicates, cancelWorks,
    oneInfoAtMost, newInfoReplacesOldInfo, mentionClearsInfo, sameCollapseIDTakesItsPlace
/// Not unique: each notification hides the one before, and reading takes any away. Our reading.
world sharedID { func notificationID(_ collapseID: CollapseID) -> ID { 1 } }
    violates mentionsCallsAndTestsStay, othersLeaveInfoAlone, cancelTouchesNothingElse,
        infoBesideMention, infoBesideCall, twoMentions
/// Clouds, "Measuring our Impact": a team has its first member. Our reading: that is an info.
scenario firstMemberOfATeam {
    receive(kind: .info, collapseID: 1, team: .acme); expect tray[1]?.image == .acmeLogo && !awake
    switchScreen; tap(id: 1); expect tray.isEmpty && emitted(open(collapseID: 1))
}
/// A third thing to tell, so that more can stand side by side; one text suffices for that.
world threeCollapseIDs { collapseIDs = 3; texts = 1 }
/// Walked at random: as many things and texts as there can be.
world busyTray { collapseIDs = 4; texts = 3 } walks 100 steps 100

/// The lock screen: the type of each notification, its text, and the number of badged channels.
view {
    card (id, c) in tray { title c.kind; text c.text }
    badge badged.count
    screen awake
    words Kind { badge "badge update"; test "test push"; nil "unknown type" }
    words Team { acme "Acme"; globex "Globex"; nil "missing" }
    words Icon { acmeLogo "Acme's logo" }
}

"""#),
    ])

  /// The driver, as it is asked by those who know nothing of its types.
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
      case "receive":
        try await driver.receive(
          kind: arguments("kind"),
          collapseID: arguments("collapseID"),
          text: arguments("text"),
          team: arguments("team"),
          alert: arguments("alert"))
      case "tap":
        try await driver.tap(id: arguments("id"))
      case "dismiss":
        try await driver.dismiss(id: arguments("id"))
      case "readElsewhere":
        try await driver.readElsewhere(collapseID: arguments("collapseID"))
      case "switchScreen":
        try await driver.switchScreen()
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
      return sight
    }
  }
}

extension SlackTray.Driver {
  /// By default nothing is ever under way.
  func settle() async throws {}

  /// By default all signals are noticed.
  static var noticed: Set<SlackTray.Signal.Name> {
    Set(SlackTray.Signal.Name.allCases)
  }

  /// By default nothing is refused.
  static var refuses: Bool { false }
}
