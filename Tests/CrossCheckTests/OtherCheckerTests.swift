import Foundation
import TestSupport
import Testing

@Suite("Other checkers")
struct OtherCheckerTests {
  private let folder: ScratchFolder

  private static let lamp = """
    spec Lamp
    enum Light { off, dim, bright }
    var light: Light = .off
    var counts: Map<Light, 0...2> = [:]
    on press(hard: Bool) {
        rule on when light == .off { light = if hard { .bright } else { .dim } }
        rule off when light != .off && (counts[light] ?? 0) < 2 {
            counts[light] = (counts[light] ?? 0) + 1
            light = .off
        }
        otherwise worn { }
    }
    invariant fresh { counts.count < 2 }
    transition staysDark after press.worn { light != .off }
    reachable worn { counts[.bright] == 2 }
    scenario pressed { press(hard: true) }
    eventually dark whenever light != .off { light == .off }
    """

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.lamp, to: "lamp.tray")
    try folder.write(
      "spec Keys\nsymmetric ID(9)\nvar seen: Set<ID> = []\non see(all: Set<ID>) { seen = all }\n"
        + "invariant few { seen.count < 10 }\n", to: "keys.tray")
  }

  private func run(_ arguments: String...) throws -> (status: Int32, stdout: String, stderr: String)
  {
    try BuiltTool.run(arguments, in: folder.url)
  }

  @Test(
    "are written a model that begins as theirs do, and says what it leaves out",
    arguments: [
      ("promela", "/*\n * Lamp: made by traycheck from lamp.tray.", " * Not said here: dark"),
      ("tla", "---- MODULE Lamp_default ----", "CHECK_DEADLOCK TRUE"),
      ("murphi", "-- Lamp: made by traycheck from lamp.tray.", "-- Not said here: dark"),
      ("btor2", ";", "eventually:dark"),
    ])
  func models(_ target: String, _ begin: String, _ omission: String) throws {
    let written = try run("export", "lamp.tray", "--to", target)
    #expect(written.status == 0, "\(written.stderr)")
    #expect(written.stdout.hasPrefix(begin), "\(written.stdout.prefix(80))")
    #expect(written.stdout.contains(omission))
    #expect(written.stdout.contains("scenario:pressed"))
  }

  @Test("are written a file for each world")
  func files() throws {
    let written = try run("export", "lamp.tray", "--to", "aiger", "--folder", "made")
    #expect(written.stdout == "made/Lamp-default.aig\n", "\(written.stderr)")
    let file = folder.url.appending(path: "made/Lamp-default.aig")
    #expect(try Data(contentsOf: file).starts(with: Array("aig ".utf8)))
  }

  @Test("are not written what they cannot be told, and the place is said")
  func obstacles() throws {
    let refused = try run("export", "keys.tray", "--to", "murphi")
    #expect(refused.status == 3 && refused.stdout.isEmpty)
    #expect(
      refused.stderr.hasPrefix("Error: keys.tray:4:8: murphi has no form for this:"),
      "\(refused.stderr)")
    #expect(try run("export", "lamp.tray").status == 64)
    #expect(try run("export", "none.tray", "--to", "murphi").status == 2)
    #expect(try run("export", "lamp.tray", "--to", "murphi", "--world", "none").status == 2)
  }

  @Test("are written nothing behind a limit", arguments: ["promela", "murphi", "tla"])
  func limits(_ target: String) throws {
    let event = "for x in N { if m[x] == a { m[x] = max(0, min(9, sum(z in m.keys: m[z] ?? 0))) } }"
    let events = (0..<80).map { "on e\($0)(a: 0...9) { \(event) }\n" }.joined()
    try folder.write(
      "spec Big\nsymmetric N(4)\nvar m: Map<N, 0...9> = [:]\n" + events, to: "big.tray")
    let stopped = try run("export", "big.tray", "--to", target, "--time-limit", "1ms")
    #expect(stopped.status == 3 && stopped.stdout.isEmpty)
    // The limit ends the reading or the export.
    let prefix = "Error: big.tray: "
    let endings = [
      "the world 'default' is not made: while it was read the time limit of 0.00 s was reached\n",
      "a limit was reached before the model was made\n",
    ]
    #expect(endings.map { prefix + $0 }.contains(stopped.stderr))
  }

  @Test("are not asked about a walked world, which is skipped and named")
  func walked() throws {
    try folder.write(
      Self.lamp + "\nworld random walks 10 steps 5\n", to: "walked.tray")
    let asked = try run("certify", "--with", "all", "walked.tray")
    #expect(
      asked.stdout.contains("skipped, because a walk visits only a part of the states: Lamp/random")
    )
    #expect(!asked.stdout.contains("nobody says anything of Lamp/random"))
    let alone = try run("certify", "--with", "all", "walked.tray", "--world", "random")
    #expect(alone.status == 3, "\(alone)")
  }

  @Test("are silent where the C compiler does not work: no mistake of Traycheck")
  func compiler() throws {
    let asked = try BuiltTool.run(
      ["certify", "--with", "all", "lamp.tray"], in: folder.url, environment: ["CC": "false"])
    #expect(asked.status == 3 || asked.stdout.contains("abc"), "\(asked)")
    #expect(!asked.stdout.contains("mistake of Traycheck"), "\(asked.stdout)")
  }

  @Test("say the same, where they are installed")
  func opinions() throws {
    let asked = try run("certify", "--with", "all", "lamp.tray", "--format", "json")
    struct Report: Decodable {
      struct Opinion: Decodable {
        var checker: String
        var status: String
        var states: Int?
        var questions: [String]
        var remarks: [String]
      }
      var opinions: [Opinion]
      var missing: [String]
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(asked.stdout.utf8))
    #expect(report.opinions.count + report.missing.count == 4)
    for opinion in report.opinions {
      #expect(opinion.status == "agrees", "\(opinion)")
      #expect(opinion.states == (opinion.checker == "abc" ? nil : 27))
      #expect(opinion.questions.contains { $0.hasSuffix("fresh") })
    }
    #expect(asked.status == (report.opinions.isEmpty ? 3 : 0), "\(asked.stderr)")
  }

  @Test(
    "say the same of what is easily told wrongly, where they are installed",
    arguments: [
      // Words of C, which Spin writes.
      "struct S { restrict: Bool, asm: 0...2 }\nvar typeof: S = S(restrict: false, asm: 0)\n"
        + "on step(alignas: 0...2) when !typeof.restrict { let nullptr = alignas; typeof.asm = nullptr }\n"
        + "on stop { choose constexpr in Bool; typeof.restrict = constexpr }\n"
        + "invariant i { typeof.asm < 2 }\n",
      // After the result is known, faults of the property no longer matter.
      "var l: List<Bool, 2> = [true]\non pop when !l.isEmpty { l.removeFirst() }\n"
        + "on push when l.isEmpty { append true to l }\ninvariant i { l[0] == false }\n"
        + "reachable r { l[0] == true }\n",
      // A property that cannot be expressed may still fault.
      "var n: 0...2 = 0\non step { n = n == 2 ? 0 : n + 1 }\npossible back { 4 / n > 1 }\n",
      // A variable has room for values that are stored later.
      "enum E { a, b }\nvar v: E? = nil\non put(e: E) {\n  var x: E? = .a\n"
        + "  if e == .b { x = nil }\n  v = x\n}\ninvariant i { v != .b }\n",
      // A place that depends on its own stored value.
      "enum E { a, b }\nvar t: Table<Bool, Set<E>> = []\non put(x: Bool) {\n  choose y in Bool\n"
        + "  insert (.a in t[y] ? .b : .a) into t[x && y]\n}\nreachable r { .b in t[true] }\n",
      // The elements of a name depend on the previous name, and change in the meantime.
      "enum K { x, y }\nvar t: Table<K, List<0...2, 2>> = []\nvar seen: 0...9 = 0\n"
        + "on add(k: K, n: 0...2) when t[k].count < 2 { append n to t[k] }\n"
        + "on take when some k in K: !t[k].isEmpty { choose k in K, n in t[k]; seen = n }\n"
        + "on drain { for k in K, n in t[k], m in 0..<n { remove n from t[k]; seen = min(9, seen + m) } }\n"
        + "invariant i { seen < 4 }\n",
      // Whole numbers without bounds, which are small.
      "type T = 0..<4\nvar l: List<T, 2> = []\nvar pot: -4...4 = 0\n"
        + "on add(x: T) when l.count < 2 { append x to l }\n"
        + "on hash { var h = 7; for x in l { h = (h * 31 + x) % 1009 }; if h % 2 == 0 { l = [] } }\n"
        + "on roll { for i in 0...1 { choose back in [0, i]; pot = max(-4, pot - back) } }\n"
        + "on refill { let all = sum(x in l: x); pot = min(4, (max(x in [all, 1]) ?? 0) * all / 3) }\n"
        + "invariant i { pot < 4 }\n",
      // Elements that are lists and tables come in their order.
      "enum S { a, b }\nstruct U { at: Table<S, Bool>, by: S }\nvar under: Set<U, atMost: 2> = []\n"
        + "var lists: Bag<List<Bool, 2>, 2> = []\n"
        + "on write(s: S, by: S) when under.count < 2 {\n"
        + "  insert U(at: table(x in S: x == s), by: by) into under\n}\n"
        + "on note(x: Bool) when lists.isEmpty { insert [x, true] into lists; insert [x] into lists }\n"
        + "invariant i { under.count < 2 || some u in under: u.by == S.a }\n",
      // A bound name keeps its value, whatever is stored in its source.
      "var last: (0...3)? = 3\nvar shown: 0...3 = 0\nvar xs: List<0...3, 3> = [1, 2]\n"
        + "on act { var best = last; if let b = best { best = nil; shown = b } }\n"
        + "on shift { var l: List<0...3, 3> = [1, 2]; insert l[1] at 0 into l; xs = l }\n"
        + "reachable r { shown == 3 }\nreachable s { xs == [2, 1, 2] }\n",
      // Unions have more elements than one side, and computed ranges as many as they have.
      "var l: List<0...5, 1> = []\nvar m: List<0...5, 3> = []\nvar n: 0...100 = 100\n"
        + "on a(x: 0...5) when l.isEmpty { append x to l }\n"
        + "on b(x: 0...5) when m.count < 2 { append x to m }\n"
        + "reachable r { sum(x in set(y in l: y).union(set(y in m: y)): x) > 7 }\n"
        + "invariant i { count(x in set(y in l: y).union(set(y in m: y))) < 2 }\n",
      // Lists of two ranges, of which both are empty.
      "struct U { l: List<0...3, 2>, f: Bool }\nvar bag: Bag<U, 2> = []\n"
        + "on put(x: 0...2, f: Bool) when bag.count < 2 {\n"
        + "  insert U(l: list(i in 0...1 where i < x: i + 1), f: f) into bag\n}\n"
        + "invariant i { bag.count < 2 }\n",
      // Names that models and programs in C have for something else.
      "enum E { a, b }\nvar forget = false\nvar outcome_ = false\nvar NULL = false\nvar E_a = false\n"
        + "var fault_in_act = false\nvar c_code: 0...1 = 0\nvar uchar: E = .a\n"
        + "on act(k0_: Bool, Rules: E) { forget = k0_; uchar = Rules; c_code = 1 - c_code }\n"
        + "on tell(E_b: E) { if E_b == .b { E_a = !E_a } }\n"
        + "invariant i { !forget || uchar == .a }\n",
      // Elements of a union beyond its left side are a fault when stored, and a value otherwise.
      "var s: Set<0...2> = [0]\nvar f = false\n"
        + "on grow { f = !f; s = s.union(set(x in s: x + 1)) }\non clear { s = [] }\n"
        + "reachable r { s.union(set(x in s: x + 2)) == [0, 1, 2, 3] }\n"
        + "reachable t { (f ? s : set(x in s: x + 2)).union([7]) == [2, 7] }\n"
        + "invariant i { s.symmetricDifference([3]) != s }\n",
      // A changed value is checked against its declared type, and a collected one keeps its own.
      "var t: Set<0...3> = []\nvar a: Set<0...1> = [0]\nenum K { a, b }\nvar n: 0...3 = 0\n"
        + "on add(x: 0...2) { var s: Set<0...3> = [x + 1]; insert 3 into s; t = s }\n"
        + "on grow(x: 0...3) { var m: Table<K, 0...3> = x; m[.a] += 1; n = min(m[.a], 3) }\n"
        + "on flip { a = a == [0] ? [1] : [0] }\n"
        + "reachable r { t.count == 2 }\n"
        + "invariant i { every s in list(k in 0...1: a.union([2, k])): 2 in s }\n",
      // A name may run over lists of any length, a different one for each value of the previous name.
      "enum K { a, b }\nvar t: Table<K, List<0...1, 1>> = []\nvar l: List<0...2, 1> = []\n"
        + "var n: 0...2 = 0\non add(k: K, x: 0...1) when t[k].isEmpty { append x to t[k] }\n"
        + "on pick { choose k in K, m in list(x in t[k]: list(y in t[k]: x + y))\n  l = m }\n"
        + "on all {\n  n = 0\n  for k in K, m in list(x in t[k]: list(y in t[k]: x + y)) {\n"
        + "    if n == l.count { n += m.count }\n  }\n}\n"
        + "reachable r { l == [2] && n == 1 }\ninvariant i { n < 2 }\n",
      // Literals of only whole numbers, and those outside of any value.
      "var m: Map<0...2, Bool> = [:]\nvar l: List<List<0...1, 1>, 2> = []\n"
        + "on note(k: 0...2) { m[k] = true }\non pair(k: 0...1) { m = [:]; l = [[], [k]] }\n"
        + "reachable r { m == [1: true, 2: true] }\nreachable t { l == [[], [1]] }\n"
        + "invariant i { m != [5: true] && m != [5: true, 1: true] }\n"
        + "invariant j { !([7] in l) && list(x in l: list(y in x: y + 1)) != [[], [2]] }\n",
      // The range of a local number depends on its declaration and on the number of stores.
      "var m: 0...9 = 1\nvar n: -1...2 = 1\n"
        + "on a { var x: 0...9 = m; x += 1; m = x - 1 }\n"
        + "on b(d: 1...2) { var x: Int = n; x *= 7; x %= d; m = abs(x) }\n"
        + "on c { var y = m; for i in 0...2 { y = max(0, min(9, y + i)) }; m = y; n = -n }\n"
        + "invariant i { m < 9 }\n",
      // There is nothing to choose, nothing to loop over, and nothing that is kept.
      "symmetric U(0)\non pick { choose u in U; assert u == u }\non none { for u in U { assert false } }\n"
        + "reachable r { !enabled(pick) }\n",
      // Names that become equal where cases are joined with their enums, and rules with their events; and long ones.
      "enum E { a_b, größer }\nenum E_a { b, d }\nvar x: E = .größer\nvar y: E_a = .d\n"
        + "enum L { \(String(repeating: "long", count: 25)), short }\n"
        + "var l: L = .\(String(repeating: "long", count: 25))\n"
        + "on ev { rule outcome when x != .a_b { x = .a_b } otherwise rest { y = .b } }\n"
        + "on ev_outcome when l == .short || y == .b { l = l == .short ? .\(String(repeating: "long", count: 25)) : .short }\n"
        + "invariant i { l != .short || y == .b }\n",
      // Names that become equal where words are escaped, or where a case is joined with its field.
      "enum E { a_b(c: Bool), a(b_c: 0...2), a_b_(c: 0...1) }\n"
        + "struct S { read: Bool, read_: 0...2, clear: Bool, clear_: 0...2 }\n"
        + "var e = E.a(b_c: 0)\nvar s = S(read: false, read_: 0, clear: false, clear_: 0)\n"
        + "on put(read: Bool, read_: 0...2) {\n  e = read ? .a(b_c: read_) : .a_b(c: read_ == 1)\n"
        + "  s.read = read; s.read_ = read_; s.clear = read; s.clear_ = read_\n}\n"
        + "invariant i { s.read || s.clear_ < 2 || e != .a_b(c: false) }\n",
    ])
  func pitfalls(_ text: String) throws {
    try folder.write("spec Pitfall\n" + text, to: "pitfall.tray")
    let asked = try run("certify", "--with", "all", "pitfall.tray")
    #expect(asked.stdout.contains(" agree, 0 do not, 0 are none") || asked.status == 3, "\(asked)")
    #expect([0, 3].contains(asked.status), "\(asked)")
  }

  @Test(
    "say the same of all our specs and of what is known of others, where they are installed",
    .enabled(if: Weekly.isNow, "that takes hours"),
    arguments: ["Specs", "Tests/EngineTests/KnownAnswers"])
  func allSpecs(_ path: String) throws {
    let asked = try BuiltTool.run(
      ["certify", "--with", "all", path, "--max", "states=200000", "--quiet"],
      withinSeconds: 6 * 3600)
    #expect([0, 3].contains(asked.status), "\(asked.stdout)\(asked.stderr)")
  }

  @Test("that are not installed are named with their packages, and nobody has said anything then")
  func missing() throws {
    let asked = try BuiltTool.run(
      ["certify", "--with", "all", "lamp.tray"], in: folder.url, environment: ["PATH": "/nowhere"])
    #expect(asked.status == 3)
    #expect(asked.stdout.contains("rumur is not here: install rumur and gcc"), "\(asked.stdout)")
    #expect(asked.stdout.contains("abc is not here: install berkeley-abc"))
    #expect(asked.stdout.contains("nobody says anything of Lamp/default"))
  }

  @Test(
    "that say something else are told, and what cannot be read is no opinion",
    arguments: [
      ("Output 0 was asserted in frame 2", 1, 0, "it says that '", Int32(4)),
      ("", 0, 0, "it says that 'reachable:worn' is never reached, the check that it is", 4),
      ("", 0, 9, "abc    it decides nothing in time", 3), ("", 7, 0, "berkeley-abc says:", 70),
    ])
  func otherwise(
    _ line: String, _ disproved: Int, _ undecided: Int, _ remark: String, _ status: Int32
  ) throws {
    let file = try run("export", "lamp.tray", "--to", "aiger").stdout
    let outputs = file.matches(of: #/\nb\d+ /#).count
    #expect(outputs > 1)
    try install(
      """
      echo '\(line)'
      echo 'Properties:  All = \(outputs). Proved = 0. Disproved = \(disproved). Undecided = \(undecided).'
      """, as: "berkeley-abc")
    let asked = try run("certify", "--with", "all", "lamp.tray", finding: "bin")
    #expect(asked.status == status, "\(asked.stderr)")
    #expect(asked.stdout.contains(remark), "\(asked.stdout)")
  }

  @Test("have their traces gone by the reference evaluator, where they say something else")
  func traces() throws {
    let file = try run("export", "lamp.tray", "--to", "aiger").stdout
    let outputs = file.matches(of: #/\nb\d+ /#).count
    let fault = try #require(file.firstMatch(of: #/\nb(\d+) fault/#)?.1)
    // On, an impossible event, off.
    try install(
      """
      case "$2" in
        *write_cex*) printf '000000000000\\n000\\n000\\n010\\n100\\n000# DONE\\n' > trace;;
        *pdr*)
          echo 'Output \(fault) was asserted in frame 4'
          echo 'Properties:  All = \(outputs). Proved = 0. Disproved = 1. Undecided = 0.';;
      esac
      """, as: "berkeley-abc")
    let asked = try run("certify", "--with", "all", "lamp.tray", finding: "bin")
    #expect(asked.status == 4, "\(asked.stderr)")
    let trace = "can go its trace of 2 steps: press(hard: false), press(hard: false)"
    #expect(asked.stdout.inOneLine.contains(trace), "\(asked.stdout)")
  }

  @Test(
    "have traces that are found anew, where they told none",
    .enabled(if: BuiltTool.isInstalled("spin") && BuiltTool.isInstalled("cc")))
  func newTraces() throws {
    try folder.write(
      "spec Count\nvar count: 0...2 = 0\non up when count < 2 { count += 1 }\n"
        + "on down when count > 0 { count -= 1 }\ninvariant low { count * 2 != 3 }\n",
      to: "count.tray")
    try install(
      "sed -i 's/!= 3/!= 4/' model; PATH=/usr/local/bin:/usr/bin:/bin; exec spin \"$@\"", as: "spin"
    )
    let asked = try run(
      "certify", "--with", "all", "count.tray", finding: "bin:/usr/local/bin:/usr/bin:/bin")
    #expect(asked.status == 4, "\(asked.stderr)")
    #expect(
      asked.stdout.inOneLine.contains(
        "it says that 'invariant low' is not so, the check that it is; the reference evaluator can go its trace of"
      ),
      "\(asked.stdout)")
  }

  @Test("that do not take what they are given are a mistake of ours, and not their silence")
  func broken() throws {
    try install("echo reading; echo 'model:1.1: syntax error'; exit 1", as: "rumur")
    try install("exit 0", as: "cc")
    let asked = try run("certify", "--with", "all", "lamp.tray", finding: "bin")
    #expect(asked.status == 70, "\(asked.stderr)")
    #expect(
      asked.stdout.contains(
        "rumur ends with 1 and says: model:1.1: syntax error; this is a mistake"),
      "\(asked.stdout)")
  }

  @Test("have not been heard to the end where they are interrupted")
  func interrupted() throws {
    try install("kill -TERM $PPID; while :; do :; done", as: "berkeley-abc")
    let asked = try run("certify", "--with", "all", "lamp.tray", finding: "bin")
    #expect(asked.status == 3, "\(asked.stderr)")
    #expect(asked.stdout.contains("abc    it was interrupted\n"), "\(asked.stdout)")
    #expect(asked.stdout.hasSuffix("\n  it was interrupted\n"))
  }

  @Test("that take more memory than they may are given up")
  func memory() throws {
    try install("ulimit -v; echo 'virtual memory exhausted'; exit 1", as: "rumur")
    try install("exit 0", as: "cc")
    let asked = try run("certify", "--with", "all", "lamp.tray", finding: "bin:/usr/bin:/bin")
    #expect(asked.stdout.contains("rumur  it takes more memory than it may"), "\(asked.stdout)")
  }

  @Test("leave folders when they are killed, and the next run removes them")
  func leftovers() throws {
    try folder.makeFolders("temporary")
    let temporary = folder.url.path + "/temporary"
    func left() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: temporary)
        .filter { $0.hasPrefix("traycheck-opinion-") }
    }
    try install("exec /bin/sleep 5", as: "berkeley-abc")
    let variables = ["PATH": folder.url.path + "/bin", "TMPDIR": temporary]
    let process = Process()
    process.executableURL = try BuiltTool.location()
    process.arguments = ["certify", "--with", "all", "lamp.tray"]
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = ContinuousClock.now + .seconds(60)
    func isLocked() throws -> Bool {
      try left().contains {
        FileManager.default.fileExists(atPath: "\(temporary)/\($0)/.traycheck.lock")
      }
    }
    while try !isLocked(), process.isRunning, ContinuousClock.now < deadline { usleep(10_000) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try !left().isEmpty)
    try install("exit 7", as: "berkeley-abc")
    _ = try BuiltTool.run(
      ["certify", "--with", "all", "lamp.tray"], in: folder.url, environment: variables)
    #expect(try left() == [])
  }

  /// Puts a program before those that are installed.
  private func install(_ script: String, as name: String) throws {
    try folder.makeFolders("bin")
    let program = try folder.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
  }

  private func run(
    _ arguments: String..., finding path: String
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    let folders = path.replacing(
      "bin", with: folder.url.appending(path: "bin").path, maxReplacements: 1)
    return try BuiltTool.run(arguments, in: folder.url, environment: ["PATH": folders])
  }
}
