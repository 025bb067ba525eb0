// Made by `traycheck conform generate swift` from Specs/slack-tray.tray, world default: edit that,
// and generate this again.

import Conformance

/// SlackTray, as a driver of it is written.
nonisolated enum SlackTray: TrayDriven {
  /// Clouds, payload. A type that is missing, or that this client does not know, is nil.
  enum Kind: String, CaseIterable, TrayArgument {
    case mention
    case info
    case call
    case badge
    case test
  }

  /// Clouds, payload: the new field teamId. Our reading: it can be missing too.
  enum Team: String, CaseIterable, TrayArgument {
    case acme
    case globex
  }

  /// `Icon` of the spec.
  enum Icon: String, CaseIterable, TrayArgument {
    case acmeLogo
  }

  /// A notification in the tray. Its kind is nil only in the world letsAnyTypeThrough.
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

    /// Reads the form that drivers write.
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

  /// The observed part of a ``Card``: nil and `.unseen` for the rest.
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

  /// A signal of an app, with its values: nil and `.unseen` for values that are not observed.
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

    /// The user notices light, vibration, sound, a mark on the app's icon, a page that opens, a crash.
    case flash
    /// The user notices light, vibration, sound, a mark on the app's icon, a page that opens, a crash.
    case vibrate
    /// The user notices light, vibration, sound, a mark on the app's icon, a page that opens, a crash.
    case sound
    /// The user notices light, vibration, sound, a mark on the app's icon, a page that opens, a crash.
    case markAppIcon
    /// The user notices light, vibration, sound, a mark on the app's icon, a page that opens, a crash.
    case `open`(collapseID: Int?)
    /// The user notices light, vibration, sound, a mark on the app's icon, a page that opens, a crash.
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

  /// The observed state of an app. An omitted part may have any value.
  struct Observation: TrayDatum {
    /// `tray` of the spec.
    var tray: [Int: SeenCard]?
    /// The channels with an unread mention. A push of type badge marks the app's icon instead.
    var badged: Set<Int>?
    /// Whether the device is awake. At first it is asleep.
    var awake: Bool?

    /// Creates an observation.
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

  /// Carries out the events of the spec in an app, and observes the app.
  ///
  /// An event that is not possible changes nothing: its method does nothing then, or throws
  /// `TrayRefusal` if ``refuses`` says so. Any other error is an error of the app.
  @MainActor
  protocol Driver: Sendable {
    /// A push arrives. Our reading: it may ask to alert the user, but only its type decides, because
    /// decision 2 names no exception. In the world obeysPush, the push decides.
    func receive(kind: Kind?, collapseID: Int, text: Int, team: Team?, alert: Bool) async throws

    /// A tap opens the place that the notification is about (Clouds, step 3). Our reading: the
    /// notification is cleared, and its channel counts as read. Others of the channel stay.
    func tap(id: Int) async throws

    /// The user swipes a notification away (Collapse, opening). Our reading: it stays unread.
    func dismiss(id: Int) async throws

    /// The user reads a channel, here or elsewhere. Our reading of Clouds, class: its notifications are
    /// cancelled, also a call or a test, which has the same ID as a mention.
    func readElsewhere(collapseID: Int) async throws

    /// The user wakes the device. Our reading.
    func wake() async throws

    /// The device falls asleep. Our reading.
    func fallAsleep() async throws

    /// A fresh start: the app is as it is at first.
    func reset() async throws

    /// The observed state of the app now.
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
  /// - Throws: `TrayDifference` for behaviour that the spec does not allow, and
  ///   `TrayDriverProblem` if the run cannot be judged.
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
  /// - Throws: `TrayDriverProblem` if the app differs from the spec.
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
  /// The text of the spec and of the files that it uses.
  static let specification = TraySpecification(
    name: "SlackTray",
    world: "default",
    settings: [],
    hidden: [],
    files: [
      (path: "Specs/slack-tray.tray", text: #"""
// The notification tray of Slack's mobile clients: which pushes are shown, which of them alert the
// user, and when a notification is replaced or removed.
//
// Two articles describe it:
//   Clouds    "Into the Clouds: A Journey Into Slack Mobile Push Notifications", Slack Engineering.
//   Collapse  "How to replace the content of an iOS notification", The Guardian, 2017.
//
// Places in Clouds, "Being Backwards Compatible", as cited here. `receive` has a rule for each
// branch. Below it, each decision has a section of its own.
//   payload     the fields and types of a push
//   step 1      the server sends a push
//   step 2      the client shows a notification with a link
//   step 3      the user taps it, and the link opens the right place
//   way 1       a push of an unknown type crashes the app (rejected)
//   way 2       a push of an unknown type is thrown away (chosen)
//   way 3       a push of any type goes through (rejected)
//   class       it tracks a push, reconciles read and unread, and makes the notification
//   decision 1  an info has the team's icon, or no image if the team has set none
//   decision 2  an info is silent: the device does not wake, flash or vibrate
//   decision 3  a new info replaces the info before it
//   decision 4  a mention clears the info
//   branch 1    the tray is empty: the push is shown
//   branch 2    an info arrives next to mentions: it is shown silently
//   branch 3    an info arrives next to an info: it replaces that info silently
//   branch 4    a mention arrives next to an info: it cancels that info and alerts the user
//   IDs         notification IDs have to be unique and consistent
// Places in Collapse:
//   opening     a notification stays until the user swipes it away
//   easy way    a push replaces the notification with its collapse ID
//
// A collapse ID names the thing that a push is about. A push replaces the notification with its
// collapse ID (Collapse). Our reading: an info and another notification with the same collapse ID
// do not replace each other. The notification ID is the number under which the client shows it.
//
// Modelled: the payload, also without a type or a team; the ways, decisions and branches; a device
// asleep or awake; channel badges; tapping, swiping, reading elsewhere; notification IDs.
// Left out: the fields `id`, `userId` and `subtype` of the payload; why and to whom the server
// sends a push; Android's trampoline activity, which parses the link (steps 2 and 3); deep links on
// iOS (slack-deep-links.tray); analytics (slack-push-analytics.tray); images other than team icons;
// lost pushes; providers without collapse IDs (guardian-replace.tray).
// The link of a push is its collapse ID here. The parameters `collapseID`, `text` and `alert` are
// our additions. Rules that no article states are "our reading". One of them: iOS is like Android.
spec SlackTray

/// How many collapse IDs there are: things that a push can be about. Our reading: Slack uses
/// collapse IDs as in Collapse, and the collapse ID of a mention is that of its channel.
param collapseIDs: 1...4 = 2
/// How many different texts a push can bring. The world twoTexts has more than one.
param texts: 1...3 = 1

/// Clouds, payload. A type that is missing, or that this client does not know, is nil.
enum Kind { mention, info, call, badge, test }
/// Clouds, payload: the new field teamId. Our reading: it can be missing too.
enum Team { acme, globex }
enum Icon { acmeLogo }
/// Acme has set an icon and Globex has not. Our reading: without a team there is no icon.
let teamIcon: Table<Team?, Icon?> = [.acme: .acmeLogo, .globex: nil, nil: nil]

type CollapseID = 1...collapseIDs
type Text = 1...texts
/// The system's notification IDs. At least two, so that a wrong one can be given out.
type ID = 1...2 * collapseIDs
/// A notification in the tray. Its kind is nil only in the world letsAnyTypeThrough.
struct Card { kind: Kind?, collapseID: CollapseID, text: Text, image: Icon? }

var tray: Map<ID, Card> = [:]
/// The channels with an unread mention. A push of type badge marks the app's icon instead.
var badged: Set<CollapseID> = []
/// Whether the device is awake. At first it is asleep.
var awake = false

/// The user notices light, vibration, sound, a mark on the app's icon, a page that opens, a crash.
signal flash, vibrate, sound, markAppIcon, open(collapseID: CollapseID), crash

/// The ID under which the client shows, replaces and cancels. Clouds, IDs: it is unique and
/// consistent. Our reading: infos have IDs of their own, so none replaces an unread mention. A
/// mention, a call and a test of one thing share an ID, so the newest replaces the others.
func notificationID(_ kind: Kind?, _ collapseID: CollapseID) -> ID {
    kind == .info ? collapseIDs + collapseID : collapseID
}
/// The client cancels a notification by its ID. Clouds, IDs.
func cancel(_ kind: Kind?, _ collapseID: CollapseID) {
    tray[notificationID(kind, collapseID)] = nil
}
/// All infos are cancelled, each by its ID. Clouds, branches 3 and 4.
func cancelInfos() {
    for Card(kind: .info, collapseID: let collapseID) in tray.values { cancel(.info, collapseID) }
}

/// A notification replaces the one with its ID (Collapse, easy way). If it alerts, the device
/// wakes, with light and sound (Clouds, branch 4). Our reading: the device vibrates too.
func show(_ card: Card, alerts: Bool) {
    tray[notificationID(card.kind, card.collapseID)] = card
    if card.kind == .mention { insert card.collapseID into badged }
    if alerts { awake = true; emit flash, vibrate, sound }
}
/// Our reading: a push of type badge is not shown as a notification, although branch 1 makes no
/// exception.
func hasCard(_ kind: Kind?) -> Bool { kind != nil && kind != .badge }

/// A push arrives. Our reading: it may ask to alert the user, but only its type decides, because
/// decision 2 names no exception. In the world obeysPush, the push decides.
on receive(kind: Kind?, collapseID: CollapseID, text: Text, team: Team?, alert: Bool) {
    let image = kind == .info ? teamIcon[team] : nil
    let card = Card(kind: kind, collapseID: collapseID, text: text, image: image)
    let infoIsPending = some Card(kind: .info) in tray.values

    // Exactly one rule applies. Mentions, calls and tests alert the user, infos never do.

    // Unknown or missing type: ignored, not shown (Clouds, way 2).
    rule unknownType when kind == nil {}
    // A badge push marks the app's icon (our reading).
    rule badgeMarksTheAppIcon when kind == .badge { emit markAppIcon }
    // Empty tray: the push is shown (Clouds, branch 1), an info silently (decision 2).
    rule firstIsShown when hasCard(kind) && tray.isEmpty { show(card, alerts: kind != .info) }
    when !tray.isEmpty && !infoIsPending {
        // An info next to a mention: shown silently (Clouds, branch 2). Next to calls: our reading.
        rule infoJoinsSilently when kind == .info { show(card, alerts: false) }
        // A mention next to others: shown, and it alerts the user (our reading).
        rule mentionJoins when kind == .mention { show(card, alerts: true) }
    }
    when infoIsPending {
        // An info on an info: it replaces that info silently (Clouds, branch 3), also next to a
        // mention (decision 3).
        rule infoReplacesInfo when kind == .info { cancelInfos(); show(card, alerts: false) }
        // A mention on an info: the info is cancelled (Clouds, branch 4 and decision 4).
        rule mentionClearsInfo when kind == .mention { cancelInfos(); show(card, alerts: true) }
    }
    // A call or a test is as loud as a mention and leaves infos alone (our reading).
    rule callOrTestJoins when kind in [.call, .test] && !tray.isEmpty { show(card, alerts: true) }
}

/// A tap opens the place that the notification is about (Clouds, step 3). Our reading: the
/// notification is cleared, and its channel counts as read. Others of the channel stay.
on tap(id: ID) when awake && tray[id] != nil {
    let collapseID = tray[id]!.collapseID
    emit open(collapseID: collapseID)
    remove collapseID from badged
    tray[id] = nil
}
/// The user swipes a notification away (Collapse, opening). Our reading: it stays unread.
on dismiss(id: ID) when awake && tray[id] != nil { tray[id] = nil }
/// The user reads a channel, here or elsewhere. Our reading of Clouds, class: its notifications are
/// cancelled, also a call or a test, which has the same ID as a mention.
on readElsewhere(collapseID: CollapseID) {
    remove collapseID from badged
    cancel(.mention, collapseID)
    cancel(.info, collapseID)
}
/// The user wakes the device. Our reading.
on wake when !awake { awake = true }
/// The device falls asleep. Our reading.
on fallAsleep when awake { awake = false }

// How to read the properties: after `receive`, names such as `kind` are those of the push. `old(x)`
// is x before the step. In `Card(collapseID: collapseID)` the card has the push's collapse ID. With
// `let id` it has any, named `id`. `Card(...)?` is a card, not nil.

/// This step neither flashes, vibrates nor sounds.
func silent() -> Bool { !emitted(flash) && !emitted(vibrate) && !emitted(sound) }
/// This step does not wake the device either.
func calm() -> Bool { unchanged(awake) && silent() }
/// This step alerts the user: the device is awake, and flashes, vibrates and sounds once.
func loud() -> Bool {
    awake && emissions(flash) == 1 && emissions(vibrate) == 1 && emissions(sound) == 1
}
/// Whether a push of this type replaces such a card: an info an info, any other push any other.
func isAlike(_ card: Card, _ kind: Kind?) -> Bool { (card.kind == .info) == (kind == .info) }

// Payloads: anything can come, and an unknown type is ignored.

/// Any push can come at any time, awake or asleep, also without a type or a team. Clouds, step 1.
invariant anyPushCanCome {
    every kind in Kind?, collapseID in CollapseID, text in Text, team in Team?, alert in Bool:
        enabled(receive(kind: kind, collapseID: collapseID, text: text, team: team, alert: alert))
}
/// Nobody notices a push whose type the client does not know. Clouds, way 2.
transition unknownTypeDoesNothing after receive(kind: nil) { unchanged(tray, badged) && calm() }
/// No notification in the tray has an unknown type. Clouds, way 2.
invariant onlyKnownTypesAreShown { no Card(kind: nil) in tray.values }
/// No push makes the app stop, whatever the server sends or leaves out. Clouds, way 1, rejected.
transition noPushCrashesTheApp after any { !emitted(crash) }

/// The server is trusted never to send an unknown type. Clouds, way 1, rejected.
world crashesOnUnknownTypes { rule receive.unknownType when kind == nil { emit crash } }
    violates noPushCrashesTheApp
/// A new field could crash the app (Clouds, last section). Our reading: a missing team does.
world trustsInTheTeam {
    rule receive.firstIsShown when hasCard(kind) && tray.isEmpty {
        show(card, alerts: kind != .info)
        if kind == .info && team == nil { emit crash }
    }
} violates noPushCrashesTheApp
/// Any type goes through. Clouds, way 3, rejected. Our reading: it is shown and alerts the user.
world letsAnyTypeThrough { rule receive.unknownType when kind == nil { show(card, alerts: true) } }
    violates unknownTypeDoesNothing, onlyKnownTypesAreShown

// Decision 1: the team's icon, or no image.

/// An info of a team that has set an icon shows it. Clouds, decision 1.
transition teamIconIsShown after receive(kind: .info, team: .acme) {
    some Card(kind: .info, collapseID: collapseID, image: .acmeLogo) in tray.values
}
/// An info of a team without an icon has no image. Clouds, decision 1. Without a team: our reading.
transition noImageWithoutIcon after receive(kind: .info) where team != .acme {
    some Card(kind: .info, collapseID: collapseID, image: nil) in tray.values
}

// Decision 2: infos are silent.

/// An info does not wake the device, and does not flash, vibrate or sound. Clouds, decision 2.
transition infoIsSilent after receive(kind: .info) { calm() }
/// An info next to other notifications alerts if its push asks for it. Clouds, decision 2, forbids
/// that.
world obeysPush { rule receive.infoJoinsSilently when kind == .info { show(card, alerts: alert) } }
    violates infoIsSilent

// Decision 3: the newest info replaces the one before.

/// At most one info is in the tray. Clouds, decision 3.
invariant oneInfoAtMost { count(Card(kind: .info) in tray.values) <= 1 }
/// When an info arrives, no older info is left. Clouds, decision 3 and branch 3.
transition newInfoReplacesOldInfo after receive(kind: .info) {
    every c in tray.values where c.kind == .info: c.collapseID == collapseID && c.text == text
}
/// The pseudocode of Clouds taken literally. With a mention and an info in the tray, another info
/// takes branch 2, which replaces nothing: two infos side by side.
world elseIfOrder {
    rule receive.infoReplacesInfo when kind == .info {
        if no Card(kind: .mention) in tray.values { cancelInfos() }
        show(card, alerts: false)
    }
} violates oneInfoAtMost, newInfoReplacesOldInfo

// Decision 4: a mention clears the info.

/// When a mention arrives, no info is left in the tray. Clouds, decision 4 and branch 4.
transition mentionClearsInfo after receive(kind: .mention) { no Card(kind: .info) in tray.values }
/// A mention does not cancel the info before it. Our reading of a likely mistake in branch 4.
world mentionForgetsToCancel {
    rule receive.mentionClearsInfo when kind == .mention { show(card, alerts: true) }
} violates mentionClearsInfo

// The pseudocode: pushes are shown, and mentions alert.

/// Each push of a known type is shown. Clouds, the four branches; other cases are our reading.
transition arrivalIsShown after receive where hasCard(kind) {
    some Card(kind: kind!, collapseID: collapseID, text: text) in tray.values
}
/// A mention alerts the user. Clouds, branch 4. Our reading: also without an info before it.
transition mentionAlerts after receive(kind: .mention) { loud() }
/// An info can be shown next to a mention. Clouds, branch 2.
reachable infoBesideMention { some Card(kind: .info), Card(kind: .mention) in tray.values }
/// An info can be shown next to the mention of the same collapse ID. Clouds, branch 2.
reachable infoBesideItsMention {
    some Card(kind: .info, collapseID: let id), Card(kind: .mention, collapseID: id) in tray.values
}
/// An info removes no notification but infos. Clouds, branch 2: it is shown next to mentions.
transition infoRemovesOnlyInfos after receive(kind: .info) {
    every (n, c) in old(tray) where c.kind != .info: tray[n] == c
}
/// An info has the ID of the mention about the same thing, and replaces it. Our reading: an unread
/// mention would disappear without a sound, against branch 2 of Clouds.
world infoTakesTheMentionsID {
    func notificationID(_ kind: Kind?, _ collapseID: CollapseID) -> ID { collapseID }
} violates infoRemovesOnlyInfos, othersLeaveInfoAlone, infoBesideItsMention

// Taps and swipes.

/// A tap opens the place that the notification is about, and clears only this notification.
/// Clouds, step 3; our reading: it is read then.
transition tapOpensAndClears after tap {
    let about = old(tray[id])!.collapseID
    emitted(open(collapseID: about)) && emissions(open) == 1 && !(about in badged)
        && tray[id] == nil && unchanged(tray) except id && unchanged(badged) except about
}
/// Each notification can be tapped while the device is awake, and no other can. Clouds, step 3.
invariant canBeTapped { every n in ID: enabled(tap(id: n)) == (awake && n in tray.keys) }
/// The app never opens by itself, only by a tap. Clouds, step 3.
transition onlyATapOpens after any except tap { !emitted(open) }
/// A swipe removes only that notification. Collapse, opening. Our reading: it stays unread.
transition dismissClearsOnlyIt after dismiss {
    tray[id] == nil && unchanged(tray) except id && unchanged(badged)
}
/// Each notification can be swiped away while the device is awake. Collapse, opening.
invariant canBeSwiped { every n in ID: enabled(dismiss(id: n)) == (awake && n in tray.keys) }

// Read and unread.

/// A channel that has been read has no badge. Clouds, class: it reconciles read and unread.
transition readIsNotBadged after readElsewhere { badged == old(badged).subtracting([collapseID]) }
/// A mention badges its channel. Our reading of Clouds, class.
transition mentionBadges after receive(kind: .mention) { badged == old(badged).union([collapseID]) }

// Unique and consistent notification IDs.

/// No two notifications are duplicates. Clouds, IDs.
invariant noDuplicates {
    no distinct a, b in tray.values: a.collapseID == b.collapseID && isAlike(a, b.kind)
}
/// Cancelling has an effect: the notifications of a channel that was read disappear. Clouds, IDs.
/// Our reading: the client cancels them then.
transition cancelWorks after readElsewhere { no Card(collapseID: collapseID) in tray.values }
/// Cancelling one notification leaves all others alone. Clouds, IDs: they are unique.
transition cancelTouchesNothingElse after readElsewhere {
    every (n, c) in old(tray) where c.collapseID != collapseID: tray[n] == c
}
/// A push replaces the notification with its collapse ID. Collapse, easy way.
transition sameCollapseIDTakesItsPlace after receive where hasCard(kind) {
    every (n, c) in old(tray) where c.collapseID == collapseID && isAlike(c, kind):
        tray[n] is Card(kind: kind!, collapseID: collapseID, text: text)?
}
/// IDs that are not consistent: the lowest free number, or 1. Clouds predicts duplicates, and
/// cancelling without effect. The other violations follow: the client cancels and replaces by ID.
world freshIDs {
    collapseIDs = 1
    texts = 2
    func notificationID(_ kind: Kind?, _ collapseID: CollapseID) -> ID {
        min(n in ID where tray[n] == nil) ?? 1
    }
} violates noDuplicates, cancelWorks, oneInfoAtMost, newInfoReplacesOldInfo, mentionClearsInfo,
    sameCollapseIDTakesItsPlace, infoRemovesOnlyInfos, othersLeaveInfoAlone
/// IDs that are not unique: each notification replaces the one before. Our reading of Clouds.
world sharedID { func notificationID(_ kind: Kind?, _ collapseID: CollapseID) -> ID { 1 } }
    violates mentionsCallsAndTestsStay, infoRemovesOnlyInfos, othersLeaveInfoAlone,
        cancelTouchesNothingElse, infoBesideMention, infoBesideItsMention, infoBesideCall,
        twoMentions

// The examples of the article, step by step.

/// Our reading of the start: an empty tray, nothing unread, a device that sleeps.
scenario atFirst {
    expect tray.isEmpty
    expect badged.isEmpty
    expect !awake
    // Pins the constants, so that nobody shrinks the search unnoticed.
    expect list(c in CollapseID) == [1, 2]
    expect list(t in Text) == [1]
    expect list(n in ID) == [1, 2, 3, 4]
}
/// Clouds, the four branches, one after the other. Our reading: the two infos of branch 3 may be
/// from different teams.
scenario fourBranches in default, otherNumbers {
    // Branch 1: the tray is empty.
    receive(kind: .mention, collapseID: 1)
    expect tray.count == 1
    fallAsleep
    // Branch 2: an info next to a mention.
    receive(kind: .info, collapseID: 2)
    expect tray.count == 2
    expect !awake && !emitted(sound)
    // Branch 4: a mention cancels the info.
    receive(kind: .mention, collapseID: 1)
    expect tray.count == 1
    expect awake && emitted(sound)
    fallAsleep
    readElsewhere(collapseID: 1)
    expect tray.isEmpty
    // Branches 1 and 3: an info, and another one that replaces it.
    receive(kind: .info, collapseID: 1, team: .acme)
    receive(kind: .info, collapseID: 2, team: .globex)
    expect list(c in tray.values: c.collapseID) == [2]
    expect !awake
}
/// The first push of the new kind: a team gained its first member (Clouds, "Measuring our Impact").
/// Our reading: it is an info.
scenario firstMemberOfATeam in default, otherNumbers {
    receive(kind: .info, collapseID: 1, team: .acme)
    expect some Card(image: .acmeLogo) in tray.values
    expect !awake
    refuse tap
    wake
    tap(id: notificationID(.info, 1))
    expect tray.isEmpty
    expect emitted(open(collapseID: 1))
}

// Our reading: rules that no article states.

/// Only an info has an image. Our reading.
invariant onlyInfosHaveAnImage { no card in tray.values: card.image != nil && card.kind != .info }
/// A call or a test alerts as a mention does. Our reading.
transition callAndTestAlert after receive where kind in [.call, .test] { loud() }
/// A call, test, badge or unknown push leaves all infos in the tray. Our reading of decision 4,
/// which is about mentions.
transition othersLeaveInfoAlone after receive where !(kind in [.info, .mention]) {
    every (n, c) in old(tray) where c.kind == .info: tray[n] == c
}
/// No push removes a mention, call or test with another collapse ID. Our reading.
transition mentionsCallsAndTestsStay after receive {
    every (n, c) in old(tray) where c.kind != .info && c.collapseID != collapseID: tray[n] == c
}
/// A badge push marks the app's icon and does nothing else. Our reading.
transition badgeOnlyMarksTheAppIcon after receive(kind: .badge) {
    emissions(markAppIcon) == 1 && unchanged(tray, badged) && calm()
}
/// Only a badge push marks the app's icon. Our reading.
transition onlyBadgesMarkTheAppIcon after receive where kind != .badge { !emitted(markAppIcon) }
/// A push that is no mention badges no channel. Our reading.
transition onlyMentionsBadge after receive where kind != .mention { unchanged(badged) }
/// An info can be shown next to a call. Our reading of branch 2.
reachable infoBesideCall { some Card(kind: .info), Card(kind: .call) in tray.values }
/// Tests can be in the tray. Our reading of Clouds, payload.
reachable testShown { some Card(kind: .test) in tray.values }
/// Several mentions can be shown at once. Our reading.
reachable twoMentions { count(Card(kind: .mention) in tray.values) >= 2 }
/// A channel can be read elsewhere at any time. Our reading.
invariant canBeReadElsewhere {
    every collapseID in CollapseID: enabled(readElsewhere(collapseID: collapseID))
}
/// A device that sleeps can be woken, and one that is awake can fall asleep. Our reading.
invariant screenGoesOnAndOff { enabled(wake) == !awake && enabled(fallAsleep) == awake }
/// No tap, swipe or reading wakes the device, alerts or marks the app's icon. Our reading.
transition userActionsAreQuiet after tap, dismiss, readElsewhere { calm() && !emitted(markAppIcon) }
/// The screen goes on and off, and nothing else changes. Our reading.
transition screenChangesNothingElse after wake, fallAsleep {
    awake != old(awake) && unchanged(tray, badged) && silent() && !emitted(markAppIcon)
}

// More worlds.

/// Other notification IDs, counted down. All rules hold, so none depends on the numbers.
world otherNumbers {
    func notificationID(_ kind: Kind?, _ collapseID: CollapseID) -> ID {
        kind == .info ? collapseID : 2 * collapseIDs + 1 - collapseID
    }
}
/// Two texts, so that new content differs from old.
world twoTexts { texts = 2 }
/// A third thing to report, so that more notifications are side by side.
world threeCollapseIDs { collapseIDs = 3 }
/// Walked at random: as many things and texts as there can be.
world busyTray { collapseIDs = 4; texts = 3 } walks 100 steps 100

/// The lock screen: the type of each notification, its text, and the number of badged channels.
view {
    card (id, c) in tray { title c.kind; text c.text }
    badge badged.count
    screen awake
    words Kind { call "incoming call"; badge "badge update"; test "test push"; nil "unknown type" }
    words Team { acme "Acme"; globex "Globex"; nil "missing" }
    words Icon { acmeLogo "Acme's logo" }
}

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
      case "wake":
        try await driver.wake()
      case "fallAsleep":
        try await driver.fallAsleep()
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
