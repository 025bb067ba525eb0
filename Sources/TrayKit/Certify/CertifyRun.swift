import Certificates
import Files
import Foundation
import Reports
import Semantics
import SpecLanguage
import Synchronization
import Traces

/// Checks certificates, several at a time, each in the spec that it is about as that is now.
struct CertifyRun {
  let request: CertifyRequest
  let limits: RunLimits

  func run() -> CertificateReport {
    let begin = ContinuousClock.now
    var report = CertificateReport()
    var files: [String] = []
    for path in request.paths {
      guard FileStatus.isFolder(path) else {
        files.append(path)
        continue
      }
      let walk = FolderWalk(path, CertificateFile.suffix)
      for problem in walk.problems {
        report.verdicts.append(
          CertificateVerdict(path: problem.path, status: .unreadable, reason: problem.reason))
      }
      if walk.files.isEmpty { report.empty.append(path) }
      files += walk.files
    }
    let threads = request.threads ?? ProcessInfo.processInfo.activeProcessorCount
    let limits = limits
    let bounds = Checker.Limits(
      maximumValues: request.maximumValues, vocabulary: request.vocabulary)
    // The largest first, so that none of them is left over for one thread.
    let sizes = files.map { (try? FileStatus($0))?.size ?? 0 }
    let order = files.indices.sorted { (-sizes[$0], $0) < (-sizes[$1], $1) }
    let specs = ParsedSpecs()
    let verdicts = ParallelMap.run(order.map { files[$0] }, threads: threads) { path in
      let begin = ContinuousClock.now
      var verdict = limits.watch().during {
        Self.verdict(of: path, specs, bounds, limits, request.settings)
      }
      verdict.seconds = (.now - begin) / .seconds(1)
      return verdict
    }
    report.verdicts += zip(order, verdicts).sorted { $0.0 < $1.0 }.map(\.1)
    report.isInterrupted = limits.isInterrupted()
    report.duration = .now - begin
    return report
  }

  private static func verdict(
    of path: String, _ specs: ParsedSpecs, _ bounds: Checker.Limits, _ limits: RunLimits,
    _ settings: [TraySetting]
  ) -> CertificateVerdict {
    let file: CertificateFile
    do throws(FileProblem) {
      let bytes = try InputFile.read(path, atMost: 1 << 30, noun: "certificate")
      do throws(CertificateFile.Problem) {
        file = try CertificateFile(bytes: bytes)
      } catch {
        return CertificateVerdict(path: path, status: .unreadable, reason: error.reason)
      }
    } catch {
      return CertificateVerdict(path: path, status: .unreadable, reason: error.reason)
    }
    let subject = file.head.subject
    var verdict = CertificateVerdict(path: path, status: .certified)
    // The file may say anything.
    verdict.spec = subject.spec.printable
    verdict.specPath = subject.path.printable
    verdict.world = subject.world.printable
    verdict.constants = Dictionary(
      subject.constants.map { ($0.key.printable, $0.value.printable) }
    ) { first, _ in first }
    verdict.properties = file.head.claims.map(\.name.printable)
    verdict.freedoms = file.head.freedoms.map(\.rawValue)
    verdict.states = file.head.states
    verdict.nodes = file.head.nodes
    func judged(_ status: CertificateVerdict.Status, _ reason: String) -> CertificateVerdict {
      verdict.status = status
      verdict.reason = reason.printable
      return verdict
    }
    let world: SettledWorld
    switch settledWorld(of: subject, path, specs, bounds, settings) {
    case .failure(let problem):
      return judged(problem.hasOtherConstants ? .rejected : .stale, problem.reason)
    case .success(let found): world = found
    }
    do throws(Certifier.Failure) {
      let summary = try check(file, world)
      verdict.states = summary.states.clamped
      verdict.largeStates = summary.states.isExact ? nil : summary.states.digits
      verdict.steps = summary.steps
      return verdict
    } catch {
      switch error {
      case .rejected(let rejection): return judged(.rejected, rejection.reason)
      case .contradiction(let error): return judged(.internalError, error.message)
      case .stopped:
        let limit = Watch.limit.map(limits.searchLimit) ?? .interrupted
        return judged(.undecided, Wording.reason(limit))
      }
    }
  }

  private static func check(
    _ file: CertificateFile, _ world: SettledWorld
  ) throws(Certifier.Failure) -> Certifier.Summary {
    let check: () throws(Certifier.Failure) -> Certifier.Summary
    do throws(Certifier.Rejection) {
      switch file.form {
      case .rows:
        check = try Certifier(
          try file.certificate(of: world.spec), world.machine, world.starts
        ).check
      case .diagram:
        check = try SetCertifier(
          try file.setCertificate(of: world.spec), world.machine, world.starts
        ).check
      }
    } catch {
      throw .rejected(error)
    }
    return try check()
  }

  /// Why there is no world that a certificate could be about.
  private struct Stale: Error {
    var reason: String
    var hasOtherConstants = false
  }

  /// The world that a certificate is about, if the text is still the same.
  private static func settledWorld(
    of subject: Certificate.Subject, _ path: String, _ specs: ParsedSpecs,
    _ bounds: Checker.Limits, _ chosen: [TraySetting]
  ) -> Result<SettledWorld, Stale> {
    guard let place = SpecPath.find(subject.path, besides: SpecPath.folder(of: path)),
      let spec = specs.spec(at: place)
    else { return .failure(Stale(reason: "there is no spec at \(subject.path)")) }
    guard spec.digest == subject.digest else {
      return .failure(Stale(reason: "\(place) was changed since: check it anew"))
    }
    let syntax = spec.syntax
    guard !spec.hasErrors, syntax.name?.text == subject.spec else {
      return .failure(Stale(reason: "\(place) is no spec '\(subject.spec)'"))
    }
    let isDefault = subject.world == CheckedSpec.defaultWorldName
    guard isDefault || syntax.worldNames.contains(subject.world) else {
      return .failure(Stale(reason: "there is no world '\(subject.world)'"))
    }
    let known = Set(syntax.settableNames)
    if let name = subject.constants.keys.sorted().first(where: { !known.contains($0) }) {
      return .failure(Stale(reason: "there is no constant '\(name)'"))
    }
    let settings = subject.constants.sorted { $0.key < $1.key }.map {
      (name: $0.key, value: $0.value)
    }
    do throws(SettledWorld.Problem) {
      let name = isDefault ? nil : subject.world
      let world = try SettledWorld(syntax, world: name, settings: settings, limits: bounds)
      let wanted = try SettledWorld.check(
        syntax, world: name, settings: chosen.map { (name: $0.name, value: $0.value) },
        limits: bounds)
      if let reason = difference(world.spec, from: wanted) {
        return .failure(Stale(reason: reason, hasOtherConstants: true))
      }
      return .success(world)
    } catch {
      return .failure(Stale(reason: error.reason))
    }
  }

  /// Tells the first constant that a certificate has with another value than the world; nil if there is none.
  private static func difference(_ spec: CheckedSpec, from wanted: CheckedSpec) -> String? {
    let values = Dictionary(wanted.params.map { ($0.name, $0.type.text($0.value)) }) { $1 }
    for param in spec.params {
      let value = param.type.text(param.value)
      if let own = values[param.name], own == value { continue }
      return "'\(param.name)' is \(value) in the certificate and "
        + "\(values[param.name] ?? "unknown") in the world"
    }
    return nil
  }
}

/// The specs that certificates are about, each read once.
private final class ParsedSpecs: Sendable {
  struct Spec: Sendable {
    var digest: String
    var syntax: SpecSyntax
    var hasErrors: Bool
  }

  private let specs = Mutex<[String: Spec?]>([:])

  /// The spec at a path; nil if there is none.
  func spec(at path: String) -> Spec? {
    if let known = specs.withLock({ $0[path] }) { return known }
    let spec = SpecLoader.load([path]).files.first.map { source in
      let (syntax, sink) = Parser.parse(source)
      return Spec(digest: source.digest, syntax: syntax, hasErrors: sink.hasErrors)
    }
    // What a limit ended is not the spec.
    if !Watch.isOver { specs.withLock { $0[path] = .some(spec) } }
    return spec
  }
}
