import TrayKit

/// A name with its value: `devices=3`. The name ends before the first equals sign. Neither part is empty; the value may
/// contain further equals signs.
extension TraySetting: ArgumentValue {
  package static var expectation: ValueExpectation { .assignment }

  package static func read(_ text: String) throws(ValueError) -> TraySetting {
    guard let sign = text.firstIndex(of: "=") else { throw .malformed }
    let name = text[..<sign]
    let value = text[text.index(after: sign)...]
    guard !name.isEmpty, !value.isEmpty else { throw .malformed }
    return TraySetting(String(name), String(value))
  }
}
