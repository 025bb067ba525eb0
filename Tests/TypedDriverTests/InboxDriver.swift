import Conformance
import Foundation

/// Messages identified by UUIDs, as an actor that sends reminders by itself.
actor InboxDriver: Inbox.Driver {
  static var refuses: Bool { true }

  private struct Entry {
    var message: Inbox.Message
    var unitsLeft: Int?
  }

  /// The delay of its reminders.
  private let delay: Int
  private var entries: [UUID: Entry] = [:]
  private var signals: [Inbox.Signal] = []
  private var namings: [TrayNaming] = []

  init(delay: Int = 0) { self.delay = delay }

  func reset() {
    entries = [:]
    signals = []
    namings = []
  }

  func arrive(urgent: Bool) throws {
    guard entries.count < 2 else { throw TrayRefusal() }
    let id = UUID()
    entries[id] = Entry(message: Inbox.Message(urgent: urgent, note: nil))
    signals.append(.arrived(id: Inbox.ID(id.uuidString), urgent: urgent))
  }

  /// The identifier is the app's, regardless of the request.
  func draft(id: Inbox.ID, note: Bool?) throws {
    guard entries.count < 2, UUID(uuidString: id.text).flatMap({ entries[$0] }) == nil else {
      throw TrayRefusal()
    }
    let own = UUID()
    entries[own] = Entry(message: Inbox.Message(urgent: false, note: note))
    namings.append(TrayNaming(id, is: Inbox.ID(own.uuidString)))
  }

  func remove(id: Inbox.ID) throws { entries[try known(id)] = nil }

  func snooze(id: Inbox.ID, place: Inbox.Place) throws {
    let id = try known(id)
    guard entries[id]?.unitsLeft == nil else { throw TrayRefusal() }
    if case .snoozed(let units) = place { entries[id]?.unitsLeft = units + delay }
  }

  private func known(_ id: Inbox.ID) throws -> UUID {
    guard let id = UUID(uuidString: id.text), entries[id] != nil else { throw TrayRefusal() }
    return id
  }

  func advance(_ units: Int) {
    for _ in 0..<units {
      for (id, entry) in entries {
        guard let left = entry.unitsLeft else { continue }
        entries[id]?.unitsLeft = left > 1 ? left - 1 : nil
        if left == 1 { signals.append(.reminded(id: Inbox.ID(id.uuidString))) }
      }
    }
  }

  func observe() -> Inbox.Observation {
    let messages = entries.map { id, entry in
      (Inbox.ID(id.uuidString), Inbox.SeenMessage(entry.message))
    }
    return Inbox.Observation(
      inbox: Dictionary(messages) { $1 }, count: entries.count,
      places: Dictionary(
        entries.map { id, entry in
          (Inbox.ID(id.uuidString), entry.unitsLeft == nil ? .shown : .snoozed(until: nil))
        }
      ) { $1 })
  }

  func emitted() -> [Inbox.Signal] {
    defer { signals = [] }
    return signals
  }

  func names() -> [TrayNaming] {
    defer { namings = [] }
    return namings
  }
}
