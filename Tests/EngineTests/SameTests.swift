import Engine
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// `same n { e } and { f }`: two events are compared in each state.
@Suite struct SameTests {
  private static let text = """
    enum Link { mail, chat }
    var opened: Link? = nil
    var ready = false
    ghost var byPush = false
    signal opens(link: Link)
    on start { ready = true }
    on push(link: Link) when ready { opened = link; byPush = true; emit opens(link: link) }
    on tap(link: Link) when ready { rule any when true { opened = link; emit opens(link: link) } }
    on silent(link: Link) when ready { opened = link }
    on early(link: Link) { opened = link; emit opens(link: link) }
    on any when ready { choose l in Link; opened = l; emit opens(link: l) }

    """

  private func verdict(_ property: String) throws -> String {
    try search(Self.text + "same p" + property).verdict("p")
  }

  @Test("rules and ghosts do not matter; guards, states, signals and choices do")
  func differences() throws {
    #expect(try verdict("(l: Link) { push(link: l) } and { tap(link: l) }") == "holds")
    #expect(
      try verdict("(l: Link) { push(link: l) } and { silent(link: l) }") == "violated after 1")
    #expect(try verdict("(l: Link) { push(link: l) } and { early(link: l) }") == "violated after 0")
    #expect(
      try verdict("(l: Link) { push(link: l) } and { early(link: l) } where ready") == "holds")
    #expect(try verdict("(l: Link) { push(link: l) } and { any }") == "violated after 1")
    #expect(
      try verdict("(k: Link, l: Link) { push(link: k) } and { tap(link: l) }")
        == "violated after 1")
    #expect(
      try verdict("(l: Link) { push(link: opened ?? l) } and { tap(link: l) } where opened == l")
        == "holds")
  }

  @Test("an event is the same as itself, and another one where one can happen alone is not")
  func itself() throws {
    for seed in Weekly.seeds(40) {
      let random = RandomSpec(seed: UInt64(seed))
      let spec = try SpecText.checked(random.text)
      let limits = SearchLimits(states: 30)
      for event in spec.events where event.name != "tick" {
        let parameters = event.parameters.map { "\($0.name)Same: \($0.type)" }
        let arguments = event.parameters.map { "\($0.name): \($0.name)Same" }
        let list = { (parts: [String]) in
          parts.isEmpty ? "" : "(" + parts.joined(separator: ", ") + ")"
        }
        let call = "{ \(event.name)\(list(arguments)) }"
        let text = random.text + "\nsame alike\(list(parameters)) \(call) and \(call)"
        let verdict = try search(text, limits: limits).verdict("alike")
        #expect(verdict == "holds" || verdict == "undecided", "seed \(seed): \(verdict)")
      }
    }
  }
}
