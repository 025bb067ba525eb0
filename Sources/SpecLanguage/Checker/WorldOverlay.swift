import Semantics

/// The text of a spec in one of its worlds: `WorldOverlay(syntax, world: "freshIDs").syntax`.
///
/// The replacements of used libraries, of the world and of its base worlds take the place of the original declarations,
/// with their own ranges. Added rules become part of the events of libraries. Later passes see no replacements. This
/// pass only checks that a replacement has the same interface. The checker decides whether it is valid.
package struct WorldOverlay {
  package private(set) var syntax: SpecSyntax
  /// The world after its base worlds; empty for the default world.
  let worlds: [WorldSyntax]
  private(set) var mistakes: [Diagnostic] = []
  /// The names in replacements, with the places of their original declarations.
  var uses: [(name: NameSyntax, declaration: SourceRange)] = []
  /// The rules that the world removes, by event. Properties may still mention them.
  private(set) var removedRules: [String: [String: SourceRange]] = [:]
  /// The properties that a `use` left out, by name, with the place of the name there.
  private var removedProperties: [String: SourceRange] = [:]

  /// The fair events and rules that the last world replaces by others that are not fair.
  private(set) var lostFairness: [DroppedFairness] = []

  let file: SourceFile
  /// Whether the current changes are those of the last world.
  private var isLast = false
  /// Whether the current changes follow a `use`, and not a world.
  private var replacesWhatIsUsed = true

  package init(_ syntax: SpecSyntax, world: String?) {
    self.syntax = syntax
    file = syntax.file
    worlds = syntax.chain(of: world)
    for part in syntax.declarationsByPart {
      for case .use(let use) in part.map(\.kind) { replace(use.changes.replacements) }
      addRules(part)
    }
    replacesWhatIsUsed = false
    for (index, world) in worlds.enumerated() {
      isLast = index == worlds.count - 1
      replace(world.changes.replacements)
    }
  }

  /// Whether some world replaces a declaration.
  package var replaces: Bool { worlds.contains { !$0.changes.replacements.isEmpty } }

  private mutating func replace(_ replacements: [ReplacementSyntax]) {
    var seen: [String: SourceRange] = [:]
    for replacement in replacements {
      let name = replacement.name
      if let first = seen.updateValue(name.range, forKey: replacement.title) {
        mistakes.append(
          Diagnostic(
            .duplicateName, "'\(name.text)' is replaced twice", in: file, at: name.range,
            fixes: ["leave one of them out"],
            notes: [.init(range: first, message: "the first '\(name.text)' is here")]))
      } else {
        replace(replacement)
      }
    }
  }

  private mutating func replace(_ replacement: ReplacementSyntax) {
    switch replacement.kind {
    case .constant(let binding): replaceConstant(binding, replacement)
    case .variable(let variable): replaceVariable(variable, replacement)
    case .function(let function): replaceFunction(function, replacement)
    case .event(let event): replaceEvent(event, replacement)
    case .eventGuard(let name, let parameters, let condition):
      guard let (place, original) = openEvent(name) else { return }
      var changed = original
      changed.guardExpression = condition
      if !parameters.isEmpty {
        guard hasParameters(parameters, of: original.parameters, name) else { return }
        changed.parameters = parameters
      }
      put(.event(changed), at: place, replacement)
    case .rule(let event, let rule): replaceRule(rule, of: event)
    case .without(let event, let rule): removeRule(rule, of: event)
    case .withoutProperty(let name): removeProperty(name)
    }
  }

  // MARK: Declarations

  private mutating func put(
    _ kind: DeclarationSyntax.Kind, at place: Int, _ replacement: ReplacementSyntax
  ) {
    syntax.declarations[place].kind = kind
    syntax.declarations[place].isOpen = true
    if let documentation = replacement.documentation {
      syntax.declarations[place].documentation = documentation
    }
  }

  private mutating func replaceConstant(
    _ binding: BindingSyntax, _ replacement: ReplacementSyntax
  ) {
    let found = find("let", binding.name) { kind -> BindingSyntax? in
      if case .constant(let binding) = kind { binding } else { nil }
    }
    guard let (place, original) = found, isOpen(place, binding.name),
      hasType(binding.type, of: original.type, binding.name)
    else { return }
    var changed = binding
    changed.replaced = original.replaced ?? original.value
    changed.type = binding.type ?? original.type
    put(.constant(changed), at: place, replacement)
  }

  private mutating func replaceVariable(
    _ variable: VariableSyntax, _ replacement: ReplacementSyntax
  ) {
    let found = find("var", variable.name) { kind -> VariableSyntax? in
      if case .variable(let variable) = kind { variable } else { nil }
    }
    guard let (place, original) = found, isOpen(place, variable.name),
      hasType(variable.type, of: original.type, variable.name)
    else { return }
    var changed = variable
    changed.replaced = original.replaced
    if original.replaced == nil, case .value(let value) = original.initial {
      changed.replaced = value
    }
    changed.isGhost = original.isGhost
    changed.type = variable.type ?? original.type
    put(.variable(changed), at: place, replacement)
  }

  private mutating func replaceFunction(
    _ function: FunctionSyntax, _ replacement: ReplacementSyntax
  ) {
    let found = find("func", function.name) { kind -> FunctionSyntax? in
      if case .function(let function) = kind { function } else { nil }
    }
    guard let (place, original) = found, isOpen(place, function.name),
      hasParameters(function.parameters, of: original.parameters, function.name),
      hasResult(function, of: original)
    else { return }
    put(.function(function), at: place, replacement)
  }

  private mutating func replaceEvent(_ event: EventSyntax, _ replacement: ReplacementSyntax) {
    guard let (place, original) = openEvent(event.name),
      hasParameters(event.parameters, of: original.parameters, event.name)
    else { return }
    for rule in original.rules {
      if let same = event.rules.first(where: { $0.name.text == rule.name.text }) {
        uses.append((same.name, rule.name.range))
      } else {
        removedRules[event.name.text, default: [:]][rule.name.text] = rule.name.range
      }
    }
    if isLast {
      lostFairness += Self.lostFairness(
        of: event, replacing: original, at: replacement.range.start)
    }
    put(.event(event), at: place, replacement)
  }

  // MARK: Rules

  private mutating func replaceRule(_ rule: RuleSyntax, of name: NameSyntax) {
    guard let (place, event, original) = self.rule(rule.name, of: name),
      isOpen(place, rule.name, original)
    else { return }
    guard rule.isOtherwise == original.isOtherwise else {
      let word = original.isOtherwise ? "otherwise" : "rule"
      report(
        .differentSignature,
        "'\(rule.name.text)' is \(original.isOtherwise ? "an 'otherwise', not a rule" : "a rule, not an 'otherwise'")",
        rule.keyword, fix: "write '\(word) \(name.text).\(rule.name.text) …'", original.name.range)
      return
    }
    if isLast {
      lostFairness += Self.lostFairness(
        of: rule, replacing: original, titled: "\(name.text).\(rule.name.text)")
    }
    var changed = rule
    changed.documentation = rule.documentation ?? original.documentation
    changed.isOpen = true
    syntax.declarations[place].kind = .event(
      event.mapRules { $0.name.text == rule.name.text ? changed : $0 })
  }

  private mutating func removeRule(_ rule: NameSyntax, of name: NameSyntax) {
    guard let (place, event, original) = self.rule(rule, of: name), isOpen(place, rule, original)
    else { return }
    guard event.rules.count > 1 else {
      report(
        .ruleForm, "'\(rule.text)' is the only rule of event '\(name.text)'", rule.range,
        fix: "write 'on \(name.text) when false' to disable the event", original.name.range)
      return
    }
    removedRules[name.text, default: [:]][rule.text] = original.name.range
    syntax.declarations[place].kind = .event(
      event.mapRules { $0.name.text == rule.text ? nil : $0 })
  }

  /// Removes a property of a library at its `use`. Several libraries may leave out the same property.
  private mutating func removeProperty(_ name: NameSyntax) {
    let places = syntax.declarations.indices.filter {
      syntax.declarations[$0].kind.propertyName == name.text
    }
    // Only a file that is used has properties to leave out, never the spec itself.
    let used = places.first {
      let range = syntax.declarations[$0].range
      return file.usedPath(at: range) != nil && !isSameFile(range, name.range)
    }
    guard let place = used ?? places.first else {
      if isLeftOutByAnother(name) { return }
      let isEvent = syntax.declarations.contains { declaration in
        if case .event(let event) = declaration.kind { event.name.text == name.text } else { false }
      }
      return report(
        .unknownProperty, "there is no property '\(name.text)' to leave out", name.range,
        help: Help(
          .init(
            name.text, among: syntax.declarations.compactMap(\.kind.propertyName),
            else: isEvent
              ? "to switch the event off, write 'on \(name.text) when false {}', with its parameters"
              : "to leave out a rule, write 'without rule event.name'")))
    }
    let declaration = syntax.declarations[place]
    guard replacesWhatIsUsed, used != nil else {
      if isLeftOutByAnother(name) { return }
      return report(
        .notOpen, "'without' can leave out only properties of a library", name.range,
        fix: "write 'violates \(name.text)' in a world",
        declaration.range)
    }
    removedProperties[name.text] = name.range
    syntax.declarations.remove(at: place)
  }

  /// Returns whether the `use` of another file left out the property already.
  private func isLeftOutByAnother(_ name: NameSyntax) -> Bool {
    guard replacesWhatIsUsed, let first = removedProperties[name.text] else { return false }
    return !isSameFile(first, name.range)
  }

  /// Returns the index of an event, the event, and its rule of that name; nil after a report.
  private mutating func rule(
    _ name: NameSyntax, of event: NameSyntax
  ) -> (place: Int, event: EventSyntax, rule: RuleSyntax)? {
    guard let (place, found) = self.event(event) else { return nil }
    guard let rule = found.rules.first(where: { $0.name.text == name.text }) else {
      report(
        .unknownRule, "there is no rule '\(name.text)' in event '\(event.text)'", name.range,
        help: Help(
          .init(
            name.text, among: found.rules.map(\.name.text),
            else: found.rules.isEmpty ? "write 'on \(event.text) … { … }'" : nil)))
      return nil
    }
    uses.append((name, rule.name.range))
    return (place, found, rule)
  }

  /// Adds separate rules to the events of used files.
  private mutating func addRules(_ declarations: [DeclarationSyntax]) {
    for declaration in declarations {
      guard case .rule(let name, var rule) = declaration.kind,
        let (place, event) = self.event(name)
      else { continue }
      rule.isOpen = declaration.isOpen
      if isSameFile(event.name.range, name.range) {
        report(
          .ownDeclaration, "a rule of '\(name.text)' belongs between the braces of the event",
          name.range, fix: "move the rule into the braces of '\(name.text)'", event.name.range)
      } else if let same = event.rules.first(where: { $0.name.text == rule.name.text }) {
        report(
          .duplicateName, "'\(name.text)' already has a rule '\(rule.name.text)'",
          rule.name.range,
          fix: same.isOpen
            ? "to replace that rule, move this one into the braces of 'use \"…\" { … }'"
            : "give this rule another name", same.name.range)
      } else if let otherwise = event.rules.first(where: \.isOtherwise), rule.isOtherwise {
        report(
          .ruleForm, "'\(name.text)' already has an 'otherwise'", rule.name.range,
          fix: "write 'rule \(name.text).\(rule.name.text) when …'", otherwise.name.range)
      } else if let changed = event.adding(rule) {
        syntax.declarations[place].kind = .event(changed)
      } else {
        report(
          .ruleForm, "'\(name.text)' has no rules, so you cannot add one",
          name.range, fix: "give the event rules in the library", event.name.range)
      }
    }
  }

  // MARK: Replaced declarations

  private func isSameFile(_ first: SourceRange, _ second: SourceRange) -> Bool {
    file.part(at: first.start).range == file.part(at: second.start).range
  }

  /// Returns whether a declaration in another file may be replaced; false after a report.
  private mutating func isOpen(
    _ place: Int, _ name: NameSyntax, _ rule: RuleSyntax? = nil
  ) -> Bool {
    let declaration = syntax.declarations[place]
    let original = rule?.keyword ?? declaration.keyword
    let isOpen = rule.map { $0.isOpen || declaration.isOpen } ?? declaration.isOpen
    if isOpen || isSameFile(original, name.range) { return true }
    report(
      .notOpen, "the library does not allow replacing '\(name.text)'", name.range,
      fix: "write 'open' before the original in \(file.part(at: original.start).path)", original)
    return false
  }

  private mutating func openEvent(_ name: NameSyntax) -> (place: Int, EventSyntax)? {
    guard let found = event(name), isOpen(found.place, name) else { return nil }
    return found
  }

  private mutating func event(_ name: NameSyntax) -> (place: Int, EventSyntax)? {
    find("event", name) { kind -> EventSyntax? in
      if case .event(let event) = kind { event } else { nil }
    }
  }

  /// Returns the first declaration with that name and part; nil after a report.
  private mutating func find<Part>(
    _ word: String, _ name: NameSyntax, _ part: (DeclarationSyntax.Kind) -> Part?
  ) -> (place: Int, Part)? where Part: NamedSyntax {
    var known: [String] = []
    for (place, declaration) in syntax.declarations.enumerated() {
      guard let part = part(declaration.kind) else { continue }
      if part.name.text == name.text {
        uses.append((name, part.name.range))
        return (place, part)
      }
      known.append(part.name.text)
    }
    report(
      .unknownDeclaration, "there is no \(word) '\(name.text)' to replace", name.range,
      help: beginning(name).map { Help("write '\($0)'") } ?? Help(.init(name.text, among: known)))
    return nil
  }

  /// Returns the syntax for replacing or setting the declaration with that name, if there is one.
  func beginning(_ name: NameSyntax) -> String? {
    if syntax.settableNames.contains(name.text) { return "\(name.text) = …" }
    for declaration in syntax.declarations {
      switch declaration.kind {
      case .constant(let binding) where binding.name.text == name.text:
        return "let \(name.text) = …"
      case .variable(let variable) where variable.name.text == name.text:
        return "var \(name.text) = …"
      case .function(let function) where function.name.text == name.text:
        return "func \(name.text)(…) { … }"
      default: continue
      }
    }
    return nil
  }

  /// Reports an error in a replacement.
  ///
  /// - Parameters:
  ///   - help: a help in place of `fix`.
  ///   - original: the place of the original declaration.
  mutating func report(
    _ code: Diagnostic.Code, _ message: String, _ range: SourceRange, fix: String = "",
    help: Help? = nil, _ original: SourceRange? = nil
  ) {
    mistakes.append(
      Diagnostic(
        code, message, in: file, at: range, fixes: help?.fixes ?? [fix],
        notes: original.map { [.init(range: $0, message: "the original is declared here")] } ?? []))
  }
}

private protocol NamedSyntax { var name: NameSyntax { get } }
extension BindingSyntax: NamedSyntax {}
extension VariableSyntax: NamedSyntax {}
extension FunctionSyntax: NamedSyntax {}
extension EventSyntax: NamedSyntax {}
