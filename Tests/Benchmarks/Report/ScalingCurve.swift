import Foundation

/// The growth of traycheck's time and memory with the number of states.
///
/// The points are the tray model with 2 to 6 IDs. Between them, the bound of its analytics queue
/// makes the states more: there are as many times the states as the queue has lengths.
struct ScalingCurve {
  /// The tray model in one size.
  struct Point {
    var ids: Int
    var queueLimit: Int

    /// The number of states.
    var states: Int { Self.statesWithoutQueue[ids - 2] * (queueLimit + 1) }

    /// Returns whether the number of states is approximately within a limit: the points are near powers of ten, not on
    /// them.
    func isWithin(_ limit: Int) -> Bool { Double(states) <= 1.08 * Double(limit) }

    private static let statesWithoutQueue = [1_896, 21_414, 197_880, 1_584_480, 11_442_624]
  }

  /// About two points for each power of ten, from 10⁴ to 10⁸ states.
  static let points = [
    Point(ids: 2, queueLimit: 4), Point(ids: 2, queueLimit: 15), Point(ids: 3, queueLimit: 4),
    Point(ids: 4, queueLimit: 1), Point(ids: 4, queueLimit: 4), Point(ids: 5, queueLimit: 1),
    Point(ids: 5, queueLimit: 5), Point(ids: 6, queueLimit: 2), Point(ids: 6, queueLimit: 8),
  ]

  /// The measurements on one number of threads, from few states to many.
  struct Line {
    var threads: Int
    var points: [(point: Point, measurement: Measurement)] = []
  }

  var lines: [Line]

  var text: String {
    var table = MarkdownTable(header: [
      "model", "threads", "runs", "states", "transitions", "s", "CPU s", "M transitions/s",
      "M states/s", "peak MB", "bytes/state", "reported",
    ])
    for line in lines {
      for (point, measurement) in line.points {
        guard let counts = measurement.counts else { continue }
        table.rows.append([
          "\(point.ids) IDs, queue up to \(point.queueLimit)", String(line.threads),
          String(measurement.runs.count), Figures.count(counts.states),
          Figures.count(counts.transitions), Figures.rounded(measurement.seconds),
          Figures.rounded(measurement.processorSeconds),
          Figures.rounded(measurement.transitionsPerSecond / 1e6),
          Figures.rounded(Double(counts.states) / measurement.seconds / 1e6),
          Figures.megabytes(measurement.peakBytes), Figures.rounded(measurement.bytesPerState),
          measurement.storeBytesPerState.map(Figures.rounded) ?? "-",
        ])
      }
    }
    return "### How traycheck scales\n\n\(table.text)"
  }

  /// Time and memory against the number of states.
  var picture: CurvePicture {
    func lines(_ value: (Measurement) -> Double) -> [CurvePicture.Line] {
      self.lines.map { line in
        CurvePicture.Line(
          label: line.threads == 1 ? "1 thread" : "\(line.threads) threads",
          points: line.points.map { (Double($0.point.states), value($0.measurement)) })
      }
    }
    return CurvePicture(
      title: "traycheck on the tray model: time and memory against states", horizontal: "states",
      panels: [
        .init(title: "Time of the whole process (s)", lines: lines { $0.seconds }),
        .init(
          title: "Peak memory of the whole process (MB)", lines: lines { $0.peakBytes / 1e6 }),
      ])
  }
}

extension Laboratory {
  /// Measures traycheck on the points up to the limit; on one thread, and on all if it can.
  func measureScaling() throws -> ScalingCurve {
    let folder = try installation.newFolder()
    let spec = Installation.models.appending(path: "tray.tray").path
    var lines: [ScalingCurve.Line] = []
    for contender in try traychecks() {
      var line = ScalingCurve.Line(threads: contender.threads)
      for point in ScalingCurve.points where point.isWithin(options.scaleLimit) {
        let command = contender.command(
          spec, ["ids": point.ids, "queueLimit": point.queueLimit])
        var measurement = Measurement(contender: contender)
        for round in 1...options.runs where wants(anotherRunOf: measurement) {
          let what = "scaling, \(contender.threadsInWords), \(point.states) states"
          progress("\(what): run \(round)")
          try run(Prepared(command: command), in: folder, what, for: &measurement)
          if let counts = measurement.counts, counts.states != point.states {
            throw Failure.unequal("\(what): \(counts.states) states")
          }
        }
        // Larger sizes take even longer, so they are not tried.
        if measurement.runs.isEmpty { break }
        line.points.append((point, measurement))
      }
      lines.append(line)
    }
    return ScalingCurve(lines: lines)
  }
}
