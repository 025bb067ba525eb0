import Platform
import Semantics

/// The reason why the expansion stopped.
package enum ExpansionFailure: Error {
  /// The input is no state of this machine.
  case foreign(String)
  /// There is not enough memory for the successors of a single state.
  case memory
  /// The deadline of the thread ended it.
  case stopped
  /// The output was rejected.
  case unwritten
  case unexplained(InternalError)
}

/// A buffer for output lines.
///
/// | line | content |
/// | --- | --- |
/// | `s STATE` | a successor |
/// | `e STATE STATE` | a step: the state after it, and that before it |
/// | `f 0 FINDING STATE` | a finding in a state that was read, or at an event there |
/// | `f 1 FINDING STATE` | a finding in a successor |
/// | `c COUNTS` | the counts, in JSON |
/// | `end NUMBER` | the number of states that were read; the last line |
struct ExpansionLines {
  private static let pieceSize = 1 << 16

  let text: StateText
  private let put: (UnsafeRawBufferPointer) -> Bool
  private var bytes: [UInt8] = []
  private var findings: [Finding: String] = [:]

  /// - Parameter put: receives bytes; false if it cannot write them.
  init(_ text: StateText, _ put: @escaping (UnsafeRawBufferPointer) -> Bool) {
    (self.text, self.put) = (text, put)
    bytes.reserveCapacity(Self.pieceSize + 4096)
  }

  mutating func successor(_ words: UnsafePointer<UInt64>) throws(ExpansionFailure) {
    bytes.append(UInt8(ascii: "s"))
    add(words)
    try endLine()
  }

  mutating func step(
    to successor: UnsafePointer<UInt64>, from state: UnsafePointer<UInt64>
  ) throws(ExpansionFailure) {
    bytes.append(UInt8(ascii: "e"))
    add(successor)
    add(state)
    try endLine()
  }

  mutating func finding(
    _ finding: Finding, _ words: UnsafePointer<UInt64>
  ) throws(ExpansionFailure) {
    let name = findings[finding] ?? finding.compactText
    findings[finding] = name
    bytes += "f \(finding.isOfState ? 1 : 0) \(name)".utf8
    add(words)
    try endLine()
  }

  /// The last two lines.
  mutating func end(_ counts: ExpansionCounts) throws(ExpansionFailure) {
    bytes += "c \(counts.compactText)\nend \(counts.read)".utf8
    try endLine()
    try flush()
  }

  /// A blank, and the text of a state.
  private mutating func add(_ words: UnsafePointer<UInt64>) {
    let place = bytes.count + 1
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: repeatElement(0, count: text.length))
    bytes.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { text.write(words, to: base + place) }
    }
  }

  private mutating func endLine() throws(ExpansionFailure) {
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.pieceSize { try flush() }
  }

  private mutating func flush() throws(ExpansionFailure) {
    let isTaken = bytes.withUnsafeBytes(put)
    bytes.removeAll(keepingCapacity: true)
    if !isTaken { throw .unwritten }
  }
}

extension Finding {
  /// Its JSON without whitespace; equal findings have equal texts.
  var compactText: String { json(self) }

  /// The finding of a text from `compactText`.
  package init?(compactText text: String) {
    guard let finding = try? JSONDecoder().decode(Finding.self, from: Data(text.utf8)) else {
      return nil
    }
    self = finding
  }
}

extension ExpansionCounts {
  var compactText: String { json(self) }
}

private func json(_ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  // Both contain only values that JSON can represent.
  guard let data = try? encoder.encode(value) else { return "{}" }
  return String(decoding: data, as: UTF8.self)
}
