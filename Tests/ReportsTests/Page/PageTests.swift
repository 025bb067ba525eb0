import Foundation
import TestSupport
import Testing
import TrayKit

@testable import Reports

/// A page tells what happened to who does not know the tool, and what is hostile in it does nothing.
@Suite("A page") struct PageTests {
  @Test("shows the counterexample of the README as phones")
  func phones() throws {
    let page = try PageRun.own("slack-tray", world: "freshIDs")
    let anchor = "SlackTray.freshIDs.noDuplicates"
    #expect((0...2).allSatisfy { page.ids.contains("\(anchor)/\($0)") })
    let start = page.item("\(anchor)/0")
    #expect(start.contains("no notification") && start.contains("screen off"))
    let first = page.item("\(anchor)/1")
    #expect(first.contains("screen goes on") && first.contains("kind <b>mention</b>"))
    #expect(first.contains("<del>false</del> <ins>true</ins>"))
    #expect(first.contains("<i><del>0</del> <ins>1</ins></i>"))
    let last = page.item("\(anchor)/2")
    #expect(last.matches(of: /<li class="n[^"]* v">/).count == 2)
    #expect(last.contains("<em>new</em>") && last.contains("tray[2]"))
    for mark in ["flash", "vibrate", "sound"] {
      #expect(last.contains("</svg>\(mark)<li>") || last.contains("</svg>\(mark)</ul>"))
    }
    #expect(last.contains("✗ violated:</b> noDuplicates"))
    #expect(page.text.contains("No two are about the same thing."))
    #expect(page.text.contains("a.collapseID is 1, b.collapseID is 1"))
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
      for word in [" src=", "url(", "@import", "http:", "https:", "<link", "<iframe", "<img"] {
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
    #expect(text.utf8.count < 60_000)
    let words = text.split { $0 == " " || $0 == "\n" || $0 == ">" || $0 == "<" }
    #expect(words.allSatisfy { $0.utf8.count <= 1_100 })
    #expect(text.components(separatedBy: "<script").count == 2)
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
    #expect(text.contains("<li id=\"Wrong.default.small/3\">"))
    #expect(text.contains("not drawn here, since the page has no room for more"))
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

  @Test("tells how often rules were taken, and never says in red that one was not")
  func coverage() throws {
    let page = try PageRun(Self.counter(2))
    #expect(page.text.contains("<i>2×</i>"))
    let never = try #require(page.text.firstMatch(of: /<li id="Counter:6"><i>(.*?)<\/i>/))
    #expect(never.1 == "<span class=never>never</span>")
    let style = try #require(PageStyle.sheet.firstMatch(of: /\.never\{[^}]*\}/))
    #expect(!style.0.contains("BAD"))
  }

  @Test("draws a loop as one, and leads from its end to its beginning")
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
    #expect(page.text.contains("this is repeated for ever<ol start="))
    let back = try #require(
      page.text.firstMatch(of: /<a href="#Loop\.default\.ends\/(\d)">back to step (\d)<\/a>/))
    #expect(back.1 == back.2 && page.ids.contains("\(anchor)/\(back.1)"))
  }

  @Test("of what comes from the cache is searched anew, so that there are states to draw")
  func cache() throws {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(Self.counter(3), to: "a.tray")])
    request.cacheFolder = folder.url.appending(path: "cache").path
    for wantsStates in [false, true, true] {
      request.wantsStates = wantsStates
      let text = try Blocking.check(request).rendered(as: .html)
      if wantsStates { #expect(text.contains("id=\"Counter.default.small/3\"")) }
    }
  }

  @Test("of replays and of a diff is a page as well")
  func others() throws {
    let path = RepositoryFolder.root.appending(
      path: "Counterexamples/SlackTray.freshIDs.cancelWorks.json"
    ).path
    var request = ReplayRequest(paths: [path])
    request.specs = [RepositoryFolder.root.appending(path: "Specs").path]
    let replay = PageRun(page: try Blocking.replay(request).rendered(as: .html))
    #expect(replay.ids.contains("SlackTray.freshIDs.cancelWorks/2") && replay.deadLinks == [])
    let folder = try ScratchFolder()
    let old = try folder.write(Self.counter(2), to: "old.tray")
    let new = try folder.write(Self.counter(3).replacing("n -= 1", with: "n = 0"), to: "new.tray")
    let diff = PageRun(page: try Blocking.diff(DiffRequest(old: old, new: new)).rendered(as: .html))
    #expect(diff.deadLinks == [])
    for side in ["old", "new"] { #expect(diff.text.contains("<p><b>\(side)</b>")) }
    #expect(
      diff.ids.contains { $0.hasSuffix("-old/3") } && diff.ids.contains { $0.hasSuffix("-new/3") })
  }
}
