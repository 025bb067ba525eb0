import Foundation
import Replays
import Semantics
import TestSupport
import Testing
import Traces

/// The files that are written, and those that are not.
@Suite("The folder of counterexamples")
struct CounterexampleFolderTests {
  private let scratch: ScratchFolder
  private let folder: CounterexampleFolder

  init() throws {
    scratch = try ScratchFolder()
    folder = CounterexampleFolder(scratch.url.path + "/Counterexamples/")
  }

  static let slow = """
    spec Lamp
    var n: 0...9 = 0
    on up when n < 9 { n += 1 }
    on jump when n < 3 { n += 1 }
    invariant low { n < 4 }
    """

  private func save(
    _ text: String = slow, at path: String? = nil, in folder: CounterexampleFolder? = nil,
    isProved: Bool = true,
    _ change: (inout Violation) -> Void = { _ in }
  ) throws -> SaveOutcome {
    let path = path ?? scratch.url.path + "/Specs/lamp.tray"
    let found = try search(SpecText.checked(text, name: path))
    var violation = try #require(found.violations.first)
    violation.isProvedShortest = isProved
    change(&violation)
    return (folder ?? self.folder).save(
      Counterexample(violation, in: found.spec), in: found.spec,
      provenance: .init(by: .walk, seed: 7, walk: 3, originalLength: 180))
  }

  /// The first file of a violation: further ones have a number in their names.
  private func stored() throws -> CounterexampleDocument {
    let path = try #require(folder.contents().files.min { $0.count < $1.count })
    return try CounterexampleFile.read(path).get().document
  }

  @Test("is made, and gets one file with a relative path to the spec")
  func written() throws {
    let path = "\(folder.path)/Lamp.default.low.json"
    #expect(try save() == .written(path))
    #expect(folder.contents().files == [path])
    let document = try stored()
    #expect(document.spec.path == "Specs/lamp.tray" && document.expect == .fixed)
    #expect(document.found == .init(by: .walk, seed: 7, walk: 3, originalLength: 180))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }

  @Test("is not made, nor what it is in, where the path of its files is longer than paths can be")
  func deep() throws {
    let deep = CounterexampleFolder(
      scratch.url.path + String(repeating: "/d", count: 2040 - scratch.url.path.utf8.count / 2))
    guard case .failed(_, let why) = try save(in: deep) else {
      Issue.record("it was saved")
      return
    }
    #expect(why == "its path is longer than the system allows")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
  }

  @Test("keeps a loop, replaces a longer one, and tells one that is none any more")
  func loop() throws {
    let text = """
      spec Bell
      var ringing = false
      var n: 0...1 = 0
      on ring when !ringing { ringing = true }
      on knock { n = 1 - n }
      on stop when ringing { ringing = false }
      eventually quiet whenever ringing { !ringing }
      """
    let path = scratch.url.path + "/Specs/bell.tray"
    func save(_ text: String, _ events: [String], loop: Int) throws
      -> SaveOutcome
    {
      let found = try search(SpecText.checked(text, name: path))
      let violation = try found.lasso("quiet", events, loop: loop)
      return folder.save(
        Counterexample(violation, in: found.spec), in: found.spec,
        provenance: .init(by: .check, originalLength: 3))
    }
    let file = "\(folder.path)/Bell.default.quiet.json"
    #expect(try save(text, ["ring", "knock", "knock"], loop: 1) == .written(file))
    #expect(try stored().loop == 1 && stored().property.kind == .eventually)
    #expect(try save(text, ["knock", "ring", "knock", "knock"], loop: 2) == .kept(file))
    #expect(try save(text, ["ring"], loop: 1) == .replaced(file))
    #expect(try stored().loop == 1 && stored().steps.count == 1)
    let fixed = text.replacing("on stop", with: "fair on stop")
      .replacing("on ring", with: "on blare when false { ringing = true }\non ring")
    let other = try save(
      fixed.replacing("when ringing", with: "when ringing && n == 0"), ["ring", "knock", "knock"],
      loop: 1)
    #expect(other == .written(file.replacing(".json", with: "-2.json")))
    #expect(try stored().steps.count == 1)
  }

  @Test("keeps a trace that is as short, and does not write it anew")
  func neverTwo() throws {
    _ = try save()
    let before = try Data(contentsOf: URL(filePath: try #require(folder.contents().files.first)))
    #expect(try save() == .kept("\(folder.path)/Lamp.default.low.json"))
    // The same violation by another path of the same length.
    _ = try save { $0.path.steps.swapAt(0, 1) }
    #expect(folder.contents().files.count == 1)
    #expect(
      try Data(contentsOf: URL(filePath: try #require(folder.contents().files.first))) == before)
  }

  @Test("replaces a longer trace, keeps what it expects, and is never overwritten by a longer one")
  func neverLonger() throws {
    let fast = Self.slow.replacing("n += 1 }\non jump", with: "n += 2 }\non jump")
    _ = try save()
    let path = "\(folder.path)/Lamp.default.low.json"
    var document = try stored()
    document.expect = .violated
    try Data(try document.encoded().utf8).write(to: URL(filePath: path))
    #expect(try save(fast) == .replaced(path))
    #expect(try stored().length == 2 && stored().expect == .violated)
    #expect(try save(fast) == .kept(path))
    let second = path.replacing(".json", with: "-2.json")
    #expect(try save() == .written(second), "the mistake is another one")
    #expect(try save() == .kept(second))
    #expect(try stored().length == 2)
  }

  @Test("learns that a trace is shortest")
  func proved() throws {
    _ = try save(isProved: false)
    #expect(try stored().shortest == .found)
    #expect(try save() == .updated("\(folder.path)/Lamp.default.low.json"))
    #expect(try stored().shortest == .proved)
    #expect(try save(isProved: false) == .kept("\(folder.path)/Lamp.default.low.json"))
    #expect(try stored().shortest == .proved)
  }

  @Test("tells that a file was renamed, or edited to be about something else, and leaves it alone")
  func otherViolation() throws {
    _ = try save()
    let name = "Counterexamples/Lamp.default.low.json"
    let text = try scratch.text(of: name)
    for (old, new) in [
      ("\"name\" : \"low\"", "\"name\" : \"lower\""), ("\"default\"", "\"dark\""),
      ("\"Lamp\"", "\"Tray\""), ("\"invariant\"", "\"deadlock\""),
    ] {
      let edited = text.replacing(old, with: new)
      #expect(edited != text)
      try scratch.write(edited, to: name)
      guard case .ofOtherViolation(_, let subject) = try save() else {
        Issue.record("a file that is about something else was overwritten or kept: \(new)")
        continue
      }
      #expect(subject.contains(new.split(separator: "\"").last ?? ""), "\(subject)")
      #expect(try scratch.text(of: name) == edited)
    }
  }

  @Test("replays a stored trace under its own constants")
  func ownConstants() throws {
    let text = Self.slow.replacing("n < 4", with: "n < top")
    _ = try save("\(text)\nparam top: 0...9 = 2")
    #expect(
      try save("\(text)\nparam top: 0...9 = 4") == .kept("\(folder.path)/Lamp.default.low.json"))
    let narrow = try save("\(text)\nparam top: 3...9 = 4")
    #expect(narrow == .written("\(folder.path)/Lamp.default.low-2.json"))
  }

  @Test("learns that a trace is shortest only from a world with the same constants")
  func provedElsewhere() throws {
    let text = "\(Self.slow)\nparam other: 0...9 = 2"
    _ = try save(text, isProved: false)
    let path = "\(folder.path)/Lamp.default.low.json"
    #expect(try save(text.replacing("= 2", with: "= 3")) == .kept(path))
    #expect(try stored().shortest == .found)
    let edited = text + " // edited"
    #expect(try save(edited) == .updated(path))
    #expect(try stored().spec.digest == SourceFile(path: "", text: edited).digest)
  }

  @Test("is never left with the longer trace by two that save at once, nor with what they leave")
  func atOnce() throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try scratch.write("", to: "Counterexamples/.Lamp.default.low.json.1.new")
    let path = scratch.url.path + "/Specs/lamp.tray"
    let fast = Self.slow.replacing("n += 1 }\non jump", with: "n += 2 }\non jump")
    let found = try search(SpecText.checked("\(fast)\non idle {}", name: path))
    let short = try #require(found.violations.first)
    var long = short
    let idle = EventInstance(event: found.spec.events.count - 1, arguments: [])
    let steps = [idle, idle].map {
      Step(instance: $0, rule: nil, choices: [], signals: [], state: short.path.start)
    }
    long.path.steps.insert(contentsOf: steps, at: 0)
    let violations = [short, long]
    for _ in 0..<10 {
      DispatchQueue.concurrentPerform(iterations: 12) { turn in
        let outcome = folder.save(
          Counterexample(violations[turn % 2], in: found.spec), in: found.spec,
          provenance: .init(by: .check, originalLength: 1))
        #expect(!outcome.isError)
      }
      #expect(try stored().length == 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
      try FileManager.default.removeItem(atPath: try #require(folder.contents().files.first))
    }
  }

  @Test("says of a spec with the same name that the file is another's")
  func otherSpec() throws {
    try FileManager.default.createDirectory(
      at: scratch.url.appending(path: "Specs"), withIntermediateDirectories: true)
    try scratch.write(Self.slow, to: "Specs/lamp.tray")
    _ = try save()
    guard case .ofOtherSpec = try save(at: scratch.url.path + "/Specs/other.tray") else {
      Issue.record("the file of another spec was overwritten")
      return
    }
    // A spec that has moved keeps its counterexamples.
    try FileManager.default.removeItem(at: scratch.url.appending(path: "Specs/lamp.tray"))
    guard case .kept = try save(at: scratch.url.path + "/Specs/other.tray") else {
      Issue.record("a spec that has moved lost its counterexample")
      return
    }
  }

  @Test(
    "leaves alone what it cannot read",
    arguments: ["", "{", "{\"format\": \"traycheck-counterexample\", \"version\": 2}"])
  func unreadable(_ text: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let name = "Counterexamples/Lamp.default.low.json"
    try scratch.write(text, to: name)
    let outcome = try save()
    #expect(outcome.isError)
    #expect(try scratch.text(of: name) == text)
  }

  @Test("that is a file, or a file that is a folder, is an error")
  func wrongKind() throws {
    try scratch.write("mine", to: "Counterexamples")
    #expect(try save().isError)
    #expect(try scratch.text(of: "Counterexamples") == "mine")
    try FileManager.default.removeItem(atPath: folder.path)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/Lamp.default.low.json", withIntermediateDirectories: true)
    #expect(try save().isError)
  }

  @Test("that may not be written to is an error", .enabled(if: geteuid() != 0))
  func readOnly() throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
    #expect(try save().isError)
    #expect(folder.contents().files == [])
  }
}

@Suite("The name of a counterexample's file")
struct CounterexampleNameTests {
  private func names(_ text: String) throws -> [String] {
    let found = try search(text)
    return found.violations.map { violation in
      CounterexampleName.file(of: found.document(of: violation).property, in: found.spec)
    }
  }

  @Test("tells the spec, the world and what is violated")
  func kinds() throws {
    let names = try names(ReplayedEventTests.text)
    #expect(
      names.sorted() == [
        "Test.default.deadlock.json",
        "Test.default.fault-crash-\(Fingerprint.short("5 / (n - 1)")).json",
        "Test.default.fault-quotient-\(Fingerprint.short("1 / (n - 3)")).json",
        "Test.default.gap-go.json", "Test.default.overlap-go-rises-leaps.json",
      ])
  }

  @Test("differs by more than case, and holds only plain letters")
  func plain() throws {
    let names = try names(
      "var n: 0...1 = 0\non go { n = 1 }\ninvariant low { n < 1 }\ninvariant LOW { n < 1 }\n"
        + "invariant niedrigÄ { n < 1 }")
    #expect(Set(names.map { $0.lowercased() }).count == 3)
    #expect(names.allSatisfy { $0.allSatisfy { $0.isASCII } })
  }

  @Test("the digest of a text is FNV-1a, whatever its line ends")
  func digest() {
    #expect(Fingerprint.of("") == "6c62272e07bb014262b821756295c58d")
    #expect(Fingerprint.of("a") == "d228cb696f1a8caf78912b704e4a8964")
    let unix = SourceFile(path: "", text: "a\nb\n")
    let windows = SourceFile(path: "", text: "a\r\nb\r\n")
    #expect(unix.digest == windows.digest)
    #expect(unix.digest == Fingerprint.of("a\nb\n"))
  }
}
