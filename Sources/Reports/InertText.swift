extension String {
  /// The text with CI workflow commands made ineffective: a space breaks each command.
  ///
  /// Commands anywhere in a line: `##vso[…]` and `##[…]` of Azure, `##[…]` of GitHub, `##teamcity[…]`, `##octopus[…]`
  /// and others of that form. At the start of a line: `::…` of GitHub, `section_start:` and `section_end:` of GitLab,
  /// `travis_fold:` and `travis_time:`, the groups `---`, `+++`, `~~~` and `^^^` of Buildkite, `@@@…@@@` of Buildbot,
  /// and `SPINNAKER_…` properties.
  package var inert: String {
    let lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.contains(where: Self.mayCommand) else { return self }
    return lines.map { line in
      let text = Substring(line)
      return Self.mayCommand(line) ? Self.inert(text.unicodeScalars) : text
    }.joined(separator: "\n")
  }

  /// Whether a line may contain a command. This fast check is false for most lines of long reports.
  private static func mayCommand(_ line: Substring.UTF8View) -> Bool {
    let sharp = UInt8(ascii: "#")
    guard let first = line.first(where: { $0 > 0x20 }) else { return false }
    return first >= 0x80 || beginnings.contains(first)
      || zip(line, line.dropFirst()).contains { $0 == sharp && $1 == sharp }
  }

  /// Words that start a command at the beginning of a line.
  private static let words = [
    "section_start:", "section_end:", "travis_fold:", "travis_time:", "SPINNAKER_", "@@@",
    "::",
  ].map { Array($0.unicodeScalars) }
  /// Words that start a command only at the very beginning of a line and before a space or its end.
  private static let groups = ["---", "+++", "~~~", "^^^"].map { Array($0.unicodeScalars) }
  /// The first bytes of both.
  private static let beginnings = Set(
    (words + groups).compactMap { $0.first.map { UInt8(truncatingIfNeeded: $0.value) } })

  private static func inert(_ line: Substring.UnicodeScalarView) -> Substring {
    var result = Substring.UnicodeScalarView()
    var rest = line
    let isGroup = groups.contains { group in
      rest.starts(with: group) && rest.dropFirst(group.count).first.map { $0 == " " } ?? true
    }
    if isGroup { result.append(" ") }
    while let space = rest.first, space.properties.isWhitespace {
      result.append(space)
      rest = rest.dropFirst()
    }
    if let first = rest.first, words.contains(where: { rest.starts(with: $0) }) {
      result.append(first)
      result.append(" ")
      rest = rest.dropFirst()
    }
    while let scalar = rest.popFirst() {
      result.append(scalar)
      if scalar == "#", rest.first == "#", isCommand(rest.dropFirst()) { result.append(" ") }
    }
    return Substring(result)
  }

  /// Whether `##` followed by this text is a command: a bracket, usually with a word before it.
  private static func isCommand(_ rest: Substring.UnicodeScalarView) -> Bool {
    rest.first { !($0.properties.isAlphabetic || "0123456789_-.".unicodeScalars.contains($0)) }
      == "["
  }
}
