/// Random walks of all tools: a table.
struct WalkComparison {
  var measurements: [WalkMeasurement]

  var text: String {
    var table = MarkdownTable(header: [
      "tool", "threads", "runs", "steps", "run s", "CPU s", "M steps/s", "traycheck is",
    ])
    let best = measurements.first?.stepsPerSecond ?? .nan
    for measurement in measurements {
      table.rows.append([
        measurement.name, String(measurement.threads), String(measurement.runs.count),
        Figures.count(measurement.steps), Figures.rounded(measurement.seconds),
        Figures.rounded(measurement.processorSeconds),
        Figures.rounded(measurement.stepsPerSecond / 1e6),
        Figures.ratio(best / measurement.stepsPerSecond),
      ])
    }
    return """
      ### Random walks, tray, 4 IDs

      \(table.text)
      """
  }
}
