import Files
import Platform
import Semantics
import SpecLanguage
import Traces

/// The counterexample folder of a repository: `CounterexampleFolder(path).save(counterexample, in: spec, …)`.
///
/// It has one file for each violation of a world. A file is overwritten only by a shorter trace. It is kept if it is
/// unreadable, belongs to another spec, or contains another violation than its name indicates.
package struct CounterexampleFolder: Sendable {
  /// The suffix of files about differences between an implementation and the spec.
  package static let suffixOfDifferences = ".difference.json"

  package let path: String

  package init(_ path: String) {
    let last = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
    self.path = last.map { String(path[...$0]) } ?? path
  }

  /// The contents of the folder.
  package struct Contents: Sendable {
    /// All files that may be counterexamples, sorted by name.
    package var files: [String] = []
    /// The files that look like counterexamples but have a wrong name, each with the reason.
    package var misnamed: [CounterexampleFile.Unreadable] = []
    /// The unreadable entries, possibly the folder itself.
    package var unreadable: [CounterexampleFile.Unreadable] = []
  }

  /// Lists the folder, and searches its subfolders for misplaced files.
  package func contents() -> Contents {
    let suffix = ".json"
    let walk = FolderWalk(path, suffix)
    var contents = Contents()
    contents.unreadable = walk.problems.map { .init(path: $0.path, reason: $0.reason) }
    // Strings are equal if their characters are, but file names must be compared by bytes.
    var seen: Set<String> = []
    // Files about an implementation need its driver.
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

  /// Whether no stored trace to a violation is as short.
  package func lacks(_ counterexample: Counterexample, in spec: CheckedSpec) -> Bool {
    let target = target(of: counterexample, in: spec)
    guard (try? FileStatus(target)) != nil else { return true }
    guard case .success(let stored) = CounterexampleFile.read(target) else { return false }
    return stored.document.length > counterexample.violation.length
  }

  /// Stores a counterexample, unless an equally short trace is already stored.
  ///
  /// A stored trace that no longer leads to the violation is kept, because it shows that a mistake is fixed. The new
  /// trace then gets a number in its file name.
  ///
  /// Processes that write at the same time wait for each other.
  ///
  /// - Parameters:
  ///   - smaller: smaller constants that also show the violation.
  ///   - limits: the limits with which the spec was checked.
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

  /// The maximum number of stored traces to one violation.
  private static let maximumTraces = 99

  /// Stores a counterexample in the file with a number.
  ///
  /// - Parameter number: the number among the files with the same name; it is in the file name from the second file on.
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
      // That mistake is fixed and must stay fixed, so this one gets its own file.
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

  /// Whether a stored trace still leads to its violation, with its own constants.
  private func isViolation(
    _ document: CounterexampleDocument, _ spec: CheckedSpec, _ limits: Checker.Limits
  ) -> Bool {
    let world = try? ResolvedWorld(
      Parser.parse(spec.file).0, world: spec.world?.name, settings: document.settings,
      limits: limits)
    switch world.map({ Replayer($0).replay(document).verdict }) {
    // Without a verdict, nothing shows that it is fixed.
    case .stillViolates, .undecided: return true
    default: return false
    }
  }

  /// Writes a text that is not a counterexample.
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
