import Foundation
import TestSupport

/// Random specs without mistakes: other checkers have to say the same of them, as far as they are installed.
final class ExternalCheckerTrial: RandomSpecTrial {
  private struct Report: Decodable {
    struct Opinion: Decodable {
      var checker, status: String
      var remarks: [String]
    }
    var opinions: [Opinion]
  }

  /// In bytes of Murphi: Spin reads a model of ten times as much for half a minute.
  private static let maximumModelSize = 30_000

  let bench: Workbench
  private(set) var tally: [String: Int] = [:]

  init(_ bench: Workbench) { self.bench = bench }

  func spec(seed: UInt64) -> (text: String, world: String?) {
    switch seed % 3 {
    case 0: return (RandomFairSpec(seed: seed, maximumStates: 150).text, nil)
    default:
      // Others compute with 31 bits.
      let random = RandomSpec(
        seed: seed, hasLocalMaps: seed.isMultiple(of: 2), hasOpenValues: seed.isMultiple(of: 2),
        hasLargeNumbers: false)
      return (random.text, random.world)
    }
  }

  func complaint(about text: String, world: String?, seed: UInt64) throws -> String? {
    let worldOptions = ["--world", world ?? "default"]
    let model = bench.run(["export", "spec.tray", "--to", "murphi"] + worldOptions)
    if model.output.count > Self.maximumModelSize {
      tally["too large", default: 0] += 1
      return nil
    }
    let answer = bench.run(
      ["certify", "--with", "all", "spec.tray", "--format", "json", "--max", "states=2000"]
        + worldOptions
        + ["--time-limit", "60s"])
    guard [0, 3].contains(answer.status) else {
      return "status \(answer.status): \(answer.errorText) \(answer.outputText.suffix(2000))"
    }
    for opinion in try JSONDecoder().decode(Report.self, from: Data(answer.output)).opinions {
      tally["\(opinion.checker) \(opinion.status)", default: 0] += 1
    }
    return nil
  }
}
