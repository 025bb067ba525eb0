import Foundation

/// The text of the JSON documents that this tool writes: `JSONDocument.text(of: report)`.
package enum JSONDocument {
  /// The value as people can read and tools can compare it: indented, with its keys in a fixed order,
  /// and with a line end behind it.
  package static func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}
