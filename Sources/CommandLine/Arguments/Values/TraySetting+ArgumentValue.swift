import TrayKit

/// A name and the text that it is given: `devices=3`. The name is what is before the first equals sign, and
/// neither is empty; the text may have further equals signs.
extension TraySetting: ArgumentValue {
  static var expectation: ValueExpectation { .assignment }

  static func read(_ text: String) throws(ValueError) -> TraySetting {
    guard let sign = text.firstIndex(of: "=") else { throw .malformed }
    let name = text[..<sign]
    let value = text[text.index(after: sign)...]
    guard !name.isEmpty, !value.isEmpty else { throw .malformed }
    return TraySetting(String(name), String(value))
  }
}
