import Engine
import Files
import Platform
import Reports
import Semantics
import TrayKit

/// The results of a search on several machines in a folder: `ClusterFolder(path)`.
///
/// Each world has a folder in it, with a file `summary.json` and a folder `marks`. There each level has a folder of
/// files with the states that have something to show straight ahead, as lines `STATE GOAL`.
struct ClusterFolder: SearchedWorlds {
  fileprivate struct Found: Decodable {
    let finding: Finding
    let level: Int
  }

  fileprivate struct Summary: Decodable {
    let header: String
    let levels: [Int]
    let counts: [[ExpansionCounts]]
    let found: [Found]
    /// The duration of the search, in seconds.
    let seconds: Double
  }

  /// The results for one world.
  struct World: Sendable {
    fileprivate let path: String
    fileprivate let states: ExpandedStates
    fileprivate let seconds: Double
  }

  /// The reason why marks cannot be read.
  struct Failure: Error {
    var reason: String
  }

  private let path: String
  /// The worlds by their headers.
  private var worlds: [String: World] = [:]
  /// The problems of incomplete worlds, by their headers.
  private var problems: [String: String] = [:]

  private static let maximumBytes = 1 << 30

  /// Reads the summaries.
  ///
  /// - Throws: `RequestError` if there is none, or if one cannot be read.
  init(_ path: String) throws(RequestError) {
    self.path = path
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    for name in names {
      let file = "\(path)/\(name)/summary.json"
      guard FileManager.default.fileExists(atPath: file) else { continue }
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try InputFile.read(file, atMost: Self.maximumBytes, noun: "summary")
      } catch {
        throw RequestError("\(file): \(error.reason)")
      }
      guard let summary = try? JSONDecoder().decode(Summary.self, from: Data(bytes)) else {
        throw RequestError("\(file): it is no summary of a search on several machines")
      }
      if let problem = summary.problem { problems[summary.header] = "\(file): \(problem)" }
      worlds[summary.header] = World(
        path: "\(path)/\(name)", states: summary.states, seconds: summary.seconds)
    }
    if worlds.isEmpty {
      throw RequestError("\(path): there is nothing of a search on several machines")
    }
  }

  /// Requires that all worlds were searched with the current specs.
  ///
  /// - Throws: `RequestError` that names a world that was not.
  func requireAll(of specs: [CompiledSpec], _ request: CheckRequest) throws(RequestError) {
    for spec in specs.flatMap(\.worlds)
    where request.isChosen(world: spec.worldName) && spec.world?.walks == nil {
      guard let header = ExpansionHeader(spec.confined(to: request.properties), request) else {
        continue
      }
      if let problem = problems[header.text] { throw RequestError(problem) }
      guard let world = worlds[header.text] else {
        throw RequestError(
          "\(path): the world '\(spec.worldName)' of \(spec.file.path) was not searched as it is now"
        )
      }
      guard world.states.counts.fits(spec),
        world.states.found.allSatisfy({ $0.finding.fits(spec) })
      else {
        throw RequestError("\(world.path): its entry for \(spec.file.path) is invalid")
      }
    }
  }

  func result(
    of machine: Machine, from starts: [[Value]], properties: Set<Int>?, _ request: CheckRequest,
    witnesses: WitnessChoice
  ) -> SearchResult? {
    ExpansionHeader(machine.spec, request).flatMap { worlds[$0.text] }?
      .result(
        of: machine, from: starts, properties: properties, request, witnesses: witnesses)
  }
}

extension ClusterFolder.Summary {
  /// The reason why the levels are invalid; nil if they are valid.
  fileprivate var problem: String? {
    guard !levels.isEmpty, levels.count == counts.count, levels.allSatisfy({ $0 > 0 }) else {
      return "its levels make no sense"
    }
    for (level, (states, counts)) in zip(levels, counts).enumerated() {
      let read = counts.reduce(0) { $0 &+ $1.read }
      if states != read { return "level \(level) has \(states) states, and \(read) were expanded" }
    }
    guard (0..<1e12).contains(seconds) else { return "its time makes no sense" }
    guard found.allSatisfy({ levels.indices.contains($0.level) }),
      Set(found.map(\.finding)).count == found.count
    else { return "its findings make no sense" }
    return nil
  }

  fileprivate var states: ExpandedStates {
    var sum = ExpansionCounts()
    for counts in counts.joined() { sum.add(counts) }
    return ExpandedStates(
      levels: levels, counts: sum,
      found: found.map { ExpandedStates.Found($0.finding, level: $0.level) })
  }
}

extension ClusterFolder.World {
  /// The search result; a stopped search if marks cannot be read.
  fileprivate func result(
    of machine: Machine, from starts: [[Value]], properties: Set<Int>?, _ request: CheckRequest,
    witnesses: WitnessChoice
  ) -> SearchResult {
    let text = StateText(machine.layout)
    do throws(ClusterFolder.Failure) {
      var result = try states.result(
        of: machine, from: starts, properties: properties,
        reducesSymmetry: request.reducesSymmetry, witnesses: witnesses
      ) { (level, wanted) throws(ClusterFolder.Failure) in
        try marked(level, wanted, text)
      }
      result.statistics.earlierDuration = .seconds(seconds)
      return result
    } catch {
      var result = SearchResult()
      result.completion = .stopped(.scratch(error.reason))
      result.properties = machine.spec.properties.indices
        .filter { properties?.contains($0) ?? !machine.spec.properties[$0].isImplied }
        .map { PropertyVerdict(property: $0, status: .undecided) }
      return result
    }
  }

  /// Collects the marks of a level from its files.
  private func marked(
    _ level: Int, _ wanted: Set<[UInt64]>, _ text: StateText
  ) throws(ClusterFolder.Failure) -> Set<ExpandedStates.Mark> {
    if wanted.isEmpty { return [] }
    let states = Dictionary(uniqueKeysWithValues: wanted.map { (text.text($0), $0) })
    var marks: Set<ExpandedStates.Mark> = []
    try MarkFiles(folder: "\(path)/marks/\(level)", length: text.length).forEachLine { line in
      guard let state = states[String(decoding: line.prefix(text.length), as: UTF8.self)],
        let goal = Int(String(decoding: line.dropFirst(text.length + 1), as: UTF8.self))
      else { return }
      marks.insert(ExpandedStates.Mark(state: state, goal: goal))
    }
    return marks
  }
}

/// Files named `part-…` in a folder, with a state at the start of each line.
struct MarkFiles {
  let folder: String
  /// The number of digits of a state; shorter lines are ignored.
  let length: Int

  private static let pieceSize = 1 << 20

  /// Calls a closure with each line of all files.
  ///
  /// - Throws: `ClusterFolder.Failure` if a file cannot be read, and rethrows the errors of `body`.
  func forEachLine(
    _ body: (UnsafeBufferPointer<UInt8>) throws(ClusterFolder.Failure) -> Void
  ) throws(ClusterFolder.Failure) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw ClusterFolder.Failure(reason: "\(folder) cannot be read")
    }
    for name in names.sorted() where name.hasPrefix("part-") {
      try forEachLine(of: "\(folder)/\(name)", body)
    }
  }

  private func forEachLine(
    of path: String, _ body: (UnsafeBufferPointer<UInt8>) throws(ClusterFolder.Failure) -> Void
  ) throws(ClusterFolder.Failure) {
    guard let file = try? OpenFile(reading: path) else {
      throw ClusterFolder.Failure(reason: "\(path) cannot be read")
    }
    var rest: [UInt8] = []
    while true {
      guard let more = try? file.read(atMost: Self.pieceSize) else {
        throw ClusterFolder.Failure(reason: "\(path) cannot be read")
      }
      if more.isEmpty { return }
      rest += more
      var start = 0
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        if end - start >= length {
          let result = rest.withUnsafeBufferPointer { bytes in
            Result { () throws(ClusterFolder.Failure) in
              try body(UnsafeBufferPointer(rebasing: bytes[start..<end]))
            }
          }
          try result.get()
        }
        start = end + 1
      }
      rest.removeFirst(start)
    }
  }
}
