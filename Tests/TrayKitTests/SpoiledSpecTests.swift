import Foundation
import TestSupport
import Testing
import TrayKit

/// Valid specs with something cut off, missing, doubled or in another place.
@Suite struct SpoiledSpecTests {
  @Test("a spec that ends too early, at any byte, is answered", arguments: ValidSpec.names)
  func truncation(_ name: String) throws {
    let bytes = Array(try ValidSpec.text(name).utf8)
    let step = _isDebugAssertConfiguration() ? 61 : 1
    for end in stride(from: bytes.count % step, to: bytes.count, by: step) {
      try Intake.expectOrderly(bytes[..<end], "\(name) up to \(end)")
    }
  }

  @Test(
    "a spec in which pieces are missing, doubled or swapped is answered", arguments: ValidSpec.names
  )
  func mutation(_ name: String) throws {
    let pieces = ValidSpec.pieces(try ValidSpec.text(name))
    var dice = SplitMix64(seed: UInt64(name.utf8.count))
    for round in 0..<(_isDebugAssertConfiguration() ? 20 : 2000) {
      var mutated = pieces
      for _ in 0...(round % 3) { Self.mutate(&mutated, &dice) }
      try Intake.expectOrderly(mutated.joined().utf8, "\(name), round \(round)")
    }
  }

  private static func mutate(_ pieces: inout [Substring], _ dice: inout SplitMix64) {
    let place = dice.number(below: pieces.count)
    let other = dice.number(below: pieces.count)
    switch dice.number(below: 5) {
    case 0: pieces.remove(at: place)
    case 1: pieces.insert(pieces[place], at: place)
    case 2: pieces.swapAt(place, other)
    case 3: pieces[place] = pieces[other]
    default: pieces[place] = Substring(dice.pick(Vocabulary.words) ?? "")
    }
  }
}
