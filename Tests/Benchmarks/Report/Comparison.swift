/// One model in one size, measured with all tools: a table, and its summary.
struct Comparison {
  var model: BenchmarkModel
  var measurements: [Measurement]

  var text: String {
    var table = MarkdownTable(header: [
      "tool", "threads", "runs", "compile s", "run s", "both s", "CPU s", "M transitions/s",
      "peak MB", "bytes/state", "reported", "traycheck is", "with compile",
    ])
    for measurement in measurements { table.rows.append(row(measurement)) }
    let states = Figures.count(model.states)
    let transitions = Figures.count(model.transitions)
    return """
      ### \(model.name), \(model.label): \(states) states, \(transitions) transitions

      \(table.text)
      \(summary)
      """
  }

  private func row(_ measurement: Measurement) -> [String] {
    let contender = measurement.contender
    let compile = measurement.compileSeconds.map(Figures.rounded) ?? "-"
    var row = [contender.name, String(contender.threads), String(measurement.runs.count), compile]
    guard !measurement.runs.isEmpty else {
      let limit = measurement.timeLimit.map { "> \(Figures.rounded($0))" } ?? "-"
      return row + [limit] + Array(repeating: "-", count: 8)
    }
    row += [
      Figures.rounded(measurement.seconds),
      Figures.rounded(measurement.secondsWithCompilation),
      Figures.rounded(measurement.processorSeconds),
      Figures.rounded(measurement.transitionsPerSecond / 1e6),
      Figures.megabytes(measurement.peakBytes),
      Figures.rounded(measurement.bytesPerState),
      measurement.storeBytesPerState.map(Figures.rounded) ?? "-",
    ]
    let own = traycheck(threads: contender.threads)
    return row
      + [measurement.seconds, measurement.secondsWithCompilation].map { seconds in
        Figures.ratio(own.map { seconds / $0.seconds } ?? .nan)
      }
  }

  private func traycheck(threads: Int) -> Measurement? {
    measurements.first {
      $0.contender.tool == "traycheck" && $0.contender.threads == threads && !$0.runs.isEmpty
    }
  }

  /// A sentence for each number of threads: traycheck compared with the fastest build of each other tool.
  private var summary: String {
    var lines: [String] = []
    let threadCounts = Set(measurements.map(\.contender.threads)).sorted()
    for threads in threadCounts {
      guard let own = traycheck(threads: threads) else { continue }
      let peers = ["spin", "rumur"].compactMap { tool in
        measurements.filter {
          $0.contender.tool == tool && $0.contender.threads == threads && !$0.runs.isEmpty
        }.min { $0.seconds < $1.seconds }
      }
      let ratios = peers.map { peer in
        "\(Figures.ratio(peer.seconds / own.seconds)) as fast as \(peer.contender.name) (with "
          + "\(Figures.rounded(own.bytesPerState)) bytes per state, not "
          + "\(Figures.rounded(peer.bytesPerState)))"
      }
      if !ratios.isEmpty {
        let words = threads == 1 ? "one thread" : "\(threads) threads"
        lines.append("On \(words), traycheck is \(ratios.joined(separator: ", and ")).")
      }
    }
    if let one = traycheck(threads: 1), let most = threadCounts.last, most > 1,
      let all = traycheck(threads: most)
    {
      lines.append(
        "On \(most) threads it is \(Figures.ratio(one.seconds / all.seconds)) as fast as on one.")
    }
    return lines.map { "\($0)\n" }.joined()
  }
}
