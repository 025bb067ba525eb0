import Foundation
import TestSupport

/// A situation in a team's CI: its files, and the row of the table in `Gate.md` with the result.
struct Situation: Sendable {
  /// The text in the first column of the table.
  let name: String
  let files: [String: String]
  /// The targets of symbolic links.
  let links: [String: String]
  /// The arguments of a run of the tool that comes before the command of the row.
  let preparation: String?

  init(
    _ name: String, _ files: [String: String], links: [String: String] = [:],
    preparation: String? = nil
  ) {
    self.name = name
    self.files = files
    self.links = links
    self.preparation = preparation
  }

  /// One spec, and nothing else.
  init(_ name: String, spec: String, preparation: String? = nil) {
    self.init(name, ["Specs/lamp.tray": spec], preparation: preparation)
  }

  /// One spec and one stored counterexample to it.
  init(_ name: String, spec: String, counterexample: String) {
    self.init(
      name, ["Specs/lamp.tray": spec, "Counterexamples/lamp.json": counterexample])
  }

  /// Makes its files and links, and runs its preparation.
  func make(in folder: ScratchFolder) throws {
    for (path, text) in files {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: path).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      try folder.write(text, to: path)
    }
    for (path, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appending(path: path).path, withDestinationPath: target)
    }
    if let preparation {
      _ = try BuiltTool.run(preparation.split(separator: " ").map(String.init), in: folder.url)
    }
  }

  static let all =
    passing + violated + mistaken + unasked + limited + replayed + stale + misused + linked
    + compared + certified + judged + logged
}

extension Situation {
  private static let lamp = Lamp.holds
  private static let dark = lamp + "invariant dark { !lit }\n"
  private static let idle = lamp + "scenario pressed { repeat 0 { press; expect lit } }\n"
  private static let gone = lamp + "invariant fine { true }\nworld safe { } violates fine\n"

  private static func counterexample(
    _ steps: String = #"{ "event": "press" }"#, property: String = "dark",
    expect: String = "fixed", spec: String = "Lamp", path: String = "Specs/lamp.tray",
    world: String = "default", constants: String = ""
  ) -> String {
    """
    { "format": "traycheck-counterexample", "version": 1,
      "spec": { "name": "\(spec)", "path": "\(path)" },
      "world": "\(world)", "constants": { \(constants) },
      "property": { "kind": "invariant", "name": "\(property)" },
      "expect": "\(expect)", "steps": [\(steps)] }
    """
  }

  static let passing = [
    Situation("everything holds", spec: lamp),
    Situation(
      "a world announces a violation, and it happens",
      spec: lamp
        + "param n = 0\ninvariant dark { n == 0 || !lit }\nworld on { n = 1 } violates dark\n"),
    Situation("a warning, and everything holds", spec: lamp + Self.warned),
  ]

  private static let warned =
    "on touch { switch lit { case true: lit = false; case false: lit = true; default: lit = true } }\n"

  static let violated = [
    Situation("a property is violated", spec: dark),
    Situation("a goal is not reached", spec: lamp + "reachable both { lit && !lit }\n"),
    Situation(
      "something never comes", spec: lamp + "eventually stays whenever lit { false }\n"),
    Situation("nothing can happen any more", spec: Lamp.stuck),
    Situation(
      "no rule says what happens", spec: lamp + "on touch { rule off when lit { lit = false } }\n"),
    Situation(
      "two rules say what happens",
      spec: lamp + "on touch { rule a when true { lit = false } rule b when lit { lit = false } }\n"
    ),
    Situation(
      "something has no value",
      spec: lamp + "var n: 0...1 = 0\non add { n += 1 }\n"),
    Situation(
      "something never comes, since something has no value",
      spec: lamp
        + "var n: 0...1 = 0\nfair on add when n == 0 { n += 2 }\neventually done { n > 0 }\n"),
    Situation("a scenario fails", spec: lamp + "scenario wrong { press; expect !lit }\n"),
    Situation("an announced violation does not happen", spec: gone),
    Situation("the same, and that is allowed", spec: gone),
  ]

  static let mistaken = [
    Situation("a spec does not compile", spec: lamp + "var dim = lti\n"),
    Situation("there is no such file", [:]),
    Situation("a param is set to what it cannot be", spec: lamp + "param n: 0...2 = 0\n"),
    Situation("a report cannot be written", spec: lamp),
    Situation("a file is no counterexample", spec: lamp, counterexample: "{ }"),
  ]

  static let unasked = [
    Situation("there is no spec in the folder", ["Specs/notes.txt": ""]),
    Situation("no spec, and that is allowed", ["Specs/notes.txt": ""]),
    Situation("a spec asks nothing", spec: Self.plain),
    Situation("a spec asks nothing, and that is allowed", spec: Self.plain),
    Situation("a world asks nothing", spec: walked),
    Situation("a world asks nothing, and that is allowed", spec: walked),
    Situation(
      "a pattern can never match",
      spec: lamp + "on dim(by: 0...3) { lit = false }\ntransition t after dim(by: 9) { lit }\n"),
    Situation("a scenario is not possible with what was set", spec: lamp + named),
    Situation(
      "the only scenario is not possible with what was set",
      spec: "spec Lamp\nvar lit = false\non press { lit = !lit }\n" + named),
    Situation(
      "nothing happens that a property is about",
      spec: lamp + "on pull when false { lit = false }\ntransition t after pull { lit }\n"),
    Situation("something is never asked, in a strict run", spec: hollow),
    Situation("the same, and its kind is allowed", spec: hollow),
    Situation(
      "no check would miss an event, in a strict run",
      spec: lamp + "on pull when lit { lit = false }\n"),
    Situation(
      "a world announces faults, and takes two",
      spec: lamp + "var n: 0...1 = 0\nparam wild = false\non up { if n < 1 || wild { n += 1 } }\n"
        + "on down { if n > 0 || wild { n -= 1 } }\nworld broken { wild = true } violates fault\n"),
    Situation("a scenario never runs", spec: idle),
    Situation("a scenario never runs, and that is allowed", spec: idle),
  ]

  private static let hollow =
    lamp + "on pull when lit == lit { lit = true }\nscenario both { press; pull }\n"

  private static let walked =
    lamp.replacing("reachable bright { lit }", with: "fair on off { lit = false }")
    + "eventually dark { !lit }\nworld walked { } walks 5 steps 5\n"

  private static let named =
    "symmetric ID(2)\nvar last: ID? = nil\non show(id: ID) { last = id }\n"
    + "scenario second { show(id: ID#2); expect last == ID#2 }\n"

  private static let plain = "spec Lamp\nvar lit = false\non press { lit = !lit }\n"

  static let limited = [
    Situation(
      "a scenario is longer than the tool plays",
      spec: lamp + "scenario long { repeat 20_000 { press } }\n"),
    Situation(
      "a step has more outcomes than the tool follows",
      spec: lamp + "var s: Set<0..<17> = []\non draw { choose t in Set<0..<17>; s = t }\n"),
    Situation(
      "a spec takes longer to read than it may", spec: lamp + "let k = set(t in Set<0...22>: t)\n"),
    Situation(
      "a spec is a chain of too many definitions",
      spec: lamp + "func f0() -> Bool { lit }\n"
        + (1...200).map { "func f\($0)() -> Bool { f\($0 - 1)() }\n" }.joined()),
    Situation("a search stops at a limit", spec: lamp),
    Situation("a search stops at a limit, and that is allowed", spec: lamp),
    Situation("a violation was found before the limit", spec: dark),
    Situation("walks cannot decide what is asked", spec: lamp + "possible off { !lit }\n"),
    Situation(
      "walks cannot decide it, and that is allowed", spec: lamp + "possible off { !lit }\n"),
    Situation(
      "walks are not asked what they cannot decide", spec: lamp + "possible off { !lit }\n"),
    Situation(
      "a walk ends where an 'eventually' is open and nothing fair is possible",
      spec: lamp + "eventually off whenever lit { !lit }\n"),
    Situation("parts of walks are missing", spec: lamp, preparation: firstPart),
    Situation("the same, and missing parts are allowed", spec: lamp, preparation: firstPart),
  ]

  private static let firstPart =
    "walk --walks 10 --seed 1 --shard 1/2 --read-only --report json=1.json"

  static let replayed = [
    Situation("a mended bug is back", spec: dark, counterexample: counterexample()),
    Situation(
      "a known violation is gone", spec: lamp + "invariant dark { true }\n",
      counterexample: counterexample(expect: "violated")),
    Situation(
      "a counterexample is no longer possible", spec: lamp + "invariant dark { true }\n",
      counterexample: counterexample(#"{ "event": "pull" }, { "event": "press" }"#)),
    Situation(
      "the same, and that is allowed too", spec: lamp + "invariant dark { true }\n",
      counterexample: counterexample(#"{ "event": "pull" }, { "event": "press" }"#)),
    Situation(
      "what a counterexample is about has no value any more",
      spec: lamp + "invariant dark { !lit || 1 / (lit ? 0 : 1) == 0 }\n",
      counterexample: counterexample()),
    Situation(
      "a counterexample is about a property that is gone", spec: lamp,
      counterexample: counterexample()),
    Situation(
      "a counterexample is of a spec that is gone", spec: lamp,
      counterexample: counterexample(spec: "Torch", path: "Specs/torch.tray")),
    Situation("there is no counterexample to replay", spec: lamp),
  ]

  static let stale = [
    Situation(
      "a counterexample names a world that is gone", spec: lamp + "world night { }\n",
      counterexample: counterexample(world: "nihgt")),
    Situation(
      "a counterexample sets a param that is gone", spec: lamp,
      counterexample: counterexample(constants: #""n": "1""#)),
    Situation(
      "a counterexample leads to another spec", spec: lamp,
      counterexample: counterexample(spec: "Torch")),
    Situation(
      "a counterexample leads to a file that is no spec",
      [
        "Specs/lamp.tray": lamp, "notes.txt": "",
        "Counterexamples/lamp.json": counterexample(path: "notes.txt"),
      ]),
    Situation(
      "a counterexample is never about what it tells", spec: dark,
      counterexample: counterexample().replacing("invariant", with: "gap").replacing(
        #""name": "dark""#, with: #""event": "pull""#)),
    Situation(
      "a counterexample has another ending",
      ["Specs/lamp.tray": lamp, "Counterexamples/lamp.JSON": counterexample()]),
    Situation(
      "the folder of counterexamples leads nowhere", ["Specs/lamp.tray": lamp],
      links: ["Counterexamples": "gone"]),
    Situation("the folder of counterexamples is misspelt", spec: lamp),
    Situation("walks have a folder of counterexamples that is misspelt", spec: lamp),
    Situation(
      "a merge has a folder of counterexamples that is misspelt", spec: lamp, preparation: firstPart
    ),
    Situation(
      "what is about something that is gone is deleted", spec: lamp,
      counterexample: counterexample()),
  ]

  static let linked = [
    Situation("a report would take the place of a spec", spec: lamp),
    Situation(
      "a report would take the place of a spec by a link", ["Specs/lamp.tray": lamp],
      links: ["report.xml": "Specs/lamp.tray"]),
    Situation(
      "a report would take the place of a counterexample", spec: dark,
      counterexample: counterexample()),
    Situation("a cache would lie among specs", spec: lamp),
    Situation(
      "the folder of specs is a link", ["rules/lamp.tray": dark], links: ["Specs": "rules"]),
    Situation(
      "a folder of specs is linked", ["Specs/torch.tray": lamp, "rules/lamp.tray": dark],
      links: ["Specs/rules": "../rules"]),
    Situation(
      "a link leads nowhere", ["Specs/lamp.tray": lamp], links: ["Specs/torch.tray": "gone"]),
    Situation(
      "links lead round in a circle", ["Specs/lamp.tray": lamp],
      links: ["Specs/torch.tray": "torch.tray"]),
    Situation("a link leads back", ["Specs/lamp.tray": lamp], links: ["Specs/all": "."]),
    Situation(
      "a device is named like a spec", ["Specs/lamp.tray": lamp],
      links: ["Specs/torch.tray": "/dev/zero"]),
  ]

  static let misused = [
    Situation("a filter matches nothing", spec: lamp),
    Situation("a world is misspelt", spec: lamp + "world night { lit = true }\n"),
    Situation(
      "two filters together match nothing",
      [
        "Specs/lamp.tray": lamp,
        "Specs/torch.tray":
          lamp.replacing("Lamp", with: "Torch").replacing("bright", with: "shines")
          + "world night { }\n",
      ]),
    Situation("an option is misspelt", spec: lamp),
    Situation("a command is misspelt", spec: lamp),
    Situation("an option has no value", spec: lamp),
    Situation(
      "a report would replace a counterexample of another folder",
      [
        "Specs/lamp.tray": lamp, "Kept/notes.txt": "",
        "Counterexamples/lamp.json": counterexample(),
      ]),
    Situation("two reports are to be one file", spec: lamp),
  ]

  static let compared = [
    Situation(
      "two versions behave alike", ["Specs/lamp.tray": lamp, "new.tray": lamp + "// end\n"]),
    Situation("two versions do not behave alike", ["Specs/lamp.tray": lamp, "new.tray": stuck]),
    Situation("one of two versions is not there", spec: lamp),
  ]

  static let certified = [
    certificate("a certificate has other constants"),
    certificate("a certificate has the constants that are set"),
    Situation(
      "a world has no certificate", ["Specs/lamp.tray": lamp, "Certificates/notes.txt": ""]),
    Situation(
      "a world of a certificate's spec has none, in a strict run",
      ["Specs/lamp.tray": lamp + "world night {}\n"],
      preparation: "check --world default --report certificate=Certificates --read-only"),
    Situation(
      "a file is no certificate, in a strict run",
      ["Specs/lamp.tray": lamp, "Certificates/notes.txt": ""],
      preparation: "check --report certificate=Certificates --read-only"),
    Situation(
      "a setting of certificates is misspelt",
      ["Specs/lamp.tray": numbered, "Certificates/notes.txt": ""]),
  ]

  static let judged = [
    Situation(
      "a minimum score is asked, and nothing is edited",
      [
        "Specs/lamp.tray": "spec Lamp\nuse \"lit.tray\"\nreachable bright { lit }\n",
        "Specs/lit.tray": "library Lit\nvar lit = false\non press { lit = !lit }\n",
      ]),
    Situation("a sample has no edits", spec: lamp),
    Situation(
      "a driver shows nothing after any event",
      ["Specs/lamp.tray": lamp, "driver.sh": driver(answer: "{}")]),
    Situation(
      "a file is no file of tests",
      [
        "Specs/lamp.tray": lamp, "driver.sh": driver(answer: "{}"),
        "tests.jsonl": "{\"verb\":\"reset\"}\n",
      ]),
  ]

  /// A driver with the same answer after each event.
  private static func driver(answer: String) -> String {
    """
    while read -r line; do
      case "$line" in
        *'"hello"'*) echo '{"protocol":"traycheck-driver","version":1}' ;;
        *'"reset"'*) echo '{"seen":{"lit":false}}' ;;
        *) echo '\(answer)' ;;
      esac
    done
    """
  }

  static let logged = [
    log("a log is explained", #"{"event": "press", "seen": {"lit": true}}"#),
    Situation(
      "an invariant is violated in a log",
      ["Specs/lamp.tray": dark, "app.jsonl": #"{"event": "press"}"# + "\n"]),
    Situation(
      "an invariant is possibly violated in a log",
      ["Specs/lamp.tray": coloured, "app.jsonl": #"{"event": "paint"}"# + "\n"]),
    Situation(
      "a property is not checked in a log",
      [
        "Specs/lamp.tray": lamp + "transition stays after press { unchanged(lit) }\n",
        "app.jsonl": #"{"event": "press"}"# + "\n",
      ]),
    log("a key of a log is misspelt", #"{"event": "press", "sean": {"lit": false}}"#),
    log(
      "a key of a log is misspelt, in a strict run",
      #"{"event": "press", "sean": {"lit": false}}"#),
    log(
      "a place of a map is in no line, in a strict run",
      #"{"event": "press", "state": {"lit": false}}"#),
  ]

  private static let coloured =
    lamp + "var isRed = false\non paint(red: Bool) { isRed = red }\ninvariant white { !isRed }\n"

  /// A log of one line, and a map that has a misspelt place.
  private static func log(_ name: String, _ line: String) -> Situation {
    Situation(
      name,
      [
        "Specs/lamp.tray": lamp, "app.jsonl": line + "\n",
        "map.json": #"{"seen": {"lit": "stat.lit"}, "ignoreKeys": ["state"]}"#,
      ])
  }

  private static let numbered = lamp + "param n = 0\ninvariant zero { n < 2 }\n"

  /// A certificate of a check in which a constant was set.
  private static func certificate(_ name: String) -> Situation {
    Situation(
      name, ["Specs/lamp.tray": numbered],
      preparation: "check --set n=1 --report certificate=Certificates --read-only")
  }

  private static let stuck = lamp.replacing("on press {", with: "on press when !lit {")
}
