import Semantics

/// Describes the end of random walks.
struct WalkCompletionText {
  var kind: WalkResult.Completion.Kind
  /// The time limit in seconds.
  var seconds: Double?
  /// The memory at the memory limit, in bytes.
  var bytes: Int?
  /// The limit of the tool that a walk reached.
  var limit: String?

  init(_ completion: WalkResult.Completion) {
    kind = completion.kind
    switch completion {
    case .complete, .interrupted: break
    case .time(let time): seconds = time.inSeconds
    case .memory(let bytes): self.bytes = bytes
    case .tool(let limit): self.limit = limit
    }
  }
}
