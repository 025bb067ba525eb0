import Semantics
import SpecLanguage
import TestSupport
import Traces

/// Edits of a spec that are unrelated to one of its counterexamples, with the number of edits of each kind.
struct SpecEdit {
  private(set) var text: String
  /// The number of renamed or added declarations, by kind.
  private(set) var done: [String: Int] = [:]

  init(_ text: String) { self.text = text }

  private var syntax: SpecSyntax {
    Parser.parse(SourceFile(path: "edited", text: text)).spec
  }

  private mutating func note(_ what: String) { done[what, default: 0] += 1 }

  /// Reorders all declarations except variables, whose order has a meaning, and adds a variable, an event and a type.
  mutating func reorder(seed: UInt64) {
    let syntax = syntax
    var numbers = SplitMix64(seed: seed)
    var variables = ["var added0: Bool = false"]
    var others = ["on added1 when false { added0 = true }", "enum Added2 { one, two }"]
    for declaration in syntax.declarations {
      let text = syntax.file.text(declaration.range)
      if case .variable = declaration.kind {
        variables.append(text)
      } else {
        others.insert(text, at: numbers.number(below: others.count + 1))
      }
    }
    text = (["spec \(syntax.name?.text ?? "Test")"] + others + variables).joined(separator: "\n")
    note("order")
  }

  /// Adds to each event with rules a rule that never applies, and a rule that applies only outside of the trace.
  mutating func addRules(awayFrom path: Path, in spec: CheckedSpec) {
    let states = [path.start] + path.steps.map(\.state)
    var elsewhere: String?
    for (index, variable) in spec.variables.enumerated()
    where variable.monitor == nil && variable.type.isPlain
      && variable.type.cardinality <= .exactly(1_000)
    {
      let free = variable.type.allValues.filter { value in
        !states.contains { $0[index] == value }
      }
      guard let value = free.first else { continue }
      elsewhere = "\(variable.name) == \(variable.type.text(value))"
      break
    }
    let rules = syntax.declarations.reversed().compactMap { declaration -> Int? in
      guard case .event(let event) = declaration.kind, case .rules(_, let rules) = event.body,
        let first = rules.elements.first
      else { return nil }
      return first.name.map { $0.range.start }
    }
    for start in rules {
      let bytes = Array(text.utf8)
      let before = String(decoding: bytes[..<start], as: UTF8.self)
      guard let word = before.range(of: "rule ", options: .backwards)?.lowerBound else { continue }
      var added = "rule added3 when false {}\n  "
      note("rule that never applies")
      if let elsewhere {
        added += "rule added4 when \(elsewhere) {}\n  "
        note("rule that applies elsewhere")
      }
      text.insert(contentsOf: added, at: word)
    }
  }

  /// Gives every declaration another name that the counterexample does not need.
  mutating func rename(unrelatedTo document: CounterexampleDocument) {
    var names: [String: String] = [:]
    for (what, name) in syntax.declaredNames where !document.words.contains(name) {
      guard names.updateValue("\(name)Anew", forKey: name) == nil else { continue }
      note(what)
    }
    var renamed = ""
    var word = ""
    for character in text + " " {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        renamed += names[word] ?? word
        renamed.append(character)
        word = ""
      }
    }
    text = renamed
  }
}

extension Type {
  /// Whether a rule can compare a variable of that type with one of its values.
  fileprivate var isPlain: Bool {
    switch self {
    case .bool, .range: true
    case .enumeration(let type): type.isPlain
    default: false
    }
  }
}

extension CounterexampleDocument {
  /// The words by which a replay finds things again.
  fileprivate var words: Set<String> {
    var texts = [property.name, property.event, property.inside, property.expression, world]
      .compactMap(\.self)
    texts += property.rules ?? []
    texts += start.values
    for step in steps { texts += [step.event] + step.arguments.flatMap { [$0.key, $0.value] } }
    if let attempt { texts += [attempt.event] + attempt.arguments.flatMap { [$0.key, $0.value] } }
    return Set(
      texts.flatMap { text in
        text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
      })
  }
}

extension RuleItemSyntax {
  fileprivate var name: NameSyntax? { if case .rule(let rule) = self { rule.name } else { nil } }
}

extension SpecSyntax {
  /// The declared names, with their kinds.
  fileprivate var declaredNames: [(what: String, name: String)] {
    declarations.flatMap { declaration -> [(String, String)] in
      switch declaration.kind {
      case .param(let param): [("param", param.name.text)]
      case .constant(let constant): [("constant", constant.name.text)]
      case .enumeration(let name, let cases):
        [("type", name.text)] + cases.map { ("case", $0.name.text) }
      case .structure(let name, _), .typeAlias(let name, _), .symmetric(let name, _):
        [("type", name.text)]
      case .variable(let variable): [("variable", variable.name.text)]
      case .group(let name, _): [("group", name.text)]
      case .bound, .promise, .use: []
      case .rule(_, let rule): [("rule", rule.name.text)]
      case .signal(let signals): signals.map { ("signal", $0.name.text) }
      case .function(let function): [("function", function.name.text)]
      case .event(let event):
        [("event", event.name.text)] + event.ruleNames.map { ("rule", $0) }
      case .invariant(let invariant): [("property", invariant.name.text)]
      case .same(let same): [("property", same.name.text)]
      case .identity(let identity): [("property", identity.name.text)]
      case .transition(let transition): [("property", transition.name.text)]
      case .eventually(let property), .reachable(let property), .possible(let property):
        [("property", property.name.text)]
      case .scenario(let scenario): [("scenario", scenario.name.text)]
      case .steps(let group): [("steps", group.name.text)]
      case .world(let world): [("world", world.name.text)]
      case .terminal, .view: []
      }
    }
  }
}

extension EventSyntax {
  fileprivate var ruleNames: [String] {
    guard case .rules(_, let rules) = body else { return [] }
    return rules.elements.compactMap { $0.name?.text }
  }
}
