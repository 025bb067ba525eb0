import Basics
import Platform

/// Encodes the JSON documents of this tool: `JSONDocument.text(of: report)`.
package enum JSONDocument {
  /// The value in a readable and comparable form: indented, with a fixed order of keys, and with a final line end.
  package static func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return plain(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
  }

  /// The value on one line, with a fixed order of keys, for documents of many values.
  package static func line(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return plain(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// The document with hidden characters and CI workflow commands escaped.
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
