import Engine

/// How walks ended, as reports have it.
struct WalkEndingText {
  var kind: WalkResult.Ending.Kind
  /// The limit of time.
  var seconds: Double?
  /// The memory that was taken.
  var bytes: Int?
  /// The limit of the tool that a walk met.
  var limit: String?

  init(_ ending: WalkResult.Ending) {
    kind = ending.kind
    switch ending {
    case .complete, .interrupted: break
    case .time(let time): seconds = time.inSeconds
    case .memory(let bytes): self.bytes = bytes
    case .tool(let limit): self.limit = limit
    }
  }
}
