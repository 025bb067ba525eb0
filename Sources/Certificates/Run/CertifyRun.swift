import Basics
import CertificateCheck
import Files
import Platform
import Reports
import Semantics
import SpecLanguage
import Synchronization
import Traces
import TrayKit

/// Checks certificates, several in parallel, each against the current version of its spec.
final class CertifyRun {
  let request: CertifyRequest
  let limits: RunLimits

  init(request: CertifyRequest, limits: RunLimits) {
    (self.request, self.limits) = (request, limits)
  }

  /// Checks all certificates of the request.
  ///
  /// - Throws: `RequestError` if a setting has no valid value, or if no spec declares its name.
  func run() throws(RequestError) -> CertificateReport {
    let begin = ContinuousClock.now
    let settings = try request.settings.parsed(request.vocabulary)
    var report = CertificateReport()
    report.isStrict = request.isStrict
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
      if request.isStrict { report.others += Self.otherFiles(in: path) }
    }
    let threads = request.threads ?? ProcessInfo.processInfo.activeProcessorCount
    let limits = limits
    let bounds = Checker.Limits(
      maximumValues: request.maximumValues, vocabulary: request.vocabulary)
    // Largest first, so that no large one is left over for a single thread.
    let sizes = files.map { (try? FileStatus($0))?.size ?? 0 }
    let order = files.indices.sorted { (-sizes[$0], $0) < (-sizes[$1], $1) }
    let specs = ParsedSpecs()
    let required = RequiredWorlds(
      request.specs, settings, bounds, limits, request.vocabulary, threads: threads)
    try requireNames(in: files, specs, required.settableNames, threads: threads)
    let answers = ParallelMap.run(order.map { files[$0] }, threads: threads) { path in
      let begin = ContinuousClock.now
      var answer = limits.deadline().during {
        Self.answer(to: path, specs, bounds, limits, settings)
      }
      answer.verdict.seconds = (.now - begin) / .seconds(1)
      return answer
    }
    let inOrder = zip(order, answers).sorted { $0.0 < $1.0 }.map(\.1)
    report.verdicts += inOrder.map(\.verdict)
    report.note(broken: required.broken + inOrder.compactMap(\.broken))
    report.missing = required.missing(inOrder)
    if request.isStrict {
      let others = RequiredWorlds(
        required.otherSpecs(of: inOrder), settings, bounds, limits, request.vocabulary,
        threads: threads)
      report.note(broken: others.broken)
      report.missing += others.missing(inOrder)
    }
    report.isInterrupted = limits.isInterrupted()
    report.duration = .now - begin
    return report
  }

  /// The files in a folder that are not certificates, without hidden files.
  private static func otherFiles(in folder: String) -> [String] {
    FolderWalk(folder, "").files.filter { file in
      !FolderWalk.ends(file.utf8, in: CertificateFile.suffix)
        && !(file.split(separator: "/").last ?? "").hasPrefix(".")
    }
  }

  /// Requires that some spec declares the name of each setting, as `check` does.
  private func requireNames(
    in files: [String], _ specs: ParsedSpecs, _ others: [String], threads: Int
  ) throws(RequestError) {
    if request.settings.isEmpty { return }
    let limits = limits
    let names = ParallelMap.run(files, threads: threads) { path -> [String]? in
      limits.deadline().during {
        guard case .success(let file) = CertificateFile.read(path) else { return nil }
        return specs.spec(of: file.head.subject, in: path)?.spec.syntax.settableNames
      }
    }
    let known = names.compactMap(\.self) + (request.specs.isEmpty ? [] : [others])
    if known.isEmpty || limits.isInterrupted() { return }
    try RequestError.require(
      request.settings.map(\.name), among: known.flatMap(\.self), "param",
      request.vocabulary.settings)
  }

  /// The result for one certificate.
  struct Answer: Sendable {
    @Boxed var verdict: CertificateVerdict
    /// The path at which its spec was found.
    var place: String?
    /// The error of its spec, if it has one.
    var broken: CheckReport.Unreadable?
  }

  private static func answer(
    to path: String, _ specs: ParsedSpecs, _ bounds: Checker.Limits, _ limits: RunLimits,
    _ settings: [Setting]
  ) -> Answer {
    let file: CertificateFile
    switch CertificateFile.read(path) {
    case .success(let found): file = found
    case .failure(let problem):
      return Answer(
        verdict: CertificateVerdict(path: path, status: .unreadable, reason: problem.reason))
    }
    let subject = file.head.subject
    let place = SpecPath.find(subject.path, besides: SpecPath.folder(of: path))
    var verdict = CertificateVerdict(path: path, status: .certified)
    // The content of the file is untrusted.
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
    func judged(_ status: CertificateVerdict.Status, _ reason: String) -> Answer {
      verdict.status = status
      verdict.reason = reason.printable
      return Answer(verdict: verdict, place: place)
    }
    func stopped() -> Answer {
      let limit = Deadline.limit.map(limits.searchLimit) ?? .interrupted
      return judged(.undecided, Wording.reason(limit))
    }
    let world: ResolvedWorld
    switch settledWorld(of: subject, path, specs, bounds, settings) {
    case .failure where Deadline.isOver: return stopped()
    case .failure(.stale(let reason)): return judged(.stale, reason)
    case .failure(.otherConstants(let reason)): return judged(.rejected, reason)
    case .failure(.broken(let error)):
      var answer = judged(.undecided, "\(error.path) has an error")
      answer.broken = error
      return answer
    case .success(let found): world = found
    }
    verdict.bound = world.spec.bound?.text.printable
    do throws(Certifier.Failure) {
      let summary = try check(file, world)
      verdict.states = summary.states.clamped
      verdict.largeStates = summary.states.isExact ? nil : summary.states.digits
      verdict.steps = summary.steps
      return Answer(verdict: verdict, place: place)
    } catch {
      switch error {
      case .rejected(let rejection): return judged(.rejected, rejection.reason)
      case .contradiction(let error): return judged(.internalError, error.message)
      case .stopped: return stopped()
      }
    }
  }

  private static func check(
    _ file: CertificateFile, _ world: ResolvedWorld
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

  /// The reason why the world of a certificate does not exist.
  private enum Obstacle: Error {
    /// The spec has changed or is missing.
    case stale(String)
    case otherConstants(String)
    /// The spec has an error with the requested constants.
    case broken(CheckReport.Unreadable)
  }

  /// The world of a certificate, if the text and the constants are unchanged.
  ///
  /// - Parameter chosen: values that override those of the spec and of its worlds.
  private static func settledWorld(
    of subject: Certificate.Subject, _ path: String, _ specs: ParsedSpecs,
    _ bounds: Checker.Limits, _ chosen: [Setting]
  ) -> Result<ResolvedWorld, Obstacle> {
    guard let (place, spec) = specs.spec(of: subject, in: path) else {
      return .failure(.stale("there is no spec at \(subject.path)"))
    }
    guard spec.digest == subject.digest else {
      return .failure(.stale("\(place) was changed since: check it again"))
    }
    let syntax = spec.syntax
    guard !spec.hasErrors, syntax.name?.text == subject.spec else {
      return .failure(.stale("\(place) is no spec '\(subject.spec)'"))
    }
    let isDefault = subject.world == CheckedSpec.defaultWorldName
    guard isDefault || syntax.worldNames.contains(subject.world) else {
      return .failure(.stale("there is no world '\(subject.world)'"))
    }
    let known = Set(syntax.settableNames)
    if let name = subject.constants.keys.sorted().first(where: { !known.contains($0) }) {
      return .failure(.stale("there is no constant '\(name)'"))
    }
    let settings = subject.constants.sorted { $0.key < $1.key }.map {
      (name: $0.key, value: $0.value)
    }
    let name = isDefault ? nil : subject.world
    let chosen = chosen.filter { known.contains($0.name) }
    let checked = Checker.check(
      name.map(syntax.confined) ?? syntax, world: name, settings: chosen, limits: bounds)
    guard let wanted = checked.spec else {
      let error = checked.sink.inTextOrder.first { $0.severity == .error }
      return .failure(.broken(CheckReport.Unreadable(error, in: place)))
    }
    do throws(ResolvedWorld.Problem) {
      let world = try ResolvedWorld(syntax, world: name, settings: settings, limits: bounds)
      if let reason = difference(world.spec, from: wanted) {
        return .failure(.otherConstants(reason))
      }
      return .success(world)
    } catch {
      return .failure(.stale(error.reason))
    }
  }

  /// The first constant whose value differs between the certificate and the world; nil if there is none.
  private static func difference(_ spec: CheckedSpec, from wanted: CheckedSpec) -> String? {
    let values = Dictionary(wanted.constants.map { ($0.name, $0.type.text($0.value)) }) { $1 }
    for constant in spec.constants {
      let value = constant.type.text(constant.value)
      if let own = values[constant.name], own != value {
        return "'\(constant.name)' is \(value) in the certificate and \(own) in the world"
      }
    }
    return nil
  }
}

extension CertificateFile {
  /// Reads the certificate at a path.
  static func read(_ path: String) -> Result<CertificateFile, FileError> {
    Result { () throws(FileError) in
      let bytes = try InputFile.read(path, atMost: 1 << 30, noun: "certificate")
      do throws(Problem) {
        return try CertificateFile(bytes: bytes)
      } catch {
        throw FileError(error.reason)
      }
    }
  }
}

extension CertificateReport {
  /// Adds the errors of specs, each once.
  mutating func note(broken errors: [CheckReport.Unreadable]) {
    for error in errors where !broken.contains(where: { $0.text == error.text }) {
      broken.append(error)
    }
  }
}

extension CheckReport.Unreadable {
  /// Creates the error of a spec; without a diagnostic, the error is that the spec has no initial states.
  init(_ error: Diagnostic?, in path: String) {
    self.init(
      path: path, reason: error?.message ?? "the spec has no initial state",
      place: error.map { TextPlace($0.file, $0.range) }.map { ($0.line, $0.column) })
  }
}

/// The certified specs, each parsed once.
private final class ParsedSpecs: Sendable {
  struct Spec: Sendable {
    var digest: String
    var syntax: SpecSyntax
    var hasErrors: Bool
  }

  private let specs = Mutex<[String: Spec?]>([:])

  /// The spec of a certificate, with the path at which it was found; nil if there is none.
  func spec(of subject: Certificate.Subject, in file: String) -> (place: String, spec: Spec)? {
    guard let place = SpecPath.find(subject.path, besides: SpecPath.folder(of: file)),
      let spec = spec(at: place)
    else { return nil }
    return (place, spec)
  }

  /// The spec at a path; nil if there is none.
  func spec(at path: String) -> Spec? {
    if let known = specs.withLock({ $0[path] }) { return known }
    let spec = SpecLoader.load([path]).files.first.map { source in
      let (syntax, sink) = Parser.parse(source)
      return Spec(digest: source.digest, syntax: syntax, hasErrors: sink.hasErrors)
    }
    // A spec whose reading was cut short by a limit must not be cached.
    if !Deadline.isOver { specs.withLock { $0[path] = .some(spec) } }
    return spec
  }
}
