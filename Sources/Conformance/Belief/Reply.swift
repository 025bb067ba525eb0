import Basics
import Files
import Semantics

/// The observation of an implementation after an occurrence.
package struct Reply: Sendable {
  /// The observed values, by index of the observable. Missing ones are unknown.
  package var seen: [(observable: Int, part: JSONPart)] = []
  /// The signals observed since the last reply, each with the known values as an object.
  package var signals: [(signal: Int, part: JSONPart?)] = []
  /// Pairs of identifiers: the sent or earlier one, and the implementation's own.
  package var names: [(type: SymmetricType, known: RealName, real: RealName)] = []
  /// Whether the event was impossible, and nothing was done.
  package var isRefused = false
  /// Whether no work is in progress any more.
  package var isSettled = true
  /// The error of the implementation itself; nil if there was none.
  package var error: String?
  /// The reason why the run cannot be judged, such as a timeout; nil if it can.
  package var undecided: String?
  /// The original message.
  package var source: JSONPart?

  /// The implementation's earlier identifiers.
  private var earlier = NameTable()

  package init() {}

  /// Parses a reply.
  ///
  /// - Parameter table: the implementation's earlier identifiers.
  /// - Throws: `JSONError` for a wrong format, or for a name that the spec does not have.
  package init(
    _ part: JSONPart, _ interface: Interface, names table: NameTable = NameTable()
  ) throws(JSONError) {
    earlier = table
    let object = try JSONObject(
      part, "the answer",
      known: ["seen", "signals", "names", "refused", "settled", "error", "undecided"])
    source = part
    error = try object.string("error")
    undecided = try object.string("undecided")
    guard case .object(let members) = part.node else { return }
    for member in members { _ = try read(member, interface) }
  }

  /// Parses a part of a reply; returns false for an unknown key.
  mutating func read(
    _ member: (key: String, place: Int, value: JSONPart), _ interface: Interface
  ) throws(JSONError) -> Bool {
    switch member.key {
    case "seen": try readSeen(member.value, interface)
    case "signals": try readSignals(member.value, interface)
    case "names": try readNames(member.value, interface)
    case "refused": isRefused = try flag(member.value, "refused")
    case "settled": isSettled = try flag(member.value, "settled")
    default: return false
    }
    return true
  }

  private func flag(_ part: JSONPart, _ key: String) throws(JSONError) -> Bool {
    guard case .boolean(let flag) = part.node else { throw part.isNot("true or false", key) }
    return flag
  }

  private mutating func readSeen(
    _ part: JSONPart, _ interface: Interface
  ) throws(JSONError) {
    guard case .object(let members) = part.node else { throw part.isNot("an object", "seen") }
    for member in members {
      guard let index = interface.observable(named: member.key) else {
        throw JSONError(
          message: "\(interface.spec.name) has nothing to see that is called "
            + "\"\(JSONError.shown(member.key))\""
            + NearestName.hint(
              member.key, among: interface.observables.map(\.name), quote: "\""),
          place: member.place)
      }
      seen.append((index, member.value))
    }
  }

  /// Parses signals: `["sound", {"banner": {"kind": "info"}}]`.
  private mutating func readSignals(
    _ part: JSONPart, _ interface: Interface
  ) throws(JSONError) {
    guard case .array(let parts) = part.node else { throw part.isNot("an array", "signals") }
    for part in parts {
      let name: String
      var values: JSONPart?
      switch part.node {
      case .string(let text): name = text
      case .object(let members) where members.count == 1:
        name = members[0].key
        values = members[0].value
      default:
        throw JSONError(
          message: "a signal is its name, or an object with its name as the only key, not "
            + part.noun, place: part.place)
      }
      guard let index = interface.signal(named: name) else {
        throw JSONError(
          message: "\(interface.spec.name) has no signal \"\(JSONError.shown(name))\""
            + NearestName.hint(name, among: interface.spec.signals.map(\.name), quote: "\""),
          place: part.place)
      }
      guard interface.heard.contains(index) else {
        throw JSONError(
          message: "\"\(name)\" is none of the signals that are said to be noticed",
          place: part.place)
      }
      signals.append((index, values))
    }
  }

  /// Parses identifiers: `{"ID#1": 17}`, or with an earlier identifier instead of the name of the spec.
  private mutating func readNames(
    _ part: JSONPart, _ interface: Interface
  ) throws(JSONError) {
    guard case .object(let members) = part.node else { throw part.isNot("an object", "names") }
    for member in members {
      let known = RealName(member.key)
      guard
        let type = interface.spec.symmetricTypes.first(where: { $0.place(of: known) != nil })
          ?? earlier.type(of: known)
      else {
        throw JSONError(
          message: "there is no name \"\(JSONError.shown(member.key))\"", place: member.place)
      }
      guard let real = RealName(member.value) else {
        throw JSONError(
          message: "a name is a string or a whole number, not \(member.value.noun)",
          place: member.value.place)
      }
      names.append((type, known, real))
    }
  }
}

extension JSONPart {
  fileprivate func isNot(_ expected: String, _ key: String) -> JSONError {
    JSONError(message: "\"\(key)\" is \(expected), not \(noun)", place: place)
  }
}

extension CheckedSpec {
  /// The symmetric types in variables, events and signals.
  package var symmetricTypes: [SymmetricType] {
    let types =
      variables.map(\.type) + events.flatMap { $0.parameters.map(\.type) }
      + signals.flatMap { $0.fields.map(\.type) }
    var result: [SymmetricType] = []
    for type in types.flatMap(\.symmetricTypes) where !result.contains(type) {
      result.append(type)
    }
    return result
  }
}
