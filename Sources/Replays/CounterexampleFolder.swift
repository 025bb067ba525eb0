import Files
import Platform
import Semantics
import SpecLanguage
import Traces

/// The folder that keeps the counterexamples of a repository:
/// `CounterexampleFolder(path).save(counterexample, in: spec, …)`.
///
/// There is one file for each violation of a world of a spec. A file is never overwritten by a
/// longer trace or by one that is as long, nor if it cannot be read, belongs to another spec, or is
/// about something else than its name says.
package struct CounterexampleFolder: Sendable {
  /// How the names of files end that tell of an implementation, and not of the spec.
  package static let suffixOfDifferences = ".difference.json"

  package let path: String

  package init(_ path: String) {
    let isRoot = path.allSatisfy { $0 == "/" }
    self.path = isRoot ? path : String(path.reversed().drop { $0 == "/" }.reversed())
  }

  /// What is in the folder.
  package struct Contents: Sendable {
    /// All files that may be counterexamples, in the order of their names.
    package var files: [String] = []
    /// What looks like one and is none by its name, each with the reason.
    package var misnamed: [CounterexampleFile.Unreadable] = []
    /// What cannot be looked at, which may be the folder itself.
    package var unreadable: [CounterexampleFile.Unreadable] = []
  }

  /// Looks through the folder, and through those in it for what does not belong there.
  package func contents() -> Contents {
    let suffix = ".json"
    let walk = FolderWalk(path, suffix)
    var contents = Contents()
    contents.unreadable = walk.problems.map { .init(path: $0.path, reason: $0.reason) }
    // Texts are equal that have the same letters; the names of files have to have the same bytes.
    var seen: Set<String> = []
    // What an implementation did is for those who can drive it.
    for file in walk.files where !file.hasSuffix(Self.suffixOfDifferences) {
      let name = file.dropFirst(path.count).drop { $0 == "/" }
      let reason: String? =
        if name.utf8.contains(UInt8(ascii: "/")) {
          "it is in a folder of its own; move it into \(path)"
        } else if name.utf8.first == UInt8(ascii: ".") {
          "its name begins with a dot"
        } else if Array(name.utf8.suffix(suffix.utf8.count)) != Array(suffix.utf8) {
          "its name does not end in \(suffix)"
        } else if !seen.insert(file).inserted {
          "its name reads like that of another file, and is not the same"
        } else { nil }
      if let reason {
        contents.misnamed.append(.init(path: file, reason: "it is not replayed: \(reason)"))
      } else {
        contents.files.append(file)
      }
    }
    return contents
  }

  private func target(of counterexample: Counterexample, in spec: CheckedSpec) -> String {
    let property = CounterexampleDocument.Property(counterexample, in: spec)
    return "\(path)/\(CounterexampleName.file(of: property, in: spec))"
  }

  /// Whether the folder has a file for a violation.
  package func has(_ counterexample: Counterexample, in spec: CheckedSpec) -> Bool {
    (try? FileStatus(target(of: counterexample, in: spec), followsLinks: false)) != nil
  }

  /// Whether there is no trace to a violation yet that is as short.
  package func lacks(_ counterexample: Counterexample, in spec: CheckedSpec) -> Bool {
    let target = target(of: counterexample, in: spec)
    guard (try? FileStatus(target)) != nil else { return true }
    guard case .success(let stored) = CounterexampleFile.read(target) else { return false }
    return stored.document.length > counterexample.violation.length
  }

  /// Saves a counterexample, unless a trace that is as short is stored already.
  ///
  /// A stored trace that no longer leads to the violation stays: it shows that a mistake is fixed. The new trace gets a
  /// number in the name of its file.
  ///
  /// Processes that save at the same time wait for each other.
  ///
  /// - Parameters:
  ///   - smaller: smaller constants with which it shows as well.
  ///   - limits: what the spec was checked with.
  package func save(
    _ counterexample: Counterexample, in spec: CheckedSpec,
    provenance: CounterexampleDocument.Provenance, smaller: [String: String] = [:],
    limits: Checker.Limits = .init()
  ) -> SaveOutcome {
    var document = CounterexampleDocument(
      counterexample, in: spec, path: SpecPath.relative(spec.file.path, toParentOf: path),
      provenance: provenance)
    document.smaller = smaller
    let (found, name) = (document, CounterexampleName.file(of: document.property, in: spec))
    do throws(FileError) {
      try AtomicFile.makeFolder(path, for: name)
    } catch {
      return .failed("\(path)/\(name)", why: error.reason)
    }
    return FolderLock.hold(path) { isLocked in
      if isLocked { AtomicFile.removeLeftovers(of: name, in: path) }
      return save(found, as: name, spec, limits)
    }
  }

  /// So many traces to one violation are stored at most.
  private static let maximumTraces = 99

  /// - Parameter number: the number of the file among those with the same name; from the second on it is in the name.
  private func save(
    _ found: CounterexampleDocument, as first: String, _ spec: CheckedSpec,
    _ limits: Checker.Limits, number: Int = 1
  ) -> SaveOutcome {
    let name = number == 1 ? first : "\(first.dropLast(".json".count))-\(number).json"
    let target = "\(path)/\(name)"
    guard (try? FileStatus(target, followsLinks: false)) != nil else {
      return write(found, name, .written(target))
    }
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
    guard stored.spec.name == found.spec.name, stored.world == found.world,
      CounterexampleName.file(of: stored.property, in: spec) == first
    else { return .ofOtherViolation(target, about: stored.subject) }
    if stored.length > found.length {
      var shorter = found
      shorter.expect = stored.expect
      return write(shorter, name, .replaced(target))
    }
    if !stored.hasSameTrace(as: found), !isViolation(stored, spec, limits) {
      // That mistake is fixed and must stay so: this one gets a file of its own.
      return number < Self.maximumTraces
        ? save(found, as: first, spec, limits, number: number + 1)
        : .failed(target, why: "there are \(number) traces to this violation already")
    }
    guard stored.length == found.length, stored.constants == found.constants,
      found.shortest == .proved, stored.shortest == .found
    else { return .kept(target) }
    var proved = stored
    proved.shortest = .proved
    proved.spec.digest = found.spec.digest
    return write(proved, name, .updated(target))
  }

  /// Whether a stored trace still leads to its violation, under its own constants.
  private func isViolation(
    _ document: CounterexampleDocument, _ spec: CheckedSpec, _ limits: Checker.Limits
  ) -> Bool {
    let world = try? ResolvedWorld(
      Parser.parse(spec.file).0, world: spec.world?.name, settings: document.settings,
      limits: limits)
    switch world.map({ Replayer($0).replay(document).verdict }) {
    // Without a verdict nothing shows that it is fixed.
    case .stillViolates, .undecided: return true
    default: return false
    }
  }

  /// Writes a text that is no counterexample.
  package func write(_ text: String, as name: String) throws(FileError) {
    try AtomicFile.makeFolder(path, for: name)
    try AtomicFile.replace(name, in: path, with: Array(text.utf8))
  }

  private func write(
    _ document: CounterexampleDocument, _ name: String, _ outcome: SaveOutcome
  ) -> SaveOutcome {
    do {
      try AtomicFile.replace(name, in: path, with: Array(try document.encoded().utf8))
      return outcome
    } catch let failure as FileError {
      return .failed(outcome.path, why: failure.reason)
    } catch {
      return .failed(outcome.path, why: "\(error)")
    }
  }
}

extension CounterexampleFile.Unreadable {
  /// The reason with its place in the file.
  package var text: String {
    (place.map { "line \($0.line), column \($0.column): " } ?? "") + reason
  }
}
