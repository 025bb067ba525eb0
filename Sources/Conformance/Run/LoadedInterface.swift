import Basics
import Files
import Reports
import Semantics
import SpecLanguage

/// The spec of a request, as the interface of an implementation.
struct LoadedInterface {
  /// The interface; nil if the spec is unreadable or has errors.
  @Boxed private(set) var interface: Interface?
  /// The syntax of the spec and its libraries; nil if the file is unreadable.
  @Boxed private(set) var syntax: SpecSyntax?
  private(set) var broken: [(diagnostics: [Diagnostic], suppressed: Int)] = []
  private(set) var unreadable: [CheckReport.Unreadable] = []

  /// Reads the spec with the world and the params of the request. The deadline of the thread, if there is one, limits the
  /// time.
  ///
  /// If a limit ended the reading, there is neither an interface nor an error.
  ///
  /// - Throws: `RequestError` if the request names something that the spec does not have.
  init(_ request: ConformRequest, _ limits: RunLimits) throws(RequestError) {
    guard !FileStatus.isFolder(request.path) else {
      throw RequestError(
        "'\(request.path)' is a folder: an implementation is held against one spec")
    }
    let found = SpecLoader.load([request.path])
    unreadable = found.unreadable
    guard let file = found.files.first else { return }
    let compiled = CompiledSpec(
      file, settings: [], limits: request.bounds,
      deadline: { Deadline.current ?? limits.deadline(after: $2) })
    if !compiled.cuts.isEmpty { return }
    if compiled.sink.hasErrors {
      broken.append((compiled.sink.inTextOrder, compiled.sink.suppressed))
      return
    }
    syntax = compiled.syntax
    let name = compiled.syntax.name?.text ?? request.path
    func require(
      _ names: [String], among known: [String], _ noun: String
    ) throws(RequestError) {
      for unknown in names where !known.contains(unknown) {
        throw RequestError(
          "\(name) has no \(noun) '\(unknown)'\(NearestName.hint(unknown, among: known))")
      }
    }
    let worlds = [CheckedSpec.defaultWorldName] + compiled.syntax.worldNames
    try require([request.world], among: worlds, "world")
    try require(request.settings.map(\.name), among: compiled.syntax.settableNames, "param")
    let (syntax, bounds) = (compiled.syntax, request.bounds)
    let settled: Interface?
    do throws(ResolvedWorld.Problem) {
      settled = try Interface(
        settings: request.settings.map { ($0.name, $0.value) }
      ) { settings throws(ResolvedWorld.Problem) in
        try ResolvedWorld(
          syntax, world: request.world == CheckedSpec.defaultWorldName ? nil : request.world,
          settings: settings, limits: bounds)
      }
    } catch {
      if Deadline.isOver { return }
      guard !error.diagnostics.isEmpty else { throw RequestError(error.reason) }
      broken.append((error.diagnostics, error.suppressed))
      return
    }
    if Deadline.isOver { return }
    guard var interface = settled else {
      throw RequestError("\(name) has nothing to start from")
    }
    try require(request.hidden, among: interface.spec.events.map(\.name), "event")
    interface.vocabulary = request.vocabulary
    self.interface = interface
  }
}

extension Interface {
  typealias Settings = [(name: String, value: String)]

  /// Creates the interface of a world with its names and, where needed, with more names; nil if it has no initial
  /// state.
  ///
  /// - Parameter settle: returns the world with the given settings.
  init?(
    settings: Settings,
    _ settle: @escaping @Sendable (Settings) throws(ResolvedWorld.Problem) -> ResolvedWorld
  ) throws(ResolvedWorld.Problem) {
    let machine = try settle(settings).machine
    guard let interface = try? Interface(machine) else { return nil }
    self = interface
    let counts = interface.spec.symmetricTypes.map { (name: $0.name, count: $0.count) }
    largerScopes = LargerScopes { more in
      let kept = settings.filter { setting in !counts.contains { $0.name == setting.name } }
      let larger = counts.map { (name: $0.name, value: "\($0.count + more)") }
      return (try? settle(kept + larger)).flatMap { try? Interface($0.machine) }
    }
  }
}

extension RunLimits {
  /// Does work within the limits.
  ///
  /// - Returns: the limit that ended the work; nil if none did.
  func during(_ work: () throws(RequestError) -> Void) throws(RequestError) -> Deadline.Limit? {
    let deadline = deadline()
    try deadline.during { Result { () throws(RequestError) in try work() } }.get()
    return deadline.limit
  }
}
