import Foundation

/// The requirements of the benchmark: the locations of the tools, and a working folder.
///
/// Nothing is installed by it.
struct Installation {
  /// The folder with the models.
  static let models = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Models")
  private static let repository =
    models
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  var traycheck: String
  var spin: String?
  var rumur: String?
  var compiler: String?
  /// The number of threads for "all".
  var cores: Int
  /// A new folder; removed at the end.
  var scratch: URL

  enum Failure: Error, CustomStringConvertible {
    case noSwift
    case buildFailed(String)

    var description: String {
      switch self {
      case .noSwift: "'swift' is not in the PATH, so traycheck cannot be built"
      case .buildFailed(let output): "traycheck cannot be built:\n\(output)"
      }
    }
  }

  /// Looks for the tools, and builds traycheck unless one is given.
  init(traycheck given: String?) throws {
    scratch = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID())")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    cores = ProcessInfo.processInfo.activeProcessorCount
    spin = Self.program("spin")
    rumur = Self.program("rumur")
    compiler = Self.program("gcc") ?? Self.program("cc")
    traycheck = try given.map { URL(filePath: $0).path } ?? Self.builtTraycheck(scratch)
  }

  func removeScratch() { try? FileManager.default.removeItem(at: scratch) }

  /// A new folder inside the scratch folder.
  func newFolder() throws -> URL {
    let folder = scratch.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// The missing tools, and how to install them.
  var missing: [String] {
    var names: [String] = []
    if spin == nil { names.append("spin") }
    if rumur == nil { names.append("rumur") }
    if compiler == nil { names.append("gcc") }
    return names
  }

  /// The location of a program in the PATH.
  private static func program(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Builds traycheck as its users build it; returns its path.
  private static func builtTraycheck(_ scratch: URL) throws -> String {
    guard let swift = program("swift") else { throw Failure.noSwift }
    let build = ["build", "-c", "release", "--package-path", repository.path]
    let run = try ChildProcess(
      command: [swift] + build + ["--product", "traycheck"], folder: scratch, timeLimit: 3_600
    ).run()
    guard run.status == 0 else { throw Failure.buildFailed(run.output + run.errors) }
    return repository.appending(path: ".build/release/traycheck").path
  }
}
