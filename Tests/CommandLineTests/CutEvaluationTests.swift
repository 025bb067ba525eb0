import Foundation
import TestSupport
import Testing

/// A limit that stops the evaluation of an event: no command treats the rest as impossible.
@Suite struct CutEvaluationTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    // The condition examines nine million pairs, and only the last one decides it.
    try folder.write(
      """
      spec Heavy
      type T = 0...3000
      var x = false
      var y = false
      on b { y = !y }
      on a when y { x = every t in T, u in T: t + u >= 0 }
      reachable r { x }
      """, to: "heavy.tray")
    try folder.write(
      """
      spec Guarded
      type T = 0...3000
      var x = false
      var y = false
      on b { y = !y }
      on a when every t in T, u in T: t + u < 6000 { x = !x }
      reachable r { y }
      """, to: "guarded.tray")
    try folder.write(
      """
      {"event":"b","seen":{"y":true}}
      {"event":"a","refused":true}

      """, to: "refused.jsonl")
    try folder.write(Self.driver, to: "driver.py")
  }

  /// An app that conforms to `heavy.tray`, and shows only `y`.
  private static let driver = """
    import json, sys
    y = False
    for line in sys.stdin:
        message = json.loads(line)
        if message["verb"] == "hello":
            answer = {"protocol": "traycheck-driver", "version": 1, "name": "x", "signals": []}
        else:
            if message["verb"] == "reset": y = False
            if message["verb"] == "do" and message["event"] == "b": y = not y
            answer = {"seen": {"y": y}}
        print(json.dumps(answer), flush=True)
    """

  @Test(
    "no document with a part of the states, no verdict: status 3",
    arguments: [
      "export heavy.tray --to mermaid", "export heavy.tray --to itf-model",
      "conform tests heavy.tray --cover rules",
      "validate refused.jsonl --spec guarded.tray", "check heavy.tray --read-only",
    ])
  func inconclusive(_ command: String) throws {
    try expectInconclusive(command)
  }

  @Test("a suite that a limit cut proves nothing impossible", .enabled(if: hasPython))
  func suite() throws {
    try expectInconclusive("conform heavy.tray --read-only --cover rules -- python3 driver.py")
  }

  private static let hasPython = BuiltTool.isInstalled("python3")

  private func expectInconclusive(_ command: String) throws {
    var words = command.split(separator: " ").map(String.init)
    words.insert(contentsOf: ["--time-limit", "150ms"], at: 2)
    let run = try BuiltTool.run(words, in: folder.url)
    #expect(run.status == 3, "\(run.stdout)\(run.stderr)")
    #expect(!run.stdout.contains("impossible"), "\(run.stdout)")
    #expect(!run.stdout.contains("Failed: the spec does not allow the log"), "\(run.stdout)")
  }

  @Test("explore does not say that an event cannot happen")
  func explored() throws {
    let run = try BuiltTool.run(
      ["explore", "heavy.tray", "--time-limit", "150ms"], in: folder.url, input: "1\n")
    #expect(run.stdout.contains("?  a may happen"), "\(run.stdout)")
    #expect(run.stdout.contains("a limit was reached before it was evaluated"))
  }
}
