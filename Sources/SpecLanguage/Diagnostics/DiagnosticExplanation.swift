import Semantics

/// The explanation of a kind of mistake, with an example of the mistake and of the fix.
package struct DiagnosticExplanation: Sendable {
  package let code: Diagnostic.Code
  /// The meaning of the code, and the reason for the rule.
  package let text: String
  /// Lines after those of ``base``, or a whole file. Lines after `// In shelf.tray:` belong to a second file.
  package let mistake: String
  package let fix: String

  init(_ code: Diagnostic.Code, _ text: String, mistake: String, fix: String) {
    (self.code, self.text, self.mistake, self.fix) = (code, text, mistake, fix)
  }

  /// All explanations, by the parts of the language.
  package static let sections = [
    (title: "The text of a file", explanations: ofText),
    (title: "Structure", explanations: ofStructure),
    (title: "Forms of declarations, statements and values", explanations: ofForms),
    (title: "Names", explanations: ofNames),
    (title: "Types and values", explanations: ofTypes),
    (title: "Calls and branches", explanations: ofCalls),
    (title: "Places and times", explanations: ofPlaces),
    (title: "Used files", explanations: ofUses),
  ]

  /// The names of all codes, in alphabetical order.
  package static let names = sections.flatMap(\.explanations).map(\.code.name).sorted()

  /// The explanation of the code with a name.
  package static func of(_ name: String) -> DiagnosticExplanation? {
    sections.lazy.flatMap(\.explanations).first { $0.code.name == name }
  }

  /// The spec that the examples continue.
  package static let base = """
    spec Tray

    param limit = 3
    enum Kind { mention, info, call(ringing: Bool) }
    symmetric ID(2)
    struct Card { kind: Kind, unread: Bool = true }
    signal sound, banner(kind: Kind)

    var tray: Map<ID, Card> = [:]
    var shown: Set<ID> = []
    var queue: List<ID, 2> = []
    var top: Card? = nil
    var muted = false
    var badge: 0...3 = 0
    var timer: Timer<3>

    on receive(id: ID, kind: Kind) when tray[id] == nil {
        tray[id] = Card(kind: kind)
        top = tray[id]
        insert id into shown
        emit banner(kind: kind)
    }
    on read(id: ID) when id in tray.keys { tray[id]?.unread = false }
    on clear when !tray.isEmpty { tray = [:]; shown = []; top = nil; start timer for 1 }
    on mute { muted = !muted; emit sound }
    on ring when timer.isDue { stop timer; queue = [] }
    func amount(of kind: Kind) -> 0...3 { count(c in tray.values where c.kind == kind) }
    func reset() { badge = 0 }
    invariant small { badge <= limit && queue.isEmpty }
    invariant few { amount(of: .info) <= 2 }
    """
}
