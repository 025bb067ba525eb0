import Semantics

/// How walks ended, as reports have it.
struct WalkCompletionText {
  var kind: WalkResult.Completion.Kind
  /// The limit of time.
  var seconds: Double?
  /// The memory that was taken.
  var bytes: Int?
  /// The limit of the tool that a walk met.
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
