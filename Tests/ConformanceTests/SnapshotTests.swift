import Conformance
import Semantics
import TestSupport
import Testing

@Suite struct SnapshotTests {
  let card = StructType(
    name: "Card",
    fields: [
      Field(name: "kind", type: .range(lower: 0, upper: 2), defaultValue: nil),
      Field(name: "seen", type: .bool, defaultValue: nil),
    ])

  @Test func whatIsLeftOutOfAStructIsFree() {
    let seen = Snapshot.record([.whole(.int(1)), .free])
    #expect(seen.matches(.record([.int(1), .bool(true)])))
    #expect(!seen.matches(.record([.int(2), .bool(true)])))
    #expect(Type.structure(card).text(seen) == "Card(kind: 1, _)")
  }

  @Test func elementsOfASetOfWhichPartsAreFreeAreToldApart() {
    let seen = Snapshot.unordered([.record([.whole(.int(1)), .free]), .record([.free, .free])])
    #expect(
      seen.matches(.makeSet([.record([.int(1), .bool(true)]), .record([.int(1), .bool(false)])])))
    #expect(
      !seen.matches(
        .makeSet([.record([.int(0), .bool(true)]), .record([.int(2), .bool(false)])])))
    #expect(!seen.matches(.makeSet([.record([.int(1), .bool(true)])])))
  }
}
