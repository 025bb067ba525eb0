import TestSupport
import Testing

@testable import Engine
@testable import Semantics

@Suite("Estimates of how many states were seen")
struct StateSketchTests {
  private func sketch(_ numbers: some Sequence<Int>) -> StateSketch {
    var ranks = StateSketch().ranks
    ranks.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for number in numbers { StateSketch.add(SlotHash.mix(UInt64(number)), to: base) }
    }
    return StateSketch(ranks: ranks)
  }

  @Test("are within three percent", arguments: [0, 1, 2, 100, 5000, 60_000, 300_000])
  func isNear(_ count: Int) {
    let estimate = sketch((0..<count).map { $0 * 7 + 3 }).estimate
    #expect(abs(estimate - count) <= max(1, count * 3 / 100))
  }

  @Test("join as if all had been seen by one")
  func joins() {
    var joined = sketch(0..<3000)
    joined.merge(sketch(2000..<9000))
    #expect(joined == sketch(0..<9000))
  }

  @Test("are read from their bytes, and from nothing else")
  func bytes() {
    let some = sketch(0..<50)
    #expect(StateSketch(bytes: some.bytes) == some)
    #expect(StateSketch(bytes: some.bytes.dropLast()) == nil)
    #expect(StateSketch(bytes: some.bytes.dropLast() + [65]) == nil)
  }
}

@Suite("Set bits by their number")
struct BitSelectionTests {
  @Test("are those that counting one by one finds")
  func agrees() {
    let selection = BitSelection()
    var random = SplitMix64(seed: 5)
    for round in 0..<2000 {
      var mask = random.next()
      for _ in 0..<round % 5 { mask &= random.next() }
      if round % 7 == 0 { mask &= 0xFF }
      let places = (0..<64).filter { mask >> UInt64($0) & 1 == 1 }
      #expect(selection.count(mask) == places.count)
      #expect(places.indices.map { selection.place($0, of: mask) } == places)
    }
  }
}
