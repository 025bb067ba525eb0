import Basics
import Semantics
import TestSupport
import Testing

/// The proposals for misspelt names.
@Suite struct NearestNameTests {
  @Test(
    "a slip in a few letters is forgiven",
    arguments: [
      ("qiet", "quiet"), ("chekc", "check"), ("max-stats", "max-states"), ("proprety", "property"),
      ("Format", "format"), ("", nil), ("x", nil), ("zzzzz", nil), ("propertyproperty", nil),
    ] as [(String, String?)])
  func proposes(name: String, nearest: String?) {
    let names = ["check", "quiet", "format", "max-states", "max-depth", "property", "q"]
    #expect(NearestName.propose(name, among: names) == nearest)
  }

  @Test("the nearest is proposed, and the first of several equally near")
  func order() {
    #expect(NearestName.propose("device", among: ["devise", "devices", "devicf"]) == "devise")
    #expect(NearestName.propose("devicex", among: ["devizes", "device"]) == "device")
    #expect(NearestName.propose("device", among: ["devise", "device"]) == "device")
  }

  @Test("the bounded distance agrees with the plain definition")
  func plain() {
    var dice = SplitMix64(seed: 7)
    for _ in 0..<3000 {
      let name = Self.word(&dice)
      let other = Self.word(&dice)
      let isExtended =
        !name.isEmpty && !other.isEmpty && (name.hasPrefix(other) || other.hasPrefix(name))
      let isShort = name.count < 5 || isExtended
      let limit = isShort ? (name.count + 1) / 3 : max(1, name.count / 4)
      let isNear = Self.distance(Array(name), Array(other)) <= limit
      #expect(
        (NearestName.propose(name, among: [other]) != nil) == isNear, "\(name) and \(other)")
    }
  }

  @Test("a name of any length takes little time", .timeLimit(.minutes(1)))
  func long() {
    let long = String(repeating: "ab", count: 1_000_000)
    #expect(NearestName.propose(long, among: [long, "quiet"]) == nil)
    #expect(NearestName.propose("quiett", among: [long, "quiet"]) == "quiet")
  }

  /// A short word over few letters.
  private static func word(_ dice: inout SplitMix64) -> String {
    String((0..<dice.number(below: 10)).map { _ in dice.pick(["a", "b", "c"]) ?? "a" })
  }

  /// Optimal string alignment over the full table.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var table = (0...first.count).map { i in (0...second.count).map { i == 0 ? $0 : i } }
    for i in 0..<first.count {
      for j in 0..<second.count {
        var least = min(table[i][j + 1], table[i + 1][j]) + 1
        least = min(least, table[i][j] + (first[i] == second[j] ? 0 : 1))
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          least = min(least, table[i - 1][j - 1] + 1)
        }
        table[i + 1][j + 1] = least
      }
    }
    return table[first.count][second.count]
  }
}
