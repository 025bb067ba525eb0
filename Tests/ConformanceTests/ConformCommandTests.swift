import Foundation
import TestSupport
import Testing

/// `traycheck conform` for its users, with drivers that conform and drivers that do not.
@Suite struct ConformCommandTests {
  private static let spec = """
    spec Lamp
    symmetric ID(2)
    var lit = false
    var count: 0...2 = 0
    var owner: ID? = nil
    signal click
    on flip when count < 2 { lit = !lit; count += 1; emit click }
    on give(id: ID) { owner = id }
    on reset { count = 0; lit = false }
    func isDark() -> Bool { !lit }
    invariant bounded { count <= 2 }
    """

  /// A lamp as a shell script. `broken` replaces parts of its correct behaviour.
  private static func lamp(
    flip: String = "if $lit; then lit=false; else lit=true; fi; count=$((count + 1))",
    click: String = "[\"click\"]",
    answer: String =
      "echo \"{\\\"seen\\\":{\\\"lit\\\":$lit,\\\"count\\\":$count},\\\"signals\\\":$signals}\"",
    hello: String =
      #"{"protocol":"traycheck-driver","version":1,"name":"a lamp","signals":["click"]}"#
  ) -> String {
    """
    #!/bin/sh
    while read -r line; do
      signals='[]'
      case "$line" in
        *'"hello"'*) echo '\(hello)'; continue ;;
        *'"verb":"reset"'*) lit=false; count=0 ;;
        *'"bye"'*) echo '{}'; exit 0 ;;
        *'"flip"'*) if [ $count -lt 2 ]; then \(flip); signals='\(click)'; fi ;;
        *'"event":"reset"'*) lit=false; count=0 ;;
      esac
      \(answer)
    done
    """
  }

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.spec, to: "lamp.tray")
  }

  private func conform(
    _ driver: String, _ options: String = ""
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try folder.write(driver, to: "driver.sh")
    let words = options.split(separator: " ").map(String.init)
    return try BuiltTool.run(
      ["conform", "lamp.tray"] + words + ["--", "sh", "driver.sh"], in: folder.url)
  }

  private func kept() -> [String] {
    let path = folder.url.appending(path: "Counterexamples").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  @Test("2: a driver that hangs at each reset is given up after three of them")
  func hangingResets() throws {
    let driver = """
      while read -r line; do
        case "$line" in
          *'"hello"'*) echo '{"protocol":"traycheck-driver","version":1,"name":"x","signals":[]}' ;;
          *) sleep 100 ;;
        esac
      done
      """
    let result = try conform(driver, "--read-only --timeout 0.2s")
    #expect(result.status == 2, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.contains("the driver did not answer to 3 resets in a row"))
    #expect(result.stdout.contains("2 runs") || result.stdout.contains("3 runs"))
  }

  @Test("1: a driver that ends is noticed though a child of it keeps its output open")
  func childOfDriver() throws {
    // The child keeps no other file, since the test would wait for it to end.
    let child = #"""
      bash -c 'for file in /dev/fd/*; do n=${file##*/}; ((n > 2)) && eval "exec $n>&-"; done; sleep 100' 2>/dev/null &

      """#
    let result = try conform(
      child + Self.lamp(flip: "exit 3"), "--read-only --timeout 100s")
    #expect(result.status == 1, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.contains("the driver did not answer to 'flip': it ended with status 3"))
  }

  @Test("0: what does all that the spec says conforms")
  func conforms() throws {
    let result = try conform(Self.lamp())
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.contains("seen: lit, count"))
    #expect(result.stdout.contains("✓ Passed"))
    #expect(kept().isEmpty)
  }

  @Test(
    "1: a difference is shrunk, shown with what the spec says, kept, and driven first the next time"
  )
  func differs() throws {
    let broken = Self.lamp(flip: "lit=true; count=$((count + 1))")
    let result = try conform(broken)
    #expect(result.status == 1)
    #expect(
      result.stdout.contains("✗ after 2 events, the spec does not allow this  (fails 3 of 3)"))
    #expect(result.stdout.contains("lit: false by the spec, seen is true"))
    #expect(result.stdout.contains("by: lit = !lit  (line 7, 'flip')"))
    #expect(kept() == ["Lamp.default.a-lamp.lit-flip.difference.json"])
    let again = try conform(broken, "--walks 0")
    #expect(again.status == 1 && again.stdout.contains("1 run, 2 events"))
    let mended = try conform(Self.lamp(), "--walks 1")
    #expect(mended.status == 0 && mended.stdout.inOneLine.contains("does not differ any more"))
    // It is no counterexample of the spec.
    #expect(try BuiltTool.run(["check", "lamp.tray"], in: folder.url).status == 0)
  }

  @Test("1: a signal that does not come, and one that comes twice")
  func signals() throws {
    let missing = try conform(Self.lamp(click: "[]"), "--read-only")
    #expect(missing.status == 1)
    #expect(missing.stdout.contains("signal click: emitted by the spec, and nobody noticed it"))
    let twice = try conform(Self.lamp(click: "[\"click\", \"click\"]"), "--read-only")
    #expect(twice.status == 1)
    #expect(twice.stdout.contains("signal click: noticed, and not emitted by the spec"))
    #expect(kept().isEmpty)
  }

  @Test("1: an implementation that reports an error, dies, or hangs")
  func broken() throws {
    let error = try conform(
      Self.lamp(flip: "echo '{\"error\":\"no power\"}'; continue"), "--read-only")
    #expect(error.status == 1 && error.stdout.contains("no power"))
    let dead = try conform(Self.lamp(flip: "exit 3"), "--read-only")
    #expect(dead.status == 1 && dead.stdout.contains("it ended with status 3"))
    #expect(dead.stdout.contains("✗ after 1 event, the implementation failed"))
    let killed = try conform(Self.lamp(flip: "kill -9 $$"), "--read-only")
    #expect(killed.status == 1 && killed.stdout.contains("it ended by signal 9"))
    let silent = try conform(
      Self.lamp(flip: "sleep 30"), "--read-only --timeout 0.2s --time-limit 2s")
    #expect(silent.status == 1 && silent.stdout.contains("did not answer to 'flip' within"))
  }

  @Test("1: what is not possible has to do nothing")
  func refusals() throws {
    let spec = Self.spec.replacing("count < 2", with: "count < 1")
    try folder.write(spec, to: "lamp.tray")
    let result = try conform(Self.lamp(), "--read-only")
    #expect(result.status == 1)
    #expect(result.stdout.contains("count: 1 by the spec, seen is 2"))
    #expect(result.stdout.contains("nothing may come of it, as it is not possible:\n"))
    #expect(result.stdout.contains("count < 1: count is 1"), "\(result.stdout)")
  }

  @Test(
    "2: what is no answer is an error that says what is wrong",
    arguments: [
      (lamp(answer: "echo nonsense"), "is no JSON (column 1): expected a value, in 'nonsense'"),
      (lamp(answer: "echo '{\"sen\":{}}'"), "has no key \"sen\"; did you mean \"seen\"?"),
      (
        lamp(answer: "echo '{\"seen\":{\"lid\":true}}'"),
        "has nothing to see that is called \"lid\"; did you mean \"lit\"?"
      ),
      (lamp(answer: "echo '{\"seen\":{\"lit\":1}}'"), "expected true or false, found a number"),
      (lamp(answer: "echo '{\"signals\":[\"clack\"]}'"), "no signal \"clack\""),
      (lamp(hello: #"{"protocol":"other"}"#), "the protocol \"traycheck-driver\""),
      (
        lamp(hello: #"{"protocol":"traycheck-driver","version":2}"#), "the driver speaks version 2"
      ),
      (
        lamp(hello: #"{"protocol":"traycheck-driver","version":1,"hidden":["flop"]}"#),
        "there is no event \"flop\"; did you mean \"flip\"?"
      ), ("exit 1", "it ended with status 1"),
    ])
  func noAnswer(_ driver: String, _ message: String) throws {
    let result = try conform(driver, "--read-only")
    #expect(result.status == 2)
    #expect(result.stdout.inOneLine.contains(message.inOneLine), "\(result.stdout)")
    #expect(result.stdout.contains("✗ Not checked"))
  }

  @Test("1: more things than the spec has names are a difference if more names do not explain them")
  func moreThings() throws {
    try folder.write(
      """
      spec Lamp
      symmetric ID(1)
      var lamps: Set<ID> = []
      on flip when lamps.count < 2 { choose id in ID; insert id into lamps }
      """, to: "lamp.tray")
    func shown(_ lamps: String) -> String {
      Self.lamp(answer: "echo \"{\\\"seen\\\":{\\\"lamps\\\":\(lamps)}}\"")
        .replacing("\"signals\":[\"click\"]", with: "\"signals\":[]")
    }
    let fine = try conform(shown("[$(seq -s , 1 $count)]"), "--read-only")
    #expect(fine.status == 0, "\(fine.stdout)\(fine.stderr)")
    let broken = try conform(
      shown("[$(seq -s , 1 $((count * 2)))]"), "--read-only --differences 1")
    #expect(broken.status == 1, "\(broken.stdout)\(broken.stderr)")
    #expect(broken.stdout.contains("flip"))
  }

  /// Messages that replace one another, with increasing numbers; from the third one on, `bug` drops the previous
  /// content.
  private static func messages(_ bug: Bool) -> String {
    """
    n=100; shown=; last=null
    while read -r line; do
      s=
      case "$line" in
        *'"hello"'*) echo '{"protocol":"traycheck-driver","version":1,"signals":["gone"]}'; continue ;;
        *'"bye"'*) echo '{}'; exit ;;
        *'"verb":"reset"'*) n=100; shown=; last=null ;;
        *'"dismiss"'*)
          case "$line" in
            *":$shown}"*) s='{"gone":{"id":'$shown'}}'; last=$shown; shown= ;;
          esac ;;
        *)
          if [ -n "$shown" ] && { ! \(bug) || [ $n -lt 103 ]; }; then
            s='{"gone":{"id":'$shown'}}'
          fi
          n=$((n + 1)); shown=$n ;;
      esac
      echo '{"seen":{"last":'$last'},"signals":['$s']}'
    done
    """
  }

  @Test("however few names the spec has, runs go on with more of them", arguments: [1, 2, 3])
  func fewNames(_ count: Int) throws {
    try folder.write(
      """
      spec Messages
      symmetric ID(2)
      var shown: List<ID, 1> = []
      var last: ID? = nil
      signal gone(id: ID)
      on post {
          if shown.count == 1 { emit gone(id: shown[0]); shown = [] }
          choose id in ID where id != last
          append id to shown
      }
      on dismiss(id: ID) when id in shown { shown = []; last = id; emit gone(id: id) }
      """, to: "lamp.tray")
    let options = "--read-only --walks 20 --set ID=\(count)"
    let fine = try conform(Self.messages(false), options)
    #expect(fine.status == 0, "\(fine.stdout)\(fine.stderr)")
    #expect(fine.stdout.contains("20 runs, 600 events"), "\(fine.stdout)")
    #expect(fine.stdout.contains("more things at once") == (count == 1))
    let broken = try conform(Self.messages(true), options)
    #expect(broken.status == 1, "\(broken.stdout)\(broken.stderr)")
    #expect(broken.stdout.contains("after 4 events, the spec does not allow this  (fails 3 of 3)"))
    #expect(broken.stdout.contains("signal gone(id: ID#1): emitted by the spec"))
  }

  @Test("1: who can tell what is not possible, and does not, says that it happened")
  func silentlyAccepted() throws {
    let hello =
      #"{"protocol":"traycheck-driver","version":1,"name":"a lamp","signals":["click"],"refuses":true}"#
    let result = try conform(Self.lamp(hello: hello), "--read-only")
    #expect(result.status == 1)
    #expect(result.stdout.contains("'flip' happened, and by the spec it cannot happen here"))
    #expect(result.stdout.contains("count < 2: count is 2"), "\(result.stdout)")
  }

  @Test("3: what the driver says cannot be judged is no difference, and no success")
  func undecided() throws {
    let result = try conform(
      Self.lamp(answer: "echo '{\"undecided\":\"too slow\"}'"), "--read-only")
    #expect(result.status == 3)
    #expect(result.stdout.contains("? 102 runs inconclusive: too slow"), "\(result.stdout)")
  }

  @Test("2: a spec with mistakes, and a driver that is not there")
  func nothingToRun() throws {
    try folder.write("spec Broken\nvar a = b\n", to: "broken.tray")
    #expect(
      try BuiltTool.run(["conform", "broken.tray", "--", "true"], in: folder.url).status == 2)
    let absent = try BuiltTool.run(["conform", "lamp.tray", "--", "./absent"], in: folder.url)
    #expect(absent.status == 2 && absent.stdout.contains("is no program that can be run"))
  }

  @Test("3: who shows nothing conforms to anything, and that is not decided")
  func nothingSeen() throws {
    let result = try conform(
      Self.lamp(
        answer: "echo '{}'", hello: #"{"protocol":"traycheck-driver","version":1}"#))
    #expect(result.status == 3 && result.stdout.contains("nothing was seen or noticed"))
  }

  @Test(
    "3: who shows the state at the start and nothing after any event is compared with nothing",
    arguments: ["{}", #"{"seen":{}}"#, #"{"seen":{"card":{}}}"#, #"{"seen":{"of":{"a":{}}}}"#])
  func nothingSeenAfterEvents(_ answer: String) throws {
    try folder.write(
      """
      spec Card
      enum Kind { a, b }
      struct Card { text: 0...2 }
      var card = Card(text: 0)
      var of: Table<Kind, Card> = [.a: Card(text: 0), .b: Card(text: 0)]
      on next when card.text < 2 { card.text += 1; of[.a].text = card.text }
      on back { card.text = 0 }
      """, to: "lamp.tray")
    func driver(_ answer: String) -> String {
      """
      while read -r line; do
        case "$line" in
          *'"hello"'*) echo '{"protocol":"traycheck-driver","version":1}' ;;
          *'"verb":"reset"'*) echo '{"seen":{"card":{"text":0},"of":{"a":{"text":0}}}}' ;;
          *'"bye"'*) echo '{}'; exit 0 ;;
          *) echo '\(answer)' ;;
        esac
      done
      """
    }
    let result = try conform(driver(answer), "--read-only")
    #expect(result.status == 3, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.contains("seen at the start alone: card, of"), "\(result.stdout)")
    #expect(result.stdout.contains("nothing was seen or noticed after an event"))
    let wrong = try conform(driver(#"{"seen":{"card":{"text":0}}}"#), "--read-only")
    #expect(wrong.status == 1, "\(wrong.stdout)\(wrong.stderr)")
  }

  @Test("64: a world or event that the spec does not have")
  func unknownNames() throws {
    #expect(try conform(Self.lamp(), "--world other").status == 64)
    #expect(try conform(Self.lamp(), "--hidden flop").status == 64)
  }

  @Test("a func of the spec can be seen, and numbers out of range are no states")
  func views() throws {
    let dark = try conform(
      Self.lamp(
        answer:
          "if $lit; then d=true; else d=false; fi; echo \"{\\\"seen\\\":{\\\"isDark\\\":$d}}\""),
      "--read-only")
    #expect(dark.stdout.contains("isDark: true by the spec, seen is false"), "\(dark.stdout)")
    let many = try conform(Self.lamp(answer: "echo '{\"seen\":{\"count\":9}}'"), "--read-only")
    #expect(
      many.stdout.contains("count: 0 by the spec, seen is 9, which is not in 0...2"),
      "\(many.stdout)")
  }

  @Test("what the driver does not see, edits of the spec would not be noticed in")
  func strength() throws {
    // The weekly run has the default number of walks.
    let options = "--strength --read-only" + (Weekly.isNow ? "" : " --walks 20")
    let all = try conform(Self.lamp(), options)
    #expect(all.stdout.inOneLine.contains("observing owner would notice"))
    #expect(!all.stdout.contains("`lit = !lit` is left out"))
    let some = try conform(
      Self.lamp(
        answer: "echo \"{\\\"seen\\\":{\\\"count\\\":$count}}\"",
        hello: #"{"protocol":"traycheck-driver","version":1}"#), options)
    #expect(some.stdout.contains("observing lit would notice"))
    #expect(some.stdout.contains("`lit = !lit` is left out"))
  }

  @Test("paths that cover what is wanted are driven, made on the spot or read from a file")
  func suites() throws {
    let broken = Self.lamp(flip: "lit=true; count=$((count + 1))")
    let covered = try conform(broken, "--read-only --cover rules --cover pairs")
    #expect(covered.status == 1 && covered.stdout.contains("of the suite"), "\(covered.stdout)")
    #expect(covered.stdout.contains("rules 3 of 3, pairs 9 of 9"))
    let tests = try BuiltTool.run(
      ["conform", "tests", "lamp.tray", "--cover", "pairs", "--format", "jsonl"], in: folder.url)
    #expect(tests.status == 0)
    try folder.write(tests.stdout, to: "lamp.jsonl")
    let stored = try conform(broken, "--read-only --tests lamp.jsonl")
    #expect(stored.status == 1 && stored.stdout.contains("of lamp.jsonl"), "\(stored.stdout)")
    #expect(try conform(Self.lamp(), "--tests lamp.jsonl").status == 0)
    try folder.write(tests.stdout.replacing("\"flip\"", with: "\"flop\""), to: "lamp.jsonl")
    let wrong = try conform(Self.lamp(), "--tests lamp.jsonl")
    #expect(wrong.status == 2 && wrong.stderr.contains("there is no event \"flop\""))
    let cut = tests.stdout.split(separator: "\n").dropLast().joined(separator: "\n")
    try folder.write(cut, to: "lamp.jsonl")
    let short = try conform(Self.lamp(), "--tests lamp.jsonl")
    #expect(short.status == 2 && short.stderr.contains("it was cut off"), "\(short.stderr)")
    try folder.write(tests.stdout, to: "lamp.jsonl")
    let other = try conform(Self.lamp(), "--tests lamp.jsonl --set ID=1")
    #expect(other.status == 2 && other.stderr.contains("these are tests with ID = 2"))
  }

  @Test("the same seed does the same, and the report for tools says what the one for people says")
  func reports() throws {
    let broken = Self.lamp(flip: "lit=true; count=$((count + 1))")
    let (one, two) = (
      try conform(broken, "--read-only --format json"),
      try conform(broken, "--read-only --format json")
    )
    #expect(one.stdout == two.stdout)
    let object = try JSONSerialization.jsonObject(with: Data(one.stdout.utf8)) as? [String: Any]
    let differences = object?["differences"] as? [[String: Any]]
    #expect(differences?.first?["kind"] as? String == "seen")
    #expect(differences?.first?["events"] as? [String] == ["flip", "flip"])
  }

  @Test("an interruption ends it at once, with what is known")
  func interrupted() throws {
    try folder.write(Self.lamp(flip: "sleep 60"), to: "driver.sh")
    let process = Process()
    process.executableURL = try BuiltTool.location()
    process.arguments = ["conform", "lamp.tray", "--timeout", "60s", "--", "sh", "driver.sh"]
    process.currentDirectoryURL = folder.url
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    Thread.sleep(forTimeInterval: 1)
    process.interrupt()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 3)
    #expect(String(decoding: data, as: UTF8.self).contains("Inconclusive"))
  }

  @Test("3: a runner that is gone before all runs were done, without a word, decides nothing")
  func runnerGone() throws {
    try folder.write("spec Lamp\nvar lit = false\non press { lit = true }\n", to: "lamp.tray")
    let hello = #"{"verb":"hello","protocol":"traycheck-driver","version":1}"# + "\n"
    let reset = #"{"verb":"reset","run":1,"seen":{"lit":false}}"# + "\n"
    let did = #"{"verb":"did","seen":{"lit":true}}"# + "\n"
    let bye = #"{"verb":"bye"}"# + "\n"
    func serve(_ input: String, _ walks: String = "100") throws -> (status: Int32, stderr: String) {
      let result = try BuiltTool.run(
        ["conform", "serve", "lamp.tray", "--steps", "1", "--walks", walks], in: folder.url,
        input: input)
      return (result.status, result.stderr)
    }
    let gone = try serve(hello + reset + did)
    #expect(gone.status == 3, "\(gone.stderr)")
    #expect(gone.stderr == "? the runner ended without \"bye\" after 1 of 100 runs\n")
    // A repetition of the same run does not count as a new one.
    let twice = try serve(hello + reset + did + reset + did, "2")
    #expect(twice.status == 3 && twice.stderr.contains("after 1 of 2 runs"), "\(twice.stderr)")
    let within = try serve(hello + reset)
    #expect(within.status == 3 && within.stderr.contains("after 0 of 100 runs"), "\(within.stderr)")
    #expect(try serve(hello + reset + did + bye) == (0, ""))
    #expect(try serve(hello + reset + did, "1") == (0, ""))
  }

  @Test("a runner that is served is told what to do, and what came of it")
  func served() throws {
    let process = Process()
    process.executableURL = try BuiltTool.location()
    process.arguments = ["conform", "serve", "lamp.tray", "--steps", "3"]
    process.currentDirectoryURL = folder.url
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var unread = ""
    func ask(_ line: String) throws -> String {
      try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
      while !unread.contains("\n") {
        unread += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      }
      let answer = unread.prefix { $0 != "\n" }
      unread.removeFirst(answer.count + 1)
      return String(answer)
    }
    let greeting = try ask(#"{"verb":"hello","protocol":"traycheck-driver","version":1}"#)
    #expect(greeting.contains("\"observables\":[\"lit\",\"count\",\"owner\",\"isDark\"]"))
    let first = try ask(#"{"verb":"reset","run":1,"seen":{"lit":false}}"#)
    #expect(first.contains("\"verb\":\"do\""))
    let end = try ask(#"{"verb":"did","seen":{"count":2}}"#)
    #expect(end.contains("\"result\":\"differs\"") && end.contains("seen is 2"))
    let wrong = try ask(#"{"verb":"reset","run":2,"seen":{"lit":false,"count":0}}"#)
    #expect(wrong.contains("\"verb\":\"do\""))
    #expect(try ask(#"{"verb":"bye"}"#) == "{}")
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
  }
}
