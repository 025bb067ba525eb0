import Basics
import Foundation
import TestSupport
import Testing
import TrayKit

@testable import Reports

/// A page shows the trace to a reader who does not know the tool, and hostile text in it has no effect.
@Suite("A page") struct PageTests {
  @Test("shows the counterexample of the README as phones")
  func phones() throws {
    let page = try PageRun.own("slack-tray", world: "freshIDs")
    let anchor = "SlackTray.freshIDs.noDuplicates"
    #expect((0...2).allSatisfy { page.ids.contains("\(anchor)/\($0)") })
    let start = page.item("\(anchor)/0")
    #expect(start.contains("Tray is empty") && start.contains("Screen off"))
    let first = page.item("\(anchor)/1")
    #expect(first.contains("Screen on <b>(wakes)</b>") && first.contains("kind <b>mention</b>"))
    #expect(first.contains("App icon: <del>0</del> <b>1</b> unread"))
    let last = page.item("\(anchor)/2")
    #expect(last.matches(of: /<li class="n[^"]* bad">/).count == 2)
    #expect(last.contains("<em>new</em>") && last.contains("<em>still here</em>"))
    for signal in ["flash", "vibrate", "sound"] { #expect(last.contains("</svg>\(signal)")) }
    #expect(page.text.contains("No two notifications are duplicates."))
  }

  private static let mixed = """
    spec Mixed
    param top: 0...5 = 3
    var n: 0...5 = 0
    var calls: 0...1 = 0
    signal sound
    on up {
        rule climbs when n < top { n += 1; emit sound }
        rule stays when n == top {}
    }
    on down when n > 0 { n -= 1 }

    // Heights.
    /// It stays low. Our reading.
    invariant low { n < 3 }
    /// Nobody hears it at the top.
    transition quiet after up { n < 3 || !emitted(sound) }
    /// It comes down.
    possible down { n == 0 }

    // Goals.
    /// It can climb.
    reachable two { n == 2 }
    /// The way up.
    scenario climb { up; up; up; expect n == 2 }
    /// A ladder without an end.
    world ladder { top = 5 } violates low, quiet
    world short { top = 3 }

    """

  @Test("is one static document: no script, one heading of the first level, no level skipped")
  func document() throws {
    let text = try PageRun(Self.mixed).text
    #expect(!text.contains("<script") && text.firstMatch(of: /\son\w+=/) == nil)
    #expect(text.firstMatch(of: /(href|src)="?[^#"]/) == nil)
    #expect(text.firstMatch(of: /@media\s*\(prefers-color-scheme/) == nil, "print stays light")
    for part in ["<header", "<nav", "<main"] { #expect(text.contains(part)) }
    let levels = text.matches(of: /<h([1-6])[ >]/).compactMap { Int($0.1) }
    #expect(levels.count { $0 == 1 } == 1)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 }, "\(levels)")
    #expect(text.utf8.count < PageBudget.maximumBytesOfOne)
  }

  @Test(
    "has the verdict, the failures, the properties, the rejected designs, the rules, the search")
  func order() throws {
    let page = try PageRun(Self.mixed)
    #expect(page.text.contains("<span>Failed: 2 properties, 1 scenario</span>"))
    let places = ["summary", "failures", "properties", "rejected", "rules", "checked"].map { id in
      page.text.range(of: "id=\"\(id)\"")?.lowerBound
        ?? page.text.range(of: "id=\(id)>")?.lowerBound
    }
    let found = places.compactMap(\.self)
    #expect(found.count == places.count && found == found.sorted())
    #expect(
      page.text.contains("<code>climbs</code> <span>line 7</span>"), "the cause is in the header")
    #expect(page.text.contains("Also fails in 1 other world: <code>short</code>."))
    #expect(page.text.contains("Expected to fail in <code>ladder</code>."))
    #expect(page.text.contains("<h3>Heights</h3>") && page.text.contains("<h3>Goals</h3>"))
  }

  @Test("leads a failure with the step, the rule and its effect")
  func lead() throws {
    let page = try PageRun(Self.mixed)
    let lead = try #require(page.text.firstMatch(of: /<p class=ld>(In step 3 .*?)<\/p>/))
    #expect(lead.1.contains("<code>up</code> happens") && lead.1.contains("climbs</a></code>"))
    #expect(page.text.contains("Step 3 runs this."))
  }

  @Test("has a button for each state of a story, and a filter for each result")
  func controls() throws {
    let text = try PageRun(Self.mixed).text
    for figure in text.components(separatedBy: "<figure>").dropFirst() {
      let part = String(
        figure.prefix(upTo: figure.range(of: "</figure>")?.lowerBound ?? figure.endIndex))
      let buttons = part.matches(of: /<input type=radio/).count
      let states = part.matches(of: /<li id="[^"]*\/\d+"/).count
      #expect(buttons == states || states == 1 && buttons == 0)
    }
    let fails = try #require(text.firstMatch(of: /<label for=fi1>Fails (\d)<\/label>/))
    #expect(Int(fails.1) == text.matches(of: /<li class="F/).count)
    #expect(text.contains("Can happen 1") && text.contains("Never seen to fail 1"))
  }

  @Test("uses the words of the design guide")
  func words() throws {
    let green = try PageRun(
      Self.mixed.replacing("world short { top = 3 }", with: "").replacing("= 3\n", with: "= 2\n"))
    for page in [try PageRun(Self.mixed), green] {
      let text = page.text.replacing(
        /<style>[\s\S]*?<\/style>|<code>.*?<\/code>|<pre>[\s\S]*?<\/pre>/, with: "")
      #expect(AvoidedWords.found(in: text.replacing(/<[^>]*>/, with: "")) == [])
      for word in ["lamp", "it does not hold of", "what has to be so", "how it turned out"] {
        #expect(!text.contains(word), "\(word)")
      }
    }
    #expect(green.text.contains("<span>Passed: all 4 properties</span>"))
    #expect(green.text.contains("A rejected design, caught as expected"))
  }

  @Test(
    "leads nowhere but to its own places, each of which is there once, and asks nothing of anybody")
  func links() throws {
    let samples = try CIRun.ofAllSamples()
    let all = PageRun(page: CheckPage(samples.report, paths: samples.paths).encoded())
    let special = try SpecialCharacters.run()
    let pages = [
      all, PageRun(page: CheckPage(special.report, paths: special.paths).encoded()),
      try PageRun.own("slack-tray", world: "freshIDs"),
    ]
    for page in pages {
      #expect(page.deadLinks == [])
      #expect(Dictionary(grouping: page.ids) { $0 }.filter { $1.count > 1 }.keys.isEmpty)
      for word in [
        " src=", "url(", "@import", "http:", "https:", "<link", "<iframe", "<img", "<script",
      ] {
        #expect(!page.text.contains(word), "\(word)")
      }
    }
  }

  @Test("shows hostile text, and does nothing of what it says")
  func hostile() throws {
    let run = try SpecialCharacters.run()
    let text = CheckPage(run.report, paths: run.paths).encoded()
    #expect(text.contains("&lt;b&gt;&#39;bye&#39;&lt;/b&gt;"))
    #expect(!text.contains("<b>'bye'") && !text.contains("${{ secrets.x }}</script>"))
    let bad = text.unicodeScalars.filter { $0.isHidden || $0.turnsDirection }
    #expect(bad.isEmpty, "\(bad)")
    #expect(text.utf8.count < 80_000)
    let words = text.split { $0 == " " || $0 == "\n" || $0 == ">" || $0 == "<" }
    #expect(words.allSatisfy { $0.utf8.count <= 1_100 })
    #expect(!text.contains("<script"))
  }

  @Test("keeps text that runs from right to left to itself, and markup in names out")
  func directions() throws {
    let html: HTML = "<p title=\"\(attribute: "a\"><b>")\">\("שלום")\("<i>&")"
    #expect(html.text == "<p title=\"a&quot;&gt;&lt;b&gt;\"><bdi>שלום</bdi>&lt;i&gt;&amp;")
    #expect(HTMLText.fragment("a b/é\"") == "a%20b/%C3%A9%22")
    let long: HTML = "\(String(repeating: "x", count: 10_000))"
    #expect(long.byteCount <= 400)
  }

  @Test("has a name for each place, also where two are called alike")
  func anchors() {
    var anchors = PageAnchors()
    #expect(anchors.name(["S", "w", "p(x: .a)"]).id == "S.w.p(x:_.a)")
    #expect(anchors.name(["S", "w", "p(x: .a)"]).id == "S.w.p(x:_.a)~2")
    #expect(anchors.name([String(repeating: "n", count: 10_000)]).id.utf8.count <= 160)
  }

  @Test("of many specs stays small, and what is wrong is drawn first")
  func budget() throws {
    let fine = try CIRun(
      "fine", [("a.tray", Self.counter(2) + "world w { top = 3 } violates small")])
    let wrong = try CIRun(
      "wrong", [("b.tray", Self.counter(3).replacing("Counter", with: "Wrong"))])
    var report = fine.report
    report.specs = Array(repeating: fine.report.specs[0], count: 120) + wrong.report.specs
    let text = CheckPage(report, paths: fine.paths).encoded()
    #expect(text.utf8.count < PageBudget.maximumBytes)
    #expect(text.contains("<li id=\"Wrong.default.small/3\""))
    #expect(PageRun(page: text).deadLinks == [])
  }

  private static func counter(_ top: Int) -> String {
    """
    spec Counter
    param top: 0...5 = \(top)
    var n: 0...5 = 0
    on up when n < top { n += 1 }
    on down when n > 0 { n -= 1 }
    on never when n > top { n = 0 }
    /// It stays small.
    invariant small { n < 3 }

    """
  }

  @Test("says how often rules were used, and never says in red that one was not")
  func coverage() throws {
    let page = try PageRun(Self.counter(2))
    #expect(page.text.contains("<b>2×</b>"))
    #expect(
      page.text.firstMatch(of: /<li id="Counter:6"><u>6<\/u><b class=never>never<\/b>/) != nil)
    let style = try #require(PageStyle.base.firstMatch(of: /\.never\{[^}]*\}/))
    #expect(!style.0.contains("fail"))
  }

  @Test("draws a loop in the same row, and leads from its end to its beginning")
  func loop() throws {
    let page = try PageRun(
      """
      spec Loop
      var n: 0...2 = 0
      fair on start when n == 0 { n = 1 }
      fair on flip when n > 0 { n = 3 - n }
      eventually ends { n == 0 && false }
      """)
    let anchor = "Loop.default.ends"
    #expect(page.text.contains("repeat forever") && page.text.contains(" class=\"lo"))
    let back = try #require(
      page.text.firstMatch(of: /<a href="#Loop\.default\.ends\/(\d)">back to step (\d)<\/a>/))
    #expect(back.1 == back.2 && page.ids.contains("\(anchor)/\(back.1)"))
  }

  @Test("searches again if a verdict comes from the cache, so that it has states to draw")
  func cache() throws {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(Self.counter(3), to: "a.tray")])
    request.cacheFolder = folder.url.appending(path: "cache").path
    for wantsStates in [false, true, true] {
      request.wantsStates = wantsStates
      let text = try request.outcome().rendered(as: .html)
      if wantsStates { #expect(text.contains("id=\"Counter.default.small/3\"")) }
    }
  }

  @Test("of replays is a page as well")
  func replays() throws {
    let path = RepositoryFolder.root.appending(
      path: "Counterexamples/SlackTray.freshIDs.cancelWorks.json"
    ).path
    var request = ReplayRequest(paths: [path])
    request.specs = [RepositoryFolder.root.appending(path: "Specs").path]
    let replay = PageRun(page: try request.outcome().rendered(as: .html))
    #expect(replay.ids.contains("SlackTray.freshIDs.cancelWorks/2") && replay.deadLinks == [])
  }
}
