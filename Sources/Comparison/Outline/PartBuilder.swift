import Semantics
import SpecLanguage

/// Splits declarations into parts and lists the names in them.
struct PartBuilder {
  let words: WordList

  /// A declaration, or one of several signals that are declared together.
  struct Unit {
    var kind: Declaration.Kind
    var name: String
    var range: SourceRange
    var parts: [Part] = []
    var members: [Declaration.Member] = []
  }

  func units(of declaration: DeclarationSyntax) -> [Unit] {
    let range = declaration.range
    switch declaration.kind {
    case .use(let use):
      return [
        Unit(kind: .use, name: use.path, range: range, parts: changes(use.changes))
      ]
    case .rule(let event, let rule):
      return [
        Unit(
          kind: .rule, name: "\(event.text).\(rule.name.text)", range: range,
          parts: part(of: rule, under: []).children)
      ]
    case .param(let binding): return [constant(.param, binding, range)]
    case .constant(let binding): return [constant(.constant, binding, range)]
    case .enumeration(let name, let cases): return [enumeration(name, cases, range)]
    case .structure(let name, let fields): return [structure(name, fields, range)]
    case .typeAlias(let name, let type):
      return [Unit(kind: .alias, name: name.text, range: range, parts: [short("type", type.range)])]
    case .symmetric(let name, let count):
      return [
        Unit(
          kind: .symmetric, name: name.text, range: range,
          parts: [short("number of names", count.range)])
      ]
    case .variable(let variable): return [self.variable(variable, range)]
    case .signal(let signals): return signals.map(signal)
    case .function(let function): return [self.function(function, range)]
    case .event(let event): return [self.event(event, range)]
    case .promise(let fairness, let pattern):
      let name = pattern.event.text
      return [
        Unit(
          kind: .fair, name: name, range: range,
          parts: [short(fairness == .strong ? "strongly fair" : "fair", pattern.range)])
      ]
    case .group(let name, let events):
      let events = short(
        "events", events.dropFirst().reduce(events[0].range) { $0.union($1.range) })
      return [Unit(kind: .group, name: name.text, range: range, parts: [events])]
    case .invariant(let invariant): return [self.invariant(invariant, range)]
    case .same(let same): return [self.same(same, range)]
    case .identity(let identity): return [self.identity(identity, range)]
    case .reachable(let property): return [leadsTo(.reachable, property, range)]
    case .possible(let property): return [leadsTo(.possible, property, range)]
    case .terminal(let block):
      return [
        Unit(kind: .terminal, name: "", range: range, parts: [part("condition", whole(block))])
      ]
    case .bound(let condition):
      return [
        Unit(
          kind: .bound, name: "", range: range, parts: [short("condition", condition.range)])
      ]
    case .transition(let transition): return [self.transition(transition, range)]
    case .eventually(let property): return [leadsTo(.eventually, property, range)]
    case .scenario(let scenario): return [self.scenario(scenario, range)]
    case .steps(let steps): return [self.steps(steps, range)]
    case .world(let world): return [self.world(world, range)]
    case .view(let view):
      return [
        Unit(
          kind: .view, name: "", range: range,
          parts: [part("body", inside(view.items.braces))])
      ]
    }
  }

  // MARK: Making parts

  func part(_ label: String, _ ranges: SourceRange..., name: String = "") -> Part {
    make(label, ranges, name: name)
  }

  func make(_ label: String, _ ranges: [SourceRange], name: String = "") -> Part {
    Part(
      label: label, name: name, ranges: ranges, words: ranges.flatMap { words.words(in: $0) })
  }

  func short(_ label: String, _ range: SourceRange, name: String = "") -> Part {
    var part = part(label, range, name: name)
    part.isInline = true
    return part
  }

  func words(_ range: SourceRange) -> [Word] { words.words(in: range) }

  func whole(_ block: BlockSyntax) -> SourceRange {
    SourceRange(
      block.bindings.first?.name.range.start ?? block.value.range.start, block.value.range.end)
  }

  /// The range between two braces.
  func inside(_ braces: SourceRange) -> SourceRange {
    SourceRange(braces.start + 1, braces.end - 1)
  }

  func whole(_ binding: BindingSyntax) -> SourceRange {
    SourceRange(binding.name.range.start, binding.value.range.end)
  }

  // MARK: Constants, types and variables

  private func constant(
    _ kind: Declaration.Kind, _ binding: BindingSyntax, _ range: SourceRange
  ) -> Unit {
    let type = binding.type.map { [short("type", $0.range)] } ?? []
    return Unit(
      kind: kind, name: binding.name.text, range: range,
      parts: type + [short("value", binding.value.range)])
  }

  private func variable(_ variable: VariableSyntax, _ range: SourceRange) -> Unit {
    var parts = variable.type.map { [short("type", $0.range)] } ?? []
    switch variable.initial {
    case .value(let value): parts.append(short("initial value", value.range))
    case .any(let place): parts.append(short("initial value", place))
    case .anyWhere(let binders):
      let end = words.words(in: range).last?.range.end ?? binders.range.end
      let start = words.words(in: range).first { $0.text == "=" }?.range.end ?? binders.range.start
      parts.append(short("initial value", SourceRange(start, end)))
    case nil: break
    }
    return Unit(kind: .variable, name: variable.name.text, range: range, parts: parts)
  }

  private func enumeration(
    _ name: NameSyntax, _ cases: [EnumCaseSyntax], _ range: SourceRange
  ) -> Unit {
    var unit = Unit(kind: .enumeration, name: name.text, range: range)
    for (index, each) in cases.enumerated() {
      let end =
        index + 1 < cases.count ? cases[index + 1].name.range.start : range.end - 1
      let all = SourceRange(each.name.range.start, max(each.name.range.end, end))
      var payload = words(SourceRange(each.name.range.end, all.end))
      if payload.last?.text == "," { payload.removeLast() }
      var part = Part(label: "case", name: each.name.text, ranges: [all], words: payload)
      part.isInline = true
      unit.parts.append(part)
      unit.members.append(
        .init(kind: .enumCase, owner: name.text, name: each.name.text, words: payload))
      unit.members += fields(each.fields, of: "\(name.text).\(each.name.text)")
    }
    return unit
  }

  private func structure(
    _ name: NameSyntax, _ fields: [FieldSyntax], _ range: SourceRange
  ) -> Unit {
    Unit(
      kind: .structure, name: name.text, range: range, parts: fields.compactMap(field),
      members: self.fields(fields, of: name.text))
  }

  private func field(_ field: FieldSyntax) -> Part? {
    guard let name = field.name else { return nil }
    var part = Part(
      label: "field", name: name.text,
      ranges: [name.range.union(field.defaultValue?.range ?? field.type.range)])
    part.children = [short("type", field.type.range)]
    if let value = field.defaultValue { part.children.append(short("default", value.range)) }
    return part
  }

  private func fields(_ fields: [FieldSyntax], of owner: String) -> [Declaration.Member] {
    fields.compactMap { field in
      field.name.map {
        Declaration.Member(
          kind: .field, owner: owner, name: $0.text, words: words(field.type.range))
      }
    }
  }

  private func signal(_ signal: SignalSyntax) -> Unit {
    let end = signal.fields.last?.type.range.end
    return Unit(
      kind: .signal, name: signal.name.text,
      range: SourceRange(signal.name.range.start, end ?? signal.name.range.end),
      parts: signal.fields.compactMap(field), members: fields(signal.fields, of: signal.name.text))
  }
}
