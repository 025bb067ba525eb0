import Comparison
import TestSupport
import Testing

/// Renamed names, and changes that are no renaming.
@Suite struct RenameTests {
  private static let tray = """
    param size = 2
    enum Kind { mention, info }
    struct Card { kind: Kind, text: Bool = false }
    symmetric ID(2)
    var tray: Map<ID, Card> = [:]
    var awake = false
    signal wake, sound(loud: Bool)
    func isShown(_ kind: Kind) -> Bool { some card in tray.values: card.kind == kind }
    on receive(kind: Kind, id: ID) when tray.count < size {
      let isNew = tray[id] == nil
      rule quiet when kind == .info { tray[id] = Card(kind: kind) }
      rule loud when kind == .mention { tray[id] = Card(kind: kind); awake = isNew; emit wake }
    }
    fair on sleep when awake { awake = false; emit sound(loud: false) }
    invariant few { tray.count <= size }
    transition wakes after receive.loud { emitted(wake) }
    scenario one { expect !isShown(.info) }
    world large { size = 2 } violates few
    """

  @Test(
    "a name that is another everywhere is told as renamed, and nothing else",
    arguments: [
      ("size", "capacity", "param"), ("mention", "call", "case of Kind"),
      ("info", "news", "case of Kind"), ("Kind", "Sort", "enum"), ("Card", "Entry", "struct"),
      ("text", "hasText", "field of Card"), ("ID", "Number", "symmetric"),
      ("tray", "cards", "var"), ("awake", "isAwake", "var"), ("wake", "light", "signal"),
      ("isShown", "shows", "func"), ("receive", "arrive", "event"), ("sleep", "rest", "event"),
      ("quiet", "silent", "rule of receive"), ("few", "notMany", "invariant"),
      ("wakes", "lights", "transition"), ("one", "first", "scenario"), ("large", "big", "world"),
      ("id", "place", "parameter of receive"), ("isNew", "isFresh", "local name in event receive"),
      ("Test", "Tray", "spec"),
    ])
  func renamed(_ old: String, _ new: String, _ what: String) {
    let renamed = Renaming.text(Self.tray, [old: new])
    let expected = old == "Test" ? [] : ["\(what) \(old) → \(new)"]
    #expect(DeclarationTests.changes(Self.tray, renamed) == expected)
    let comparison = DeclarationTests.compare(Self.tray, renamed)
    #expect(comparison.saysTheSame)
  }

  @Test("several names at once are told one by one")
  func several() {
    let names = ["tray": "cards", "awake": "isAwake", "receive": "arrive", "sleep": "rest"]
    #expect(
      DeclarationTests.changes(Self.tray, Renaming.text(Self.tray, names)).sorted()
        == [
          "event receive → arrive", "event sleep → rest", "var awake → isAwake", "var tray → cards",
        ])
  }

  @Test("what is renamed and changed is both")
  func renamedAndChanged() {
    let new = Renaming.text(Self.tray, ["tray": "cards"])
      .replacing("awake = false; emit", with: "emit")
    #expect(
      DeclarationTests.changes(Self.tray, new) == [
        "event sleep: body changed", "var tray → cards",
      ])
  }

  @Test("a case that names another one now is changed, not renamed")
  func otherCase() {
    let new = Self.tray.replacing("when kind == .info {", with: "when kind == .mention {")
    #expect(
      DeclarationTests.changes(Self.tray, new) == ["event receive: rule quiet: condition changed"])
  }

  @Test("a variable that goes and another that comes are no rename where the places tell otherwise")
  func unrelated() {
    let old = "var a = false\nvar b = false\non e { a = true }\non f { b = true }"
    let new = "var b = false\nvar c = false\non e { b = true }\non f { b = true }"
    let changes = DeclarationTests.changes(old, new)
    #expect(changes == ["var a removed", "var c added", "event e: body changed"])
  }
}

/// Texts with renamed names.
enum Renaming {
  /// The text with each of the words replaced, wherever it occurs.
  static func text(_ text: String, _ names: [String: String]) -> String {
    var result = ""
    var word = ""
    for character in text + "\n" {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        result += names[word] ?? word
        word = ""
        result.append(character)
      }
    }
    return String(result.dropLast())
  }
}
