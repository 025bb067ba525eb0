import Foundation
import TestSupport
import Testing

/// The programs that `traycheck cluster` writes, run where that is possible.
@Suite struct ClusterCommandTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(ExpandCommandTests.spec, to: "icon.tray")
  }

  private func run(
    _ line: String, environment: [String: String] = [:]
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(
      line.split(separator: " ").map(String.init), in: folder.url, environment: environment)
  }

  private func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: name).path)
  }

  /// Writes a program into the folder; returns its text.
  @discardableResult
  private func write(_ line: String, to name: String) throws -> String {
    let result = try run("cluster \(line)")
    #expect(result.status == 0 && result.stderr.isEmpty)
    try folder.write(result.stdout, to: name)
    return result.stdout
  }

  /// A report without times, the memory of the store, and how invariants hold.
  private static func comparable(_ report: String) throws -> String {
    func stripped(_ value: Any) -> Any {
      if let list = value as? [Any] { return list.map(stripped) }
      guard let object = value as? [String: Any] else { return value }
      let left: Set = [
        "seconds", "earlierSeconds", "bytesPerState", "storeBytes", "threads", "witness",
      ]
      return object.filter { !left.contains($0.key) }.mapValues(stripped)
    }
    let value = stripped(try JSONSerialization.jsonObject(with: Data(report.utf8)))
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.sortedKeys, .prettyPrinted])
    return String(decoding: data, as: UTF8.self)
  }

  // MARK: Spark

  /// It takes minutes, so it must be requested as well.
  private static let hasSpark =
    Weekly.isNow && BuiltTool.isInstalled("java")
    && BuiltTool.isInstalled("python3")
    && (try? BuiltTool.run(
      installed: "python3", ["-c", "import pyspark"], in: RepositoryFolder.root))?.status == 0

  private static let environment = [
    "TRAYCHECK_PARTS": "2", "PYTHONDONTWRITEBYTECODE": "1",
    "PYSPARK_SUBMIT_ARGS": "--master local[2,4] --conf spark.ui.enabled=false pyspark-shell",
  ]

  @Test("the program for Spark is short and complete")
  func sparkText() throws {
    let text = try write("spark icon.tray --set limit=3 --max values=1000", to: "icon.py")
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    #expect(text.contains("\"--set\", \"limit=3\"") && text.contains("\"--max\", \"values=1000\""))
    #expect(text.contains("\"high\"") && !text.contains("\"walked\"") && !text.contains("{{"))
    if BuiltTool.isInstalled("python3") {
      let read = try BuiltTool.run(
        installed: "python3", ["-c", "import ast; ast.parse(open('icon.py').read())"],
        in: folder.url)
      #expect(read.status == 0, "\(read.stderr)")
    }
  }

  @Test("Spark comes to the report of a check", .enabled(if: hasSpark))
  func spark() throws {
    try write("spark icon.tray --world default", to: "icon.py")
    let spread = try BuiltTool.run(
      installed: "python3", ["icon.py", "out", "--read-only", "--format", "json"], in: folder.url,
      environment: Self.environment)
    let whole = try run("check icon.tray --world default --read-only --format json")
    #expect(spread.status == 1 && whole.status == 1, "\(spread.stderr)")
    #expect(try Self.comparable(spread.stdout) == Self.comparable(whole.stdout))
    // A second run only reads the existing results, and another spec is rejected.
    let again = try BuiltTool.run(
      installed: "python3", ["icon.py", "out"], in: folder.url, environment: Self.environment)
    #expect(again.status == 1 && again.stdout.contains("badgeIsRight · "))
    #expect(try names(in: "Counterexamples").count == 1)
    #expect(try run("replay Counterexamples").status == 1)
    try folder.write(ExpandCommandTests.spec + "// edited\n", to: "icon.tray")
    let edited = try run("cluster report icon.tray --world default --from out --read-only")
    #expect(edited.status == 2 && edited.stderr.contains("was not searched as it is now"))
  }

  /// `TRAYCHECK_KILLS` sets the number of kills.
  @Test(
    "Spark that is killed again and again comes to the report of a check", .enabled(if: hasSpark))
  func killedSpark() throws {
    try folder.write(Self.stairs, to: "stairs.tray")
    try write("spark stairs.tray", to: "stairs.py")
    let whole = try run("check stairs.tray --read-only --format json")
    let wanted = ProcessInfo.processInfo.environment["TRAYCHECK_KILLS"].flatMap { Int($0) } ?? 4
    var random = SplitMix64(seed: UInt64(wanted))
    var (kills, reports) = (0, 0)
    while kills < wanted || reports == 0 {
      let isLast = kills >= wanted
      let output = folder.url.appending(path: "report-\(reports).json")
      try folder.write("", to: output.lastPathComponent)
      let driver = Process()
      driver.executableURL = URL(filePath: "/usr/bin/env")
      driver.arguments = ["python3", "stairs.py", "out", "--read-only", "--format", "json"]
      driver.currentDirectoryURL = folder.url
      driver.environment = try ProcessInfo.processInfo.environment
        .merging(Self.environment) { $1 }
        .merging(["TRAYCHECK": BuiltTool.location().path]) { $1 }
      driver.standardOutput = try FileHandle(forWritingTo: output)
      driver.standardError = FileHandle.nullDevice
      let ended = DispatchSemaphore(value: 0)
      driver.terminationHandler = { _ in ended.signal() }
      try driver.run()
      let moment = DispatchTime.now() + .milliseconds(random.number(below: 20_000))
      if isLast || ended.wait(timeout: moment) == .success {
        if isLast { ended.wait() }
        reports += 1
        #expect(
          try Self.comparable(String(contentsOf: output, encoding: .utf8))
            == Self.comparable(whole.stdout))
        try FileManager.default.removeItem(at: folder.url.appending(path: "out"))
        continue
      }
      kills += 1
      if random.oneIn(3) {
        // A worker only: Spark starts another one.
        kill(driver.processIdentifier, SIGSTOP)
        _ = try? BuiltTool.run(
          installed: "pkill", ["-9", "-f", "worker \(folder.url.path)/stairs.tray"],
          in: folder.url)
        kill(driver.processIdentifier, SIGCONT)
        _ = ended.wait(timeout: .now() + .milliseconds(random.number(below: 5_000)))
      }
      // All of its processes, as when a machine is switched off.
      kill(-driver.processIdentifier, SIGKILL)
      kill(driver.processIdentifier, SIGKILL)
      ended.wait()
    }
  }

  /// A dozen levels, with a finding on the last of them.
  private static let stairs = """
    spec Stairs
    var a: Table<0..<3, 0...3> = 0
    on up(i: 0..<3) when a[i] < 3 { a[i] += 1 }
    on down(i: 0..<3) when a[i] > 1 { a[i] -= 1 }
    invariant low { a[0] + a[1] + a[2] < 9 }
    reachable first { a[0] == 3 && a[1] == 0 }

    """

  @Test("what is not whole in the folder is refused", .enabled(if: hasSpark))
  func incomplete() throws {
    try folder.write(
      "spec Lamp\nvar lit = false\non press { lit = !lit }\nreachable bright { lit }\npossible dark { !lit }\n",
      to: "lamp.tray")
    try write("spark lamp.tray", to: "lamp.py")
    let found = try BuiltTool.run(
      installed: "python3", ["lamp.py", "out", "--read-only"], in: folder.url,
      environment: Self.environment)
    // Properties of runs are inconclusive.
    #expect(found.status == 3, "\(found.stderr)")
    #expect(found.stdout.contains("runs are not followed where states are on several machines"))
    let report = "cluster report lamp.tray --from out --read-only"
    #expect(try run(report + " --allow inconclusive").status == 0)
    let summary = try folder.text(of: "out/0/summary.json")
    for (old, new, reason) in [
      ("\"levels\": [1, 1]", "\"levels\": [1, 2]", "level 1 has 2 states, and 1 were expanded"),
      ("\"levels\": [1, 1]", "\"levels\": []", "its levels make no sense"),
      ("\"header\"", "\"heade\"", "it is no summary"),
      ("\"matches\": [0, 0]", "\"matches\": [0]", "makes no sense"),
      ("\"goal\"", "\"gap\"", "makes no sense"), ("\"level\": 1", "\"level\": 7", "findings"),
    ] {
      #expect(summary.contains(old), "\(summary)")
      try folder.write(summary.replacing(old, with: new), to: "out/0/summary.json")
      let result = try run(report)
      #expect(result.status == 2 && result.stderr.contains(reason), "\(new): \(result)")
    }
    try folder.write(summary, to: "out/0/summary.json")
    // A finding without a path to it is an internal error, and missing marks are no verdict.
    for name in try names(in: "out/0/marks/1") where name.hasPrefix("part-") {
      try folder.write("", to: "out/0/marks/1/\(name)")
    }
    #expect(try run(report).status == 70)
    try FileManager.default.removeItem(at: folder.url.appending(path: "out/0/marks"))
    #expect(try run(report).status == 3)
  }

  /// A `pyspark` that imports and does nothing.
  private static let stub = """
    from unittest.mock import MagicMock
    SparkSession, functions = MagicMock(), MagicMock()
    session = SparkSession.builder.config.return_value.getOrCreate.return_value
    session.sparkContext.defaultParallelism = 2
    """

  @Test(
    "a broken run on Spark is not status 1, which means violated",
    .enabled(if: BuiltTool.isInstalled("python3")),
    arguments: [
      ("", 64, "usage: spark-submit"), ("s3a://bucket/states", 64, "a path, not a URL"),
      ("foreign", 2, "is of another spec"), ("new", 2, "FileNotFoundError"),
    ])
  func broken(_ states: String, _ status: Int32, _ reason: String) throws {
    try write("spark icon.tray --world default", to: "icon.py")
    for name in ["pyspark/sql", "foreign/0"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
    }
    try folder.write(Self.stub, to: "pyspark/sql/__init__.py")
    try folder.write("", to: "pyspark/__init__.py")
    try folder.write(
      "from unittest.mock import MagicMock\ncol = concat_ws = expr = lit = split = MagicMock()\n"
        + "substring_index = MagicMock()\n", to: "pyspark/sql/functions.py")
    try folder.write("header of another spec", to: "foreign/0/header")
    let run = try BuiltTool.run(
      installed: "python3", ["icon.py"] + (states.isEmpty ? [] : [states]), in: folder.url,
      environment: ["TRAYCHECK": "./nowhere/traycheck"])
    #expect(run.status == status && run.stderr.contains(reason), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "s3a:").path))
  }

  // MARK: Walks

  private static let walked = "icon.tray --world default --walks 300 --seed 5 --parts 3"

  private func shell(
    _ script: [String], _ environment: [String: String] = [:]
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(installed: "sh", script, in: folder.url, environment: environment)
  }

  private func expectWhole(_ result: (status: Int32, stdout: String, stderr: String)) throws {
    let whole = try run("walk icon.tray --world default --walks 300 --seed 5 --read-only")
    func lines(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { $0.contains("violated") || $0.contains("states") }
        .map { $0.split(separator: ", 0.")[0] }
    }
    #expect(result.status == 1, "\(result.stderr)")
    #expect(lines(result.stdout) == lines(whole.stdout))
  }

  @Test("parts run beside one another, and one that died is named and run again")
  func parallel() throws {
    try write("parallel \(Self.walked)", to: "walks.sh")
    // The second part finds no tool.
    try folder.write(
      "#!/bin/sh\ncase \"$*\" in *' 2/3'*) kill -9 $$ ;; esac\nexec traycheck \"$@\"\n", to: "tool")
    #expect(try shell(["-c", "chmod +x tool"]).status == 0)
    let first = try shell(["walks.sh"], ["TRAYCHECK": "./tool", "JOBS": "2"])
    #expect(first.status == 3, "\(first)")
    #expect(first.stderr.contains("part 2 of 3 ended with 137; it can be run again alone"))
    #expect(first.stderr.contains("parts that are missing, and are done when this is run again: 2"))
    let lost = try run("walk merge parts/1.json parts/3.json --read-only")
    #expect(lost.status == 2 && lost.stderr.contains("part 2 of 3 is missing"))
    try expectWhole(shell(["walks.sh"]))
  }

  @Test("another program called parallel is not taken for GNU parallel")
  func otherParallel() throws {
    try write("parallel \(Self.walked)", to: "walks.sh")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "bin"), withIntermediateDirectories: false)
    try folder.write("#!/bin/sh\nexit 1\n", to: "bin/parallel")
    #expect(try shell(["-c", "chmod +x bin/parallel"]).status == 0)
    let path = folder.url.appending(path: "bin").path
    let result = try shell(["-c", "PATH=\"\(path):$PATH\" sh walks.sh"])
    try expectWhole(result)
  }

  @Test("the array of Slurm does its parts, and joins them as number 0")
  func slurm() throws {
    let text = try write("slurm \(Self.walked)", to: "walks.sh")
    #expect(text.contains("#SBATCH --array=1-3\n"))
    for part in 1...3 {
      #expect(try shell(["walks.sh"], ["SLURM_ARRAY_TASK_ID": "\(part)"]).status == 0)
    }
    try expectWhole(shell(["walks.sh"], ["SLURM_ARRAY_TASK_ID": "0"]))
  }

  @Test(
    "the scripts of a job of Kubernetes and of a matrix do their parts",
    arguments: [
      ("kubernetes", "- |\n", "JOB_COMPLETION_INDEX", 0), ("github", "run: |\n", "PART", 1),
    ])
  func scripts(_ kind: String, _ head: String, _ variable: String, _ first: Int) throws {
    let text = try write("\(kind) \(Self.walked)", to: "walks.yaml")
    #expect(!text.contains("{{PART") && !text.contains("{{WALK") && !text.contains("{{MERGE"))
    let lines = try text[#require(text.firstRange(of: head)).upperBound...]
      .split(separator: "\n", omittingEmptySubsequences: false)
    let indent = try #require(lines.first).prefix { $0 == " " }
    let script = lines.prefix { $0.hasPrefix(indent) }.map { $0.dropFirst(indent.count) }
    try folder.write(script.joined(separator: "\n") + "\n", to: "part.sh")
    try folder.makeFolders("parts")
    for part in 0..<3 {
      let done = try shell(
        ["part.sh"], [variable: "\(part + first)", "TRAYCHECK_PARTS": "parts"])
      #expect(done.status == 0, "\(done)")
    }
    let merge = try run("walk merge parts/1.json parts/2.json parts/3.json --read-only")
    try expectWhole(merge)
  }
}
