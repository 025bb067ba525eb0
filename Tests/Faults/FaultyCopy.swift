import Foundation
import TestSupport

/// A copy of the repository with all faults in it, each of which is asleep until a variable of the environment names
/// it: `try FaultyCopy(in: folder).write(faults)`.
struct FaultyCopy {
  let folder: URL
  /// The variable with the number of the fault that is awake. The tests hand it on to the tools that they run.
  static let variable = "PLANTED_FAULT"
  /// The name of that number in the copy.
  private static let number = "plantedFault"
  private static let contents = [
    "Package.swift", "README.md", "Sources", "Tests", "Specs", "Counterexamples",
  ]

  init(in folder: String) { self.folder = URL(filePath: folder) }

  /// Writes the files that differ from those in the folder, and removes obsolete ones, so that little is rebuilt.
  func write(_ faults: [PlantedFault]) throws {
    var changed: [String: String] = [:]
    for fault in faults {
      let text = try changed[fault.file] ?? source(fault.file)
      changed[fault.file] = try fault.planted(
        in: text, condition: "(\(Self.number) == \(fault.number))")
    }
    for module in Set(changed.keys.map { $0.split(separator: "/")[1] }) {
      changed["Sources/\(module)/PlantedFault.swift"] = Self.file
    }
    let root = FaultOptions.root
    var wanted = Set(changed.keys)
    for name in Self.contents {
      wanted.insert(name)
      wanted.formUnion(Self.paths(below: root.appending(path: name)).map { "\(name)/\($0)" })
    }
    try claim()
    for path in wanted {
      let place = root.appending(path: path)
      if let text = changed[path] {
        try write(Data(text.utf8), to: path)
      } else if (try? place.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == false {
        try write(Data(contentsOf: place), to: path)
      }
    }
    try removeOthers(than: wanted)
  }

  /// Marks the folder as a copy. Any other folder is left unchanged.
  private func claim() throws {
    let mark = folder.appending(path: ".planted-faults")
    let there = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    guard there.isEmpty || there.contains(mark.lastPathComponent) else {
      throw OptionWords.UsageError(
        "'\(folder.path)' has other files in it: name a folder that is new")
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: mark)
  }

  private func source(_ path: String) throws -> String {
    try String(contentsOf: FaultOptions.root.appending(path: path), encoding: .utf8)
  }

  private func write(_ data: Data, to path: String) throws {
    let place = folder.appending(path: path)
    if (try? Data(contentsOf: place)) == data { return }
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: place)
  }

  /// Everything in a folder, by relative path; empty for a file.
  private static func paths(below place: URL) -> [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: place.path)) ?? []
  }

  private func removeOthers(than wanted: Set<String>) throws {
    for name in Self.contents {
      for path in Self.paths(below: folder.appending(path: name))
      where !wanted.contains("\(name)/\(path)") {
        try? FileManager.default.removeItem(at: folder.appending(path: "\(name)/\(path)"))
      }
    }
  }

  /// The file in each module with a fault that contains the number of the active one.
  private static let file = """
    import Foundation

    /// The number of the fault that is awake; 0 for none.
    let \(number) = ProcessInfo.processInfo.environment["\(variable)"].flatMap { Int($0) } ?? 0

    """

  /// Builds the tests and the programs that they run.
  ///
  /// - Returns: whether that was possible.
  func build() throws -> Bool {
    let build = try SilentProcess(
      ["swift", "build", "--build-tests", "--package-path", folder.path], in: folder,
      environment: [:])
    let ending = build.ending(within: .infinity)
    if ending != .succeeded { print(build.output) }
    return ending == .succeeded
  }

  /// The command that runs some of the tests.
  func testCommand() throws -> [String] {
    let show = try SilentProcess(
      ["swift", "build", "--show-bin-path", "--package-path", folder.path], in: folder,
      environment: [:])
    _ = show.ending(within: .infinity)
    let path = show.output.split(separator: "\n").last.map(String.init) ?? ""
    // Elsewhere it is a bundle, which only SwiftPM can run.
    let bundle = "\(path)/TraycheckPackageTests.xctest"
    if (try? URL(filePath: bundle).resourceValues(forKeys: [.isRegularFileKey]).isRegularFile)
      == true
    {
      return [bundle, "--testing-library", "swift-testing"]
    }
    return ["swift", "test", "--skip-build", "--package-path", folder.path]
  }
}
