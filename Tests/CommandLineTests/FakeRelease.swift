import Foundation
import TestSupport
import Testing
import TrayKit

/// A release on a local server, made of the built tool: `FakeRelease().url`.
final class FakeRelease: Sendable {
  /// The reason to skip tests that need a server; nil if they run.
  static let isPossible =
    ["python3", "curl", "tar"].allSatisfy(BuiltTool.isInstalled)
  static let missing: Comment = "python3, curl or tar is not installed"

  /// The version of the release, which is the one that `traycheckw` names.
  static let version = Traycheck.version.replacing("-dev", with: "")

  /// The name of the archive without its suffix, on this machine.
  static let name: String = {
    #if os(macOS)
      "traycheck-\(version)-macos-universal"
    #elseif arch(arm64)
      "traycheck-\(version)-linux-aarch64"
    #else
      "traycheck-\(version)-linux-x86_64"
    #endif
  }()

  /// The folder that the server shows.
  let folder: ScratchFolder
  /// The address of the releases.
  let url: String
  private let server: Process
  /// The server ends with its input.
  private let input = Pipe()

  /// The archive for all tests. It contains a script that starts the tool, because packing the tool takes seconds.
  private static let archive = Result {
    let folder = try ScratchFolder()
    try folder.makeFolders(name)
    try folder.write(
      "#!/bin/bash\nexec -a traycheck '\(BuiltTool.location().path)' \"$@\"\n",
      to: "\(name)/traycheck")
    let pack = """
      chmod +x \(name)/traycheck && tar -czf \(name).tar.gz \(name)
      $(command -v sha256sum || echo "shasum -a 256") \(name).tar.gz >SHA256SUMS
      """
    let packed = try BuiltTool.run(installed: "sh", ["-c", pack], in: folder.url)
    #expect(packed.status == 0, "\(packed.stderr)")
    return folder
  }

  private static let program = """
    import functools, http.server, sys, threading
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words): pass
    handler = functools.partial(Quiet, directory=sys.argv[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    print(server.server_port, flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()
    """

  /// Starts a server with the release.
  init() throws {
    folder = try ScratchFolder()
    let place = folder.url.appending(path: "v\(Self.version)")
    try folder.makeFolders("v\(Self.version)")
    let archive = try Self.archive.get()
    for file in ["\(Self.name).tar.gz", "SHA256SUMS"] {
      try FileManager.default.createSymbolicLink(
        at: place.appending(path: file), withDestinationURL: archive.url.appending(path: file))
    }
    server = Process()
    server.executableURL = URL(filePath: "/usr/bin/env")
    server.arguments = ["python3", "-c", Self.program, folder.url.path]
    server.standardInput = input
    let output = Pipe()
    server.standardOutput = output
    try server.run()
    let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    url = "http://127.0.0.1:\(port.trimmingCharacters(in: .whitespacesAndNewlines))"
  }

  deinit {
    try? input.fileHandleForWriting.close()
    server.waitUntilExit()
  }

  /// The content of the release's `SHA256SUMS`.
  func sums() throws -> String { try folder.text(of: "v\(Self.version)/SHA256SUMS") }

  /// Replaces `SHA256SUMS`.
  func write(sums: String) throws {
    let file = folder.url.appending(path: "v\(Self.version)/SHA256SUMS")
    try FileManager.default.removeItem(at: file)
    try Data(sums.utf8).write(to: file)
  }
}
