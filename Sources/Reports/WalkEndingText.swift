import Engine

/// How walks ended, as reports have it.
struct WalkEndingText {
  var word: String
  /// The limit of time.
  var seconds: Double?
  /// The memory that was taken.
  var bytes: Int?
  /// The limit of the tool that a walk met.
  var limit: String?

  init(_ ending: WalkResult.Ending) {
    switch ending {
    case .complete: word = "complete"
    case .time(let time): (word, seconds) = ("time", time.inSeconds)
    case .memory(let bytes): (word, self.bytes) = ("memory", bytes)
    case .interrupted: word = "interrupted"
    case .tool(let limit): (word, self.limit) = ("tool", limit)
    }
  }
}
