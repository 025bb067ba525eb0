import Engine
import Foundation
import SpecLanguage

/// The folder that keeps the counterexamples of a repository:
/// `CounterexampleFolder(path).save(violation, in: spec, …)`.
///
/// There is one file for each violation of a world of a spec. A file is never overwritten by a
/// longer trace or by one that is as long, nor if it cannot be read or belongs to another spec.
package struct CounterexampleFolder: Sendable {
  package let path: String

  package init(_ path: String) {
    let isRoot = path.allSatisfy { $0 == "/" }
    self.path = isRoot ? path : String(path.reversed().drop { $0 == "/" }.reversed())
  }

  /// What became of a violation that was to be saved.
  package enum SaveOutcome: Sendable, Equatable {
    case written(String)
    /// In place of a longer trace.
    case replaced(String)
    /// The trace that was there is as short, and is now known to be shortest.
    case updated(String)
    /// The trace that is there is as short or shorter.
    case kept(String)
    /// The trace that is there is as short or shorter, but no longer leads to the violation.
    case keptStale(String, why: String)
    /// The file belongs to a spec of the same name at another path.
    case ofOtherSpec(String, specPath: String)
    /// The file cannot be read as a counterexample, and is left alone.
    case unreadable(String, why: String)
    case failed(String, why: String)

    /// The file.
    package var path: String {
      switch self {
      case .written(let path), .replaced(let path), .updated(let path), .kept(let path),
        .keptStale(let path, _), .ofOtherSpec(let path, _), .unreadable(let path, _),
        .failed(let path, _):
        path
      }
    }

    /// Whether something is wrong with the file or the folder.
    package var isError: Bool {
      switch self {
      case .written, .replaced, .updated, .kept, .keptStale: false
      case .ofOtherSpec, .unreadable, .failed: true
      }
    }
  }

  /// All files that may be counterexamples, in the order of their names; nil if the folder cannot be
  /// read.
  package func files() -> [String]? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
    return names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
      .map { "\(path)/\($0)" }
  }

  /// Whether there is no trace to a violation yet that is as short.
  package func lacks(_ violation: Violation, in spec: CheckedSpec) -> Bool {
    let property = CounterexampleDocument.Property(violation, in: spec)
    let target = "\(path)/\(CounterexampleName.file(of: property, in: spec))"
    guard FileManager.default.fileExists(atPath: target) else { return true }
    guard case .success(let stored) = CounterexampleFile.read(target) else { return false }
    return stored.document.length > violation.length
  }

  /// Saves a violation, unless a trace that is as short is there already.
  ///
  /// - Parameters:
  ///   - isProvedShortest: whether no trace to it is shorter.
  ///   - constants: what the spec was checked with beside its params.
  package func save(
    _ violation: Violation, in spec: CheckedSpec,
    provenance: CounterexampleDocument.Provenance, isProvedShortest: Bool,
    constants: [String: String] = [:]
  ) -> SaveOutcome {
    var document = CounterexampleDocument(
      violation, in: spec, path: SpecPath.relative(spec.file.path, toParentOf: path),
      provenance: provenance, isProvedShortest: isProvedShortest, constants: constants)
    let name = CounterexampleName.file(of: document.property, in: spec)
    let target = "\(path)/\(name)"
    var isFolder: ObjCBool = false
    let manager = FileManager.default
    guard manager.fileExists(atPath: target, isDirectory: &isFolder) else {
      return write(document, name, .written(target))
    }
    if isFolder.boolValue { return .unreadable(target, why: "it is a folder, not a file") }
    let stored: CounterexampleDocument
    switch CounterexampleFile.read(target) {
    case .success(let file): stored = file.document
    case .failure(let problem): return .unreadable(target, why: problem.text)
    }
    if let owner = SpecPath.find(stored.spec.path, besides: path),
      !SpecPath.isSame(owner, spec.file.path)
    {
      return .ofOtherSpec(target, specPath: owner)
    }
    document.expect = stored.expect
    if stored.length > document.length { return write(document, name, .replaced(target)) }
    if let why = whyStale(stored, spec) { return .keptStale(target, why: why) }
    guard stored.length == document.length, isProvedShortest, stored.shortest == .found else {
      return .kept(target)
    }
    var proved = stored
    proved.shortest = .proved
    return write(proved, name, .updated(target))
  }

  /// Why a stored trace no longer leads to its violation; nil if it does.
  private func whyStale(_ document: CounterexampleDocument, _ spec: CheckedSpec) -> String? {
    guard let machine = try? Machine(spec), let starts = try? machine.starts() else { return nil }
    let result = Replayer(machine, starts: starts).replay(document)
    if case .stillViolates = result.verdict { return nil }
    return ReplayedCounterexample(result, of: document, in: spec).summary
  }

  private func write(
    _ document: CounterexampleDocument, _ name: String, _ outcome: SaveOutcome
  ) -> SaveOutcome {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
      try AtomicFile.write(try document.encoded(), to: name, in: path)
      return outcome
    } catch let failure as AtomicFile.Failure {
      return .failed(outcome.path, why: failure.reason)
    } catch {
      return .failed(outcome.path, why: "the folder \(path) cannot be made")
    }
  }
}

extension CounterexampleFile.Unreadable {
  /// The reason with its place in the file.
  package var text: String {
    (place.map { "line \($0.line), column \($0.column): " } ?? "") + reason
  }
}
