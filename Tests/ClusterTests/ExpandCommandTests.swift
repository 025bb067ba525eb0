import Foundation
import TestSupport
import Testing

/// `traycheck cluster worker` as the programs that drive it meet it.
@Suite struct ExpandCommandTests {
  static let spec = """
    spec Icon
    param limit: 1...4 = 2
    symmetric ID(3)
    var tray: Set<ID> = []
    var badge: 0...4 = 0
    on receive(id: ID) when badge < limit { insert id into tray; badge += 1 }
    on clear when badge > 1 { tray = [] }
    invariant badgeIsRight { badge == tray.count }
    reachable full { tray.count == 2 }
    world high { limit = 4 }
    world walked { } walks 20 steps 5

    """
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.spec, to: "icon.tray")
  }

  private func run(
    _ line: String, input: String = ""
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(
      line.split(separator: " ").map(String.init), in: folder.url, input: input)
  }

  /// The expected header, as in a program.
  private func header(_ options: String = "") throws -> String {
    let program = try run("cluster spark icon.tray \(options)").stdout
    return try String(#require(program.firstMatch(of: #/"(traycheck-expand [^"]*)"/#)?.1))
  }

  @Test("states go in, and what comes of them goes out, with their number at the end")
  func expands() throws {
    let starts = try run("cluster worker icon.tray --emit starts").stdout.split(separator: "\n")
    #expect(starts.first == "s 00" && starts.last == "end 0")
    let found = try run("cluster worker icon.tray", input: try header() + "\n00\n")
    #expect(found.status == 0 && found.stderr.isEmpty)
    let lines = found.stdout.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("s ") }.count == 1)
    #expect(lines.last == "end 1" && lines.dropLast().last?.contains("\"transitions\":3") ?? false)
    let steps = try run("cluster worker icon.tray --emit steps", input: try header() + "\n00\n")
    #expect(steps.stdout.hasPrefix("e ") && steps.stdout.contains(" 00\n"))
    #expect(
      try run("cluster worker icon.tray", input: try header() + "\n").stdout.hasSuffix("end 0\n"))
  }

  @Test("steps to the states ahead are written, all of them, and of others few")
  func ahead() throws {
    let options = "--no-symmetry --set limit=4"
    let header = try header(options)
    func lines(_ line: String, of states: Set<String>) throws -> Set<String> {
      let input = ([header] + states.sorted()).joined(separator: "\n") + "\n"
      let result = try run("cluster worker icon.tray \(options) \(line)", input: input)
      #expect(result.status == 0, "\(result.stderr)")
      return Set(result.stdout.split(separator: "\n").map(String.init))
    }
    var states: Set = ["00"]
    for _ in 0..<3 {
      states.formUnion(
        try lines("", of: states).filter { $0.hasPrefix("s ") }.map { String($0.dropFirst(2)) })
    }
    let all = try lines("--emit steps", of: states).filter { $0.hasPrefix("e ") }
    try folder.makeFolders("ahead")
    for target in Set(all.map { String($0.split(separator: " ")[1]) }) {
      try folder.write("\(target) 0\n", to: "ahead/part-00000")
      let some = try lines("--emit steps --ahead ahead", of: states)
        .filter { $0.hasPrefix("e ") }
      #expect(some.isSubset(of: all))
      #expect(some.isSuperset(of: all.filter { $0.hasPrefix("e \(target) ") }))
      #expect(some.count * 2 < all.count)
    }
    try folder.write("nothing 0\n", to: "ahead/part-00000")
    let refused = try run(
      "cluster worker icon.tray \(options) --emit steps --ahead ahead", input: header + "\n00\n")
    #expect(refused.status == 2 && refused.stderr.contains("is no state"), "\(refused.stderr)")
  }

  @Test("what is known is not found again")
  func known() throws {
    let state = try #require(
      try run("cluster worker icon.tray --no-symmetry", input: header("--no-symmetry") + "\n00\n")
        .stdout
        .split(separator: "\n").first?.dropFirst(2))
    let input = try header("--no-symmetry") + "\n"
    let first = try run("cluster worker icon.tray --no-symmetry", input: input + state + "\n")
      .stdout
    let finding = try #require(first.firstMatch(of: #/\nf [01] (\S*) /#)?.1)
    let next = try run(
      "cluster worker icon.tray --no-symmetry", input: "\(input)known \(finding)\n\(state)\n")
    #expect(next.status == 0 && !next.stdout.contains(finding))
    #expect(try run("cluster worker icon.tray", input: header() + "\nknown {}\n").status == 2)
  }

  @Test("what is foreign, cut off or garbage is refused, and nothing of it is counted")
  func refused() throws {
    let header = try header()
    for (input, reason) in [
      ("", "there is no first line"), ("\n", "it does not begin with the line"),
      ("hello\n00\n", "it does not begin with the line"),
      (header.replacing("expand 1", with: "expand 2") + "\n00\n", "it is of version 2"),
      (try self.header("--set limit=3") + "\n00\n", "it is of another spec"),
      (try self.header("--property full") + "\n00\n", "it is of another spec"),
      (header + "\n00", "the last line is cut off"), (header, "the last line is cut off"),
      (header + "\n0\n", "line 2 is no state: '0'"), (header + "\n00\nzz\n", "line 3 is no state"),
      (header + "\n000\n", "line 2 is no state"), (header + "\n\n", "line 2 is no state"),
      (header + "\n01\n", "does not represent its orbit"),
      (header + "\n0\u{202E}1\0\n", "line 2 is no state: '0\u{FFFD}1\u{FFFD}'"),
      (header + "\n00\n" + String(repeating: "0", count: 300_000), "a line is too long"),
    ] {
      let result = try run("cluster worker icon.tray", input: input)
      #expect(
        result.status == 2 && result.stderr.contains(reason), "\(input.prefix(80)): \(result)")
      #expect(!result.stdout.contains("end "))
    }
    try folder.write(Self.spec.replacing("badge > 1", with: "badge > 0"), to: "icon.tray")
    let other = try run("cluster worker icon.tray", input: header + "\n00\n")
    #expect(other.status == 2 && other.stderr.contains("another spec"))
  }

  @Test("wrong usage is told, and so is a spec with mistakes")
  func usage() throws {
    for line in [
      "cluster worker", "cluster worker icon.tray --world nowhere",
      "cluster worker icon.tray --set nothing=1",
      "cluster worker icon.tray --world walked",
      "cluster worker icon.tray --world high --world default",
      "cluster worker icon.tray --emit nothing", "cluster", "cluster spark",
      "cluster nothing icon.tray",
      "cluster report icon.tray", "cluster slurm icon.tray --parts 0",
      "cluster github icon.tray --parts 257", "cluster spark .",
    ] {
      let result = try run(line)
      #expect(result.status == 64 && result.stdout.isEmpty && !result.stderr.isEmpty, "\(line)")
    }
    try folder.write("spec Wrong\nvar n = nothing\n", to: "wrong.tray")
    for line in [
      "cluster worker wrong.tray", "cluster spark wrong.tray", "cluster spark nowhere.tray",
      "cluster report icon.tray --from nowhere --read-only",
    ] {
      let result = try run(line)
      #expect(result.status == 2 && !result.stderr.isEmpty, "\(line) \(result)")
    }
  }
}
