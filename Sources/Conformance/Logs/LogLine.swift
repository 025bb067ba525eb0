import Semantics
import Traces

/// A line of a log in its natural form, as it was read: `{"event": "receive", "seen": {"badge": 1}}`.
package struct LogLine: Sendable {
  /// Counted from 1.
  package var number: Int
  /// The file, if there are several.
  package var file: String?
  private let source: Source
  /// What it says in terms of the spec.
  var content: ReportedContent { box.content }
  /// When it was, in nanoseconds.
  package var time: Int64?
  /// Who says it, if several do: counted from 0.
  package var process = 0
  private let settling: LogSettling
  private let box: Box

  /// What is passed on often is passed on as one thing.
  private final class Box: Sendable {
    let content: ReportedContent

    init(_ content: ReportedContent) { self.content = content }
  }

  private enum Source: Sendable {
    case part(JSONPart)
    /// As it stands in the file, which is known to be JSON.
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

  /// What a line says, as far as that depends on no names.
  struct ReportedContent: Sendable {
    var event: Int?
    var arguments: JSONPart?
    var reply = Reply()
    /// Keys that mean nothing.
    var ignored: [String] = []
    /// Where the spec has no names: the events that fit, none if there are too many, and what was noticed.
    var known: (instances: [EventInstance]?, outputs: StateEstimator.ObservedOutputs)?

    var stimulus: Observation.Stimulus {
      event == nil ? .nothing : .event(reply.isRefused ? .refused : .happened)
    }
  }

  /// Reads what a line says.
  ///
  /// - Throws: `JSONError` for what has another form, or names what the spec does not have.
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

  /// Reads a line that is written as most are; nil for one that is to be read in general.
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

  /// The same line if it says something else; nil if that is nothing that a line can say.
  func saying(_ part: JSONPart, _ interface: Interface) -> LogLine? {
    guard
      var line = try? LogLine(
        number: number, file: file, part: part, interface, settled: settling)
    else { return nil }
    line.time = time
    line.process = process
    return line
  }

  /// How messages call it.
  package var name: String { file.map { "\($0):\(number)" } ?? "line \(number)" }
}

extension LogLine.ReportedContent {
  /// Reads a line in its natural form.
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
      let near = NearestName.propose(name, among: interface.spec.events.map(\.name))
      throw JSONError(
        message: "\(interface.spec.name) has no event \"\(JSONError.shown(name))\""
          + (near.map { "; did you mean \"\($0)\"?" } ?? ""), place: part.place)
    }
    return event
  }
}

/// When everything that an event brings about is logged, its signals above all.
public enum LogSettling: String, Sendable, CaseIterable {
  /// At its line, unless that says `"settled": false`.
  case line
  /// At the next line with `"settled": true`, or at the end of the log.
  case end
}

extension StateEstimator {
  /// Takes in what a line says.
  mutating func follow(_ content: LogLine.ReportedContent) -> Outcome {
    // What fits no event is looked at again, to tell why.
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
