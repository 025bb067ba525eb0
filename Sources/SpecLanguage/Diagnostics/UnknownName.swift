import Basics

/// The help for a name that does not exist: the nearest name, or a list of those that exist.
struct UnknownName {
  /// The maximum length of a list.
  private static let longestList = 8

  let nearest: String?
  /// The sentences of the help.
  let help: [String]

  /// - Parameter fix: other advice, for a name that resembles none.
  init(_ name: String, among known: [String], else fix: String? = nil) {
    let known = Set(known).sorted()
    nearest = NearestName.propose(name, among: known)
    let listed = known.filter { !["true", "false", "nil", ""].contains($0) }
    let more = listed.count - Self.longestList
    let list =
      listed.prefix(Self.longestList).joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
    help =
      nearest.map { ["did you mean '\($0)'?"] }
      ?? [fix, listed.isEmpty ? nil : "available: \(list)"].compactMap { $0 }
  }
}
