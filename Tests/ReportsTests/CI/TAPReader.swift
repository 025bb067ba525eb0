/// Reads TAP 14 as a harness does: `TAPReader(text).points`.
struct TAPReader {
  struct Point {
    var isOK: Bool
    var description: String
    /// The words after the `#`; nil if there is no directive.
    var directive: String?
    /// The lines of the block of YAML.
    var block: [String] = []

    /// The value of a key of the block, read from its quotes.
    func value(_ key: String) -> String? {
      block.first { $0.hasPrefix("\(key): ") }.map {
        TAPReader.unquoted($0.dropFirst(key.count + 2))
      }
    }

    /// The lines of the literal block at the end.
    var literal: [String] {
      block.drop { $0 != "trace: |" }.dropFirst().map { String($0.dropFirst(2)) }
    }
  }

  private(set) var points: [Point] = []
  private(set) var problems: [String] = []

  /// Whether a harness reports failed tests.
  var isRed: Bool { points.contains { !$0.isOK } }

  init(_ text: String) {
    var lines = text.unicodeScalars.split(separator: "\n").map(String.init)[...]
    if lines.popFirst() != "TAP version 14" { problems.append("no version") }
    let plan = lines.popFirst() ?? ""
    var inBlock = false
    for line in lines {
      if inBlock {
        guard line.hasPrefix("  "), let last = points.indices.last else {
          problems.append("in a block: \(line)")
          continue
        }
        if line == "  ..." {
          inBlock = false
        } else {
          points[last].block.append(String(line.dropFirst(2)))
        }
      } else if line == "  ---" {
        inBlock = true
      } else if let match = line.wholeMatch(of: /(not )?ok ([0-9]+) - (.*)/) {
        if match.output.2 != "\(points.count + 1)" { problems.append("number: \(line)") }
        let (description, directive) = Self.parts(String(match.output.3))
        points.append(
          Point(isOK: match.output.1 == nil, description: description, directive: directive))
      } else if !line.hasPrefix("# ") {
        problems.append("no line of TAP: \(line)")
      }
    }
    if inBlock { problems.append("a block is open") }
    if !plan.hasPrefix("1..\(points.count)") { problems.append("plan \(plan)") }
  }

  /// A description without its escapes, and the text after an unescaped `#`.
  private static func parts(_ text: String) -> (String, String?) {
    var description = String.UnicodeScalarView()
    var isEscaped = false
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if isEscaped {
        description.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "#" {
        return (String(description).trimmed, String(rest).trimmed)
      } else {
        description.append(scalar)
      }
    }
    return (String(description), nil)
  }

  /// The content of a double-quoted YAML string; other text unchanged.
  static func unquoted(_ text: Substring) -> String {
    guard text.hasPrefix("\"") else { return String(text) }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars.dropFirst()
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return rest.isEmpty ? String(result) : "text behind the quotes" }
      guard scalar == "\\", let escape = rest.popFirst() else {
        result.append(scalar)
        continue
      }
      switch escape {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "u":
        let digits = String(String.UnicodeScalarView(rest.prefix(4)))
        rest = rest.dropFirst(4)
        if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
          result.append(scalar)
        }
      case "\"", "\\": result.append(escape)
      default: return "an unknown escape"
      }
    }
    return "no end of the quotes"
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
