/// The differences between two texts, line by line.
public enum TextDifference {
  /// The number of equal lines around a difference.
  private static let context = 2

  /// Returns nil for equal texts, else the differing lines: with `-` the expected ones, with `+` the found ones, and
  /// a few of the equal lines around them.
  public static func describe(expected: String, found: String) -> String? {
    guard !expected.utf8.elementsEqual(found.utf8) else { return nil }
    let lines = marked(split(expected), split(found))
    let changed = lines.indices.filter { lines[$0].mark != " " }
    guard !changed.isEmpty else { return "(the texts differ in the encoding of a character)" }
    var shown: [String] = []
    var previous = -1
    for index in lines.indices where isNear(index, changed) {
      if index != previous + 1 { shown.append("…") }
      shown.append("\(lines[index].mark) \(lines[index].text)")
      previous = index
    }
    return shown.joined(separator: "\n")
  }

  private typealias Line = (mark: Character, text: String)

  private static func split(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func marked(_ expected: [String], _ found: [String]) -> [Line] {
    let difference = found.difference(from: expected)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for case .remove(let offset, _, _) in difference { removed.insert(offset) }
    for case .insert(let offset, _, _) in difference { inserted.insert(offset) }
    var lines: [Line] = []
    var (old, new) = (0, 0)
    while old < expected.count || new < found.count {
      if old < expected.count, removed.contains(old) {
        lines.append(("-", expected[old]))
        old += 1
      } else if new < found.count, inserted.contains(new) {
        lines.append(("+", found[new]))
        new += 1
      } else {
        lines.append((" ", found[new]))
        (old, new) = (old + 1, new + 1)
      }
    }
    return lines
  }

  private static func isNear(_ index: Int, _ changed: [Int]) -> Bool {
    changed.contains { abs($0 - index) <= context }
  }
}
