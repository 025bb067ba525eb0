import Basics
import CertificateCheck
import Engine
import Files
import Platform
import Replays
import Reports
import Semantics
import SpecLanguage
import Traces
import TrayKit

/// The result of writing a certificate.
struct SavedCertificate {
  var path: String
  /// The size of the file in bytes.
  var bytes: Int
  /// The reason why the certificate was not written; nil on success.
  var problem: String?
}

/// Writes the certificates of checked worlds, each to its own file in a folder.
final class CertificateWriting: Sendable {
  let folder: String
  let bounds: Checker.Limits
  let limits: RunLimits
  let threads: Int
  let allowances: Set<Allowance>

  init(
    folder: String, bounds: Checker.Limits, limits: RunLimits, threads: Int,
    allowances: Set<Allowance>
  ) {
    (self.folder, self.bounds, self.limits, self.threads, self.allowances) = (
      folder, bounds, limits, threads, allowances
    )
  }

  /// The result of writing the certificate of a world.
  private struct Outcome: Sendable {
    var saved: SavedCertificate?
    var problems: [GateProblem] = []
  }

  /// Writes the certificates of all searched worlds. Worlds checked by random walks have none.
  func write(_ specs: [SpecReport]) -> (saved: [SavedCertificate], problems: [GateProblem]) {
    let worlds = specs.flatMap(\.worlds).filter { $0.result.walks == nil }
    let outcomes = ParallelMap.run(worlds, threads: threads) { world in
      self.limits.deadline(after: world.result.statistics.duration).during { self.write(world) }
    }
    return (outcomes.compactMap(\.saved), outcomes.flatMap(\.problems))
  }

  private func write(_ world: WorldReport) -> Outcome {
    let spec = world.spec
    func none(_ reason: String) -> Outcome {
      Outcome(problems: [
        problem(.certificate, "no certificate of the world '\(spec.worldName)': \(reason)", world)
      ])
    }
    let constants = Dictionary(spec.params.map { ($0.name, $0.type.text($0.value)) }) { $1 }
    do {
      let settled = try ResolvedWorld(
        Parser.parse(spec.file).0, world: spec.world?.name,
        settings: constants.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) },
        limits: bounds)
      let subject = Certificate.Subject(
        spec: spec.name,
        path: SpecPath.relative(spec.file.path, toParentOf: folder),
        digest: spec.file.digest, world: spec.worldName, constants: constants)
      if world.result.statistics.states > CertificateMaker.maximumStates {
        return try writeSet(of: subject, settled, world)
      }
      let graph = try GraphSearch.graph(
        of: settled.machine, from: settled.starts, states: CertificateMaker.maximumStates,
        memory: limits.memory)
      let certificate = try CertificateMaker(settled.machine, graph).make(of: subject)
      let problems = disagreements(world, claimed: certificate.claims.map(\.name))
      if !problems.isEmpty { return Outcome(problems: problems) }
      return save(try CertificateFile.encoded(certificate, settled.spec), subject, world)
    } catch let problem as ResolvedWorld.Problem {
      return none(problem.reason)
    } catch let obstacle as GraphSearch.Obstacle {
      switch obstacle {
      case .limit(.states):
        return none(
          "it has more than \(Wording.number(CertificateMaker.maximumStates)) states without symmetry"
        )
      case .limit(let limit):
        return none(Wording.reason(Deadline.limit.map(limits.searchLimit) ?? limit))
      case .contradiction(let error):
        return Outcome(problems: [problem(.contradiction, error.message, world)])
      }
    } catch let obstacle as CertificateMaker.Obstacle {
      switch obstacle {
      case .formless(let reason): return none(reason)
      case .stopped:
        return none(Wording.reason(Deadline.limit.map(limits.searchLimit) ?? .interrupted))
      case .contradiction(let error):
        return Outcome(problems: [problem(.contradiction, error.message, world)])
      }
    } catch {
      return none("\(error)")
    }
  }

  /// Writes the states as a decision diagram. Liveness properties have no proof in it; each of them is reported.
  private func writeSet(
    of subject: Certificate.Subject, _ settled: ResolvedWorld, _ world: WorldReport
  ) throws -> Outcome {
    var paths: [String: [[Value]]] = [:]
    for verdict in world.result.properties where verdict.status == .holds {
      guard let witness = verdict.witness, case .goal = witness.kind else { continue }
      paths[world.spec.properties[verdict.property].name] = witness.path.states
    }
    let found = StateDiagram.reachable(
      in: settled.machine, from: settled.starts, memory: limits.memory)
    let certificate = try SetMaker(settled.machine, settled.starts, found: found)
      .make(of: subject, paths: paths)
    var outcome = Outcome()
    outcome.problems = disagreements(world, claimed: certificate.claims.map(\.name))
    if outcome.problems.contains(where: { $0.kind == .contradiction }) { return outcome }
    let bytes = try CertificateFile.encoded(certificate, settled.spec)
    outcome.saved = save(bytes, subject, world).saved
    return outcome
  }

  private func save(
    _ bytes: [UInt8], _ subject: Certificate.Subject, _ world: WorldReport
  ) -> Outcome {
    let own = try? ResolvedWorld.check(
      Parser.parse(world.spec.file).0, world: world.spec.world?.name, limits: bounds)
    let plain = own.map(Self.values) ?? [:]
    let set = Self.values(of: world.spec).filter { plain[$0.key] != $0.value }
      .sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    let name = CounterexampleName.certificate(of: world.spec, at: subject.path, constants: set)
    let path = "\(folder)/\(name)"
    var saved = SavedCertificate(path: path, bytes: bytes.count)
    do throws(FileError) {
      try AtomicFile.makeFolder(folder, for: name)
      try FolderLock.hold(folder) { _ in
        Result { () throws(FileError) in
          saved.problem = Self.obstacle(to: subject, plain, at: path)
          if saved.problem != nil { return }
          try AtomicFile.replace(name, in: folder, with: bytes)
        }
      }.get()
    } catch {
      saved.problem = "it cannot be written: \(error.reason)"
    }
    return Outcome(saved: saved)
  }

  /// The values of all settable constants, by name.
  private static func values(of spec: CheckedSpec) -> [String: String] {
    Dictionary(spec.constants.map { ($0.name, $0.type.text($0.value)) }) { $1 }
  }

  /// The reason not to overwrite the file at a path; nil if there is no file, or only an older certificate of the same
  /// world.
  ///
  /// - Parameter plain: the constants of the world without settings.
  private static func obstacle(
    to subject: Certificate.Subject, _ plain: [String: String], at path: String
  ) -> String? {
    guard (try? FileStatus(path)) != nil else { return nil }
    let old: Certificate.Subject
    switch CertificateFile.read(path) {
    case .success(let file): old = file.head.subject
    case .failure(let problem): return "not overwritten: \(problem.reason)"
    }
    guard (old.path, old.spec, old.world) == (subject.path, subject.spec, subject.world) else {
      return "not overwritten: it belongs to the world '\(old.world)' of \(old.path)"
    }
    // A certificate of another text is no longer valid.
    guard old.digest == subject.digest else { return nil }
    func all(_ constants: [String: String]) -> [String: String] {
      plain.merging(constants) { $1 }
    }
    return all(old.constants) == all(subject.constants)
      ? nil : "not overwritten: it belongs to other constants of the world '\(old.world)'"
  }

  /// The problems where the check and the certificate disagree.
  private func disagreements(_ world: WorldReport, claimed names: [String]) -> [GateProblem] {
    guard world.result.completion == .exhaustive else { return [] }
    let claimed = Set(names)
    var problems: [GateProblem] = []
    for verdict in world.result.properties {
      let property = world.spec.properties[verdict.property]
      if property.isImplied { continue }
      switch verdict.status {
      case .holds where !claimed.contains(property.name):
        problems.append(
          problem(
            .certificate, "'\(property.name)' holds, and nothing was found that certifies it", world
          ))
      case .violated where claimed.contains(property.name),
        .notReached where claimed.contains(property.name):
        problems.append(
          problem(
            .contradiction,
            "'\(property.name)' does not hold by the check, and by its certificate it does", world))
      default: break
      }
    }
    return problems
  }

  private func problem(
    _ kind: GateProblem.Kind, _ message: String, _ world: WorldReport
  ) -> GateProblem {
    let spec = world.spec
    return GateProblem(
      kind, message, path: spec.file.path,
      place: spec.world.map { TextPlace(spec.file, $0.range) }, allowances: allowances)
  }
}
