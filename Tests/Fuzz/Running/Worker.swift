import Foundation

/// Tries the inputs of some seeds in a separate process, one after the other, in a separate folder.
///
/// The file `progress` contains the current seed, so that it is known after a crash or a hang; wrong answers are in
/// the file `complaints`, one on each line.
struct Worker {
  private let options: FuzzOptions
  private let folder: URL
  private let progress: Int32
  private let complaints: FileHandle

  /// A trial's complaint about an answer.
  typealias Complaint = String

  /// Creates a worker.
  ///
  /// - Parameter folder: an existing empty folder.
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
  /// Passes the input of a seed to the tool; returns the mistake in the answer, nil if there is none.
  func complaint(seed: UInt64) throws -> String?

  /// The number of inputs, by a description of their results.
  var tally: [String: Int] { get }
}

extension Trial {
  var tally: [String: Int] { [:] }
}
