import Platform

/// The text of the JSON documents that this tool writes: `JSONDocument.text(of: report)`.
package enum JSONDocument {
  /// The value as people can read and tools can compare it: indented, with its keys in a fixed order,
  /// and with a line end behind it.
  package static func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return plain(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
  }

  /// The value on one line, for documents of many of them; its keys are in a fixed order.
  package static func line(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return plain(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// The same document with all that is hidden, and what a log would obey, as escapes.
  package static func plain(_ document: String) -> String {
    guard document.unicodeScalars.contains(where: { $0.isHidden }) || document.contains("##") else {
      return document
    }
    var result = ""
    var previous: Unicode.Scalar = " "
    for scalar in document.unicodeScalars {
      if scalar.isHidden || scalar == "#" && previous == "#" {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return result
  }
}
