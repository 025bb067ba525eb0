import CertificateCheck
import Reports
import Semantics
import SpecLanguage
import Traces
import TrayKit

/// The worlds of specs that need a certificate: `RequiredWorlds(paths, settings, …)`.
///
/// Worlds checked by random walks need none.
struct RequiredWorlds: Sendable {
  /// A world, with the claims that its certificates have to make.
  struct World: Sendable {
    /// The path at which the spec was found.
    var path: String
    var spec: String
    var name: String
    var properties: [String]
    var freedoms: [String]
  }

  private(set) var worlds: [World] = []
  /// The names that a setting can assign.
  private(set) var settableNames: [String] = []
  /// The specs that are unreadable or have errors.
  private(set) var broken: [CheckReport.Unreadable] = []
  /// The worlds that were not read completely.
  private(set) var cut: [MissingCertificate] = []

  /// Reads the specs and collects their worlds.
  ///
  /// - Parameters:
  ///   - settings: values that override those of the specs and of their worlds.
  ///   - words: the names in messages.
  init(
    _ paths: [String], _ settings: [Setting], _ bounds: Checker.Limits, _ limits: RunLimits,
    _ words: RequestVocabulary, threads: Int
  ) {
    if paths.isEmpty { return }
    let found = SpecLoader.load(paths)
    broken = found.unreadable
    broken += found.empty.map {
      CheckReport.Unreadable(path: $0, reason: SpecLoader.emptyFolder(words))
    }
    let specs = ParallelMap.run(found.files, threads: threads) { file in
      CompiledSpec(
        file, settings: settings, limits: bounds, deadline: { limits.deadline(after: $2) })
    }
    for spec in specs {
      settableNames += spec.syntax.settableNames
      if spec.sink.hasErrors {
        let error = spec.sink.inTextOrder.first { $0.severity == .error }
        broken.append(CheckReport.Unreadable(error, in: spec.file.path))
      }
      cut += spec.cuts.map { cut in
        MissingCertificate(
          path: spec.file.path, spec: spec.syntax.name?.text ?? "", world: cut.world,
          reason: cut.text(whatIsNotDone: "read", limits))
      }
      worlds += spec.worlds.filter { $0.world?.walks == nil }.map(World.init)
    }
  }

  /// The worlds whose certificates are missing or do not claim everything that the world has to satisfy.
  ///
  /// - Parameter answers: the results for all certificates.
  func missing(_ answers: [CertifyRun.Answer]) -> [MissingCertificate] {
    let places = Dictionary(grouping: answers) { $0.place.map(SpecPath.absolute) }
    return cut
      + worlds.compactMap { world in
        let verdicts = (places[SpecPath.absolute(world.path)] ?? []).map(\.verdict)
          .filter { $0.world == world.name.printable }
        guard let reason = world.lack(verdicts) else { return nil }
        return MissingCertificate(
          path: world.path.printable, spec: world.spec.printable, world: world.name.printable,
          reason: reason)
      }
  }
}

extension RequiredWorlds {
  /// The paths of certified specs that are not already required.
  func otherSpecs(of answers: [CertifyRun.Answer]) -> [String] {
    var known = Set((worlds.map(\.path) + cut.map(\.path)).map(SpecPath.absolute))
    return answers.compactMap(\.place).filter { known.insert(SpecPath.absolute($0)).inserted }
  }
}

extension RequiredWorlds.World {
  init(_ spec: CheckedSpec) {
    let announced = spec.world?.violates ?? []
    func isAnnounced(_ property: Int) -> Bool {
      announced.contains { announcement in
        if announcement.isRest { return true }
        if announcement.name == ViolationKind.fault.rawValue {
          return announcement.place == nil || announcement.place == .property(property)
        }
        return announcement.name == spec.properties[property].name
          || announcement.name == spec.properties[property].family
      }
    }
    path = spec.file.path
    self.spec = spec.name
    name = spec.worldName
    properties = spec.properties.indices.filter {
      !spec.properties[$0].isImplied && !isAnnounced($0)
    }.map { spec.properties[$0].name }
    freedoms =
      spec.toleratesOthers
      ? [] : Certificate.SafetyClaim.allCases.map(\.rawValue).filter { !spec.announces($0) }
  }

  /// The missing claim of a world; nil if nothing is missing, or if one of the verdicts already has a complaint.
  fileprivate func lack(_ verdicts: [CertificateVerdict]) -> String? {
    if verdicts.isEmpty { return "there is no certificate" }
    let certified = verdicts.filter { $0.status == .certified }
    if certified.isEmpty { return nil }
    let claimed = Set(certified.flatMap(\.properties))
    let free = Set(certified.flatMap(\.freedoms))
    let open =
      properties.map(\.printable).filter { !claimed.contains($0) }
      + freedoms.filter { !free.contains($0) }.map { "no \($0)" }
    return open.isEmpty ? nil : "no certificate claims \(open.joined(separator: ", "))"
  }
}
