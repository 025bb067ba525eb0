import Files
import Semantics

/// The results of validating logs, as a JSON report.
extension LogReport {
  /// The version of the format, incremented when readers of the old format would fail.
  package static let version = 1

  /// The report as JSON.
  package func encoded() throws -> String {
    var members: [(key: String, value: JSONTree)] = [
      ("format", .string("traycheck-validation")), ("version", .integer(Self.version)),
      ("status", .integer(Int(status.rawValue))), ("path", .string(spec)),
    ]
    if let interface {
      members += [
        ("spec", .string(interface.spec.name)), ("world", .string(interface.spec.worldName)),
        ("additionalNames", .integer(interface.additionalNames)),
      ]
    }
    if let log { members += self.members(log) }
    members.append(("isStrict", .boolean(isStrict)))
    if let limit { members.append(("limit", .string(limit))) }
    if !unreadable.isEmpty {
      members.append(("unreadable", .array(unreadable.map { .string($0.text) })))
    }
    return try JSONDocument.text(of: JSONTree.object(members))
  }

  private func members(_ log: Log) -> [(key: String, value: JSONTree)] {
    let seen = log.seen.sorted().compactMap { interface?.observables[$0].name }
    let seconds = Int((log.duration / .microseconds(1)).rounded())
    var members: [(key: String, value: JSONTree)] = [
      ("logs", .array(log.paths.map(JSONTree.string))),
      ("explained", .boolean(log.failure == nil && !log.isCutShort)),
      ("lines", .integer(log.lines)), ("events", .integer(log.events)),
      ("microseconds", .integer(seconds)), ("states", .integer(log.states)),
      ("seen", .array(seen.map(JSONTree.string))),
      ("ignoredKeys", .array(log.ignored.map(JSONTree.string))),
      ("inNoLine", .array(log.unmet.map { .string($0.name) })),
      ("isTruncated", .boolean(log.isTruncated)),
    ]
    members.append(("properties", .array(properties(log))))
    if let failure = log.failure {
      members.append(("failure", .object(self.members(failure, log.names))))
    }
    return members
  }

  /// The properties in the order of the text, each with its verdict.
  private func properties(_ log: Log) -> [JSONTree] {
    guard let invariants = log.invariants, let spec = interface?.spec else { return [] }
    return (invariants.unchecked + invariants.verdicts.keys).sorted().map { property in
      var members: [(key: String, value: JSONTree)] = [
        ("name", .string(spec.properties[property].name)),
        ("keyword", .string(spec.properties[property].word)),
      ]
      func add(_ status: String, _ place: BeliefInvariants.Place? = nil) {
        members.append(("status", .string(status)))
        guard let place else { return }
        members += [
          ("violatingStates", .integer(place.violating)), ("states", .integer(place.states)),
        ]
        guard let line = place.line else { return }
        members += [
          ("log", .string(line.file ?? log.paths.first ?? "")), ("line", .integer(line.number)),
        ]
      }
      switch invariants.verdicts[property] {
      case .holds: add("holds")
      case .violated(let place): add("violated", place)
      case .possiblyViolated(let place): add("possibly-violated", place)
      case .undecided(let reason):
        add("undecided")
        members.append(("reason", .string(reason)))
      case nil: add("not-checked")
      }
      return .object(members)
    }
  }

  private func members(
    _ failure: Failure, _ names: NameTable
  ) -> [(key: String, value: JSONTree)] {
    var members: [(key: String, value: JSONTree)] = []
    if let (path, line) = failure.place {
      members += [("log", .string(path)), ("line", .integer(line))]
    }
    switch failure.kind {
    case .malformed(let mistake):
      members += [
        ("kind", .string("malformed")), ("column", .integer(failure.column(of: mistake))),
        ("message", .string(mistake.message)),
      ]
    case .undecided(let reason):
      members += [("kind", .string("undecided")), ("message", .string(reason))]
    case .differs(let difference):
      members += self.members(difference)
      members += [
        ("statesBefore", .integer(failure.count)),
        ("beliefs", .array(failure.beliefs.prefix(20).map { tree($0, names) })),
        (
          "others",
          .array(
            failure.others.map { other in
              .object(
                [("line", .string(other.line.name))] + self.members(other.difference))
            })
        ),
      ]
      if let repairs = failure.repairs {
        members.append(("repairs", .array(repairs.prefix(20).map(\.tree))))
      }
    }
    return members
  }

  private func members(_ difference: Difference) -> [(key: String, value: JSONTree)] {
    [
      ("kind", .string(difference.kind.rawValue)),
      (
        "differs",
        .array(
          difference.leaves.map {
            .object([
              ("place", .string($0.place)), ("expected", .string($0.expected)),
              ("seen", .string($0.seen)),
            ])
          })
      ),
      ("missingSignals", .array(difference.missing.map { .string($0.place) })),
      ("unexpectedSignals", .array(difference.unexpected.map(JSONTree.string))),
      ("reasons", .array(difference.reasons.map { .string($0.text) })),
    ]
  }

  /// The variables of a state.
  private func tree(_ state: [Value], _ names: NameTable) -> JSONTree {
    guard let interface else { return .null }
    return .object(
      interface.spec.variables.indices.filter { interface.spec.variables[$0].monitor == nil }.map {
        let variable = interface.spec.variables[$0]
        let value = variable.type.tree(of: state[$0]) { type, place in
          names.real(place, of: type)?.tree ?? .string("\(type.name)#\(place + 1)")
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

extension LogRepair {
  /// The difference as JSON.
  fileprivate var tree: JSONTree {
    var members: [(key: String, value: JSONTree)] = [
      ("kind", .string(change.kind)), ("at", .string(line.name)), ("text", .string(text)),
      ("isToEnd", .boolean(isToEnd)),
    ]
    if let explained { members.append(("explainedTo", .string(explained.name))) }
    return .object(members)
  }
}
