/// A workflow command as the runner of GitHub Actions reads it.
struct WorkflowCommand {
  var word: String
  var properties: [String: String] = [:]
  var message: String

  /// The commands of an output, a line each; nil for a line that is none.
  static func all(in text: String) -> [WorkflowCommand?] {
    text.unicodeScalars.split(separator: "\n").map { WorkflowCommand(String($0)) }
  }

  init?(_ line: String) {
    let scalars = Array(line.unicodeScalars)
    guard scalars.starts(with: "::".unicodeScalars) else { return nil }
    // The first '::' after the beginning ends the properties.
    let rest = scalars.dropFirst(2)
    guard
      let end = rest.indices.dropLast().first(where: { rest[$0] == ":" && rest[$0 + 1] == ":" })
    else { return nil }
    let head = Self.text(rest[..<end])
    message = Self.unescaped(Self.text(rest[(end + 2)...]), ["%0D", "%0A"])
    let space = head.unicodeScalars.firstIndex(of: " ") ?? head.endIndex
    word = String(head[..<space])
    for part in head[space...].unicodeScalars.dropFirst().split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1).map { Self.text(Array($0)) }
      guard pair.count == 2 else { return nil }
      properties[pair[0]] = Self.unescaped(pair[1], ["%0D", "%0A", "%3A", "%2C"])
    }
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  private static func unescaped(_ text: String, _ codes: [String]) -> String {
    var result = String.UnicodeScalarView()
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.first {
      let code = Self.text(rest.prefix(3))
      if codes.contains(code) || code == "%25",
        let value = UInt32(code.dropFirst(), radix: 16).flatMap(Unicode.Scalar.init)
      {
        result.append(value)
        rest = rest.dropFirst(3)
      } else {
        result.append(scalar)
        rest = rest.dropFirst()
      }
    }
    return String(result)
  }
}
