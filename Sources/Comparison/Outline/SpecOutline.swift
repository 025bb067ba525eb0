import Semantics
import SpecLanguage
import Traces

/// A spec as its declarations and their parts: `SpecOutline(syntax)`.
///
/// Unreadable text is missing from it.
package struct SpecOutline: Sendable {
  package let file: SourceFile
  package private(set) var declarations: [Declaration] = []
  /// All names that the spec declares, including local ones.
  private(set) var declaredNames: Set<String> = []
  let words: WordList
  /// Whether some text was unreadable, so that declarations may be missing.
  let isIncomplete: Bool
  /// The names in unreadable text.
  private let skippedNames: Set<String>

  package init(_ syntax: SpecSyntax) {
    file = syntax.file
    isIncomplete = syntax.isIncomplete
    skippedNames = syntax.skippedNames
    words = WordList(syntax.tokens)
    var taken: Set<String> = []
    let builder = PartBuilder(words: words)
    if let name = syntax.name {
      add(
        .spec, name.text, name.range, documentation: syntax.documentation, parts: [], members: [],
        &taken)
    }
    for declaration in syntax.declarations {
      for unit in builder.units(of: declaration) {
        add(
          unit.kind, unit.name, unit.range, documentation: declaration.documentation,
          parts: unit.parts, members: unit.members, &taken)
      }
    }
    for declaration in declarations {
      declaredNames.insert(declaration.name)
      declaredNames.formUnion(declaration.members.map(\.name))
      declaredNames.formUnion(declaration.locals)
    }
  }

  /// Names are made unique, so that even a spec with mistakes has distinct ones.
  private mutating func add(
    _ kind: Declaration.Kind, _ name: String, _ range: SourceRange, documentation: String?,
    parts: [Part], members: [Declaration.Member], _ taken: inout Set<String>
  ) {
    var unique = name
    var number = 2
    while !taken.insert("\(kind.rawValue) \(unique)").inserted {
      unique = name.isEmpty ? "\(number)" : "\(name) \(number)"
      number += 1
    }
    var declaration = Declaration(
      kind: kind, name: unique, range: range, documentation: documentation,
      words: words.words(in: range))
    declaration.parts = parts
    declaration.members = members
    declaration.locals = LocalNames.all(in: declaration)
    declarations.append(declaration)
  }

  /// Whether unreadable text may declare that name.
  func mayHide(_ name: String) -> Bool { skippedNames.contains(name) }

  /// The line and column of a range.
  package func location(of range: SourceRange) -> Trace.Place { Trace.Place(file, range) }
}

/// Finds the names that a declaration gives to things inside of it.
private enum LocalNames {
  private static let reserved: Set<String> = [
    "every", "some", "no", "distinct", "for", "choose", "remove", "any", "where", "let", "var",
    "in",
    "count", "min", "max", "sum", "set", "map", "table", "list", "case", "if", "expect", "given",
    "implies", "switch", "rule", "when", "true", "false", "nil", "emit", "else", "otherwise",
  ]

  static func all(in declaration: Declaration) -> Set<String> {
    let words = declaration.words
    var names: Set<String> = []
    for (index, word) in words.enumerated() where index > 0 {
      if word.isName, ["let", "var"].contains(words[index - 1].text) {
        names.insert(word.text)
      } else if word.text == "in" {
        var place = index - 1
        while place >= 0, ["(", ")", ","].contains(words[place].text) || isFree(words[place]) {
          if words[place].isName { names.insert(words[place].text) }
          place -= 1
        }
      }
    }
    // The declaration's own name is not a local one.
    if declaration.kind == .variable || declaration.kind == .constant {
      names.remove(declaration.name)
    }
    return names
  }

  private static func isFree(_ word: Word) -> Bool {
    word.isName && !reserved.contains(word.text)
  }
}
