import Semantics

/// A check that the users of a library make the same settings and replacements in it:
/// `ImportConsistency(spec).require(in: &sink)`.
///
/// A file overrides the files that it uses. If two files do not use each other, neither overrides the other, so they
/// have to agree.
struct ImportConsistency {
  /// A setting or replacement, with its text.
  private struct Change {
    var name: NameSyntax
    var part: Int
    var text: String
  }

  private let file: SourceFile
  /// The files that each file uses, directly or through others.
  private var reached: [Int: Set<Int>] = [:]
  private var changes: [String: [Change]] = [:]

  /// Collects the changes of a spec.
  ///
  /// - Parameter spec: the declarations of all parts, with used files before their users.
  init(_ spec: SpecSyntax) {
    file = spec.file
    for use in spec.uses {
      let part = file.parts.lastIndex { $0.range.start <= use.range.start } ?? 0
      if case .part(let used) = file.links[use.range.start] {
        reached[part, default: []].formUnion(reached[used, default: []].union([used]))
      }
      for setting in use.changes.settings {
        add("setting \(setting.name.text)", setting.name, setting.value.range, part)
      }
      for replacement in use.changes.replacements {
        add(replacement.title, replacement.name, replacement.range, part)
      }
    }
  }

  private mutating func add(_ title: String, _ name: NameSyntax, _ range: SourceRange, _ part: Int)
  {
    changes[title, default: []].append(Change(name: name, part: part, text: file.text(range)))
  }

  func require(in sink: inout DiagnosticSink) {
    for (_, said) in changes.sorted(by: { $0.key < $1.key }) {
      guard let last = said.last else { continue }
      let other = said.dropLast().last { change in
        change.text != last.text && !reached[last.part, default: []].contains(change.part)
      }
      guard let other else { continue }
      sink.report(
        Diagnostic(
          .conflictingReplacement,
          "'\(last.name.text)' is replaced in two different ways",
          in: file,
          at: last.name.range,
          fixes: [
            last.part == other.part
              ? "leave one of the two replacements out"
              : "replace '\(last.name.text)' in the file that uses both"
          ],
          notes: [.init(range: other.name.range, message: "the other replacement is here")]))
    }
  }
}
