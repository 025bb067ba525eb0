import Foundation
import TestSupport
import Testing

/// Limits of time from the first byte that a command reads to the last that it writes.
@Suite(.timeLimit(.minutes(5))) struct TimeLimitTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func run(_ command: String) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(
      command.split(separator: " ").map(String.init), in: folder.url, withinSeconds: 120)
  }

  @Test(
    "reading a long text with a mistake ends at the limit, and says nothing of the mistake",
    arguments: [
      "check --read-only", "export --to mermaid", "explore", "export --to tla", "conform tests",
    ])
  func reading(_ command: String) throws {
    try folder.write(
      "spec A\nvar x = \(String(repeating: "( ", count: 2_000_000))\n", to: "a.tray")
    let result = try run("\(command) a.tray --time-limit 20ms")
    #expect(result.status == 3, "\(result.stdout)\(result.stderr)")
    let text = result.stdout + result.stderr
    #expect(text.contains("the time limit of 0.02 s was reached"))
    #expect(!text.contains("nested"))
  }

  @Test("a long number and a long name are one mistake each")
  func tokens() throws {
    for (token, message) in [
      ("9", "is too large"), ("a", "is longer than the maximum of 131072 bytes"),
    ] {
      try folder.write(
        "spec A\nvar x = \(String(repeating: token, count: 300_000))\n", to: "a.tray")
      let result = try run("check a.tray --read-only")
      #expect(result.status == 2)
      #expect(result.stderr.inOneLine.contains(message))
      #expect(result.stderr.contains("a.tray has 1 error\n"))
    }
  }

  @Test(
    "two million starts are not made after the limit",
    arguments: [
      "check --read-only", "check --read-only --any-size", "export --to mermaid",
      "export --to itf-model",
    ])
  func starts(_ command: String) throws {
    try folder.write(
      """
      spec Starts
      type V = 0..<14
      var x: Table<V, 0...2> = any
      on step(v: V) { x[v] = (x[v] + 1) % 3 }
      invariant fine { x[0] <= 2 }
      """, to: "a.tray")
    let result = try run("\(command) a.tray --time-limit 300ms")
    #expect(result.status == 3, "\(result.stdout)\(result.stderr)")
    #expect((result.stdout + result.stderr).contains("the time limit of 0.30 s was reached"))
  }

  @Test("the strength of tests is cut short at the limit, and the run is inconclusive")
  func strength() throws {
    let path = RepositoryFolder.tests("Benchmarks").appending(path: "Models/tray.tray")
    try folder.write(String(contentsOf: path, encoding: .utf8), to: "a.tray")
    try folder.write(
      """
      while read -r line; do
        case "$line" in
          *'"hello"'*) echo '{"protocol":"traycheck-driver","version":1,"name":"x","signals":[]}' ;;
          *) echo '{"seen":{}}' ;;
        esac
      done
      """, to: "driver.sh")
    let result = try run(
      "conform a.tray --read-only --walks 2 --strength --set ids=6 --time-limit 2s --format json"
        + " -- sh driver.sh")
    #expect(result.status == 3, "\(result.stdout)\(result.stderr)")
    #expect(
      result.stdout.contains("\"cutShort\" : true") || !result.stdout.contains("\"strength\""))
  }
}
