import Basics
import Files
import Semantics

/// A parsed line of a log in its standard format: `{"event": "receive", "seen": {"badge": 1}}`.
package struct LogLine: Sendable {
  /// The number of the line, counted from 1.
  package var number: Int
  /// The file, if there are several.
  package var file: String?
  private let source: Source
  /// The content in terms of the spec.
  var content: ReportedContent { box.content }
  /// The time in nanoseconds; nil if the line has none.
  package var time: Int64?
  /// The number of the process, counted from 0, if there are several.
  package var process = 0
  private let settling: LogSettling
  private let box: Box

  /// A reference, because lines are copied often.
  private final class Box: Sendable {
    let content: ReportedContent

    init(_ content: ReportedContent) { self.content = content }
  }

  private enum Source: Sendable {
    case part(JSONPart)
    /// The bytes in the file, which are known to be valid JSON.
    case bytes(ArraySlice<UInt8>)
  }

  /// The line as JSON.
  package var part: JSONPart {
    switch source {
    case .part(let part): part
    case .bytes(let bytes):
      (try? JSONText.read(Array(bytes))) ?? JSONPart(node: .object([]), place: 0)
    }
  }

  /// The content of a line that does not depend on identifiers.
  struct ReportedContent: Sendable {
    var event: Int?
    var arguments: JSONPart?
    var reply = Reply()
    /// The unknown keys.
    var ignored: [String] = []
    /// For a spec without names: the matching events, nil if there are too many, and the observation.
    var known: (instances: [EventInstance]?, outputs: StateEstimator.ObservedOutputs)?

    var stimulus: Observation.Stimulus {
      event == nil ? .nothing : .event(reply.isRefused ? .refused : .happened)
    }
  }

  /// Parses a line.
  ///
  /// - Throws: `JSONError` for a wrong format, or for a name that the spec does not have.
  package init(
    number: Int, file: String? = nil, part: JSONPart, _ interface: Interface,
    settled: LogSettling = .line
  ) throws(JSONError) {
    self.number = number
    self.file = file
    source = .part(part)
    settling = settled
    box = Box(try ReportedContent(part, interface, settled))
  }

  /// Parses a line in the usual format; nil if the general parser is needed.
  package init?(
    number: Int, file: String? = nil, bytes: ArraySlice<UInt8>, _ scanner: LineScanner,
    settled: LogSettling
  ) {
    guard let content = bytes.withUnsafeBufferPointer({ scanner.content($0) }) else { return nil }
    self.number = number
    self.file = file
    box = Box(content)
    source = .bytes(bytes)
    settling = settled
  }

  /// The line with other content; nil if the content is invalid.
  func saying(_ part: JSONPart, _ interface: Interface) -> LogLine? {
    guard
      var line = try? LogLine(
        number: number, file: file, part: part, interface, settled: settling)
    else { return nil }
    line.time = time
    line.process = process
    return line
  }

  /// The name of the line in messages.
  package var name: String { file.map { "\($0):\(number)" } ?? "line \(number)" }
}

extension LogLine.ReportedContent {
  /// Parses a line in the standard format.
  fileprivate init(
    _ part: JSONPart, _ interface: Interface, _ settling: LogSettling
  ) throws(JSONError) {
    guard case .object(let members) = part.node else {
      throw JSONError(message: "a line is an object, not \(part.noun)", place: part.place)
    }
    reply.isSettled = settling == .line
    for member in members {
      switch member.key {
      case "event": event = try Self.event(member.value, interface)
      case "arguments": arguments = member.value
      case "signal":
        let signals = JSONPart(node: .array([member.value]), place: member.value.place)
        _ = try reply.read(("signals", member.place, signals), interface)
      case "time", "process": break
      case "seen", "signals", "refused", "settled": _ = try reply.read(member, interface)
      default: ignored.append(member.key)
      }
    }
    if event == nil,
      let member = members.first(where: { ["arguments", "refused"].contains($0.key) })
    {
      throw JSONError(
        message: "\"\(member.key)\" is of an event, and there is none", place: member.place)
    }
    guard !interface.hasNames else { return }
    do throws(SnapshotReader.Problem) {
      let reader = SnapshotReader.withoutNames
      let instances = try event.map { (event) throws(SnapshotReader.Problem) in
        try interface.instances(of: event, arguments, reader)
      }
      known = (instances ?? [], try interface.outputs(reply, reader))
    } catch {
      if case .mistake(let mistake) = error { throw mistake }
    }
  }

  private static func event(
    _ part: JSONPart, _ interface: Interface
  ) throws(JSONError) -> Int {
    guard case .string(let name) = part.node else {
      throw JSONError(message: "\"event\" is a string, not \(part.noun)", place: part.place)
    }
    guard let event = interface.event(named: name) else {
      let known = interface.spec.events.map(\.name)
      throw JSONError(
        message: "\(interface.spec.name) has no event \"\(JSONError.shown(name))\""
          + NearestName.hint(name, among: known, quote: "\""), place: part.place)
    }
    return event
  }
}

/// The point in a log at which all effects of an event, especially its signals, are logged.
public enum LogSettling: String, Sendable, CaseIterable {
  /// At the line of the event, unless the line contains `"settled": false`.
  case line
  /// At the next line with `"settled": true`, or at the end of the log.
  case end
}

extension StateEstimator {
  /// Consumes the content of a line.
  mutating func follow(_ content: LogLine.ReportedContent) -> Outcome {
    // An event without matching instances is followed anyway, to describe the difference.
    guard let known = content.known, !(known.instances?.isEmpty ?? false) || content.event == nil
    else {
      let told = content.event.map {
        Occurrence.told(
          event: $0, arguments: content.arguments, isRefused: content.reply.isRefused)
      }
      return follow(told ?? .nothing, content.reply)
    }
    guard let instances = known.instances else {
      return .undecided(UndecidedError.tooManyEvents.reason)
    }
    return follow(Observation(content.stimulus, instances, known.outputs, self))
  }
}
