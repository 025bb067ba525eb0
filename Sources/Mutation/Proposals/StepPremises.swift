import Semantics

/// The possible premises of a sentence about a step: `StepPremises(templates, step).all`.
///
/// They range from all steps of the event to those that begin like this one, in the order in which they should be
/// tried. The names consist of words of the author.
struct StepPremises {
  struct Premise {
    /// The text after `after`.
    var text: String
    /// The beginning of the name: a rule, a value of a parameter, or the event.
    var subject: String
    /// The end of the name, such as `WhenMuted`; empty if the condition is no single word.
    var suffix: String
  }

  /// A part of a premise, with its place in the order.
  private struct Part {
    var text: String
    var word: String
    var cost: Int
  }

  private(set) var all: [Premise] = []

  init(_ templates: PropertyTemplates, _ step: Step) {
    let event = templates.event
    var heads = [Part(text: event.name, word: event.name, cost: 0)]
    if let rule = step.rule {
      let name = event.rules[rule].name
      heads.append(Part(text: "\(event.name).\(name)", word: name, cost: 1))
    }
    let (arguments, filters) = (Self.arguments(templates), Self.filters(templates))
    var found: [(cost: Int, premise: Premise)] = []
    for head in heads {
      for argument in arguments {
        for filter in filters {
          let premise = Premise(
            text: head.text + argument.text + filter.text,
            subject: argument.word.isEmpty ? head.word : argument.word, suffix: filter.word)
          found.append((head.cost + argument.cost + filter.cost, premise))
        }
      }
    }
    all = found.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
      .map(\.element.premise)
  }

  private static func arguments(_ templates: PropertyTemplates) -> [Part] {
    let patterns = zip(templates.event.parameters, templates.instance.arguments).compactMap {
      parameter, value -> Part? in
      guard !parameter.type.containsNames else { return nil }
      let text = parameter.type.text(value)
      return Part(text: "\(parameter.name): \(text)", word: caseName(text), cost: 2)
    }
    var found = [Part(text: "", word: "", cost: 0)]
    found += patterns.map { Part(text: "(\($0.text))", word: $0.word, cost: $0.cost) }
    if patterns.count > 1 {
      let text = patterns.map(\.text).joined(separator: ", ")
      found.append(Part(text: "(\(text))", word: "", cost: 4))
    }
    return found
  }

  /// The name of a case without values, such as `mention` for `.mention`; empty for other texts.
  private static func caseName(_ text: String) -> String {
    let name = text.dropFirst()
    return text.first == "." && name.allSatisfy { $0.isLetter || $0.isNumber } ? String(name) : ""
  }

  private static func filters(_ templates: PropertyTemplates) -> [Part] {
    let conditions = templates.conditions
    var found = [Part(text: "", word: "", cost: 0)]
    found += conditions.map { Part(text: " where old(\($0))", word: suffix($0), cost: 3) }
    for (index, first) in conditions.enumerated() where conditions.count > 2 {
      for second in conditions[(index + 1)...] {
        found.append(Part(text: " where old(\(first) && \(second))", word: "", cost: 5))
      }
    }
    if conditions.count > 1 {
      let text = conditions.joined(separator: " && ")
      found.append(Part(text: " where old(\(text))", word: "", cost: 5))
    }
    return found
  }

  /// The end of a name for a condition that is a variable or its negation.
  private static func suffix(_ condition: String) -> String {
    let isNegated = condition.first == "!"
    let name = isNegated ? condition.dropFirst() : condition[...]
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return "" }
    return (isNegated ? "WhenNot" : "When") + name.prefix(1).uppercased() + name.dropFirst()
  }
}
