import Engine
import Files
import Reports
import Semantics
import SpecLanguage

/// Why nothing can be done with a spec on several machines.
public struct ClusterProblem: Error, Sendable, CustomStringConvertible {
  /// For people; several lines where they show the text of a spec.
  public let description: String
  /// What a tool ends with.
  public let status: ExitStatus

  init(_ description: String, _ status: ExitStatus = .specError) {
    self.description = description.withoutLongWords
    self.status = status
  }

  init(_ error: RequestError) { self.init(error.description, .usage) }
}

/// The one spec of a request, in those of its worlds that are searched.
struct ClusterSpec {
  let file: SourceFile
  /// Confined to the properties of the request.
  private(set) var worlds: [CheckedSpec] = []

  /// - Throws: `ClusterProblem` if the spec cannot be read or has mistakes, or the request names what it does not have.
  init(_ request: CheckRequest, _ limits: RunLimits) throws(ClusterProblem) {
    guard let path = request.paths.first, request.paths.count == 1, !FileStatus.isFolder(path)
    else { throw ClusterProblem("there has to be one spec, and no folder", .usage) }
    let found = SpecLoader.load([path])
    guard let file = found.files.first else {
      throw ClusterProblem(found.unreadable.map(\.text).joined(separator: "\n"))
    }
    self.file = file
    let settings: [Setting]
    do throws(RequestError) {
      settings = try request.settings.parsed(request.vocabulary)
    } catch {
      throw ClusterProblem(error)
    }
    let compiled = CompiledSpec(
      file, settings: settings, limits: request.bounds, deadline: { limits.deadline(after: $2) },
      isChosen: request.isChosen)
    if compiled.sink.hasErrors { throw .broken(compiled) }
    do throws(RequestError) {
      try request.requireMatches(in: [SpecNames(compiled, isChosen: request.isChosen)])
    } catch {
      throw ClusterProblem(error)
    }
    if let cut = compiled.cuts.first {
      throw ClusterProblem(cut.text(whatIsNotDone: "searched", limits), .inconclusive)
    }
    worlds = compiled.worlds.filter {
      request.isChosen(world: $0.worldName) && $0.world?.walks == nil
    }.map { $0.confined(to: request.properties) }
  }
}

extension ClusterProblem {
  fileprivate static func broken(_ compiled: CompiledSpec) -> ClusterProblem {
    ClusterProblem(
      DiagnosticText(style: TextStyle(usesColor: false))
        .render(compiled.sink.inTextOrder, suppressed: compiled.sink.suppressed))
  }
}

/// The first line of what goes to and fro between machines, by which each knows that the other has the same states.
///
/// `traycheck-expand VERSION DIGEST DIGITS`: the version of the form, the digest of the spec, its constants and all else
/// that states depend on, and how many digits a state has.
struct ExpansionHeader {
  static let word = "traycheck-expand"
  static let version = 1

  let text: String

  /// - Parameter world: confined to the properties of the request.
  init(_ world: CheckedSpec, _ request: CheckRequest, _ states: StateText) {
    let what =
      [Traycheck.version, world.file.digest, world.worldName, "\(request.reducesSymmetry)"]
      + request.settings.map { "\($0.name)=\($0.value)" }.sorted() + [""]
      + request.properties.sorted()
    let digest = Fingerprint.of(what.joined(separator: "\u{0}"))
    text = "\(Self.word) \(Self.version) \(digest) \(states.length)"
  }

  /// Nil if a state has no layout.
  init?(_ world: CheckedSpec, _ request: CheckRequest) {
    guard let layout = try? StateLayout(world.variables) else { return nil }
    self.init(world, request, StateText(layout))
  }

  /// Why another first line is not this one; nil if it is.
  func problem(with other: String) -> String? {
    if other == text { return nil }
    let (mine, theirs) = (text.split(separator: " "), other.split(separator: " "))
    guard theirs.count == mine.count, theirs[0] == mine[0] else {
      return "it does not begin with the line '\(text)'"
    }
    guard theirs[1] == mine[1] else {
      return "it is of version \(theirs[1]) of the form, and this is version \(Self.version)"
    }
    return "it is of another spec, of other constants or properties, or of another version of "
      + "traycheck: it has '\(theirs[2]) \(theirs[3])' where '\(mine[2]) \(mine[3])' has to be"
  }
}
