import Engine
import Files
import Reports
import Semantics
import Traces

/// The checkpoints of a run's searches: `kept.checkpoint(of: spec, request)`.
final class CheckpointStore: Sendable {
  private static let interval = Duration.seconds(300)

  let folder: String
  let onNote: @Sendable (String) -> Void
  let onWriting: @Sendable (Bool) -> Void
  private let words: RequestVocabulary

  init?(
    _ request: CheckRequest, onNote: @escaping @Sendable (String) -> Void,
    onWriting: @escaping @Sendable (Bool) -> Void
  ) {
    guard let folder = request.checkpointFolder else { return nil }
    (self.folder, self.onNote, self.onWriting) = (folder, onNote, onWriting)
    words = request.vocabulary
  }

  /// The checkpoint of the search of a world.
  ///
  /// It does not depend on the number of threads or on the time and memory limits.
  func checkpoint(of spec: CheckedSpec, _ request: CheckRequest) -> Checkpoint? {
    guard let build = BuildIdentity.current else { return nil }
    let params = spec.constants
      .map { "\($0.name) = \($0.type.shape.text($0.value))" }
    let traits = [
      CheckpointTrait("the build of traycheck", build),
      CheckpointTrait("the digest of the spec", Fingerprint.of(bytes: spec.file.bytes[...])),
      CheckpointTrait("the spec", spec.name),
      CheckpointTrait("the world", spec.worldName),
      CheckpointTrait("the list of params", params.joined(separator: ", ")),
      CheckpointTrait(
        "the list of properties", request.properties.sorted().joined(separator: ", ")),
      CheckpointTrait("the reduction by symmetry", request.reducesSymmetry ? "on" : "off"),
      CheckpointTrait("the bound on values", "\(request.maximumValues)"),
    ]
    return Checkpoint(
      CounterexampleName.checkpoint(of: spec), in: folder, traits: traits,
      every: request.checkpointInterval ?? Self.interval, onNote: onNote, onWriting: onWriting)
  }

  /// The path of a checkpoint that becomes obsolete once the result is reported; nil if the search can be resumed.
  func end(_ checkpoint: Checkpoint, of result: SearchResult) -> String? {
    guard let count = checkpoint.count else { return nil }
    let isDecided =
      result.completion == .exhaustive && result.internalErrors.isEmpty
      && result.hasFollowedRuns
    if isDecided { return checkpoint.path }
    onNote(
      "\(checkpoint.path): the same check with \(words.checkpointFolder) resumes the search from "
        + Wording.count(count, "state"))
    return nil
  }
}

extension WorldCheck {
  /// The check with the checkpoints of a run.
  func keeping(in run: CheckRun) -> WorldCheck {
    var check = self
    check.kept = CheckpointStore(
      request, onNote: { [events = run.events] in events.tell(note: $0) },
      onWriting: { run.writingCount.add($0 ? 1 : -1, ordering: .relaxed) })
    return check
  }
}

extension CheckRun {
  /// Throws if two worlds have the same checkpoint file.
  func requireCheckpointNames(_ specs: [SpecProgress]) throws(RequestError) {
    guard request.checkpointFolder != nil else { return }
    var paths: [String: String] = [:]
    for spec in specs {
      for world in spec.compiled?.worlds ?? [] where request.isChosen(world: world.worldName) {
        let name = CounterexampleName.checkpoint(of: world)
        if let other = paths.updateValue(spec.file.path, forKey: name.lowercased()) {
          throw RequestError(
            "\(request.vocabulary.checkpointFolder): \(other) and \(spec.file.path) would both be kept "
              + "in \(name); check them with a folder for each")
        }
      }
    }
  }
}

extension CheckRequest {
  /// Throws if an interval is given without a folder, or if this build has no identity.
  func requireCheckpointFolder() throws(RequestError) {
    if checkpointFolder == nil {
      guard checkpointInterval != nil else { return }
      throw RequestError(
        "'\(vocabulary.checkpointInterval)' requires '\(vocabulary.checkpointFolder)'")
    } else if BuildIdentity.current == nil {
      throw RequestError(
        "\(vocabulary.checkpointFolder): this build of traycheck has no identity")
    }
  }
}
