/// An icon of a card or a mark.
package enum Icon: String, Sendable, CaseIterable {
  case bell, at, info, phone, chat, box, clock, tag, mail, link, picture, check, tool, home, unknown
  case sound, vibrate, flash, wake, open, crash, badge
  /// Verdicts.
  case holds, fails, rejected, undecided
}

/// The words from which the meaning of names in a spec is guessed.
///
/// `Pages.md` lists them, so change both together.
enum KnownWords {
  /// Names of variables that are the tray, if they contain cards.
  static let trays: Set = [
    "tray", "shown", "cards", "notifications", "delivered", "banner", "banners", "presented",
  ]
  /// Names of fields that contain the title of a card.
  static let titles: Set = [
    "title", "kind", "type", "category", "topic", "event", "level", "urgency", "importance",
  ]
  /// Names of variables that are messages in flight, if they contain cards.
  static let flights: Set = [
    "flight", "inflight", "transit", "network", "wire", "queue", "queued", "underway", "outbox",
  ]
  /// Names of events by which a message arrives.
  static let arrivals: Set = ["receive", "receives", "arrive", "arrives", "deliver", "push"]
  static let texts: Set = ["text", "body", "content", "message", "subject", "version"]
  static let badges: Set = ["badge", "badged", "badges", "unread", "count"]
  /// Names of a `Bool` for a lit or dark screen, with or without `is` before them.
  static let lit: Set = [["awake"], ["lit"], ["unlocked"], ["screen", "on"]]
  static let dark: Set = [["asleep"], ["locked"], ["dark"], ["screen", "off"]]
  /// Names of variables that have a case for a dark screen.
  static let screens: Set = ["screen", "phone", "device", "display"]
  /// Names of cases for a dark screen.
  static let darkCases: Set = ["asleep", "locked", "dark", "off"]

  private static let icons: [(Icon, Set<String>)] = [
    (.at, ["mention", "mentions"]),
    (.info, ["info", "news", "digest", "update", "low", "passive", "notice"]),
    (.phone, ["call", "calls", "ring"]),
    (.chat, ["chat", "message", "messages", "conversation", "channel", "inbox"]),
    (.box, ["delivery", "parcel", "order"]),
    (.clock, ["reminder", "alarm", "timer", "shift", "morning", "afternoon", "noon", "day"]),
    (.tag, ["deal", "offer", "offers", "tag", "price"]),
    (.mail, ["mail", "invite", "invitation", "email"]),
    (.link, ["link", "url", "page"]),
    (.picture, ["picture", "image", "photo", "logo"]),
    (.check, ["task", "done", "file", "check"]),
    (.tool, ["test", "settings", "debug"]),
    (.home, ["home"]), (.badge, ["badge"]),
  ]
  private static let marks: [(Icon, Set<String>)] = [
    (.sound, ["sound", "sounds", "ring", "rings", "beep", "chime", "tone", "alert", "alarm"]),
    (.vibrate, ["vibrate", "vibrates", "vibration", "buzz"]),
    (.flash, ["flash", "light", "lights", "led"]), (.wake, ["wake", "wakes"]),
    (.badge, ["badge", "mark"]),
    (.crash, ["crash", "crashes", "error", "refused", "fail"]),
    (.open, ["open", "opens", "launch", "present", "page", "tap", "invoked", "handle"]),
    (.bell, ["notification", "shown"]),
  ]

  /// The icon of a card by a known word in its name; a bell if there is none.
  static func icon(_ name: String) -> Icon { first(icons, name) ?? .bell }
  /// The icon of a signal by a known word in its name; nil if there is none.
  static func mark(_ name: String) -> Icon? { first(marks, name) }

  private static func first(_ table: [(Icon, Set<String>)], _ name: String) -> Icon? {
    let words = words(of: name)
    return table.first { !$0.1.isDisjoint(with: words) }?.0
  }

  /// The words of a name in lower case: `markAppIcon` has three.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var wasLower = false
    for character in name {
      if !character.isLetter {
        wasLower = false
        words.append("")
        continue
      }
      let isUpper = character.isUppercase
      if words.isEmpty || isUpper && wasLower { words.append("") }
      words[words.count - 1] += character.lowercased()
      wasLower = !isUpper
    }
    return words.filter { !$0.isEmpty }
  }

  /// A name as words: `collapse ID` for `collapseID`.
  static func spaced(_ name: String) -> String {
    var words: [String] = []
    var previous: Character?
    for character in name {
      let begins = character.isUppercase && !(previous?.isUppercase ?? true)
      if words.isEmpty || begins { words.append("") }
      words[words.count - 1].append(character)
      previous = character
    }
    return words.enumerated().map { index, word in
      index == 0 || word.dropFirst().contains(where: \.isUppercase) ? word : word.lowercased()
    }.joined(separator: " ")
  }

  /// Whether a set contains one of the words of a name.
  static func isNamed(_ name: String, _ known: Set<String>) -> Bool {
    words(of: name).contains(where: known.contains)
  }
}
