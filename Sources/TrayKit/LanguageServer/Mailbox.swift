import Platform
import Semantics
import Synchronization

/// What a language server has to see to, from its input and from checks.
final class Mailbox: Sendable {
  enum Item: Sendable {
    case message([UInt8])
    case checked(SavedCheck.Result)
    /// Nothing more comes in.
    case end
  }

  /// The reader waits while more messages or bytes than these are unread.
  private static let most = (messages: 10_000, bytes: 128 << 20)

  private struct UnreadMessages {
    var items: [Item] = []
    var bytes = 0
  }

  private let unread = Mutex(UnreadMessages())
  private let count = DispatchSemaphore(value: 0)

  func put(_ item: Item) {
    unread.withLock {
      $0.items.append(item)
      if case .message(let bytes) = item { $0.bytes += bytes.count }
    }
    count.signal()
  }

  /// Waits for what is next, or until all is to end.
  func next(_ isEnded: () -> Bool) -> Item {
    while count.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if isEnded() { return .end }
    }
    return unread.withLock {
      let item = $0.items.removeFirst()
      if case .message(let bytes) = item { $0.bytes -= bytes.count }
      return item
    }
  }

  /// Whether there is more to see to.
  var isEmpty: Bool { unread.withLock(\.items.isEmpty) }

  private var isFull: Bool {
    unread.withLock { $0.items.count >= Self.most.messages || $0.bytes >= Self.most.bytes }
  }

  /// Puts in what comes in from a file descriptor, from a thread of its own.
  func read(from descriptor: Int32) {
    let work: @Sendable () -> Void = { [self] in
      var reader = MessageReader()
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = Platform.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        reader.append(bytes[..<count])
        while let message = reader.next() {
          while isFull { usleep(5_000) }
          put(.message(message))
        }
      }
      put(.end)
    }
    _ = DeepThread.start(stackSize: 1 << 20, work)
  }
}
