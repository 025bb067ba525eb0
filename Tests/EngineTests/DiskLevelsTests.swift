import Semantics
import TestSupport
import Testing

@testable import Engine

/// Levels that are merged from runs, against sets of records.
@Suite("Levels on disk")
struct DiskLevelsTests {
  @Test(
    "have each state once, in the first level to which it comes, for any number of threads",
    arguments: [1, 2, 3], [1, 2, 5])
  func agree(_ wordCount: Int, _ threads: Int) throws {
    for seed in 0..<UInt64(8) {
      let folder = try ScratchFolder()
      let pool = WorkerPool(count: threads)
      defer { pool.finish() }
      let levels = try DiskLevels(
        folder: folder.url.path, wordCount: wordCount, isMerging: true, bufferBytes: 1 << 12,
        pool: pool)
      var random = SplitMix64(seed: seed)
      var visited: Set<[UInt64]> = []
      for level in 0..<8 {
        // Some levels have few states, so that most of the visited ones are skipped.
        let runs = Self.runs(
          random.oneIn(3) ? 1 : 1 + random.number(below: 70), wordCount, &random)
        for run in runs { try levels.append(run.flatMap { $0 }, count: run.count) }
        try levels.endLevel()
        let new = Set(runs.joined()).subtracting(visited)
        visited.formUnion(new)
        let wanted = new.sorted { $0.lexicographicallyPrecedes($1) }
        #expect(try Self.read(0..<new.count, of: level, in: levels) == wanted)
        let start = random.number(below: new.count + 1)
        let places = start..<start + random.number(below: new.count - start + 1)
        #expect(try Self.read(places, of: level, in: levels) == Array(wanted[places]))
      }
      #expect(levels.count == visited.count)
    }
  }

  @Test("take as much room on the disk for any number of threads")
  func room() throws {
    let sizes = try [1, 2, 5].map { threads in
      let folder = try ScratchFolder()
      let pool = WorkerPool(count: threads)
      defer { pool.finish() }
      let levels = try DiskLevels(
        folder: folder.url.path, wordCount: 2, isMerging: true, bufferBytes: 1 << 12, pool: pool)
      var random = SplitMix64(seed: 7)
      for _ in 0..<5 {
        for run in Self.runs(20, 2, &random) {
          try levels.append(run.flatMap { $0 }, count: run.count)
        }
        try levels.endLevel()
      }
      return levels.byteCount
    }
    #expect(Set(sizes).count == 1 && sizes[0] > 0)
  }

  /// Sorted runs of records, many of which occur in several, or have the same prefix.
  private static func runs(
    _ count: Int, _ wordCount: Int, _ random: inout SplitMix64
  ) -> [[[UInt64]]] {
    (0..<count).map { _ in
      (0..<random.number(below: 120)).map { _ in
        (0..<wordCount).map { word in
          random.oneIn(20) ? .max : UInt64(random.number(below: word == 0 ? 9_000 / wordCount : 40))
        }
      }.sorted { $0.lexicographicallyPrecedes($1) }
    }
  }

  private static func read(
    _ places: Range<Int>, of level: Int, in levels: DiskLevels
  ) throws -> [[UInt64]] {
    let words = Buffer<UInt64>(count: places.count * levels.wordCount)
    try levels.read(places, of: level, into: words.base)
    return (0..<places.count).map { place in
      (0..<levels.wordCount).map { words[place * levels.wordCount + $0] }
    }
  }
}
