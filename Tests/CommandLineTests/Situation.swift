import Foundation
import TestSupport

/// A situation in a team's CI: its files. An item of `Gate.md` with its name has the result.
struct Situation: Sendable {
  /// The text before the command of its item.
  let name: String
  let files: [String: String]
  /// The targets of symbolic links.
  let links: [String: String]
  /// The arguments of a run of the tool that comes before the command of the item.
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

  /// Creates a situation with one spec.
  init(_ name: String, spec: String, preparation: String? = nil) {
    self.init(name, ["Specs/lamp.tray": spec], preparation: preparation)
  }

  /// Creates a situation with one spec and one stored counterexample to it.
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
      "an expected violation happens",
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
      "an 'eventually' is violated", spec: lamp + "eventually stays whenever lit { false }\n"),
    Situation("a deadlock", spec: Lamp.stuck),
    Situation(
      "a gap", spec: lamp + "on touch { rule off when lit { lit = false } }\n"),
    Situation(
      "an overlap",
      spec: lamp + "on touch { rule a when true { lit = false } rule b when lit { lit = false } }\n"
    ),
    Situation(
      "a fault",
      spec: lamp + "var n: 0...1 = 0\non add { n += 1 }\n"),
    Situation(
      "a fault violates an 'eventually'",
      spec: lamp
        + "var n: 0...1 = 0\nfair on add when n == 0 { n += 2 }\neventually done { n > 0 }\n"),
    Situation("a scenario fails", spec: lamp + "scenario wrong { press; expect !lit }\n"),
    Situation("an expected violation does not happen", spec: gone),
    Situation("an expected violation does not happen, allowed", spec: gone),
  ]

  static let mistaken = [
    Situation("a spec does not compile", spec: lamp + "var dim = lti\n"),
    Situation("a file is missing", [:]),
    Situation("a param gets an impossible value", spec: lamp + "param n: 0...2 = 0\n"),
    Situation("a report cannot be written", spec: lamp),
    Situation("a file is no counterexample", spec: lamp, counterexample: "{ }"),
  ]

  static let unasked = [
    Situation("a folder has no spec", ["Specs/notes.txt": ""]),
    Situation("a folder has no spec, allowed", ["Specs/notes.txt": ""]),
    Situation("a spec checks nothing", spec: Self.plain),
    Situation("a spec checks nothing, allowed", spec: Self.plain),
    Situation("a world checks nothing", spec: walked),
    Situation("a world checks nothing, allowed", spec: walked),
    Situation(
      "a pattern can never match",
      spec: lamp + "on dim(by: 0...3) { lit = false }\ntransition t after dim(by: 9) { lit }\n"),
    Situation("a scenario is impossible with '--set'", spec: lamp + named),
    Situation(
      "the only scenario is impossible with '--set'",
      spec: "spec Lamp\nvar lit = false\non press { lit = !lit }\n" + named),
    Situation(
      "a property is about nothing",
      spec: lamp + "on pull when false { lit = false }\ntransition t after pull { lit }\n"),
    Situation("a coverage gap, strict", spec: hollow),
    Situation("a coverage gap, strict and allowed", spec: hollow),
    Situation(
      "an event that no check needs, strict", spec: lamp + "on pull when lit { lit = false }\n"),
    Situation(
      "a world expects faults",
      spec: lamp + "var n: 0...1 = 0\nparam wild = false\non up { if n < 1 || wild { n += 1 } }\n"
        + "on down { if n > 0 || wild { n -= 1 } }\nworld broken { wild = true } violates fault\n"),
    Situation("a scenario never runs", spec: idle),
    Situation("a scenario never runs, allowed", spec: idle),
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
      "a scenario is too long",
      spec: lamp + "scenario long { repeat 20_000 { press } }\n"),
    Situation(
      "a step has too many outcomes",
      spec: lamp + "var s: Set<0..<17> = []\non draw { choose t in Set<0..<17>; s = t }\n"),
    Situation(
      "reading a spec takes too long", spec: lamp + "let k = set(t in Set<0...22>: t)\n"),
    Situation(
      "a chain of too many definitions",
      spec: lamp + "func f0() -> Bool { lit }\n"
        + (1...200).map { "func f\($0)() -> Bool { f\($0 - 1)() }\n" }.joined()),
    Situation("a search stops at a limit", spec: lamp),
    Situation("a search stops at a limit, allowed", spec: lamp),
    Situation("a violation before the limit", spec: dark),
    Situation("walks cannot decide a property", spec: lamp + "possible off { !lit }\n"),
    Situation(
      "walks cannot decide a property, allowed", spec: lamp + "possible off { !lit }\n"),
    Situation(
      "walks skip a property that they cannot decide", spec: lamp + "possible off { !lit }\n"),
    Situation(
      "a walk ends where no fair event is possible",
      spec: lamp + "eventually off whenever lit { !lit }\n"),
    Situation("parts of walks are missing", spec: lamp, preparation: firstPart),
    Situation("parts of walks are missing, allowed", spec: lamp, preparation: firstPart),
  ]

  private static let firstPart =
    "walk --walks 10 --seed 1 --shard 1/2 --read-only --report json=1.json"

  static let replayed = [
    Situation("a fixed bug is back", spec: dark, counterexample: counterexample()),
    Situation(
      "a known violation is gone", spec: lamp + "invariant dark { true }\n",
      counterexample: counterexample(expect: "violated")),
    Situation(
      "a counterexample is no longer possible", spec: lamp + "invariant dark { true }\n",
      counterexample: counterexample(#"{ "event": "pull" }, { "event": "press" }"#)),
    Situation(
      "a counterexample is no longer possible, allowed", spec: lamp + "invariant dark { true }\n",
      counterexample: counterexample(#"{ "event": "pull" }, { "event": "press" }"#)),
    Situation(
      "the property of a counterexample has no value",
      spec: lamp + "invariant dark { !lit || 1 / (lit ? 0 : 1) == 0 }\n",
      counterexample: counterexample()),
    Situation(
      "the property of a counterexample is gone", spec: lamp,
      counterexample: counterexample()),
    Situation(
      "the spec of a counterexample is gone", spec: lamp,
      counterexample: counterexample(spec: "Torch", path: "Specs/torch.tray")),
    Situation("no counterexample to replay", spec: lamp),
  ]

  static let stale = [
    Situation(
      "the world of a counterexample is gone", spec: lamp + "world night { }\n",
      counterexample: counterexample(world: "nihgt")),
    Situation(
      "a param of a counterexample is gone", spec: lamp,
      counterexample: counterexample(constants: #""n": "1""#)),
    Situation(
      "a counterexample names another spec", spec: lamp,
      counterexample: counterexample(spec: "Torch")),
    Situation(
      "a counterexample names a file that is no spec",
      [
        "Specs/lamp.tray": lamp, "notes.txt": "",
        "Counterexamples/lamp.json": counterexample(path: "notes.txt"),
      ]),
    Situation(
      "the event of a counterexample is not in its trace", spec: dark,
      counterexample: counterexample().replacing("invariant", with: "gap").replacing(
        #""name": "dark""#, with: #""event": "pull""#)),
    Situation(
      "a counterexample does not end in .json",
      ["Specs/lamp.tray": lamp, "Counterexamples/lamp.JSON": counterexample()]),
    Situation(
      "the folder of counterexamples is a broken link", ["Specs/lamp.tray": lamp],
      links: ["Counterexamples": "gone"]),
    Situation("the folder of counterexamples is misspelt", spec: lamp),
    Situation("the folder is misspelt, for walks", spec: lamp),
    Situation(
      "the folder is misspelt, for a merge", spec: lamp, preparation: firstPart
    ),
    Situation(
      "a stale counterexample is deleted", spec: lamp,
      counterexample: counterexample()),
  ]

  static let linked = [
    Situation("a report would replace a spec", spec: lamp),
    Situation(
      "a report would replace a spec through a link", ["Specs/lamp.tray": lamp],
      links: ["report.xml": "Specs/lamp.tray"]),
    Situation(
      "a report would replace a counterexample", spec: dark,
      counterexample: counterexample()),
    Situation("a cache in a folder of specs", spec: lamp),
    Situation(
      "the folder of specs is a link", ["rules/lamp.tray": dark], links: ["Specs": "rules"]),
    Situation(
      "a link to a folder of specs", ["Specs/torch.tray": lamp, "rules/lamp.tray": dark],
      links: ["Specs/rules": "../rules"]),
    Situation(
      "a broken link", ["Specs/lamp.tray": lamp], links: ["Specs/torch.tray": "gone"]),
    Situation(
      "links form a circle", ["Specs/lamp.tray": lamp],
      links: ["Specs/torch.tray": "torch.tray"]),
    Situation("a link leads back", ["Specs/lamp.tray": lamp], links: ["Specs/all": "."]),
    Situation(
      "a device file has a spec's name", ["Specs/lamp.tray": lamp],
      links: ["Specs/torch.tray": "/dev/zero"]),
  ]

  static let misused = [
    Situation("a filter matches nothing", spec: lamp),
    Situation("a world is misspelt", spec: lamp + "world night { lit = true }\n"),
    Situation(
      "two filters match nothing together",
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
    Situation("two reports would be one file", spec: lamp),
  ]

  static let compared = [
    Situation(
      "two versions behave alike", ["Specs/lamp.tray": lamp, "new.tray": lamp + "// end\n"]),
    Situation("two versions behave differently", ["Specs/lamp.tray": lamp, "new.tray": stuck]),
    Situation("a version is missing", spec: lamp),
  ]

  static let certified = [
    certificate("a certificate has other constants"),
    certificate("a certificate has the constants that are set"),
    Situation(
      "a world has no certificate", ["Specs/lamp.tray": lamp, "Certificates/notes.txt": ""]),
    Situation(
      "a world has no certificate, strict",
      ["Specs/lamp.tray": lamp + "world night {}\n"],
      preparation: "check --world default --report certificate=Certificates --read-only"),
    Situation(
      "a file is no certificate, strict",
      ["Specs/lamp.tray": lamp, "Certificates/notes.txt": ""],
      preparation: "check --report certificate=Certificates --read-only"),
    Situation(
      "a param of certificates is misspelt",
      ["Specs/lamp.tray": numbered, "Certificates/notes.txt": ""]),
  ]

  static let judged = [
    Situation(
      "a minimum score without mutations",
      [
        "Specs/lamp.tray": "spec Lamp\nuse \"lit.tray\"\nreachable bright { lit }\n",
        "Specs/lit.tray": "library Lit\nvar lit = false\non press { lit = !lit }\n",
      ]),
    Situation("a sample of 0 mutations", spec: lamp),
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
      "a log violates an invariant",
      ["Specs/lamp.tray": dark, "app.jsonl": #"{"event": "press"}"# + "\n"]),
    Situation(
      "a log possibly violates an invariant",
      ["Specs/lamp.tray": coloured, "app.jsonl": #"{"event": "paint"}"# + "\n"]),
    Situation(
      "a log leaves a property unchecked",
      [
        "Specs/lamp.tray": lamp + "transition stays after press { unchanged(lit) }\n",
        "app.jsonl": #"{"event": "press"}"# + "\n",
      ]),
    log("a key of a log is misspelt", #"{"event": "press", "sean": {"lit": false}}"#),
    log(
      "a key of a log is misspelt, strict",
      #"{"event": "press", "sean": {"lit": false}}"#),
    log(
      "a place of a map is in no line, strict",
      #"{"event": "press", "state": {"lit": false}}"#),
    payload("a payload has no contradiction", #"{"hot": false}"#),
    payload("a payload contradicts itself", #"{"hot": true}"#),
    payload("a payload is no JSON", #"{"hot": "#),
  ]

  /// A payload of a lamp, with its library and map.
  private static func payload(_ name: String, _ payload: String) -> Situation {
    Situation(
      name,
      [
        "push.json": payload,
        "Specs/platform/lamp.tray": """
        spec Lamp
        struct Fields { hot: Bool = false }
        var fields = Fields()
        on press {}
        invariant cool { !fields.hot }

        """,
        "Specs/platform/lamp.payload.json": """
        {"platform": "lamp", "spec": "lamp.tray", "variable": "fields",
         "forms": [{"if": ["hot"], "places": {"lamp": ""}}],
         "payload": {"seen": {"fields.hot": "lamp.hot"}},
         "phone": {}, "start": {}, "apps": {"on": []}, "push": [{"event": "press"}]}
        """,
      ])
  }

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
