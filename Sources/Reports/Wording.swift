import Engine
import SpecLanguage

/// How numbers, times and verdicts are said; the same in every report for people.
enum Wording {
  /// A number with its thousands set apart: `1,234,567`.
  static func number(_ value: Int) -> String {
    var groups: [String] = []
    var rest = String(value.magnitude)
    while rest.count > 3 {
      groups.insert(String(rest.suffix(3)), at: 0)
      rest.removeLast(3)
    }
    groups.insert(rest, at: 0)
    return (value < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  /// A number and what it counts, in the singular where it is one.
  static func count(_ value: Int, _ noun: String) -> String {
    "\(number(value)) \(noun)\(value == 1 ? "" : "s")"
  }

  static func seconds(_ duration: Duration) -> String {
    let seconds = duration.inSeconds
    let digits = seconds < 10 ? 2 : seconds < 100 ? 1 : 0
    return fixed(seconds, digits: digits) + " s"
  }

  static func fixed(_ value: Double, digits: Int) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let rounded = Int((value * Double(scale)).rounded())
    guard digits > 0 else { return number(rounded) }
    let fraction = String(rounded % scale)
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(number(rounded / scale)).\(zeros)\(fraction)"
  }

  static func bytes(_ count: Int) -> String {
    for (unit, size) in [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)]
    where count >= size {
      return "\(fixed(Double(count) / Double(size), digits: 1)) \(unit)"
    }
    return "\(count) B"
  }

  static func limit(_ limit: Completion.Limit) -> String {
    switch limit {
    case .states(let count): "the limit of \(Wording.count(count, "state"))"
    case .depth(let depth): "the limit of \(Wording.count(depth, "step")) of depth"
    case .time(let time): "the time limit of \(seconds(time))"
    case .memory(let bytes): "the memory limit of \(Wording.bytes(bytes))"
    }
  }

  static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}

extension Duration {
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
