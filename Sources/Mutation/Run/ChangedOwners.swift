import Semantics
import SpecLanguage

/// The changed declarations and rules of a spec: `ChangedOwners(old, new).names`.
///
/// They have the names that edits use: `receive.mentionJoins` is a rule, `receive` is the rest of the event.
package struct ChangedOwners {
  /// The added and changed ones.
  package let names: Set<String>

  package init(_ old: SpecSyntax, _ new: SpecSyntax) {
    let before = Self.texts(old)
    names = Set(Self.texts(new).filter { before[$0.key] != $0.value }.keys)
  }

  /// The words of each declaration and rule of the spec's own text.
  private static func texts(_ syntax: SpecSyntax) -> [String: String] {
    var texts: [String: String] = [:]
    func add(_ name: String, _ range: SourceRange) {
      let words = syntax.tokens.places(in: range).map {
        syntax.file.text(syntax.tokens.tokens[$0].range)
      }
      texts[name, default: ""] += words.joined(separator: " ") + "\n"
    }
    func add(_ items: [RuleItemSyntax], in event: String) {
      for item in items {
        switch item {
        case .rule(let rule):
          add(
            "\(event).\(rule.name.text)", SourceRange(rule.keyword.start, rule.body.braces.end))
          // The fairness precedes its keyword.
          texts["\(event).\(rule.name.text)", default: ""] += "\(rule.fairness)"
        case .group(let condition, let bindings, let inner):
          add(event, condition.range)
          for binding in bindings { add(event, binding.value.range) }
          add(inner.elements, in: event)
        }
      }
    }
    for declaration in syntax.declarations
    where syntax.file.usedPath(at: declaration.range) == nil {
      switch declaration.kind {
      case .variable(let variable): add(variable.name.text, declaration.range)
      case .constant(let binding): add(binding.name.text, declaration.range)
      case .function(let function): add(function.name.text, declaration.range)
      case .promise(_, let pattern): add(pattern.event.text, declaration.range)
      case .group(let name, _): add(name.text, declaration.range)
      case .rule(let event, let rule): add("\(event.text).\(rule.name.text)", declaration.range)
      case .use(let use):
        for replacement in use.changes.replacements {
          let name = replacement.name.text
          if case .rule(let event, _) = replacement.kind {
            add("\(event.text).\(name)", replacement.range)
          } else {
            add(name, replacement.range)
          }
        }
      case .event(let event):
        let name = event.name.text
        switch event.body {
        case .statements: add(name, declaration.range)
        case .rules(let bindings, let items):
          add(name, SourceRange(declaration.range.start, items.braces.start))
          for binding in bindings { add(name, binding.value.range) }
          add(items.elements, in: name)
        }
      default: break
      }
    }
    return texts
  }
}
