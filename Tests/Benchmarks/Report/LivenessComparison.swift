/// Properties of runs, each compared with a search for deadlocks only.
struct LivenessComparison {
  /// One property on some number of threads; without one, the bare search.
  struct Row {
    var property: String?
    var words: String
    var measurement: Measurement
  }

  /// The properties of the model, and the cost of deciding each.
  static let properties: [(name: String?, words: String)] = [
    ("goesDark", "`eventually`, one event always helps"),
    ("trayCanBeEmptied", "`possible`"),
    ("emptied", "`eventually`, `fair`, loops are sought"),
    ("isSeen", "`eventually`, `strongly fair`, loops are sought"),
  ]

  var ids: Int
  var rows: [Row]

  var text: String {
    var table = MarkdownTable(header: [
      "property", "threads", "runs", "run s", "search s", "CPU s", "peak MB",
      "times the bare search",
    ])
    for row in rows {
      let measurement = row.measurement
      table.rows.append([
        row.property.map { "\($0): \(row.words)" } ?? row.words,
        String(measurement.contender.threads),
        String(measurement.runs.count), Figures.rounded(measurement.seconds),
        Figures.rounded(measurement.searchSeconds), Figures.rounded(measurement.processorSeconds),
        Figures.megabytes(measurement.peakBytes), Figures.ratio(ratio(row)),
      ])
    }
    let states = Figures.count(rows.first?.measurement.counts?.states ?? 0)
    return """
      ### Whole runs, tray, \(ids) IDs: \(states) states

      \(table.text)
      """
  }

  /// The time of a row relative to the bare search: the median over the rounds, each of which runs all rows.
  private func ratio(_ row: Row) -> Double {
    let bare = rows.first {
      $0.property == nil
        && $0.measurement.contender.threads == row.measurement.contender.threads
    }
    return median(zip(row.measurement.searches, bare?.measurement.searches ?? []).map { $0 / $1 })
  }
}

extension Laboratory {
  /// Measures traycheck on each liveness property.
  func measureWholeRuns() throws -> LivenessComparison {
    let folder = try installation.newFolder()
    let spec = Installation.models.appending(path: "tray-runs.tray").path
    var rows: [LivenessComparison.Row] = []
    var programs: [Prepared] = []
    for contender in try traychecks() {
      for (property, words) in [(nil, "the bare search")] + LivenessComparison.properties {
        rows.append(
          .init(property: property, words: words, measurement: .init(contender: contender)))
        programs.append(
          Prepared(
            command: contender.command(
              spec, ["ids": options.runsIDs], options: ["--property", property ?? "deadlock"])))
      }
    }
    for round in 1...options.runs {
      for index in rows.indices where wants(anotherRunOf: rows[index].measurement) {
        let threads = rows[index].measurement.contender.threadsInWords
        let what = "whole runs, \(threads), \(rows[index].property ?? "bare search")"
        progress("\(what): run \(round)")
        try run(programs[index], in: folder, what, for: &rows[index].measurement)
      }
    }
    return LivenessComparison(ids: options.runsIDs, rows: rows)
  }
}
