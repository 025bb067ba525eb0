import Foundation
import TestSupport
import Testing

/// Certificates that a check writes, and the command that judges them.
@Suite struct CertifyCommandTests {
  private static let spec = """
    spec P
    param limit: 0...5 = 3
    var x: 0...5 = 0
    on up when x < limit { x += 1 }
    on down when x > 0 { x -= 1 }
    invariant small { x <= 1 }
    """

  private static let names = """
    spec Names
    symmetric Push(2)
    var shown: Set<Push> = []
    on show(push: Push) when !(push in shown) { insert push into shown }
    on swipe(push: Push) when push in shown { remove push from shown }
    invariant few { shown.count <= 3 }
    """

  /// Writes certificates of specs into the folder `C`; returns the exit status.
  @discardableResult
  private func check(_ folder: ScratchFolder, _ words: String...) throws -> Int32 {
    let command = ["check"] + words + ["--report", "certificate=C", "--read-only"]
    return try BuiltTool.run(command, in: folder.url).status
  }

  /// Runs `certify C` with more words; returns the exit status and all that is printed.
  private func certify(
    _ folder: ScratchFolder, _ words: String...
  ) throws -> (status: Int32, text: String) {
    let result = try BuiltTool.run(["certify", "C"] + words, in: folder.url)
    return (result.status, result.stderr + result.stdout)
  }

  private func files(_ folder: ScratchFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "C").path)
      .sorted()
  }

  @Test("a certificate with other constants is rejected, unless the same are set")
  func otherConstants() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.spec, to: "p.tray")
    #expect(try check(folder, "p.tray", "--set", "limit=1") == 0)
    let plain = try certify(folder)
    #expect(plain.status == 1)
    #expect(plain.text.contains("'limit' is 1 in the certificate and 3 in the world"))
    let set = try certify(folder, "--set", "limit=1")
    #expect(set.status == 0)
    #expect(set.text.contains("with limit = 1"))
    let json = try certify(folder, "--set", "limit=1", "--format", "json")
    #expect(json.text.contains(#""limit" : "1""#))
  }

  @Test("another number of names is rejected, and the own number of the spec is not")
  func namesOfTypes() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.names, to: "names.tray")
    #expect(try check(folder, "names.tray") == 0)
    #expect(try certify(folder).status == 0)
    #expect(try certify(folder, "--set", "Push=2").status == 0)
    let more = try certify(folder, "--set", "Push=3")
    #expect(more.status == 1)
    #expect(more.text.contains("'Push' is 2 in the certificate and 3 in the world"))
    #expect(try check(folder, "names.tray", "--set", "Push=2") == 0)
    #expect(try files(folder).count == 1)
    #expect(try certify(folder).status == 0)
    #expect(try check(folder, "names.tray", "--set", "Push=3") == 0)
    #expect(try certify(folder).status == 1)
  }

  @Test("the condition of 'explore while' is shown with the claims")
  func bound() throws {
    let folder = try ScratchFolder()
    let spec = Self.spec.replacing("x <= 1", with: "x <= 3") + "\nexplore while x <= 1\n"
    try folder.write(spec, to: "p.tray")
    #expect(try check(folder, "p.tray") == 0)
    #expect(try certify(folder).text.inOneLine.contains("within 'explore while x <= 1'"))
    #expect(try certify(folder, "--format", "json").text.contains(#""bound" : "x <= 1""#))
  }

  @Test("a setting has to name a constant of some spec, and to fit it")
  func wrongSettings() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.spec, to: "p.tray")
    #expect(try check(folder, "p.tray", "--set", "limit=1") == 0)
    let unknown = try certify(folder, "--set", "limti=1")
    #expect(unknown.status == 64)
    #expect(unknown.text.contains("no spec has a param 'limti'; did you mean 'limit'?"))
    #expect(try certify(folder, "--set", "limit=").status == 64)
    let outside = try certify(folder, "--set", "limit=9")
    #expect(outside.status == 2)
    #expect(outside.text.contains("'--set limit=9' does not fit: 9 is outside 0...5"))
  }

  @Test("certificates of two specs with one name are two files, and so are those of two constants")
  func sameName() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.spec, to: "a.tray")
    try folder.write(Self.spec, to: "b.tray")
    #expect(try check(folder, "a.tray", "b.tray", "--set", "limit=1") == 0)
    #expect(try files(folder).count == 2)
    #expect(try files(folder).allSatisfy { $0.contains("limit_1") })
    #expect(try check(folder, "a.tray", "--set", "limit=2") == 1)
    #expect(try files(folder).count == 3)
  }

  @Test("a file of another spec is not overwritten, and one of an older text is")
  func foreignFile() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.names, to: "a.tray")
    try folder.write(Self.names, to: "b.tray")
    #expect(try check(folder, "a.tray") == 0)
    let first = try #require(try files(folder).first)
    #expect(try check(folder, "b.tray") == 0)
    let second = try #require(try files(folder).first { $0 != first })
    func url(_ name: String) -> URL { folder.url.appending(path: "C/\(name)") }
    let kept = try Data(contentsOf: url(first))
    try kept.write(to: url(second))
    let result = try BuiltTool.run(
      ["check", "b.tray", "--report", "certificate=C", "--read-only"], in: folder.url)
    #expect(result.status == 2)
    #expect(
      result.stderr.contains("not overwritten: it belongs to the world 'default' of a.tray"))
    #expect(try Data(contentsOf: url(second)) == kept)
    try folder.write("a note", to: "C/\(second)")
    #expect(try check(folder, "b.tray") == 2)
    try folder.write(Self.names + "// changed\n", to: "a.tray")
    #expect(try certify(folder, "C/\(first)").status != 0)
    #expect(try check(folder, "a.tray") == 0)
    #expect(try Data(contentsOf: url(first)) != kept)
  }

  @Test("each world of chosen specs has to have a certificate that claims all that holds")
  func requiredWorlds() throws {
    let folder = try ScratchFolder()
    let worlds = "world one { limit = 1 }\nworld walked { } walks 2 steps 2 violates small\n"
    try folder.write(Self.spec + "\nworld wide { } violates small\n" + worlds, to: "p.tray")
    try check(folder, "p.tray", "--world", "one")
    #expect(try certify(folder).status == 0)
    let open = try certify(folder, "--specs", "p.tray")
    #expect(open.status == 3)
    #expect(open.text.contains("P/wide: there is no certificate"))
    #expect(!open.text.contains("P/one:") && !open.text.contains("P/walked"))
    try check(folder, "p.tray", "--world", "wide")
    #expect(!(try certify(folder, "--specs", "p.tray")).text.contains("P/wide:"))
    try check(folder, "p.tray", "--world", "default")
    let partial = try certify(folder, "--specs", "p.tray")
    #expect(partial.status == 3)
    #expect(partial.text.contains("P/default: no certificate claims small"))
    let tolerant = "\ninvariant zero { x == 0 }\nworld tolerant { } violates zero, and others\n"
    try folder.write(Self.spec + tolerant, to: "p.tray")
    try check(folder, "p.tray", "--world", "tolerant")
    let tolerated = try certify(folder, "--specs", "p.tray")
    #expect(tolerated.text.contains("P/tolerant: no certificate claims small"))
    // The property itself goes wrong.
    let faulty =
      "\ninvariant inverse { 6 / (2 - x) >= 0 }\nworld faulty { limit = 2 } violates small, fault"
    for place in ["", " in inverse"] {
      try folder.write(Self.spec + faulty + place + "\n", to: "p.tray")
      try check(folder, "p.tray", "--world", "faulty")
      let excused = !(try certify(folder, "--specs", "p.tray")).text.contains("claims inverse")
      #expect(excused == !place.isEmpty)
    }
    try folder.write("spec P {", to: "p.tray")
    #expect(try certify(folder, "--specs", "p.tray").status == 2)
  }

  @Test("a strict run requires all worlds of the specs, and certificates alone in the folders")
  func strict() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.spec + "\nworld wide { limit = 1 }\n", to: "p.tray")
    #expect(try check(folder, "p.tray", "--world", "wide") == 0)
    #expect(try certify(folder).status == 0)
    let open = try certify(folder, "--strict")
    #expect(open.status == 3 && open.text.contains("P/default: there is no certificate"))
    let named = try certify(folder, "--strict", "--specs", "p.tray")
    #expect(named.text.components(separatedBy: "P/default: there is").count == 2)
    try folder.write(Self.spec.replacing("= 3", with: "= 1"), to: "p.tray")
    try FileManager.default.removeItem(at: folder.url.appending(path: "C"))
    #expect(try check(folder, "p.tray") == 0)
    #expect(try certify(folder, "--strict").status == 0)
    try folder.write("", to: "C/.hidden")
    #expect(try certify(folder, "--strict").status == 0)
    try folder.write("", to: "C/p.certificat")
    #expect(try certify(folder).status == 0)
    let other = try certify(folder, "--strict")
    #expect(other.status == 3 && other.text.contains("C/p.certificat: its name does not end in"))
  }
}
