import Semantics
import SpecLanguage

/// The differences between the declarations of two specs: `DeclarationComparison(old, new)`.
///
/// The input is two specs in any condition; the output is the added, removed, renamed and changed declarations. Only
/// the texts are compared, not the meaning of the changes.
///
/// Declarations are partners if they have the same kind and name, or if `RenameInference` found a renaming. Partners
/// are compared word by word, after renaming. Those that differ are compared part by part, to locate the change.
///
/// Names that a syntax error may hide are reported neither as added nor as removed.
package struct DeclarationComparison: Sendable {
  package let old: SpecOutline
  package let new: SpecOutline
  /// Its entries include local names, for reports; these mean nothing outside of their declarations.
  package private(set) var renames: Renames
  package private(set) var changes: [DeclarationChange] = []
  /// Whether the common declarations have another order.
  package private(set) var isReordered = false
  /// Whether only comments, whitespace and the like changed.
  package var differsInLayoutOnly: Bool {
    isEmpty && old.file.bytes != new.file.bytes && !old.isIncomplete && !new.isIncomplete
  }
  /// Nothing changed that a reader of the declarations would see.
  package var isEmpty: Bool { changes.isEmpty && renames.isEmpty && !isReordered }

  /// The pairs of equal declarations, by index.
  ///
  /// The index of the new declaration for that of the old one; each occurs at most once.
  let partners: [Int: Int]
  /// Old declarations with the same meaning as their partners.
  private(set) var unchanged: Set<Int> = []
  /// Old declarations with the same effect on behaviour.
  ///
  /// All of `unchanged`, and events in which only `fair` or `strongly fair` changed.
  private(set) var unchangedInBehaviour: Set<Int> = []

  /// Compares immediately. The work is a few passes over both texts, see `RenameInference`; either text may have
  /// mistakes.
  package init(_ old: SpecSyntax, _ new: SpecSyntax) {
    self.old = SpecOutline(old)
    self.new = SpecOutline(new)
    let inferred = RenameInference(self.old, self.new).run()
    renames = inferred.renames
    partners = inferred.partners
    compare(inferred.locals)
    let order = self.old.declarations.indices.compactMap { partners[$0] }
    isReordered = order != order.sorted()
  }

  /// Whether no verdict can change: both are the same, word by word, except for plain renaming.
  ///
  /// This is stricter than the absence of changes: if a name was reused for something else, the texts may correspond
  /// word by word and still differ in meaning.
  package var saysTheSame: Bool {
    changes.allSatisfy(\.decidesNothing) && renames.isPlain(from: old, to: new)
  }

  /// Records removed declarations, in the order of the old text, then added and changed ones, in that of the new one.
  ///
  /// - Parameter locals: for each old declaration, the renamings of its local names.
  private mutating func compare(_ locals: [Int: [String: String]]) {
    for (index, declaration) in old.declarations.enumerated()
    where partners[index] == nil && !new.mayHide(declaration.name) {
      changes.append(whole(declaration, in: old, .removed))
    }
    let sources = Dictionary(partners.map { ($1, $0) }) { first, _ in first }
    for (place, declaration) in new.declarations.enumerated() {
      guard let source = sources[place] else {
        if old.mayHide(declaration.name) { continue }
        changes.append(whole(declaration, in: new, .added))
        continue
      }
      compare(source, place, locals[source] ?? [:])
    }
  }

  /// Compares two partners. Documentation is compared separately, with renamings applied to it as well.
  private mutating func compare(_ source: Int, _ place: Int, _ locals: [String: String]) {
    let (from, to) = (old.declarations[source], new.declarations[place])
    let isSame = renames.corresponds(from.words, to.words, locals: locals)
    if isSame { unchanged.insert(source) }
    if isSame
      || renames.corresponds(from.wordsOfBehaviour, to.wordsOfBehaviour, locals: locals)
    {
      unchangedInBehaviour.insert(source)
    }
    if !isSame {
      var comparison = PartComparison(
        old: old, new: new, renames: renames, locals: locals, what: to.title, owner: from.name)
      comparison.compare(from.parts, to.parts)
      if comparison.changes.isEmpty {
        // Changes that the parts do not show, such as another order of rules.
        comparison.noteRest(from, to)
      }
      changes += comparison.changes
    }
    if !renames.saySame(from.documentation ?? "", to.documentation ?? "") {
      changes.append(
        DeclarationChange(
          kind: .documentation, what: to.title, old: Self.place(from.range, in: old),
          new: Self.place(to.range, in: new)))
    }
  }

  private static func place(
    _ range: SourceRange, in outline: SpecOutline
  ) -> DeclarationChange.Side {
    .init(location: outline.location(of: range), lines: [])
  }

  /// A declaration that only one version has, with all of its lines.
  private func whole(
    _ declaration: Declaration, in outline: SpecOutline, _ kind: DeclarationChange.Kind
  ) -> DeclarationChange {
    let lines = LineDifference(
      kind == .removed ? [declaration.range] : [], of: old,
      kind == .added ? [declaration.range] : [], of: new
    ) { $0.text == $1.text }
    let side = DeclarationChange.Side(
      location: outline.location(of: declaration.range),
      lines: kind == .removed ? lines.old.lines : lines.new.lines)
    return DeclarationChange(
      kind: kind, what: declaration.title, old: kind == .removed ? side : nil,
      new: kind == .added ? side : nil)
  }
}

/// Compares the parts of a declaration, down to the smallest named ones.
///
/// A part is an element of `Part.children`, matched by its label and its name after renaming, not by its position. A
/// part with children is never reported as a whole if the other version has it as well.
private struct PartComparison {
  /// Longer texts are shown as lines.
  ///
  /// In bytes of the text.
  private static let shortText = 48

  let old: SpecOutline
  let new: SpecOutline
  let renames: Renames
  let locals: [String: String]
  /// The heading of the changes, such as `event receive`, by the new name.
  let what: String
  /// The old name of the declaration.
  ///
  /// Members are renamed under it.
  let owner: String
  var changes: [DeclarationChange] = []

  /// - Parameter prefix: the titles of the enclosing parts, such as `rule mentionJoins: `.
  mutating func compare(_ olds: [Part], _ news: [Part], under prefix: String = "") {
    for part in olds where !news.contains(where: { isSamePart(part, $0) }) {
      note(prefix, part, "removed", old: part, new: nil)
    }
    for part in news {
      guard let partner = olds.first(where: { isSamePart($0, part) }) else {
        note(prefix, part, "added", old: nil, new: part)
        continue
      }
      if !partner.children.isEmpty || !part.children.isEmpty {
        compare(partner.children, part.children, under: "\(prefix)\(part.title): ")
      } else if !renames.corresponds(partner.words, part.words, locals: locals) {
        note(prefix, part, "changed", old: partner, new: part)
      }
    }
  }

  /// Cases, fields, rules, settings of worlds and expected violations follow renaming; other parts, such as a guard
  /// or a body, have no name that could change.
  private func isSamePart(_ old: Part, _ new: Part) -> Bool {
    guard old.label == new.label else { return false }
    let name =
      switch old.label {
      case "case": renames.name(of: .enumCase, old.name, in: owner)
      case "field": renames.name(of: .field, old.name, in: owner)
      case "rule": renames.name(of: .rule, old.name, in: owner)
      case "setting": renames.name(of: .param, old.name)
      case "violates": renamedProperty(old.name)
      default: old.name
      }
    return name == new.name
  }

  /// A violation that a world expects by name may be a property of any kind; they share one namespace. It may also be
  /// a kind of violation, which is never renamed.
  private func renamedProperty(_ name: String) -> String {
    let kinds: [Declaration.Kind] = [
      .invariant, .transition, .eventually, .reachable, .possible, .scenario,
    ]
    return kinds.lazy.map { renames.name(of: $0, name) }.first { $0 != name } ?? name
  }

  /// Adds a change in one of three forms: a short value before and after an arrow, a fairness keyword, or the lines
  /// that only one side has.
  private mutating func note(
    _ prefix: String, _ part: Part, _ verb: String, old oldPart: Part?, new newPart: Part?
  ) {
    if part.label == Part.fairness {
      return noteFairness(prefix, oldPart, newPart)
    }
    let isInline = part.isInline && [oldPart, newPart].allSatisfy { isShort($0) }
    var detail = "\(prefix)\(part.title) \(verb)"
    if isInline, let oldPart, let newPart {
      let title = part.label == "setting" ? part.name : part.title
      detail = "\(prefix)\(title): \(text(oldPart, old)) → \(text(newPart, new))"
    } else if isInline, part.label == "setting" {
      detail =
        "\(part.name) = \(oldPart.map { text($0, old) } ?? newPart.map { text($0, new) } ?? "") \(verb)"
    }
    let lines = LineDifference(
      oldPart?.ranges ?? [], of: old, newPart?.ranges ?? [], of: new
    ) { [renames, locals] in renames.corresponds($0, $1, locals: locals) }
    changes.append(
      DeclarationChange(
        kind: .changed, what: what, detail: detail,
        old: oldPart.flatMap { side($0, lines.old, old, isInline) },
        new: newPart.flatMap { side($0, lines.new, new, isInline) }))
  }

  /// Whether a part is short enough for a line: a few bytes, all on one line.
  private func isShort(_ part: Part?) -> Bool {
    guard let part else { return true }
    let range = part.ranges.first ?? SourceRange(0, 0)
    return range.end - range.start <= Self.shortText
      && !part.words.dropFirst().contains(where: \.startsLine)
  }

  private func text(_ part: Part, _ outline: SpecOutline) -> String {
    let words = part.words
    guard let first = words.first, let last = words.last else { return "without" }
    return outline.file.text(first.range.union(last.range))
  }

  private func side(
    _ part: Part, _ lines: LineDifference.Side, _ outline: SpecOutline, _ isInline: Bool
  ) -> DeclarationChange.Side? {
    guard let range = part.ranges.first else { return nil }
    let start = lines.start ?? range.start
    return .init(
      location: outline.location(of: SourceRange(start, start)),
      lines: isInline ? [] : lines.lines)
  }

  /// Fairness reads as `now strongly fair` or `no longer fair`.
  private mutating func noteFairness(_ prefix: String, _ oldPart: Part?, _ newPart: Part?) {
    let before = oldPart?.words.map(\.text).joined(separator: " ") ?? ""
    let after = newPart?.words.map(\.text).joined(separator: " ") ?? ""
    let detail = after.isEmpty ? "no longer \(before)" : "now \(after)"
    changes.append(
      DeclarationChange(
        kind: .changed, what: what, detail: prefix + detail,
        old: oldPart.flatMap { side($0, .init(lines: [], start: nil), old, true) },
        new: newPart.flatMap { side($0, .init(lines: [], start: nil), new, true) }))
  }

  /// Adds the single change of a declaration whose words differ while its parts do not: the parts have another order,
  /// or something outside of all parts changed.
  mutating func noteRest(_ from: Declaration, _ to: Declaration) {
    let names = { (parts: [Part]) in parts.map(\.title).sorted() }
    let isOrder = from.parts.count == to.parts.count && names(from.parts) == names(to.parts)
    let lines = LineDifference([from.range], of: old, [to.range], of: new) {
      [renames, locals] in renames.corresponds($0, $1, locals: locals)
    }
    let isShown = !isOrder
    let labels = Set(from.parts.map(\.label))
    let noun = ["case", "field", "rule", "setting"].first(where: labels.contains)
    changes.append(
      DeclarationChange(
        kind: .changed, what: what,
        detail: isOrder && noun != nil ? "the \(noun ?? "")s are in another order" : "changed",
        old: .init(
          location: old.location(of: from.range), lines: isShown ? lines.old.lines : []),
        new: .init(
          location: new.location(of: to.range), lines: isShown ? lines.new.lines : [])))
  }
}
