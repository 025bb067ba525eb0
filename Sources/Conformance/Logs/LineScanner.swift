import Semantics

/// Reads lines that are written as most are straight into values: `scanner.content(bytes)`.
///
/// It says nothing of a line in which anything is unusual, such as names, unknown keys, escapes, or values that are
/// not known as a whole; such a line is read in general. So it changes nothing but the time that it takes.
package struct LineScanner: Sendable {
  private typealias Fields = [(name: [UInt8], shape: ByteShape)]

  private let events: [(name: [UInt8], parameters: Fields)]
  private let observables: Fields
  private let signals: [(name: [UInt8], index: Int, fields: Fields)]
  private let isSettled: Bool

  /// Nil for a spec whose lines are to be read in general.
  package init?(_ interface: Interface, _ settling: LogSettling) {
    guard !interface.hasNames, interface.observables.count < 64 else { return nil }
    let spec = interface.spec
    events = spec.events.map { event in
      (Array(event.name.utf8), event.parameters.map { (Array($0.name.utf8), ByteShape($0.type)) })
    }
    observables = interface.observables.map { (Array($0.name.utf8), ByteShape($0.type)) }
    signals = interface.heard.sorted().map { index in
      let fields = spec.signals[index].fields.map {
        (Array(($0.name ?? "").utf8), ByteShape($0.type))
      }
      return (Array(spec.signals[index].name.utf8), index, fields)
    }
    isSettled = settling == .line
  }

  /// What a line says; nil if that is to be read in general.
  func content(_ bytes: UnsafeBufferPointer<UInt8>) -> LogLine.ReportedContent? {
    var cursor = ByteCursor(bytes)
    guard cursor.eat("{") else { return nil }
    var content = LogLine.ReportedContent()
    var outputs = StateEstimator.ObservedOutputs(isSettled: isSettled)
    var instances: [EventInstance] = []
    var arguments: ByteCursor?
    var known: UInt8 = 0
    func isNew(_ bit: UInt8) -> Bool {
      defer { known |= bit }
      return known & bit == 0
    }
    if !cursor.at("}") {
      repeat {
        guard let key = cursor.string(), cursor.eat(":"), let bit = Self.bit(of: key, cursor),
          isNew(bit)
        else { return nil }
        switch bit {
        case 1:
          guard let name = cursor.string(),
            let event = events.firstIndex(where: { cursor.holds($0.name, name) })
          else { return nil }
          content.event = event
        case 2:
          // What they are, the event tells, which may come behind them.
          arguments = cursor
          guard Self.skipObject(&cursor) else { return nil }
        case 4: guard seen(&cursor, &outputs) else { return nil }
        case 8: guard signals(&cursor, &outputs) else { return nil }
        case 16:
          guard let flag = cursor.flag() else { return nil }
          outputs.isSettled = flag
        default: guard Self.skipScalar(&cursor) else { return nil }
        }
      } while cursor.eat(",")
    }
    guard cursor.eat("}"), cursor.isAtEnd else { return nil }
    if let event = content.event {
      var values: [Value] = []
      if var arguments {
        guard let read = ByteShape.record(events[event].parameters, &arguments) else { return nil }
        values = read
      } else if !events[event].parameters.isEmpty {
        return nil
      }
      instances = [EventInstance(event: event, arguments: values)]
    } else if arguments != nil {
      return nil
    }
    content.known = (instances, outputs)
    return content
  }

  private static func bit(of key: Range<Int>, _ cursor: ByteCursor) -> UInt8? {
    switch key.count {
    case 4: cursor.holds(Self.seen, key) ? 4 : cursor.holds(Self.time, key) ? 32 : nil
    case 5: cursor.holds(Self.event, key) ? 1 : nil
    case 7:
      cursor.holds(Self.signals, key)
        ? 8 : cursor.holds(Self.settled, key) ? 16 : cursor.holds(Self.process, key) ? 64 : nil
    case 9: cursor.holds(Self.arguments, key) ? 2 : nil
    default: nil
    }
  }

  private static let event = Array("event".utf8)
  private static let arguments = Array("arguments".utf8)
  private static let seen = Array("seen".utf8)
  private static let signals = Array("signals".utf8)
  private static let settled = Array("settled".utf8)
  private static let time = Array("time".utf8)
  private static let process = Array("process".utf8)

  private func seen(_ cursor: inout ByteCursor, _ outputs: inout StateEstimator.ObservedOutputs)
    -> Bool
  {
    guard cursor.eat("{") else { return false }
    if cursor.eat("}") { return true }
    var known: UInt64 = 0
    var next = 0
    outputs.seen.reserveCapacity(observables.count)
    repeat {
      guard let key = cursor.string(), cursor.eat(":") else { return false }
      if next >= observables.count || !cursor.holds(observables[next].name, key) {
        guard let place = observables.firstIndex(where: { cursor.holds($0.name, key) }) else {
          return false
        }
        next = place
      }
      guard known & (1 << UInt64(next)) == 0, let value = observables[next].shape.read(&cursor)
      else { return false }
      known |= 1 << UInt64(next)
      outputs.seen.append((next, .whole(value)))
      next += 1
    } while cursor.eat(",")
    return cursor.eat("}")
  }

  private func signals(_ cursor: inout ByteCursor, _ outputs: inout StateEstimator.ObservedOutputs)
    -> Bool
  {
    guard cursor.eat("[") else { return false }
    if cursor.eat("]") { return true }
    repeat {
      let hasValues = cursor.eat("{")
      guard let name = cursor.string(),
        let signal = signals.first(where: { cursor.holds($0.name, name) })
      else { return false }
      var parts = [Snapshot](repeating: .free, count: signal.fields.count)
      if hasValues {
        guard cursor.eat(":"), let values = ByteShape.record(signal.fields, &cursor),
          cursor.eat("}")
        else { return false }
        parts = values.map { .whole($0) }
      }
      outputs.signals.append(ObservedSignal(signal: signal.index, arguments: parts))
    } while cursor.eat(",")
    return cursor.eat("]")
  }

  /// Passes over an object of strings, numbers and the like, whose form is looked at later.
  private static func skipObject(_ cursor: inout ByteCursor) -> Bool {
    guard cursor.at("{") else { return false }
    var depth = 0
    repeat {
      cursor.skipSpace()
      guard cursor.position < cursor.bytes.count else { return false }
      switch cursor.bytes[cursor.position] {
      case 0x22:
        if cursor.string() == nil { return false }
      case 0x7B, 0x5B:
        depth += 1
        cursor.position += 1
      case 0x7D, 0x5D:
        depth -= 1
        cursor.position += 1
      case 0..<0x20, 0x5C, 0x80...: return false
      default: cursor.position += 1
      }
    } while depth > 0
    return true
  }

  private static func skipScalar(_ cursor: inout ByteCursor) -> Bool {
    if cursor.at("\"") { return cursor.string() != nil }
    return cursor.number() != nil
  }
}
