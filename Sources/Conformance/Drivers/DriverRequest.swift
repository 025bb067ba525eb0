import Basics
import Files
import Semantics
import SpecLanguage

/// The spec and the options for a typed driver: `try DriverRequest(path: path).source()`.
package struct DriverRequest: Sendable {
  /// The access level of the generated code.
  package enum Access: String, Sendable, CaseIterable { case `public`, `internal` }

  /// The spec.
  package var path: String
  /// A folder that is removed from the start of displayed paths, as in messages of tests.
  package var root: String?
  package var world = CheckedSpec.defaultWorldName
  /// Values for params, which win over the world's.
  package var settings: [(name: String, value: String)] = []
  /// Hidden events, which may happen in the implementation at any time; they are not driven.
  package var hidden: [String] = []
  package var access = Access.internal
  /// Whether drivers are isolated to the main actor, instead of the caller's isolation.
  package var isOnMainActor = false
  /// The limits of the checker, with the names of settings in messages.
  package var limits = Checker.Limits()

  package init(path: String) { self.path = path }

  /// Why there is no driver.
  package enum Problem: Error {
    /// The spec cannot be read.
    case unreadable(path: String, reason: String)
    /// The spec has mistakes.
    case broken([Diagnostic], suppressed: Int)
    /// The spec lacks the requested part.
    case unknown(String)

    /// Diagnostics in the format of compilers, one line each.
    package var lines: [String] {
      switch self {
      case .unreadable(let path, let reason): ["\(path): error: \(reason)"]
      case .unknown(let text): ["error: \(text)"]
      case .broken(let diagnostics, _):
        diagnostics.filter { $0.severity == .error }.map { diagnostic in
          let place = diagnostic.file.location(of: diagnostic.range.start)
          return "\(diagnostic.path):\(place.line):\(place.column): error: \(diagnostic.message)"
        }
      }
    }
  }

  /// The Swift file.
  package func source() throws(Problem) -> String {
    let file = try file()
    let (syntax, sink) = Parser.parse(file)
    if sink.hasErrors { throw .broken(sink.inTextOrder, suppressed: sink.suppressed) }
    let name = syntax.name?.text ?? path
    func require(_ names: [String], among known: [String], _ noun: String) throws(Problem) {
      for unknown in names where !known.contains(unknown) {
        throw .unknown(
          "\(name) has no \(noun) '\(unknown)'\(NearestName.hint(unknown, among: known))")
      }
    }
    try require([world], among: [CheckedSpec.defaultWorldName] + syntax.worldNames, "world")
    try require(settings.map(\.name), among: syntax.settableNames, "param")
    let spec: CheckedSpec
    do throws(ResolvedWorld.Problem) {
      spec = try ResolvedWorld.check(
        syntax, world: world == CheckedSpec.defaultWorldName ? nil : world, settings: settings,
        limits: limits)
    } catch {
      if error.diagnostics.isEmpty { throw .unknown(error.reason) }
      throw .broken(error.diagnostics, suppressed: error.suppressed)
    }
    try require(hidden, among: spec.events.map(\.name), "event")
    return DriverSource(
      spec, syntax, self,
      files: file.parts.map { (shown($0.path), file.text($0.range)) }
    ).text
  }

  private func file() throws(Problem) -> SourceFile {
    func read(_ path: String) throws(FileError) -> [UInt8] {
      try InputFile.read(path, atMost: UsedFiles.maximumBytes, noun: "spec")
    }
    let contents: [UInt8]
    do throws(FileError) {
      contents = try read(path)
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    return UsedFiles(identity: RealPath.of) { path in
      do throws(FileError) {
        return .bytes(try read(path))
      } catch {
        return .unreadable(error.reason)
      }
    }.joined(to: SourceFile(path: path, contents: contents))
  }

  private func shown(_ path: String) -> String {
    guard let root, path.hasPrefix(root + "/") else { return path }
    return String(path.dropFirst(root.count + 1))
  }
}
