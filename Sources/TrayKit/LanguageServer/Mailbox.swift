import Foundation
import Synchronization

/// What a language server has to see to, from its input and from checks.
final class Mailbox: Sendable {
  enum Item: Sendable {
    case message([UInt8])
    case checked(SavedCheck.Result)
    /// Nothing more comes in.
    case end
  }

  private let items = Mutex<[Item]>([])
  private let count = DispatchSemaphore(value: 0)

  func put(_ item: Item) {
    items.withLock { $0.append(item) }
    count.signal()
  }

  /// Waits for what is next, or until all is to end.
  func next(_ isEnded: () -> Bool) -> Item {
    while count.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if isEnded() { return .end }
    }
    return items.withLock { $0.removeFirst() }
  }

  /// Whether there is more to see to.
  var isEmpty: Bool { items.withLock(\.isEmpty) }

  /// Puts in what comes in from a file descriptor, from a thread of its own.
  func read(from descriptor: Int32) {
    let work: @Sendable () -> Void = { [self] in
      var reader = MessageReader()
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        reader.append(bytes[..<count])
        while let message = reader.next() { put(.message(message)) }
      }
      put(.end)
    }
    Thread.detachNewThread(work)
  }
}
