import Foundation

/// The number of names up to which each method finds all states: decision diagrams, explicit search, and the peers.
struct NamesComparison {
  /// A model of which the number of names grows.
  struct Model: Sendable {
    /// The name of its file.
    var name: String
    var label: String
    /// Its param.
    var parameter: String
    /// The name of the model in the peers, if they have it.
    var peers: String?
  }

  static let models = [
    Model(name: "tray", label: "IDs", parameter: "ids", peers: "tray"),
    Model(name: "tray-collapse", label: "IDs and as many collapse IDs", parameter: "ids"),
    Model(name: "receipts", label: "devices", parameter: "devices"),
  ]
  static let numbers = [4, 5, 6, 8, 12, 16, 24, 32, 48, 64]

  /// The cost of one contender for one number of names.
  struct Row {
    var model: Model
    var names: Int
    var way: String
    var measurement: Measurement
  }

  var rows: [Row] = []

  var text: String {
    var table = MarkdownTable(header: [
      "model", "by", "runs", "states", "nodes", "s", "search s", "CPU s", "peak MB",
    ])
    for row in rows {
      let measurement = row.measurement
      let counts = measurement.counts
      table.rows.append([
        "\(row.model.name), \(row.names) \(row.model.label)", row.way,
        String(measurement.runs.count), counts.map(Self.states) ?? "-",
        counts?.nodes.map(Figures.count) ?? "-",
        measurement.timeLimit.map { "> \(Figures.rounded($0))" }
          ?? Figures.rounded(measurement.seconds),
        Figures.rounded(measurement.searchSeconds), Figures.rounded(measurement.processorSeconds),
        Figures.megabytes(measurement.peakBytes),
      ])
    }
    return "### Many names\n\n\(table.text)"
  }

  /// Returns a large number by its first digits.
  private static func states(_ counts: Counts) -> String {
    let digits = counts.largeStates ?? String(counts.states)
    guard digits.count > 12 else { return Figures.count(counts.states) }
    let head = digits.prefix(2)
    return "\(head.prefix(1)).\(head.suffix(1))·10^\(digits.count - 1)"
  }

  /// Time, nodes and memory of diagrams against the number of names.
  var picture: CurvePicture {
    func lines(_ value: (Measurement) -> Double?) -> [CurvePicture.Line] {
      Self.models.map { model in
        CurvePicture.Line(
          label: model.name,
          points: rows.filter { $0.model.name == model.name && $0.way == Self.diagrams }
            .compactMap { row in value(row.measurement).map { (Double(row.names), $0) } })
      }.filter { !$0.points.isEmpty }
    }
    return CurvePicture(
      title: "traycheck's decision diagrams as names grow in number", horizontal: "names",
      panels: [
        .init(
          title: "Time of the whole process (s)",
          lines: lines { $0.runs.isEmpty ? nil : $0.seconds }),
        .init(title: "Nodes of all states", lines: lines { $0.counts?.nodes.map(Double.init) }),
        .init(
          title: "Peak memory of the whole process (MB)",
          lines: lines { $0.runs.isEmpty ? nil : $0.peakBytes / 1e6 }),
      ])
  }

  static let diagrams = "traycheck, diagrams"
  /// The maximum number of states for the peers.
  static let peerStates = 20_000_000
  static let explicit = "traycheck, one by one"
}

extension Laboratory {
  /// Measures each method with increasing numbers of names, on one thread, until it takes too long.
  func measureNames() throws -> NamesComparison {
    var comparison = NamesComparison()
    guard let plain = try installation.traychecks(threads: [1]).first, plain.engine != nil else {
      return comparison
    }
    var diagrams = plain
    diagrams.engine = "diagrams"
    let peers = try installation.contenders(tools: options.tools.filter { $0 != "traycheck" })
      .filter { $0.threads == 1 }
    for model in NamesComparison.models {
      var ways: [(way: String, contender: any Contender)] = [
        (NamesComparison.diagrams, diagrams), (NamesComparison.explicit, plain),
      ]
      if model.peers != nil { ways += peers.map { ($0.name, $0) } }
      for names in NamesComparison.numbers where names <= options.namesLimit {
        var rows: [NamesComparison.Row] = []
        for (way, contender) in ways {
          let found = rows.first?.measurement.counts.map { $0.largeStates ?? String($0.states) }
          // A peer's table and stack are made for the states that there are.
          let states = found.flatMap { Int($0) } ?? .max
          if contender.name == plain.name || states <= NamesComparison.peerStates {
            rows.append(try measure(model, names, states, way, contender))
          } else {
            ways.removeAll { $0.way == way }
          }
        }
        // A method that took too long is not tried with more names.
        ways.removeAll { way in
          rows.contains { $0.way == way.way && $0.measurement.timeLimit != nil }
        }
        try compare(rows)
        comparison.rows += rows
      }
    }
    return comparison
  }

  private func measure(
    _ model: NamesComparison.Model, _ names: Int, _ states: Int, _ way: String,
    _ contender: any Contender
  ) throws -> NamesComparison.Row {
    let folder = try installation.newFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let sized = BenchmarkModel(
      name: model.name, size: .large, label: model.label,
      parameters: [
        .init(name: model.parameter, constant: model.parameter.uppercased(), value: names)
      ],
      states: states, transitions: 0)
    let program = try contender.prepare(sized, in: folder)
    var row = NamesComparison.Row(
      model: model, names: names, way: way, measurement: Measurement(contender: contender))
    for round in 1...options.runs where wants(anotherRunOf: row.measurement) {
      let what = "\(way), \(model.name), \(names) \(model.label)"
      progress("\(what): run \(round)")
      try run(
        program, in: folder, what, for: &row.measurement, timeLimit: options.namesTimeLimit)
    }
    return row
  }

  /// Checks that all contenders that finished have found the same number of states.
  private func compare(_ rows: [NamesComparison.Row]) throws {
    let counts = rows.compactMap(\.measurement.counts).map {
      "\($0.largeStates ?? String($0.states))"
    }
    if Set(counts).count > 1, let first = rows.first {
      throw Failure.unequal(
        "\(first.model.name), \(first.names) \(first.model.label): \(counts.joined(separator: ", ")) states"
      )
    }
  }
}
