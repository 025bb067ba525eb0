import Engine
import Foundation
import Reports
import SpecLanguage
import Traces

/// The folder of counterexamples as a check uses it: replayed before, added to afterwards.
struct StoredCounterexamples {
  let request: CheckRequest

  /// Replays what belongs to the specs, worlds and properties of the request.
  ///
  /// Files that cannot be read are told whatever they may belong to.
  func replay(_ specs: [SpecCheck.Compiled]) -> ReplayReport {
    var run = ReplayRun(maximumValues: request.maximumValues, specPaths: [])
    guard request.replaysCounterexamples, let path = request.counterexampleFolder,
      FileManager.default.fileExists(atPath: path)
    else { return run.report }
    let folder = CounterexampleFolder(path)
    guard let files = folder.files() else {
      var report = run.report
      report.unreadable.append(.init(path: path, reason: "it is no folder that can be read"))
      return report
    }
    for name in files {
      guard let file = run.load(name), isChosen(file.document) else { continue }
      guard let spec = specs.first(where: { isOf($0, file.document, folder) }), !spec.worlds.isEmpty
      else { continue }
      run.replay(file, spec.file)
    }
    return run.report
  }

  private func isChosen(_ document: CounterexampleDocument) -> Bool {
    (request.worlds.isEmpty || request.worlds.contains(document.world))
      && (request.properties.isEmpty || request.properties.contains(document.property.name))
  }

  private func isOf(
    _ spec: SpecCheck.Compiled, _ document: CounterexampleDocument, _ folder: CounterexampleFolder
  ) -> Bool {
    guard let owner = SpecPath.find(document.spec.path, besides: folder.path) else {
      return spec.syntax.name?.text == document.spec.name
    }
    return SpecPath.isSame(owner, spec.file.path)
  }

  /// Saves the violations that were found, each with the smallest constants that show it as well.
  func save(
    _ specs: [SpecReport], isInterrupted: @escaping () -> Bool
  ) -> [SavedCounterexample] {
    guard request.savesCounterexamples, let path = request.counterexampleFolder else { return [] }
    let folder = CounterexampleFolder(path)
    var outcomes: [SavedCounterexample] = []
    let limits = Checker.Limits(maximumValues: request.maximumValues)
    for world in specs.flatMap(\.worlds) where !world.violations.isEmpty {
      let syntax = Parser.parse(world.spec.file).0
      let smaller = SmallerWorld { smaller in
        let settled = try? SettledWorld(
          syntax, world: world.spec.world?.name, settings: request.settings + smaller,
          limits: limits)
        return settled.map { SmallerWorld.World(machine: $0.machine, starts: $0.starts) }
      }
      for violation in world.violations {
        let shrunk =
          folder.lacks(violation, in: world.spec)
          ? smaller.shrink(violation, in: world.spec, isInterrupted: isInterrupted) : nil
        let settings = shrunk?.settings ?? []
        let outcome = folder.save(
          violation, in: world.spec, provenance: .init(violation, of: world.result),
          smaller: Dictionary(settings.map { ($0.name, $0.value) }) { $1 },
          isProvedShortest: violation.isProvedShortest, limits: limits)
        outcomes.append(
          SavedCounterexample(
            outcome: outcome, smaller: settings.map { "\($0.name) = \($0.value)" }))
      }
    }
    return outcomes
  }
}

extension CounterexampleDocument.Provenance {
  fileprivate init(_ violation: Violation, of result: SearchResult) {
    if let walked = violation.walked {
      self.init(
        by: .walk, seed: result.walks?.seed, walk: walked.walk, originalLength: walked.length)
    } else {
      self.init(by: .check, originalLength: violation.length)
    }
  }
}
