import Semantics

/// A declaration of a spec, split into the parts that a person would name when it changes.
package struct Declaration: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case spec, use, param
    case constant = "let"
    case enumeration = "enum"
    case structure = "struct"
    case alias = "type"
    case symmetric
    case variable = "var"
    case signal
    case function = "func"
    case event, rule, group, fair, invariant, transition, eventually, reachable, possible, terminal
    case bound = "explore while"
    case scenario, steps, world, view

    /// Whether it is only about checks, and does not affect behaviour.
    var isOnlyChecked: Bool {
      switch self {
      case .spec, .group, .fair, .invariant, .transition, .eventually, .reachable, .possible,
        .terminal, .scenario, .steps, .world, .view:
        true
      default: false
      }
    }
  }

  /// A name that belongs to a declaration: a case, a field, a parameter, a rule.
  package struct Member: Sendable {
    package enum Kind: String, Sendable { case enumCase = "case", field, parameter, label, rule }

    let kind: Kind
    /// The declaration, or the case with a payload.
    let owner: String
    package let name: String
    /// The words after the name, or all words of a rule.
    let words: [Word]
  }

  package let kind: Kind
  package let name: String
  package let range: SourceRange
  package let documentation: String?
  /// All words of the declaration.
  package let words: [Word]
  package var parts: [Part] = []
  package var members: [Member] = []
  /// Names that have a meaning only inside of it.
  package var locals: Set<String> = []

  /// The declaration in a heading, such as `event receive`.
  package var title: String { name.isEmpty ? kind.rawValue : "\(kind.rawValue) \(name)" }

  /// The words without fairness, which does not affect the possible steps.
  var wordsOfBehaviour: [Word] {
    guard kind == .event else { return words }
    let ahead: Set<String> = ["on", "rule", "otherwise", "when", "fair"]
    return words.enumerated().filter { index, word in
      guard word.text == "fair" || word.text == "strongly" else { return true }
      return index + 1 >= words.count || !ahead.contains(words[index + 1].text)
    }.map(\.element)
  }
}

/// A part of a declaration that can change separately.
package struct Part: Sendable {
  /// Its kind, such as `guard` or `rule`.
  package var label: String
  /// Its name; empty if it has none.
  package var name = ""
  package var ranges: [SourceRange]
  package var words: [Word] = []
  package var children: [Part] = []
  /// Whether it is short enough to be quoted.
  package var isInline = false

  package var title: String { name.isEmpty ? label : "\(label) \(name)" }
}
