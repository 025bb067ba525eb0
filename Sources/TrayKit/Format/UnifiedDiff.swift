import Semantics

/// A unified diff of two texts, made from known edits: `UnifiedDiff(old: …, new: …, edits: …).text(path: "a.tray")`.
/// Runs in time linear in the lengths of the texts.
struct UnifiedDiff {
  /// The number of context lines around each change.
  private static let context = 3

  /// A range of lines that replaces another range, with line numbers from 0.
  private struct Change {
    var old: Range<Int>
    var new: Range<Int>
  }

  private let old: [ArraySlice<UInt8>]
  private let new: [ArraySlice<UInt8>]
  private var changes: [Change] = []

  /// Computes the changed lines.
  ///
  /// - Parameter edits: the replaced ranges of the old text, in order, each with the number of bytes of its
  ///   replacement.
  init(old: [UInt8], new: [UInt8], edits: [(range: SourceRange, count: Int)]) {
    self.old = Self.lines(old)
    self.new = Self.lines(new)
    var (oldLine, newLine) = (LineCounter(bytes: old), LineCounter(bytes: new))
    var shift = 0
    for edit in edits {
      let start = edit.range.start + shift
      let change = Change(
        old: oldLine.line(of: edit.range.start)..<oldLine.line(of: edit.range.end) + 1,
        new: newLine.line(of: start)..<newLine.line(of: start + edit.count) + 1)
      shift += edit.count - (edit.range.end - edit.range.start)
      if let last = changes.last, change.old.lowerBound <= last.old.upperBound {
        changes[changes.count - 1] = Change(
          old: last.old.lowerBound..<change.old.upperBound,
          new: last.new.lowerBound..<change.new.upperBound)
      } else {
        changes.append(change)
      }
    }
    changes = changes.map(trimmed)
  }

  /// Computes the changed lines of texts that differ in few lines. Takes time in proportion to the number of these
  /// lines and the length of the texts.
  init(old: [UInt8], new: [UInt8]) {
    self.old = Self.lines(old)
    self.new = Self.lines(new)
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in self.new.difference(from: self.old) {
      switch change {
      case .remove(let line, _, _): removed.insert(line)
      case .insert(let line, _, _): inserted.insert(line)
      }
    }
    var (oldLine, newLine) = (0, 0)
    while oldLine < self.old.count || newLine < self.new.count {
      let (oldStart, newStart) = (oldLine, newLine)
      while removed.contains(oldLine) { oldLine += 1 }
      while inserted.contains(newLine) { newLine += 1 }
      if oldLine == oldStart, newLine == newStart {
        (oldLine, newLine) = (oldLine + 1, newLine + 1)
      } else {
        changes.append(Change(old: oldStart..<oldLine, new: newStart..<newLine))
      }
    }
  }

  /// The number of the first changed line, counted from 1.
  var firstLine: Int { (changes.first?.old.lowerBound ?? 0) + 1 }

  /// The diff with the file header that git uses.
  func text(path: String) -> String {
    let name = path.hasPrefix("/") ? String(path.dropFirst()) : path
    var bytes = Array("--- a/\(name)\n+++ b/\(name)\n".utf8)
    var rest = changes[...]
    while let first = rest.first {
      var hunk = [first]
      rest = rest.dropFirst()
      while let next = rest.first,
        next.old.lowerBound - hunk[hunk.count - 1].old.upperBound <= 2 * Self.context
      {
        hunk.append(next)
        rest = rest.dropFirst()
      }
      write(hunk, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(_ hunk: [Change], to bytes: inout [UInt8]) {
    let (first, last) = (hunk[0], hunk[hunk.count - 1])
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, old.count - last.old.upperBound)
    let from = first.old.lowerBound - before..<last.old.upperBound + after
    let to = first.new.lowerBound - before..<last.new.upperBound + after
    bytes += Array("@@ -\(Self.shown(from)) +\(Self.shown(to)) @@\n".utf8)
    var place = from.lowerBound
    for change in hunk {
      for line in old[place..<change.old.lowerBound] { Self.write(line, " ", to: &bytes) }
      for line in old[change.old] { Self.write(line, "-", to: &bytes) }
      for line in new[change.new] { Self.write(line, "+", to: &bytes) }
      place = change.old.upperBound
    }
    for line in old[place..<from.upperBound] { Self.write(line, " ", to: &bytes) }
  }

  private static func shown(_ range: Range<Int>) -> String {
    "\(range.isEmpty ? range.lowerBound : range.lowerBound + 1)"
      + (range.count == 1 ? "" : ",\(range.count)")
  }

  private static func write(_ line: ArraySlice<UInt8>, _ sign: String, to bytes: inout [UInt8]) {
    bytes += sign.utf8
    bytes += line
    if line.last != UInt8(ascii: "\n") { bytes += Array("\n\\ No newline at end of file\n".utf8) }
  }

  /// The change without equal lines at either end.
  private func trimmed(_ change: Change) -> Change {
    var (old, new) = (change.old, change.new)
    old = old.clamped(to: 0..<self.old.count)
    new = new.clamped(to: 0..<self.new.count)
    while let left = old.first, let right = new.first, self.old[left] == self.new[right] {
      (old, new) = (left + 1..<old.upperBound, right + 1..<new.upperBound)
    }
    while let left = old.last, let right = new.last, self.old[left] == self.new[right] {
      (old, new) = (old.lowerBound..<left, new.lowerBound..<right)
    }
    return Change(old: old, new: new)
  }

  /// The lines with their line ends. A final line end does not add an empty line.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var (lines, start): ([ArraySlice<UInt8>], Int) = ([], 0)
    for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(bytes[start...place])
      start = place + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  /// A counter that converts ascending offsets to line numbers.
  private struct LineCounter {
    let bytes: [UInt8]
    var place = 0
    var line = 0

    mutating func line(of offset: Int) -> Int {
      line += bytes[place..<offset].count { $0 == UInt8(ascii: "\n") }
      place = offset
      return line
    }
  }
}
