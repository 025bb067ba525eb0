import Semantics
import Traces

/// The lines of a spec that differ from a revision of its repository.
public struct ChangedLines: Codable, Sendable {
  /// The revision, for example `main`.
  public var since: String
  /// The lines of the file, counted from 1, in ascending order.
  public var lines: [Int]
  /// The changed lines of files that the spec uses, by path. Files without changes are left out.
  public var used: [String: [Int]]?

  /// Compares the texts of a file and of the files that it uses with a revision.
  ///
  /// - Parameter old: returns the text of a file in the revision, by path; nil if the revision does not have the file.
  ///   All lines of the main file are new then; a used file counts as unchanged.
  package init(_ file: SourceFile, since: String, old: (String) -> String?) {
    self.since = since
    var used: [String: [Int]] = [:]
    var own: [Int] = []
    for (index, part) in file.parts.enumerated() {
      let text = file.text(part.range)
      if index == 0 {
        own = Self.changed(from: old(file.path) ?? "", to: text)
      } else if let before = old(part.path) {
        let lines = Self.changed(from: before, to: text)
        if !lines.isEmpty { used[part.path] = lines }
      }
    }
    lines = own
    self.used = used.isEmpty ? nil : used
  }

  /// The maximum number of line pairs that are compared. Beyond it, all lines between the first and the last change
  /// count as changed.
  private static let maximumPairs = 4_000_000

  /// The lines of a text that are not in its longest common subsequence with an older text.
  static func changed(from old: String, to new: String) -> [Int] {
    var (before, after) = (lines(old)[...], lines(new)[...])
    while let first = before.first, first == after.first {
      before.removeFirst()
      after.removeFirst()
    }
    while let last = before.last, last == after.last {
      before.removeLast()
      after.removeLast()
    }
    guard before.count * after.count <= maximumPairs else { return after.indices.map { $0 + 1 } }
    let difference = Array(after).difference(from: Array(before))
    return difference.insertions.map { change in
      if case .insert(let offset, _, _) = change { after.startIndex + offset + 1 } else { 0 }
    }
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines
  }

  /// Whether a place is in a changed line.
  package func contains(_ place: TextPlace) -> Bool {
    contains(line: place.line, of: place.path)
  }

  /// Whether a line has changed.
  ///
  /// - Parameter path: the path of a file that the spec uses; nil for its own file.
  func contains(line: Int, of path: String?) -> Bool {
    (path.map { used?[$0] ?? [] } ?? lines).contains(line)
  }

  /// The changes of the file in words, for example `lines 3 and 7 to 9 changed since main`.
  var text: String {
    var runs: [ClosedRange<Int>] = []
    for line in lines {
      if let last = runs.last, last.upperBound + 1 == line {
        runs[runs.count - 1] = last.lowerBound...line
      } else {
        runs.append(line...line)
      }
    }
    let names = runs.map { run in
      run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound) to \(run.upperBound)"
    }
    let shown = WrappedText.names(names, most: 8)
    guard !lines.isEmpty else { return "no line changed since \(since)" }
    return "\(lines.count == 1 ? "line" : "lines") \(shown) changed since \(since)"
  }
}
