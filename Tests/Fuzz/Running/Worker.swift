import Foundation

/// Tries the inputs of some seeds in a process of its own, one after the other, in a folder of its own.
///
/// The file `progress` holds the seed at hand, so that a crash or a hang is known by it; what is
/// wrong with an answer goes to the file `complaints`, a line each.
struct Worker {
  private let options: FuzzOptions
  private let folder: URL
  private let progress: Int32
  private let complaints: FileHandle

  /// What a trial says of an answer that is not in order.
  typealias Complaint = String

  /// - Parameter folder: exists already, and is empty.
  init(_ options: FuzzOptions, folder: String) throws {
    self.options = options
    self.folder = URL(filePath: folder).standardizedFileURL
    progress = open(self.folder.appending(path: "progress").path, O_RDWR | O_CREAT, 0o644)
    let file = self.folder.appending(path: "complaints")
    try Data().write(to: file)
    complaints = try FileHandle(forWritingTo: file)
  }

  /// Tries all inputs.
  func run() throws {
    let bench = try Workbench(folder.appending(path: "bench"))
    var trials: [FuzzKind: any Trial] = [:]
    for seed in options.seed..<options.seed + options.count {
      let kind = options.kinds[Int(seed % UInt64(options.kinds.count))]
      note(seed)
      if trials[kind] == nil { trials[kind] = try Self.trial(kind, bench) }
      if let complaint = try trials[kind]?.complaint(seed: seed) {
        let line = "\(seed)\t\(kind.rawValue)\t\(complaint.replacing("\n", with: "\\n"))\n"
        try complaints.write(contentsOf: Data(line.utf8))
        try bench.keep(in: folder.appending(path: "kept-\(seed)"))
      }
    }
    note(options.seed + options.count)
    let tally = trials.values.reduce(into: [:]) { $0.merge($1.tally, uniquingKeysWith: +) }
    try JSONEncoder().encode(tally).write(to: folder.appending(path: "tally"))
  }

  private func note(_ seed: UInt64) {
    withUnsafeBytes(of: seed) { _ = pwrite(progress, $0.baseAddress, $0.count, 0) }
  }

  private static func trial(_ kind: FuzzKind, _ bench: Workbench) throws -> any Trial {
    switch kind {
    case .specs: try SpecTrial(bench)
    case .counterexamples: try CounterexampleTrial(bench)
    case .arguments: try ArgumentTrial(bench)
    case .cache: try CacheTrial(bench)
    case .checkpoints: try CheckpointTrial(bench)
    case .certificates: try CertificateTrial(bench)
    case .frames: try FrameTrial(bench)
    case .messages: try MessageTrial(bench)
    case .steps: StepTrial(bench)
    case .engines: EngineTrial(bench)
    case .names: AnySizeTrial(bench)
    case .peers: ExternalCheckerTrial(bench)
    }
  }
}

/// A kind of input, tried seed by seed.
protocol Trial {
  /// Hands the tool the input of a seed; returns what is wrong with the answer, nil if nothing is.
  func complaint(seed: UInt64) throws -> String?

  /// What came of all inputs, by words that say it.
  var tally: [String: Int] { get }
}

extension Trial {
  var tally: [String: Int] { [:] }
}
