import Foundation
import TestSupport
import Testing

/// `traycheck walk` and `traycheck walk merge` as their users meet them.
@Suite struct WalkCommandTests {
  private static let spec = """
    spec Icon
    param forgets = true
    var tray: Set<0..<5> = []
    var badge: 0...5 = 0
    on receive(subject: 0..<5) {
      if !tray.contains(subject) { badge = min(badge + 1, 5) }
      insert subject into tray
    }
    on clearAll when tray.count > 1 { tray = []; if !forgets { badge = 0 } }
    invariant badgeIsRight { badge == tray.count }
    reachable full { tray.count == 5 }
    world right { forgets = false } walks 200 steps 30

    """
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.spec, to: "icon.tray")
  }

  private func run(_ line: String) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  /// A report without the parts that vary from run to run.
  private func json(_ line: String) throws -> String {
    let result = try run(line + " --read-only --format json")
    return result.stdout.replacing(#/"seconds" : [^\n]*/#, with: "")
  }

  @Test("the same seed gives the same report on one thread and on two, and in parts")
  func determinism() throws {
    let whole = try json("walk icon.tray --seed 5 --walks 900 --threads 1")
    #expect(try json("walk icon.tray --seed 5 --walks 900 --threads 2") == whole)
    #expect(try json("walk icon.tray --seed 6 --walks 900") != whole)
    for part in 1...3 {
      let result = try run(
        "walk icon.tray --seed 5 --walks 900 --read-only --format json --shard \(part)/3")
      try folder.write(result.stdout, to: "part\(part).json")
    }
    #expect(try json("walk merge part3.json part1.json part2.json") == whole)
  }

  @Test("parts are added up as they come, in any order, to the same report")
  func partialMerges() throws {
    let whole = try json("walk icon.tray --seed 5 --walks 400")
    for part in 1...4 {
      let result = try run(
        "walk icon.tray --seed 5 --walks 400 --read-only --format json --shard \(part)/4")
      try folder.write(result.stdout, to: "\(part).json")
    }
    func merge(_ reports: String, to name: String) throws {
      let result = try run("walk merge \(reports) --partial --read-only --format json")
      #expect(result.status == 1 && result.stdout.contains("\"mergedParts\""))
      try folder.write(result.stdout, to: name)
    }
    try merge("3.json 1.json", to: "a.json")
    try merge("4.json 2.json", to: "b.json")
    try merge("a.json 4.json", to: "c.json")
    #expect(try json("walk merge b.json a.json") == whole)
    #expect(try json("walk merge c.json 2.json") == whole)
    #expect(try json("walk merge c.json 2.json --partial") == whole)
    #expect(
      try run("walk merge a.json --partial --read-only -v").stdout.contains("parts 1, 3 of 4"))
    let missing = try run("walk merge a.json 2.json --read-only")
    #expect(missing.status == 2 && missing.stderr.contains("part 4 of 4 is missing"))
    let twice = try run("walk merge a.json b.json 3.json --read-only")
    #expect(twice.status == 2 && twice.stderr.contains("part 3 of 4 is also in a.json"))
  }

  @Test("a merge without all parts is not decided, unless that is allowed")
  func missingParts() throws {
    try folder.write(
      "spec A\nvar x = false\non a { x = !x }\ninvariant i { x || !x }\n", to: "a.tray")
    let part = try run("walk a.tray --walks 10 --seed 1 --read-only --shard 1/2 --format json")
    try folder.write(part.stdout, to: "1.json")
    let open = try run("walk merge 1.json --partial --read-only -q")
    #expect(open.status == 3)
    let last = open.stdout.split(separator: "\n").last ?? ""
    #expect(last.contains("Inconclusive") && last.contains("1 of 2 parts"))
    let allowed = try run("walk merge 1.json --partial --read-only -q --allow inconclusive")
    #expect(allowed.status == 0 && allowed.stdout.contains("1 of 2 parts"))
  }

  @Test("findings that tie are told in one order, in every process")
  func ties() throws {
    try folder.write(
      """
      spec Ties
      on choose(k: 0...4) {
        rule low when k < 3 {}
        rule high when k == 1 {}
        rule mid when k == 2 {}
      }
      """, to: "ties.tray")
    let first = try json("walk ties.tray --seed 5 --walks 10 --shard 1/2")
    #expect(first.contains("overlap") && first.contains("gap"))
    for _ in 0..<4 { #expect(try json("walk ties.tray --seed 5 --walks 10 --shard 1/2") == first) }
  }

  @Test("more parts than walks are no failure, and walks that are all cut off no success")
  func nothingDone() throws {
    let empty = try run("walk icon.tray --world right --seed 1 --walks 1 --shard 2/2 --read-only")
    #expect(empty.status == 0 && empty.stdout.contains("none is left for this one"))
    let cut = try run("walk icon.tray --world right --seed 1 --time-limit 0 --read-only")
    #expect(cut.status == 3 && !cut.stdout.contains("never"))
  }

  @Test("a world that the spec has walked is not asked what walks never decide")
  func notAsked() throws {
    let clock = """
      spec Clock
      var lit = false
      on press { lit = true }
      fair on sleep when lit { lit = false }
      eventually dark whenever lit { !lit }
      possible bright { lit }
      world long { } walks 20 steps 20
      world wrong { } walks 20 steps 20 violates dark

      """
    try folder.write(clock, to: "clock.tray")
    let asked = "check clock.tray --read-only --world"
    let long = try run("\(asked) long")
    // Nothing else is checked in that world, so there is no verdict.
    #expect(long.status == 3 && long.stdout.contains("nothing is checked here"))
    #expect(try run("\(asked) long --allow no-properties").status == 0)
    #expect(
      long.stdout.contains(
        "– cannot be shown by walks: eventually dark, possible bright"))
    #expect(try run("\(asked) long --format json").stdout.contains("\"not-asked\""))
    // A selected property is reported, and an expected violation must occur.
    #expect(try run("\(asked) long --property dark").status == 3)
    #expect(try run("\(asked) wrong").status == 3)
    // The same applies if a walk of such a world is requested.
    let walk = "walk clock.tray --read-only --seed 1 --walks 20 --world"
    let nothing = try run("\(walk) default")
    #expect(nothing.status == 3 && nothing.stdout.contains("nothing is checked here"))
    #expect(try run("\(walk) default --allow no-properties").status == 0)
    try folder.write(clock + "reachable lights { lit }\n", to: "clock.tray")
    #expect(try run("\(walk) default").status == 0)
    #expect(try run("\(walk) wrong").status == 3)
    #expect(try run("\(walk) wrong --allow inconclusive").status == 0)
  }

  @Test("an 'eventually' that is open where a walk ends for good is violated, shrunk and replayed")
  func stops() throws {
    let text = """
      spec Stops
      var sent = false
      var shown = false
      var noise: 0...9 = 0
      on send when !sent { sent = true }
      on other when noise < 9 { noise += 1 }
      fair on arrive when sent && !shown && noise > 9 { shown = true }
      terminal { sent }
      eventually comes whenever sent { shown }

      """
    try folder.write(text, to: "stops.tray")
    let found = try run("walk stops.tray --seed 1 --walks 50")
    #expect(found.status == 1)
    #expect(found.stdout.contains("fails after 1 step, by stopping there"))
    #expect(found.stdout.contains("nothing happens any more"))
    #expect(found.stdout.contains("came to it after 10 steps"))
    let replay = try run("replay Counterexamples/Stops.default.comes.json")
    #expect(replay.status == 1 && replay.stdout.contains("still violates"))
    for part in [1, 2] {
      let shard = "walk stops.tray --seed 1 --walks 50 --read-only --format json --shard \(part)/2"
      try folder.write(try run(shard).stdout, to: "stops\(part).json")
    }
    let merged = try run("walk merge stops1.json stops2.json --read-only")
    #expect(merged.status == 1 && merged.stdout.contains("fails after 1 step"))
  }

  @Test("a report with figures that no run comes to is not merged")
  func nonsense() throws {
    let half = try run(
      "walk icon.tray --world right --seed 1 --walks 9 --read-only --format json --shard 1/2"
    ).stdout
    let other = try run(
      "walk icon.tray --world right --seed 1 --walks 9 --read-only --format json --shard 2/2"
    ).stdout
    try folder.write(other, to: "b.json")
    try folder.write(half, to: "a.json")
    #expect(try run("walk merge a.json b.json --read-only").status == 0)
    for (name, value) in [
      ("walks", "9223372036854775807"), ("steps", "-1"), ("even", "\"AAAA\""), ("odd", "7"),
    ] {
      let shard = try #require(half.firstRange(of: "\"shard\""))
      let field = try #require(
        half[shard.upperBound...].firstMatch(of: try Regex("\"\(name)\" : [^,\\n]*")))
      try folder.write(
        half.replacingCharacters(in: field.range, with: "\"\(name)\" : \(value)"), to: "a.json")
      #expect(try run("walk merge a.json b.json --read-only").status == 2, "\(name)")
    }
  }

  @Test("what was found is shrunk, told with its seed, and kept as a file that replays")
  func finding() throws {
    let result = try run("walk icon.tray --world default --seed 5")
    #expect(result.status == 1)
    #expect(
      result.stdout.inOneLine.contains("fails after 3 steps, none shorter; walk 0 came to it"))
    #expect(result.stdout.contains("seed 5"))
    let replayed = try run("replay Counterexamples")
    #expect(replayed.status == 1 && replayed.stdout.contains("Icon.default.badgeIsRight.json"))
  }

  @Test("a fresh seed is told, and gives the same walks again")
  func freshSeed() throws {
    let first = try run("walk icon.tray --world right --read-only")
    #expect(first.status == 0)
    let seed = try #require(first.stdout.firstMatch(of: #/seed ([0-9]+)/#)?.1)
    let again = try run("walk icon.tray --world right --read-only --seed \(seed)")
    func figures(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { $0.contains("states") || $0.contains("happened") }
    }
    #expect(figures(first.stdout) == figures(again.stdout))
  }

  @Test("a world that asks for walks is walked by check, each time alike")
  func check() throws {
    let result = try run("check icon.tray --world right --read-only")
    #expect(result.status == 0)
    #expect(result.stdout.contains("invariant badgeIsRight: not refuted"))
    #expect(result.stdout.contains("200 walks of up to 30 steps, seed 0"))
  }

  @Test("what walks do not decide is no success")
  func notDecided() throws {
    try folder.write(
      Self.spec + "reachable never { badge == 5 && tray.isEmpty }\n"
        + "world w { forgets = false } walks 20 steps 5 violates deadlock\n", to: "open.tray")
    let goal = try run("walk open.tray --world right --read-only --quiet")
    #expect(goal.status == 3 && goal.stdout.contains("inconclusive: never"))
    let announced = try run("check open.tray --world w --read-only --quiet")
    #expect(
      announced.status == 3 && announced.stdout.contains("not found by these walks: deadlock"))
  }

  @Test(
    "wrong usage is told",
    arguments: [
      "walk icon.tray --shard 3/2", "walk icon.tray --shard half", "walk icon.tray --shard 1/2",
      "walk icon.tray --seed -1",
      "walk icon.tray --walks 0", "walk icon.tray --steps 0", "walk icon.tray --world nowhere",
      "merge",
    ])
  func usage(_ line: String) throws {
    let result = try run(line)
    #expect(result.status == 64 && result.stdout.isEmpty && !result.stderr.isEmpty)
  }

  @Test(
    "reports that are not all parts of the same walks are not merged",
    arguments: [
      ("walk merge nowhere.json", "there is no such file"),
      ("walk merge text.json", "it is no report of 'traycheck walk --format json'"),
      ("walk merge whole.json", "it is no report of a part"),
      ("walk merge part1.json", "part 2 of 2 is missing"),
      ("walk merge part1.json part1.json", "part 1 of 2 is also in part1.json"),
      ("walk merge part1.json other.json", "it is of other walks than part1.json"),
    ])
  func merging(_ line: String, _ message: String) throws {
    try folder.write("nothing", to: "text.json")
    for (name, options) in [
      ("whole", ""), ("part1", "--shard 1/2"), ("part2", "--shard 2/2"),
      ("other", "--shard 2/2 --steps 7"),
    ] {
      let report = try run("walk icon.tray --seed 1 --walks 9 --read-only --format json \(options)")
      try folder.write(report.stdout, to: name + ".json")
    }
    let result = try run(line)
    #expect(result.status == 2 && result.stderr.contains(message), "\(result.stderr)")
    #expect(try run("walk merge part2.json part1.json --read-only").status == 1)
    try folder.write(Self.spec + "// edited\n", to: "icon.tray")
    let edited = try run("walk merge part2.json part1.json --read-only")
    #expect(edited.status == 2 && edited.stderr.contains("it is not the spec that was walked"))
  }
}
