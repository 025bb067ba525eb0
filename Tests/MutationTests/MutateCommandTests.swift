import Foundation
import TestSupport
import Testing

/// `traycheck mutate` as its users run it.
@Suite struct MutateCommandTests {
  private static let spec = """
    spec Counter
    var count: 0...2 = 0
    var muted = false
    on add when count < 2 { count += 1 }
    on mute { muted = !muted }
    transition counts after add { count == old(count) + 1 }
    scenario begins { expect count == 0 && !muted }
    """

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.spec, to: "counter.tray")
  }

  private func run(_ line: String) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  @Test("0: survivors are told, and are no failure by themselves")
  func survivors() throws {
    let result = try run("mutate counter.tray")
    #expect(result.status == 0 && result.stderr.isEmpty)
    #expect(result.stdout.contains("no property notices if `muted = !muted` is left out"))
    #expect(result.stdout.contains("this would notice these "))
  }

  @Test("1: less is noticed than the minimum")
  func minimum() throws {
    let result = try run("mutate counter.tray --minimum-score 99 --quiet")
    #expect(result.status == 1)
    #expect(result.stdout.contains("✗ Failed"))
  }

  @Test("2: a spec does not compile, or there is none")
  func broken() throws {
    try folder.write("spec Broken\nvar a = b\n", to: "broken.tray")
    #expect(try run("mutate broken.tray").status == 2)
    #expect(try run("mutate nothing.tray").status == 2)
  }

  @Test("64: a revision that is none, a report over a spec, a misspelt option")
  func wrongUsage() throws {
    #expect(try run("mutate counter.tray --since main").status == 64)
    #expect(try run("mutate counter.tray --report json=counter.tray").status == 64)
    #expect(try run("mutate counter.tray --quite").status == 64)
  }

  @Test("64: a sample without edits, and a minimum above 100")
  func outOfRange() throws {
    let sample = try run("mutate counter.tray --sample 0")
    #expect(sample.status == 64 && sample.stderr.contains("at least 1"))
    let minimum = try run("mutate counter.tray --minimum-score 101")
    #expect(minimum.status == 64 && minimum.stderr.contains("from 0 to 100"))
  }

  @Test("3: a minimum is asked, and all rules are in a library")
  func nothingJudged() throws {
    try folder.write("library L\nvar x = false\non a { x = !x }\n", to: "l.tray")
    try folder.write("spec A\nuse \"l.tray\"\nreachable r { x }\n", to: "a.tray")
    let result = try run("mutate a.tray --minimum-score 90")
    #expect(result.status == 3 && result.stdout.contains("? Inconclusive: nothing to edit"))
    #expect(try run("mutate a.tray").status == 0)
  }

  @Test("since a revision, only rules that changed are edited")
  func since() throws {
    try folder.commitAll()
    let same = try run("mutate counter.tray --since git:main")
    #expect(same.stdout.contains("nothing to edit"), "\(same.stdout)\(same.stderr)")
    try folder.write(
      Self.spec.replacing("muted = !muted", with: "muted = muted == false"), to: "counter.tray")
    let changed = try run("mutate counter.tray --since git:main --format json")
    #expect(changed.stdout.contains("\"owner\" : \"mute\""))
    #expect(!changed.stdout.contains("\"owner\" : \"add\""))
  }

  @Test("reports are written beside what is printed")
  func reports() throws {
    let result = try run(
      "mutate counter.tray --report json=a.json --report junit=a.xml --report summary=a.md --quiet")
    #expect(result.status == 0)
    #expect(try folder.text(of: "a.json").contains("\"schema\" : \"traycheck-mutate\""))
    #expect(try folder.text(of: "a.xml").contains("<testsuite name=\"Counter\""))
    #expect(try folder.text(of: "a.md").contains("## Undetected mutations"))
  }
}
