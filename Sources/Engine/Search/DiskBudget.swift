/// The distribution of memory in a search on disk.
struct DiskBudget {
  /// The size of the tables of keys and of parts of states, in bytes.
  let tableBytes: Int
  /// The number of new states that are collected before they are written.
  let segmentPlaces: Int
  /// The number of states that are read at once for expansion.
  let portionPlaces: Int
  /// The size of the buffers of a merge, in bytes.
  let bufferBytes: Int
  /// The maximum number of marked states in a level during the search for traces.
  let maximumMarks: Int

  /// - Parameter available: for everything, in bytes. The least shares are a few states, so that tests reach every
  ///   limit.
  init(available: Int, wordCount: Int, isExact: Bool) {
    let stateBytes = 8 * wordCount
    // Long sorted runs make merging cheap; known new states only pass through.
    segmentPlaces = max(64, available / (isExact ? 8 : 32) / stateBytes)
    portionPlaces = max(64, min(1 << 20, available / (isExact ? 16 : 32) / stateBytes))
    bufferBytes = max(1 << 12, isExact ? min(1 << 28, available / 8) : 0)
    let rest =
      available - (segmentPlaces + portionPlaces) * stateBytes - bufferBytes - available / 32
    tableBytes = max(1 << 8, rest)
    // The table is freed for the marks; a mark takes up to 100 bytes while two levels are in use.
    maximumMarks = max(1 << 12, available / 128)
  }
}
