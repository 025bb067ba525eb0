import Files
import Semantics

/// The results of validating logs, as a JSON report.
extension LogReport {
  /// The version of the format, incremented when readers of the old format would fail.
  package static let version = 1

  /// The report as JSON.
  package func encoded() throws -> String {
    var document: JSONMembers = [
      "path": spec, "spec": interface?.spec.name, "world": interface?.spec.worldName,
      "additionalNames": interface?.additionalNames, "isStrict": isStrict, "limit": limit,
      "unreadable": unreadable.isEmpty ? nil : unreadable.map(\.text),
    ]
    if let log { document += members(log) }
    document += .head("traycheck-validation", Self.version, status, next)
    return try JSONDocument.text(of: document)
  }

  private func members(_ log: Log) -> JSONMembers {
    [
      "logs": log.paths, "explained": log.failure == nil && !log.isCutShort, "lines": log.lines,
      "events": log.events,
      "microseconds": Int((log.duration / .microseconds(1)).rounded()), "states": log.states,
      "seen": log.seen.sorted().compactMap { interface?.observables[$0].name },
      "ignoredKeys": log.ignored, "inNoLine": log.unmet.map(\.name),
      "isTruncated": log.isTruncated, "properties": properties(log),
      "failure": log.failure.map { members($0, log.names) },
    ]
  }

  /// The properties in the order of the text, each with its verdict.
  private func properties(_ log: Log) -> [JSONMembers] {
    guard let invariants = log.invariants, let spec = interface?.spec else { return [] }
    return (invariants.unchecked + invariants.verdicts.keys).sorted().map { property in
      let (status, place, reason): (String, BeliefInvariants.Place?, String?) =
        switch invariants.verdicts[property] {
        case .holds: ("holds", nil, nil)
        case .violated(let place): ("violated", place, nil)
        case .possiblyViolated(let place): ("possibly-violated", place, nil)
        case .undecided(let reason): ("undecided", nil, reason)
        case nil: ("not-checked", nil, nil)
        }
      return [
        "name": spec.properties[property].name, "keyword": spec.properties[property].word,
        "status": status, "reason": reason, "violatingStates": place?.violating,
        "states": place?.states, "line": place?.line?.number,
        "log": place?.line.map { $0.file ?? log.paths.first ?? "" },
      ]
    }
  }

  private func members(_ failure: Failure, _ names: NameTable) -> JSONMembers {
    var members: JSONMembers = ["log": failure.place?.path, "line": failure.place?.line]
    switch failure.kind {
    case .malformed(let mistake):
      members += [
        "kind": "malformed", "column": failure.column(of: mistake), "message": mistake.message,
      ]
    case .undecided(let reason): members += ["kind": "undecided", "message": reason]
    case .differs(let difference):
      members += difference.members
      members += [
        "statesBefore": failure.count,
        "beliefs": failure.beliefs.prefix(20).map { tree($0, names) },
        "others": failure.others.map { other in
          var members = other.difference.members
          members += ["line": other.line.name]
          return members
        },
        "repairs": failure.repairs?.prefix(20).map(\.members),
      ]
    }
    return members
  }

  /// The variables of a state.
  private func tree(_ state: [Value], _ names: NameTable) -> JSONTree {
    guard let interface else { return .null }
    return .object(
      interface.spec.variables.indices.filter { interface.spec.variables[$0].monitor == nil }.map {
        let variable = interface.spec.variables[$0]
        let value = variable.type.tree(of: state[$0]) { type, place in
          names.real(place, of: type)?.tree ?? .string(type.text(of: place))
        }
        return (variable.name, value)
      })
  }
}

extension LogReport.Failure {
  /// The column of a mistake in the line, in characters counted from 1.
  func column(of mistake: JSONError) -> Int {
    String(decoding: text.prefix(mistake.place), as: UTF8.self).unicodeScalars.count + 1
  }
}

extension Difference {
  fileprivate var members: JSONMembers {
    [
      "kind": kind.rawValue,
      "differs": leaves.map { ["place": $0.place, "expected": $0.expected, "seen": $0.seen] },
      "missingSignals": missing.map(\.place), "unexpectedSignals": unexpected,
      "reasons": reasons.map(\.text),
    ]
  }
}

extension LogRepair {
  fileprivate var members: JSONMembers {
    [
      "kind": change.kind, "at": line.name, "text": text, "isToEnd": isToEnd,
      "explainedTo": explained?.name,
    ]
  }
}
