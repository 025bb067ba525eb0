import Basics
import Platform
import Semantics
import Synchronization

/// The queue of messages and check results for a language server.
final class Mailbox: Sendable {
  indirect enum Item: Sendable {
    case message([UInt8])
    case checked(SavedCheck.Result)
    /// The input has ended.
    case end
  }

  /// The limits of the queue: the reader waits while more messages or bytes are unread.
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

  /// Waits for the next item, or until the server ends.
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

  /// Whether the queue is empty.
  var isEmpty: Bool { unread.withLock(\.items.isEmpty) }

  private var isFull: Bool {
    unread.withLock { $0.items.count >= Self.most.messages || $0.bytes >= Self.most.bytes }
  }

  /// Reads messages from a file descriptor into the queue, on a separate thread.
  func read(from descriptor: Int32, _ framing: MessageReader.Framing = .headers) {
    let work: @Sendable () -> Void = { [self] in
      var reader = MessageReader(framing)
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      var isOpen = true
      while isOpen {
        let count = Platform.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        isOpen = count > 0
        if isOpen { reader.append(bytes[..<count]) } else { reader.end() }
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
