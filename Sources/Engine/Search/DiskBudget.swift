/// How a search on disk shares out its memory.
struct DiskBudget {
  /// For the table of keys, and of parts of states, in bytes.
  let tableBytes: Int
  /// The table forgets, where it can, when it has more keys than this.
  let maximumKeys: Int
  /// How many new states gather before they are written.
  let segmentPlaces: Int
  /// How many states are read at once to be expanded.
  let portionPlaces: Int
  /// For the buffers of a merge, in bytes.
  let bufferBytes: Int
  /// How many states are marked in a level where traces are looked for.
  let maximumMarks: Int

  /// - Parameter available: for everything, in bytes. The least shares are a few states, so that tests
  ///   see everything run full.
  init(available: Int, wordCount: Int, isExact: Bool) {
    let stateBytes = 8 * wordCount
    // Long sorted runs make merging cheap; states that are known to be new only pass through.
    segmentPlaces = max(64, available / (isExact ? 8 : 32) / stateBytes)
    portionPlaces = max(64, min(1 << 20, available / (isExact ? 16 : 32) / stateBytes))
    bufferBytes = max(1 << 12, isExact ? min(1 << 28, available / 8) : 0)
    let rest =
      available - (segmentPlaces + portionPlaces) * stateBytes - bufferBytes - available / 32
    tableBytes = max(1 << 8, rest)
    maximumKeys = tableBytes / 8
    // The table is given up for them; a mark takes up to 100 bytes while two levels are at hand.
    maximumMarks = max(1 << 12, available / 128)
  }
}
