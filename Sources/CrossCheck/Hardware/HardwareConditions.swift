import Engine
import Semantics

/// The states in which findings occur, with equal ones merged: an overlap does not name its rules, and a fault is
/// identified by its place in the text only.
struct HardwareConditions {
  typealias Wire = Circuit.Wire

  private enum Key: Hashable {
    case finding(Finding)
    case fault(SourceRange)
  }

  private var conditions: [Key: (finding: Finding, happens: Wire)] = [:]

  private static func key(_ finding: Finding) -> Key {
    if let range = finding.faultRange { return .fault(range) }
    return .finding(
      finding.kind == .overlap ? Finding(.overlap, event: finding.event) : finding)
  }

  /// Adds a finding even if no state can show it.
  mutating func addAlways(_ finding: Finding) {
    let key = Self.key(finding)
    if conditions[key] == nil { conditions[key] = (finding, Circuit.falsity) }
  }

  /// Adds the condition of a finding, unless it is false everywhere.
  mutating func add(_ finding: Finding, _ happens: Wire, _ circuit: inout Circuit) {
    if happens == Circuit.falsity { return }
    let key = Self.key(finding)
    let known = conditions[key] ?? (finding, Circuit.falsity)
    conditions[key] = (min(known.finding, finding), circuit.or(known.happens, happens))
  }

  /// All of them, in the order of findings.
  func sorted() -> [(finding: Finding, happens: Wire)] {
    conditions.values.sorted { $0.finding < $1.finding }
  }
}
