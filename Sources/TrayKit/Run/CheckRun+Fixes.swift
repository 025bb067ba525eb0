import Files
import Reports
import Semantics
import SpecLanguage

/// Fixes of specs that are certain, before the specs are checked.
extension CheckRun {
  /// Fixes the specs of the request until nothing certain is left, and then writes them or a diff.
  ///
  /// Files that a spec uses are fixed only if they are given, too. A file that a link leads to outside of the repository
  /// stays as it is.
  func fix() {
    guard let fixing = request.fixing else { return }
    let specs = fixedSpecs().filter { !$0.fixes.isEmpty }
    if isInterrupted() { return }
    if fixing == .show {
      let diffs = specs.map { UnifiedDiff(old: $0.old, new: $0.new).text(path: $0.file.path) }
      return known.withLock { $0.patch = diffs.joined() }
    }
    known.withLock { $0.fixed = [] }
    for spec in specs {
      do throws(FileError) {
        // Another name of the same file may be written already.
        if (try? SpecLoader.read(spec.file.path)) != spec.new {
          try SpecReplacement(spec.file.path, old: spec.old).write(spec.new)
        }
        known.withLock { $0.fixed? += spec.fixes }
      } catch {
        let problem = CheckReport.Unreadable(
          path: spec.file.path, reason: "it cannot be fixed: \(error.reason)")
        known.withLock { $0.unwritten.append(problem) }
      }
    }
  }

  /// A spec whose text is fixed in memory.
  private struct FixedSpec: Sendable {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The bytes of the file.
    let old: [UInt8]
    /// The fixed text, without the files that it uses.
    var file: SourceFile
    var fixes: [AppliedFix] = []

    /// The bytes of the fixed file.
    var new: [UInt8] {
      (old.starts(with: Self.byteOrderMark) ? Self.byteOrderMark : []) + file.bytes
    }
  }

  /// The given specs after their fixes. After the files that others use, those others are tried again.
  private func fixedSpecs() -> [FixedSpec] {
    let repository = RepositoryPaths.found()
    var specs = SpecLoader.load(request.paths).files
      .filter { repository.targetOutside($0.path) == nil }
      .compactMap { file in
        (try? SpecLoader.read(file.path)).map {
          FixedSpec(old: $0, file: SourceFile(path: file.path, contents: $0))
        }
      }
    var texts: [String: [UInt8]] = [:]
    var indices = Array(specs.indices)
    for _ in 0..<Self.maximumRounds where !indices.isEmpty {
      let (old, others) = (specs, texts)
      let results = ParallelMap.run(indices, threads: threads) { [self] index in
        fixed(old[index], others)
      }
      let changed = zip(indices, results).filter { $1.fixes.count > old[$0].fixes.count }
      for (index, spec) in changed {
        specs[index] = spec
        texts[RealPath.of(spec.file.path)] = spec.file.bytes
      }
      indices =
        changed.isEmpty
        ? [] : specs.indices.filter { SpecLoader.files(of: specs[$0].file.path).count > 1 }
    }
    return specs
  }

  /// The greatest number of rounds. Each round but the last leaves fewer errors.
  private static let maximumRounds = DiagnosticSink.limit

  /// A spec after its certain fixes, and those that become certain by them.
  ///
  /// - Parameter texts: the fixed texts of other files, by real path.
  private func fixed(_ spec: FixedSpec, _ texts: [String: [UInt8]]) -> FixedSpec {
    var spec = spec
    for _ in 0..<Self.maximumRounds where !isInterrupted() {
      let compiled = CompiledSpec(
        SpecLoader.joined(spec.file, texts: texts), settings: [], limits: request.bounds,
        deadline: watches(over: spec.file))
      let deadline = watches(over: spec.file)(
        spec.file.path, CheckedSpec.defaultWorldName, .zero)
      let fixes = deadline.during { FixItVerifier.together(compiled.sink.inTextOrder) }
      if fixes.isEmpty || deadline.limit != nil { break }
      let text = compiled.file.replacing(fixes.inOneText)
      spec.file = SourceFile(
        path: spec.file.path, contents: text.bytes[..<text.parts[0].range.end])
      spec.fixes += fixes.map(AppliedFix.init)
    }
    return spec
  }
}
