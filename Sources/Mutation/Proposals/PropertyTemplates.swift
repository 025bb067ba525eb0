import Semantics

/// A sentence of the language that may distinguish a spec from an edited one.
package struct ProposedProperty: Sendable, Equatable {
  /// The keyword before the name, such as `transition`.
  package var keyword: String
  /// A proposed name.
  package var name: String
  /// The text after the name.
  package var rest: String

  /// The declaration under a name.
  package func text(named name: String) -> String { "\(keyword) \(name)\(rest)" }
}

/// Candidates for properties of the step at which an edited spec differs from its original, the most general ones
/// first: `PropertyTemplates(spec, state, instance, original: …, edited: …).sentences`.
///
/// Each has a premise, which selects the steps, and a conclusion that the original's step satisfies and the edited
/// one's does not. Its truth elsewhere is not checked here, nor whether it compiles.
package final class PropertyTemplates {
  let spec: CheckedSpec
  let state: [Value]
  let instance: EventInstance
  let original: Reaction
  let edited: Reaction
  var event: Event { spec.events[instance.event] }

  package init(
    _ spec: CheckedSpec, _ state: [Value], _ instance: EventInstance, original: Reaction,
    edited: Reaction
  ) {
    self.spec = spec
    self.state = state
    self.instance = instance
    self.original = original
    self.edited = edited
  }

  /// All of them, in the order in which they should be tried.
  package var sentences: [ProposedProperty] {
    if event.isTick { return [] }
    var found: [ProposedProperty] = []
    if edited.isPossible != original.isPossible { found += aboutGuard }
    if let step = original.steps.first, original.steps.count == 1 {
      let conclusions = StepConclusions(self, step).all
      for premise in premises(step) {
        for conclusion in conclusions {
          found.append(
            ProposedProperty(
              keyword: "transition", name: event.name + conclusion.name,
              rest: " after \(premise) { \(conclusion.text) }"))
        }
      }
    }
    var known: Set<String> = []
    return found.filter { known.insert($0.rest).inserted }
  }

  /// The promised effect of an event happens: the event can be waited for, or its change occurs.
  package static func promised(of event: Int, in spec: CheckedSpec) -> [ProposedProperty] {
    let declared = spec.events[event]
    let parameters = declared.parameters.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    let arguments = declared.parameters.map { "\($0.name): \($0.name)" }.joined(separator: ", ")
    let call = parameters.isEmpty ? declared.name : "\(declared.name)(\(arguments))"
    let head = parameters.isEmpty ? "" : "(\(parameters))"
    var found = [
      ProposedProperty(
        keyword: "eventually", name: declared.name + "Comes",
        rest: "\(head) whenever enabled(\(call)) { !enabled(\(call)) }")
    ]
    for index in declared.writtenVariables.sorted() {
      let variable = spec.variables[index]
      let name = variable.name
      let title = name.prefix(1).uppercased() + name.dropFirst()
      let pairs: [(String, String)] =
        switch variable.type {
        case .bool: [(name, "!\(name)"), ("!\(name)", name)]
        case .optional: [("\(name) != nil", "\(name) == nil")]
        case .set, .map, .list, .bag: [("!\(name).isEmpty", "\(name).isEmpty")]
        case .range: [("\(name) > 0", "\(name) == 0")]
        default: []
        }
      for (premise, body) in pairs {
        found.append(
          ProposedProperty(
            keyword: "eventually", name: declared.name + "Changes" + title,
            rest: " whenever \(premise) { \(body) }"))
      }
    }
    return found
  }

  // MARK: Guards

  /// The event is enabled if and only if its `when` holds.
  private var aboutGuard: [ProposedProperty] {
    guard let condition = spec.ownGuard(of: instance.event) else {
      return [enabled("", "IsPossible")]
    }
    let text = spec.file.text(condition.range).oneLine
    if original.isPossible { return [enabled("\(text) implies ", "IsPossible")] }
    let parts = condition.conjuncts
    let texts = parts.map { spec.file.text($0.range).oneLine } + (parts.count > 1 ? [text] : [])
    return texts.map {
      ProposedProperty(
        keyword: "transition", name: event.name + "OnlyThen",
        rest: " after \(event.name) { old(\($0)) }")
    }
  }

  /// An invariant about enabled events, for each value of the parameters.
  private func enabled(_ premise: String, _ name: String) -> ProposedProperty {
    let parameters = event.parameters.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    let arguments = event.parameters.map { "\($0.name): \($0.name)" }.joined(separator: ", ")
    let call = event.parameters.isEmpty ? event.name : "\(event.name)(\(arguments))"
    return ProposedProperty(
      keyword: "invariant", name: event.name + name,
      rest: (parameters.isEmpty ? "" : "(\(parameters))") + " { \(premise)enabled(\(call)) }")
  }

  // MARK: Premises

  /// The possible premises of a sentence: from all steps of the event to those that begin like this one.
  private func premises(_ step: Step) -> [String] {
    var heads = [event.name]
    if let rule = step.rule { heads.append("\(event.name).\(event.rules[rule].name)") }
    let patterns = zip(event.parameters, instance.arguments).compactMap { parameter, value in
      parameter.type.containsNames ? nil : "\(parameter.name): \(parameter.type.text(value))"
    }
    var arguments = [""] + patterns.map { "(\($0))" }
    if patterns.count > 1 { arguments.append("(\(patterns.joined(separator: ", ")))") }
    let conditions = self.conditions
    var filters = [""] + conditions.map { " where old(\($0))" }
    for (index, first) in conditions.enumerated() where conditions.count > 2 {
      for second in conditions[(index + 1)...] {
        filters.append(" where old(\(first) && \(second))")
      }
    }
    if conditions.count > 1 {
      filters.append(" where old(\(conditions.joined(separator: " && ")))")
    }
    var found: [(cost: Int, text: String)] = []
    for (headCost, head) in heads.enumerated() {
      for (argumentCost, argument) in arguments.enumerated() {
        for (filterCost, filter) in filters.enumerated() {
          let cost =
            headCost + (argumentCost == 0 ? 0 : argument.contains(",") ? 4 : 2)
            + (filterCost == 0 ? 0 : filter.contains("&&") ? 5 : 3)
          found.append((cost, head + argument + filter))
        }
      }
    }
    return found.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
      .map(\.element.text)
  }

  /// The values of the variables that determine the event's effect.
  private var conditions: [String] {
    let read = event.readVariables
    return spec.variables.indices.filter { read.contains($0) && spec.variables[$0].monitor == nil }
      .compactMap { index in
        let variable = spec.variables[index]
        guard !variable.isGhost else { return nil }
        return equation(variable.name, variable.type, state[index])
      }
  }

  /// Text such as `!awake`, or `kind == .info`; nil if it cannot be written.
  func equation(_ name: String, _ type: Type, _ value: Value) -> String? {
    if type == .bool { return value.asBool ? name : "!\(name)" }
    return text(value, type).map { "\(name) == \($0)" }
  }

  /// A value in a sentence about the event: a name that is an argument of the event by the parameter.
  func text(_ value: Value, _ type: Type) -> String? {
    if let parameter = parameter(value, type) { return parameter }
    if case .timer = type {
      return value == .isOff ? ".off" : type.text(value) == "due" ? "due in 0" : type.text(value)
    }
    if type.containsNames { return textOfNames(value, type) }
    if type.containsTimer { return nil }
    return type.text(value)
  }

  /// The parameter that has that value, if it has that type and is more informative than the value.
  private func parameter(_ value: Value, _ type: Type) -> String? {
    if type == .bool || value == .none { return nil }
    return zip(event.parameters, instance.arguments).first { parameter, argument in
      argument == value && parameter.type.unwrapped.shape == type.unwrapped.shape
        && parameter.type.isOptional == type.isOptional
    }?.0.name
  }

  /// The text of a value with names of symmetric types, all of which have to be arguments.
  private func textOfNames(_ value: Value, _ type: Type) -> String? {
    switch (type, value) {
    case (.optional, .none): return "nil"
    case (.optional(let inner), _): return text(value, inner)
    case (.structure(let declared), .record(let values)):
      var parts: [String] = []
      for (field, value) in zip(declared.fields, values) {
        guard let part = text(value, field.type) else { return nil }
        parts.append("\(field.name ?? "_"): \(part)")
      }
      return "\(declared.name)(\(parts.joined(separator: ", ")))"
    case (.set(let element, _), .set(let values)), (.list(let element, _), .list(let values)),
      (.bag(let element, _), .bag(let values)):
      let parts = values.map { text($0, element) }
      return parts.contains { $0 == nil }
        ? nil : "[" + parts.compactMap(\.self).joined(separator: ", ") + "]"
    case (.map(let key, let content), .map(let keys, let values)):
      if keys.isEmpty { return "[:]" }
      let parts = zip(keys, values).map { key_, content_ in
        text(key_, key).flatMap { first in text(content_, content).map { "\(first): \($0)" } }
      }
      return parts.contains { $0 == nil }
        ? nil : "[" + parts.compactMap(\.self).joined(separator: ", ") + "]"
    default: return nil
    }
  }
}

extension String {
  /// Without line ends.
  var oneLine: String {
    split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }.joined(separator: " ")
  }
}
