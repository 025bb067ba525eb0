import Foundation
import TestSupport
import Testing

/// Traycheck in a container: no HOME, no environment, a checkout that cannot be written, any user.
@Suite("Locked down") struct LockedDownTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(
      "spec Badge\nvar count: 0...2 = 0\non add when count < 2 { count += 1 }\non clear { count = 0 }\n"
        + "invariant small { count <= 2 }\n", to: "Specs/badge.tray")
    try folder.write(
      "spec Red\nvar count: 0...2 = 0\non add when count < 2 { count += 1 }\non clear { count = 0 }\n"
        + "invariant small { count < 2 }\n", to: "red.tray")
    // Other users may not enter the folder of the build.
    try FileManager.default.copyItem(
      at: BuiltTool.location(), to: folder.url.appending(path: "traycheck"))
  }

  /// Runs the tool without an environment, as a user without write access to the folder.
  private func run(_ line: String) throws -> (status: Int32, stdout: String, stderr: String) {
    let script = """
      chmod -R a-w . && tool=$PWD/traycheck
      if [ "$(id -u)" = 0 ]; then
        exec setpriv --reuid=65534 --regid=65534 --clear-groups env -i "$tool" \(line)
      fi
      exec env -i "$tool" \(line)
      """
    defer {
      _ = try? BuiltTool.run(installed: "chmod", ["-R", "u+w", "."], in: folder.url)
    }
    return try BuiltTool.run(installed: "sh", ["-c", script], in: folder.url)
  }

  @Test("a check, a replay and a walk work, and a cache is only a warning")
  func works() throws {
    #expect(try run("check").status == 0)
    #expect(try run("check red.tray --read-only").status == 1)
    #expect(try run("walk Specs --walks 3 --read-only").status == 0)
    let cached = try run("check --cache results")
    #expect(cached.status == 0)
    #expect(cached.stderr.contains("warning: nothing can be kept in results"))
  }

  @Test("a violation that cannot be stored is an error with the name of the file")
  func cannotStore() throws {
    let result = try run("check red.tray")
    #expect(result.status == 2)
    #expect(result.stderr.contains("Counterexamples/Red.default.small.json: error: "))
    #expect(result.stdout.contains("small is violated"))
  }
}
