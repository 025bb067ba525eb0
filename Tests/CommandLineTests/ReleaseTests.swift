import Foundation
import TestSupport
import Testing
import TrayKit

/// The scripts in `.ci/release`, on small files in place of real tools.
@Suite(
  "The scripts of a release",
  .enabled(if: BuiltTool.isInstalled("python3"), "python3 is not installed"))
struct ReleaseTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func run(_ executable: String, _ arguments: String...) throws -> (Int32, String) {
    try run(executable, arguments)
  }

  private func run(_ executable: String, _ arguments: [String]) throws -> (Int32, String) {
    let process = Process()
    process.executableURL =
      executable.hasPrefix("/")
      ? URL(filePath: executable)
      : RepositoryFolder.root.appending(path: ".ci/release/\(executable)")
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  /// Runs a script that has to end with 0, for the folder `out`.
  private func make(_ script: String, _ arguments: String...) throws {
    let (status, text) = try run(script, ["out"] + arguments)
    #expect(status == 0, "\(script): \(text)")
  }

  /// The header of an executable for Linux, which is all that the scripts read of it.
  private func tool(_ name: String, machine: UInt8) throws -> String {
    var bytes = [UInt8](repeating: 0, count: 64)
    bytes.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    bytes[18] = machine
    let file = folder.url.appending(path: name)
    try Data(bytes).write(to: file)
    return file.path
  }

  private func output(_ suffix: String) throws -> String {
    let all = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "out").path)
    return "out/" + (try #require(all.first { $0.hasSuffix(suffix) }, "\(all)"))
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// The names of the files in an archive, and the text of one of them.
  private func archive(_ name: String, _ member: String = "") throws -> (
    names: [String], text: String
  ) {
    let script = """
      import sys, tarfile, zipfile
      path, member = sys.argv[1:]
      archive = zipfile.ZipFile(path) if zipfile.is_zipfile(path) else tarfile.open(path)
      names = archive.namelist() if zipfile.is_zipfile(path) else archive.getnames()
      print("\\n".join(names) + "\\0", end="")
      if member:
          file = archive.open(member) if zipfile.is_zipfile(path) else archive.extractfile(member)
          print(file.read().decode(), end="")
      """
    let (status, text) = try run("/usr/bin/env", "python3", "-c", script, name, member)
    #expect(status == 0, "\(text)")
    let parts = text.split(separator: "\0", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts[0].split(separator: "\n").map(String.init), parts.last.map(String.init) ?? "")
  }

  @Test("The archive of a platform has the tool in a folder, and sums verify it")
  func archives() throws {
    try make("pack", try tool("x", machine: 62))
    try make("pack", try tool("a", machine: 183))
    for platform in ["linux-x86_64", "linux-aarch64"] {
      let name = try output("\(platform).tar.gz")
      let base = name.dropFirst("out/".count).dropLast(".tar.gz".count)
      #expect(base.hasPrefix("traycheck-"))
      let (names, text) = try archive(name, "\(base)/BUILD.txt")
      #expect(names == ["\(base)", "\(base)/BUILD.txt", "\(base)/traycheck"])
      #expect(text.contains("swift: "))
    }
    try make("sums")
    #expect(try run("/bin/sh", "-c", "cd out && sha256sum --check --strict SHA256SUMS").0 == 0)
    try folder.write("other", to: try output("linux-x86_64.tar.gz"))
    #expect(try run("/bin/sh", "-c", "cd out && sha256sum --check --strict SHA256SUMS").0 == 1)
  }

  @Test("The bundle has a tool for each platform, and no two for one")
  func bundle() throws {
    let (x86, arm) = (try tool("x", machine: 62), try tool("a", machine: 183))
    try make("bundle", x86, arm)
    let (names, text) = try archive(
      try output("artifactbundle.zip"), "traycheck.artifactbundle/info.json")
    let artifacts = try json(text)["artifacts"] as? [String: [String: Any]]
    let variants = artifacts?["traycheck"]?["variants"] as? [[String: Any]] ?? []
    let triples = variants.flatMap { $0["supportedTriples"] as? [String] ?? [] }
    #expect(triples == ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"])
    for variant in variants {
      #expect(names.contains("traycheck.artifactbundle/\(variant["path"] ?? "")"))
    }
    #expect(try run("bundle", "out", x86, x86).0 == 2)
  }

  @Test("The bill of materials names the libraries in the tool")
  func materials() throws {
    try make("pack", try tool("x", machine: 62))
    try make("sbom")
    let document = try json(try folder.text(of: try output(".spdx.json")))
    #expect(document["spdxVersion"] as? String == "SPDX-2.3")
    let packages = document["packages"] as? [[String: Any]] ?? []
    let names = packages.compactMap { $0["name"] as? String }
    #expect(names.first == "traycheck" && names.contains { $0.hasPrefix("Swift runtime") })
    let identifiers = Set(packages.compactMap { $0["SPDXID"] as? String })
    for relationship in document["relationships"] as? [[String: Any]] ?? [] {
      let related = relationship["relatedSpdxElement"] as? String ?? ""
      #expect(identifiers.contains(related), "\(related)")
    }
  }

  @Test("The image has the tool of each platform, under the sums of its parts")
  func image() throws {
    try make("image", try tool("x", machine: 62), try tool("a", machine: 183))
    let name = try output("-image.tar")
    let (names, text) = try archive(name, "index.json")
    let index = try json(text)["manifests"] as? [[String: Any]]
    let digest = (index?.first?["digest"] as? String ?? "").dropFirst("sha256:".count)
    let platforms = try json(try archive(name, "blobs/sha256/\(digest)").text)
    let machines = (platforms["manifests"] as? [[String: Any]] ?? []).compactMap {
      ($0["platform"] as? [String: String])?["architecture"]
    }
    #expect(machines == ["amd64", "arm64"])
    for file in names where file.hasPrefix("blobs/sha256/") {
      let script = "tar -xOf '\(name)' \(file) | sha256sum | cut -d' ' -f1"
      #expect(try run("/bin/sh", "-c", script).1 == "\(file.dropFirst("blobs/sha256/".count))\n")
    }
  }

  @Test("The extension has its manifest, and each file that the manifest names")
  func editors() throws {
    try make("editors", try BuiltTool.location().path)
    let (names, manifest) = try archive(try output(".vsix"), "extension.vsixmanifest")
    #expect(names.contains("[Content_Types].xml") && names.contains("extension/package.json"))
    let version = try json(
      try archive(try output(".vsix"), "extension/package.json").text)["version"]
    #expect(manifest.contains("Version=\"\(version as? String ?? "-")\" Publisher="))
    let all = try archive(try output("-editors.tar.gz")).names
    for editor in ["emacs", "helix", "jetbrains", "neovim", "vim", "vscode", "zed", "bash"] {
      #expect(all.contains { $0.contains("-editors/\(editor)/") }, "\(editor)")
    }
  }

  @Test("The site lists a page for each spec, and one that fails")
  func site() throws {
    let spec = try folder.write(
      """
      // A bell that rings & stops. It rings once.
      spec Bell
      var rings = false
      on push { rings = true }
      invariant ringsOrNot { rings || !rings }
      """, to: "bell.tray")
    try make("site", try BuiltTool.location().path, spec)
    let index = try folder.text(of: "out/index.html")
    #expect(index.contains(#"<a href="bell.html">bell</a> A bell that rings &amp; stops.</li>"#))
    #expect(!index.contains("<script"))
    #expect(try folder.text(of: "out/bell.html").hasSuffix("</main>\n"))
    #expect(try folder.text(of: "out/inbox.html").contains("A mention has no info next to it."))
  }

  @Test("Only one module imports Foundation, so that the tool carries no locale data")
  func foundation() throws {
    let found = try run(
      "/usr/bin/env", "grep", "-rlE", "^ *(@[a-z_]+ )?import Foundation", "--include=*.swift",
      RepositoryFolder.root.appending(path: "Sources").path
    ).1
    let modules = Set(
      found.split(separator: "\n").compactMap { $0.split(separator: "/").dropLast().last })
    // The plugins of SwiftPM are programs of their own.
    #expect(modules == ["BuildPlugin", "DriverPlugin", "Platform", "Plugin"], "\(found)")
  }

  @Test("The notes are the section of a version, and a missing one is an error")
  func notes() throws {
    try folder.write(
      "# Changelog\n\n## 0.2.0\n\n- Releases.\n\n### Fixed\n- A bug.\n\n## 0.1.0\n\n- First.\n",
      to: "Changelog.md")
    #expect(
      try run("notes", "v0.2.0", "Changelog.md") == (0, "- Releases.\n\n### Fixed\n- A bug.\n"))
    #expect(try run("notes", "0.1.0", "Changelog.md") == (0, "- First.\n"))
    #expect(try run("notes", "0.1", "Changelog.md").0 == 2)
  }
}
