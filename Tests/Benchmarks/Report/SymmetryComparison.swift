/// The tray model with interchangeable IDs, and the cost of visiting one representative of all states that differ
/// only in IDs.
struct SymmetryComparison {
  /// The model with some number of IDs, on some number of threads.
  struct Row {
    var ids: Int
    /// Whether states are reduced by symmetry; if not, each is visited.
    var isReduced: Bool
    var measurement: Measurement

    /// The number of stored states.
    var stored: Int { measurement.counts.map { $0.storedStates ?? $0.states } ?? 0 }
    /// The time for a stored state and all its steps, in seconds.
    var secondsPerStored: Double { measurement.searchSeconds / Double(stored) }
  }

  /// The least number of IDs; with fewer, a search is too short to measure.
  static let fewestIDs = 4
  /// The number of IDs up to which all states are visited as well.
  static let mostUnreducedIDs = 5

  var rows: [Row]

  var text: String {
    var table = MarkdownTable(header: [
      "model", "threads", "runs", "states", "stored", "run s", "search s", "CPU s", "peak MB",
      "bytes/stored", "reported", "µs/stored", "times the µs", "as fast",
    ])
    for row in rows { table.rows.append(cells(row)) }
    return """
      ### Symmetry, tray with interchangeable IDs

      \(table.text)
      \(summary)
      """
  }

  private func cells(_ row: Row) -> [String] {
    let measurement = row.measurement
    let other = unreduced(row)
    let stored = Double(row.stored)
    return [
      "\(row.ids) IDs\(row.isReduced ? "" : ", --no-symmetry")",
      String(measurement.contender.threads), String(measurement.runs.count),
      Figures.count(measurement.counts?.states ?? 0), Figures.count(row.stored),
      Figures.rounded(measurement.seconds), Figures.rounded(measurement.searchSeconds),
      Figures.rounded(measurement.processorSeconds), Figures.megabytes(measurement.peakBytes),
      Figures.rounded(measurement.peakBytes / stored),
      Figures.rounded((measurement.counts?.storeBytes ?? .nan) / stored),
      Figures.rounded(row.secondsPerStored * 1e6),
      Figures.ratio(other.map { row.secondsPerStored / $0.secondsPerStored } ?? .nan),
      Figures.ratio(other.map { $0.measurement.searchSeconds / measurement.searchSeconds } ?? .nan),
    ]
  }

  /// Returns the same row without symmetry, if it was measured.
  private func unreduced(_ row: Row) -> Row? {
    rows.first {
      !$0.isReduced && $0.ids == row.ids
        && $0.measurement.contender.threads == row.measurement.contender.threads
    }
  }

  private var summary: String {
    rows.compactMap { row in
      guard row.isReduced, row.measurement.contender.threads == 1, let other = unreduced(row)
      else { return nil }
      let cost = Figures.ratio(row.secondsPerStored / other.secondsPerStored)
      let gain = Figures.ratio(other.measurement.searchSeconds / row.measurement.searchSeconds)
      return "With \(row.ids) IDs, a stored state takes \(cost) as long as one without symmetry, "
        + "and the search is \(gain) as fast.\n"
    }.joined()
  }
}

extension Laboratory {
  /// Measures traycheck on the tray with interchangeable IDs, up to as many as the options say;
  /// with few of them also without symmetry.
  func measureSymmetry() throws -> SymmetryComparison {
    let folder = try installation.newFolder()
    let spec = Installation.models.appending(path: "tray-symmetric.tray").path
    var comparison = SymmetryComparison(rows: [])
    for ids in SymmetryComparison.fewestIDs...options.symmetryLimit {
      var rows: [SymmetryComparison.Row] = []
      var programs: [Prepared] = []
      for contender in try traychecks() {
        for isReduced in ids <= SymmetryComparison.mostUnreducedIDs ? [true, false] : [true] {
          rows.append(
            .init(ids: ids, isReduced: isReduced, measurement: Measurement(contender: contender)))
          programs.append(
            Prepared(
              command: contender.command(
                spec, ["ids": ids], options: isReduced ? [] : ["--no-symmetry"])))
        }
      }
      for round in 1...options.runs {
        for index in rows.indices where wants(anotherRunOf: rows[index].measurement) {
          let row = rows[index]
          let threads = row.measurement.contender.threadsInWords
          let what = "symmetry, \(threads), \(ids) IDs\(row.isReduced ? "" : ", without it")"
          progress("\(what): run \(round)")
          try run(programs[index], in: folder, what, for: &rows[index].measurement)
        }
      }
      rows.removeAll { $0.measurement.runs.isEmpty }
      try compare(rows)
      comparison.rows += rows
      // Larger sizes take even longer, so they are not tried.
      if rows.isEmpty { break }
    }
    return comparison
  }

  /// Checks that the states and transitions are the same with and without symmetry.
  private func compare(_ rows: [SymmetryComparison.Row]) throws {
    guard let first = rows.first?.measurement.counts else { return }
    for row in rows {
      guard let counts = row.measurement.counts, counts.states == first.states,
        counts.transitions == first.transitions
      else { throw Failure.unequal("symmetry, \(row.ids) IDs: the counts differ") }
    }
  }
}
