import Conformance
import Files
import Reports
import Semantics
import SpecLanguage

/// The spec of a request, as what an implementation of it shows.
struct LoadedInterface {
  /// Nil if the spec cannot be read or has mistakes.
  private(set) var interface: Interface?
  private(set) var broken: [(diagnostics: [Diagnostic], suppressed: Int)] = []
  private(set) var unreadable: [CheckReport.Unreadable] = []

  /// Reads the spec in the world and with the params of the request.
  ///
  /// - Throws: `RequestError` if it names what the spec does not have.
  init(_ request: ConformRequest, _ limits: RunLimits) throws(RequestError) {
    guard !FileStatus.isFolder(request.path) else {
      throw RequestError(
        "'\(request.path)' is a folder: an implementation is held against one spec")
    }
    let found = SpecLoader.load([request.path])
    unreadable = found.unreadable
    guard let file = found.files.first else { return }
    let compiled = CompiledSpec(
      file, settings: [], limits: request.bounds, watch: { _, _ in limits.watch() })
    if compiled.sink.hasErrors {
      broken.append((compiled.sink.inTextOrder, compiled.sink.suppressed))
      return
    }
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
    let world: SettledWorld
    do throws(SettledWorld.Problem) {
      world = try SettledWorld(
        compiled.syntax,
        world: request.world == CheckedSpec.defaultWorldName ? nil : request.world,
        settings: request.settings.map { ($0.name, $0.value) }, limits: request.bounds)
    } catch {
      guard !error.diagnostics.isEmpty else { throw RequestError(error.reason) }
      broken.append((error.diagnostics, error.suppressed))
      return
    }
    guard var interface = try? Interface(world.machine) else {
      throw RequestError("\(name) has nothing to start from")
    }
    try require(request.hidden, among: world.spec.events.map(\.name), "event")
    interface.vocabulary = request.vocabulary
    self.interface = interface
  }
}
