import Engine
import Foundation
import Reports
import SpecLanguage
import Traces

/// Replays stored counterexamples, one after the other.
struct ReplayRun {
  private var specs: ReplaySpecs
  private(set) var report = ReplayReport()
  /// Where specs are searched by name; read when the first is needed.
  private let specPaths: [String]
  private var files: [String: SourceFile] = [:]
  private var named: [SourceFile]?
  private var brokenPaths: Set<String> = []

  init(maximumValues: Int, specPaths: [String]) {
    specs = ReplaySpecs(maximumValues: maximumValues)
    self.specPaths = specPaths
  }

  /// Replays all counterexamples at the paths that a user gives.
  mutating func run(_ paths: [String]) {
    for path in paths {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      guard isFolder.boolValue else {
        read(path)
        continue
      }
      let folder = CounterexampleFolder(path)
      guard let found = folder.files() else {
        report.unreadable.append(.init(path: path, reason: "the folder cannot be read"))
        continue
      }
      if found.isEmpty { report.empty.append(path) }
      for file in found { read(file) }
    }
  }

  private mutating func read(_ path: String) {
    guard let file = load(path) else { return }
    let folder = Self.folder(of: path)
    if let found = SpecPath.find(file.document.spec.path, besides: folder) {
      replay(file, source(at: found))
    } else if let found = spec(named: file.document.spec.name) {
      replay(file, found)
    } else {
      let told = file.document.spec.path.map { " and is not at \($0)" } ?? ""
      report.unreadable.append(
        .init(
          path: path,
          reason: "its spec \(file.document.spec.name) is not in "
            + "\(specPaths.joined(separator: ", "))\(told); say where with --specs"))
    }
  }

  /// The file as a counterexample; what is wrong with it is part of the report.
  private mutating func load(_ path: String) -> CounterexampleFile? {
    switch CounterexampleFile.read(path) {
    case .success(let file): return file
    case .failure(let problem):
      report.unreadable.append(.init(problem))
      return nil
    }
  }

  /// Replays a counterexample in a spec.
  mutating func replay(_ file: CounterexampleFile, _ source: SourceFile?) {
    guard let source else { return }
    switch specs.compile(source, for: file.document) {
    case .broken(let diagnostics, let suppressed):
      if brokenPaths.insert(source.path).inserted {
        report.broken.append((source.path, diagnostics, suppressed))
      }
    case .unfit(let ready, let reason):
      let nowhere = ReplayResult(
        verdict: .noLongerPossible(step: 0, .constant(reason)),
        path: Path(start: ready.world.starts.first ?? [], steps: []))
      add(file, ready, nowhere)
    case .ready(let ready):
      add(file, ready, Replayer(ready.world).replay(file.document))
    }
  }

  private mutating func add(
    _ file: CounterexampleFile, _ ready: ReplaySpecs.Ready, _ result: ReplayResult
  ) {
    report.add(
      ReplayedFile(
        path: file.path, document: file.document, spec: ready.world.spec,
        starts: ready.world.starts,
        result: result, notes: ready.notes))
  }

  // MARK: Specs

  private mutating func source(at path: String) -> SourceFile? {
    if let known = files[path] { return known }
    let found = SpecLoader.load([path])
    report.unreadable += found.unreadable
    files[path] = found.files.first
    return found.files.first
  }

  private mutating func spec(named name: String) -> SourceFile? {
    let known = named ?? SpecLoader.load(specPaths).files
    named = known
    for file in known where specs.name(of: file) == name { return file }
    return nil
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
