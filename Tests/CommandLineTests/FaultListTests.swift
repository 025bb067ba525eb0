import Foundation
import TestSupport
import Testing

/// The faults that can be planted in the tool to test the tests, as Tests/Faults/README.md describes. Running them
/// takes minutes and is no test; this test only checks that the lists match the sources.
@Suite("Faults that may be planted") struct FaultListTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: RepositoryFolder.root.appending(path: path), encoding: .utf8)
  }

  @Test("are at least sixty, each with a name of its own and a sentence")
  func names() throws {
    let faults = try PlantedFault.all()
    #expect(faults.count >= 60)
    #expect(Set(faults.map(\.name)).count == faults.count)
    #expect(Set(faults.map(\.number)).count == faults.count)
    for fault in faults {
      #expect(fault.summary.hasSuffix("."), "\(fault.name)")
      #expect(fault.file.hasPrefix("Sources/"), "\(fault.name)")
      let isPlanted = fault.replacement.contains { $0.contains(PlantedFault.condition) }
      #expect(isPlanted, "\(fault.name): nothing of it is planted")
    }
  }

  @Test("stand where the sources have what they replace, once, and all at the same time")
  func originals() throws {
    var texts: [String: String] = [:]
    for fault in try PlantedFault.all() {
      let text = try texts[fault.file] ?? Self.text(fault.file)
      let places = fault.places(in: text.components(separatedBy: "\n"))
      #expect(
        places.count == 1, "\(fault.name): its lines are \(places.count) times in \(fault.file)")
      if places.count == 1 { texts[fault.file] = try fault.planted(in: text, condition: "false") }
    }
  }

  @Test("have tests that there are")
  func tests() throws {
    let folder = RepositoryFolder.root.appending(path: "Tests")
    var texts: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix("Tests.swift") {
      let text = try Self.text("Tests/\(path)")
      for suite in text.matches(of: /(?:struct|class) ([A-Za-z0-9]+Tests)\b/) {
        texts[String(suite.1), default: ""] += text
      }
    }
    for fault in try PlantedFault.all() {
      let text = try #require(texts[fault.suite], "\(fault.name): there is no \(fault.suite)")
      guard let function = fault.function else { continue }
      #expect(text.contains("func \(function)("), "\(fault.name): there is no \(fault.test)")
    }
  }

  @Test(
    "are counted where documents tell of them",
    arguments: [
      "Tests/Faults/README.md", "Sources/TrayKit/TrayKit.docc/Certificates.md",
    ])
  func counts(_ document: String) throws {
    let faults = try PlantedFault.all()
    let count =
      "\(faults.count) faults, each found by one of \(Set(faults.map(\.test)).count) tests"
    let words = try Self.text(document).split(whereSeparator: \.isWhitespace)
    #expect(words.joined(separator: " ").contains(count), "\(document) does not say '\(count)'")
  }

  @Test("are planted into no folder that has other files in it")
  func foreignFolder() throws {
    let folder = try ScratchFolder()
    try folder.write("mine", to: "notes.txt")
    let refused = try BuiltTool.run(["--folder", folder.url.path], of: "faults")
    #expect(refused.status == 64 && refused.stderr.contains("has other files in it"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["notes.txt"])
  }

  @Test("are read as they are written, and what is no line of a list is told")
  func lists() throws {
    let text = """
      # A comment.

      fault: dropped-key
      what: A key is lost: the last one.
      file: Sources/Table.swift
      test: TableTests/growth
      seeds: 0..<20
      - keys.append(key)
      - count += 1
      + if !FAULT { keys.append(key) }
      + count += 1

      """
    let faults = try PlantedFault.read(text, part: "store")
    let fault = try #require(faults.first)
    #expect(faults.count == 1 && fault.name == "dropped-key" && fault.part == "store")
    #expect(fault.summary == "A key is lost: the last one." && fault.seeds == "0..<20")
    #expect(fault.suite == "TableTests" && fault.function == "growth")
    let source = "func add() {\n  keys.append(key)\n  count += 1\n}\ncount += 1\n"
    let planted = try fault.planted(in: source, condition: "isAwake")
    #expect(
      planted == "func add() {\nif !isAwake { keys.append(key) }\ncount += 1\n}\ncount += 1\n")
    #expect(throws: PlantedFault.Unreadable.self) {
      try fault.planted(in: source + source, condition: "isAwake")
    }
    for broken in ["what: no fault", "fault: a\nwho: b", "fault: a\nword"] {
      #expect(throws: PlantedFault.Unreadable.self) {
        try PlantedFault.read(broken, part: "store")
      }
    }
  }
}
