import Basics
import Semantics
import SpecLanguage

/// A variable, or a part of its value, that distinguishes states: `StatePart("tray.count", of: spec)`.
struct StatePart: Sendable {
  let name: String
  private let variable: Int
  private let type: Type
  private let members: [Member]

  private enum Member {
    case field(Int, Type)
    case count
  }

  /// Parses the name of a part.
  ///
  /// - Throws: `SearchError` if the variable or its field does not exist.
  init(_ text: String, of spec: CheckedSpec) throws(Exploration.SearchError) {
    name = text
    let words = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard
      let index = spec.variables.firstIndex(where: { $0.name == words[0] && $0.monitor == nil })
    else {
      let near = NearestName.hint(words[0], among: spec.shownVariables.map(\.name))
      throw .init("there is no variable '\(words[0])'\(near)")
    }
    variable = index
    type = spec.variables[index].type
    var (members, current) = ([Member](), type)
    for word in words.dropFirst() {
      switch current.unwrapped {
      case .structure(let owner):
        guard let place = owner.fields.firstIndex(where: { $0.name == word }) else {
          let near = NearestName.hint(word, among: owner.fields.compactMap(\.name))
          throw .init("'\(text)': there is no field '\(word)'\(near)")
        }
        current = owner.fields[place].type
        members.append(.field(place, current))
      case .set, .bag, .map, .list:
        guard word == "count" else {
          throw .init("'\(text)': only its 'count' can be used")
        }
        current = .integer
        members.append(.count)
      default: throw .init("'\(text)': there is nothing in it called '\(word)'")
      }
    }
    self.members = members
  }

  /// All declared variables, as whole values.
  static func all(of spec: CheckedSpec) -> [StatePart] {
    spec.shownVariables.compactMap { try? StatePart($0.name, of: spec) }
  }

  /// The element count of a variable; nil if it is not a collection.
  static func count(of part: StatePart, in spec: CheckedSpec) -> StatePart? {
    try? StatePart("\(part.name).count", of: spec)
  }

  /// The value of the part in a state, in the notation of specs.
  func text(of state: [Value]) -> String {
    var (value, type) = (state[variable], type)
    for member in members {
      switch (member, value) {
      case (.field(let place, let inner), .record(let values)):
        (value, type) = (values[place], inner)
      case (.count, .set(let elements)), (.count, .bag(let elements)),
        (.count, .list(let elements)):
        (value, type) = (.int(elements.count), .integer)
      case (.count, .map(let keys, _)): (value, type) = (.int(keys.count), .integer)
      default: return "nil"
      }
    }
    return type.text(value)
  }
}
