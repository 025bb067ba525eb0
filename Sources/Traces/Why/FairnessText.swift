import Semantics

/// Explains in words why an infinite run is fair: `FairnessText(reasons, of: run, in: spec)`.
///
/// A reason that all instances of an event share is given once.
struct FairnessText {
  /// The maximum number of instances of one event that are described separately.
  private static let maximumInstances = 3
  /// The maximum number of lines.
  private static let maximumLines = 20

  private let run: LassoText
  private let spec: CheckedSpec
  private(set) var reasons: [Reason] = []

  init(_ found: [Lasso.Reason], of run: LassoText, in spec: CheckedSpec) {
    self.run = run
    self.spec = spec
    guard !found.isEmpty else {
      // For a run that stops, the text explains why it may stop.
      let text = "nothing is 'fair', so every event may be delayed indefinitely"
      reasons = run.isStop ? [] : [.init(depth: 0, text: text)]
      return
    }
    reasons.append(.init(depth: 0, text: "the run is fair all the same:"))
    let lines = Self.groups(found).flatMap(lines)
    reasons += lines.prefix(Self.maximumLines).map { .init(depth: 1, text: $0) }
    let rest = lines.count - Self.maximumLines
    if rest > 0 { reasons.append(.init(depth: 1, text: "and \(rest) more of the kind")) }
  }

  /// The reasons of each event or rule, in the order of the text.
  private static func groups(_ found: [Lasso.Reason]) -> [[Lasso.Reason]] {
    var groups: [[Lasso.Reason]] = []
    var places: [[Int]: Int] = [:]
    for reason in found {
      let key = [reason.action.instance.event, reason.action.rule ?? -1]
      if let place = places[key] {
        groups[place].append(reason)
      } else {
        places[key] = groups.count
        groups.append([reason])
      }
    }
    return groups
  }

  private func lines(_ group: [Lasso.Reason]) -> [String] {
    let event = spec.events[group[0].action.instance.event].name
    if Set(group.map(\.kind)).count == 1 {
      let name = group.count == 1 ? spec.text(group[0].action.instance) : event
      return [text(group[0].kind, of: subject(name, group[0].action))]
    }
    let common = Self.common(group)
    let others = group.filter { $0.kind != common }
    var lines = others.prefix(Self.maximumInstances).map {
      text($0.kind, of: subject(spec.text($0.action.instance), $0.action))
    }
    let rest = others.count - lines.count
    if let common {
      let name =
        "\(subject(event, group[0].action)) with \(rest > 0 ? "most" : "all") other arguments"
      lines.append(text(common, of: name))
    }
    if rest > 0 { lines.append("and so on for \(rest) more of '\(event)'") }
    return lines
  }

  /// The reason of most instances; nil if no two have the same.
  private static func common(_ group: [Lasso.Reason]) -> Lasso.Reason.Kind? {
    var counts: [Lasso.Reason.Kind: Int] = [:]
    for reason in group { counts[reason.kind, default: 0] += 1 }
    var best: Lasso.Reason.Kind?
    for reason in group where counts[reason.kind] ?? 0 > best.flatMap({ counts[$0] }) ?? 1 {
      best = reason.kind
    }
    return best
  }

  private func subject(_ name: String, _ action: FairAction) -> String {
    action.rule.map {
      "the rule '\(spec.events[action.instance.event].rules[$0].name)' of '\(name)'"
    } ?? "'\(name)'"
  }

  private func text(_ kind: Lasso.Reason.Kind, of subject: String) -> String {
    switch kind {
    case .happens(let step): return "\(subject) happens in the loop, by step \(step + 1)"
    case .neverPossible where run.isStop: return "\(subject) is not possible there"
    case .neverPossible: return "\(subject) is never possible in the loop"
    case .notPossible(let after):
      return
        "\(subject) is not always possible in the loop (not \(run.at(after))), and 'fair' is "
        + "only about events that stay possible"
    }
  }
}
