import Semantics

extension Checker {
  /// Checks all worlds, so that a mistake in a world is found in each one.
  mutating func checkWorlds() {
    for use in syntax.uses { checkSettings(use.changes.settings, ofUses: true) }
    for declaration in syntax.declarations {
      guard case .world(let world) = declaration.kind else { continue }
      checkBase(of: world)
      checkSettings(world.changes.settings)
      let checked = WorldDeclaration(
        name: world.name.text, documentation: declaration.documentation, range: world.name.range,
        walks: world.walks.flatMap { checkWalks($0) },
        replaces: headings(of: syntax.chain(of: world.name.text)),
        violates: [])
      spec.worlds.append(checked)
    }
  }

  /// Checks the violations that worlds expect, after all properties are known.
  mutating func checkAnnouncements() {
    for (index, world) in syntax.worlds.enumerated() {
      spec.worlds[index].violates = checkViolates(world.violates)
      if world.name.range == given.world?.name.range { spec.world = spec.worlds[index] }
    }
  }

  /// Returns the headings of the replacements; of several for one declaration, only the last.
  private func headings(of chain: [WorldSyntax]) -> [String] {
    var headings: [(title: String, heading: String)] = []
    for replacement in chain.flatMap(\.changes.replacements) {
      headings.removeAll { $0.title == replacement.title }
      headings.append((replacement.title, replacement.heading))
    }
    return headings.map(\.heading)
  }

  private mutating func checkSettings(_ settings: [BindingSyntax], ofUses: Bool = false) {
    var names: [String: SourceRange] = [:]
    for setting in settings {
      requireNew(setting.name, among: &names, "setting")
      checkSetting(setting)
      guard ofUses, let declared = global(setting.name)?.name.range,
        file.part(at: declared.start).range == file.part(at: setting.name.range.start).range
      else { continue }
      report(
        .ownDeclaration, "'\(setting.name.text)' is declared in this file and cannot be set here",
        setting.name.range, fix: "change the declaration of '\(setting.name.text)'",
        notes: [.init(range: declared, message: "'\(setting.name.text)' is declared here")])
    }
  }

  private mutating func checkBase(of world: WorldSyntax) {
    guard let base = world.base else { return }
    let declaration = names.worlds[base.text]?.range
    note(base, declaredAt: declaration)
    guard declaration != nil else {
      if names.properties[base.text] != nil {
        return report(
          .unknownWorld, "expected a world, found the property '\(base.text)'", base.range,
          fix:
            "write 'world \(world.name.text) { … } violates \(base.text)'"
        )
      }
      return reportUnknown(
        .unknownWorld, "world", base, among: names.worlds.keys.filter { $0 != world.name.text },
        fix: base.text == CheckedSpec.defaultWorldName
          ? "leave ': \(base.text)' out: all worlds build on the default one" : nil)
    }
    let chain = syntax.chain(of: base.text)
    if chain.first?.base != nil, chain.contains(where: { $0.name.text == world.name.text }) {
      report(
        .recursion, "the world '\(world.name.text)' builds on itself", base.range,
        fix: "remove one of the bases",
        notes: chain.filter { $0.name.text != world.name.text }.compactMap { world in
          world.base.map {
            .init(range: $0.range, message: "'\(world.name.text)' builds on '\($0.text)'")
          }
        })
    }
  }

  /// Checks a setting. If it belongs to another world, only its type is checked here, and that world checks the bounds.
  private mutating func checkSetting(_ setting: BindingSyntax) {
    let name = setting.name
    let global = global(name)
    if global?.kind == .param {
      guard let typed = globalConstant(name), !typed.type.isError else { return }
      _ = constantValue(setting.value, expecting: typed.type, "the value of a param")
    } else if syntax.settableNames.contains(name.text) {
      _ = constantValue(setting.value, expecting: .integer, "the number of names")
    } else {
      let fix = global.map { global in
        if case .symmetric = syntax.declarations[global.declaration].kind {
          return
            "the number of names of '\(name.text)' is computed: set the param that it depends on"
        }
        guard let start = text.beginning(name) else {
          return
            "leave '\(name.text)' out: a type is the same in all worlds; \(WorldOverlay.boundAdvice)"
        }
        let noun = global.kind.noun
        return "'\(name.text)' is a \(noun): write '\(start)' to replace its declaration"
      }
      let isEvent = names.events[name.text] != nil
      reportUnknown(
        .unknownParam, "param", name, among: names.all([.param]),
        fix: fix
          ?? (isEvent
            ? "'\(name.text)' is an event: write 'on \(name.text) …' to replace its declaration"
            : "declare it with 'param'")
      ) { _ in
        guard let fix, global?.kind == .variable || global?.kind == .constant else { return nil }
        let word = global?.kind == .variable ? "var " : "let "
        return Help(fix, [Edit(name.range.front, word)])
      }
    }
  }

  private mutating func checkWalks(_ walks: WalksSyntax) -> Walks? {
    let count = constantValue(walks.count, expecting: .integer, "the number of walks")?.asInt
    let steps = constantValue(walks.steps, expecting: .integer, "the length of walks")?.asInt
    let seed = walks.seed.flatMap {
      constantValue($0, expecting: .integer, "the seed of walks")?.asInt
    }
    guard let count, let steps, walks.seed == nil || seed != nil else { return nil }
    guard count > 0, steps > 0 else {
      report(.outOfBounds, "'walks' needs at least 1 walk and 1 step", walks.range)
      return nil
    }
    guard seed ?? 0 >= 0 else {
      report(.outOfBounds, "the seed cannot be negative", walks.range)
      return nil
    }
    return Walks(count: count, steps: steps, seed: seed)
  }

  private mutating func checkViolates(_ violated: [AnnouncementSyntax]) -> [Announcement] {
    if violated.isEmpty { return [] }
    let checkable =
      ViolationKind.generalNames + syntax.declarations.compactMap(\.kind.propertyName)
      + [Self.timeGoesOn]
    let scenarios = Set(
      syntax.declarations.compactMap { declaration in
        if case .scenario(let scenario) = declaration.kind { scenario.name.text } else { nil }
      })
    var seen: [String: SourceRange] = [:]
    return violated.enumerated().compactMap { index, announcement in
      let name = announcement.name
      if announcement.isRest {
        checkOthers(name, isFirst: index == 0, isLast: index == violated.count - 1)
        return .others
      }
      _ = isFirst(NameSyntax(text: announcement.text, range: name.range), &seen)
      note(name, declaredAt: names.properties[name.text]?.range)
      if checkable.contains(name.text) {
        guard let written = announcement.place else {
          if let part = announcement.rule { return self.part(part, of: announcement) }
          return Announcement(name: name.text, text: announcement.text)
        }
        return place(written, of: announcement).map {
          Announcement(name: name.text, place: $0, text: announcement.text)
        }
      }
      if scenarios.contains(name.text) {
        report(
          .unknownProperty, "'\(name.text)' is a scenario, and 'violates' needs a property",
          name.range, fix: "write 'refuse' or the opposite 'expect' in the scenario")
      } else {
        reportUnknown(.unknownProperty, "property", name, among: checkable)
      }
      return nil
    }
  }

  private mutating func checkOthers(_ others: NameSyntax, isFirst: Bool, isLast: Bool) {
    guard isFirst || !isLast else { return }
    report(
      .expectedViolation,
      isFirst
        ? "'and others' needs an expected violation before it"
        : "'and others' is not the last of the expected violations",
      others.range, fix: isFirst ? "name the property that must fail" : "move it to the end")
  }

  /// Returns the expected violation of a part of an identity; nil after a report.
  private mutating func part(
    _ part: NameSyntax, of announcement: AnnouncementSyntax
  ) -> Announcement? {
    let text = announcement.text
    let prefix = announcement.name.text + "."
    let parts = spec.properties.map(\.name).filter { $0.hasPrefix(prefix) }
    if parts.contains(text) { return Announcement(name: text, text: text) }
    let hasMistake =
      parts.isEmpty
      && syntax.declarations.contains { declaration in
        if case .identity(let identity) = declaration.kind {
          identity.name.text == announcement.name.text
        } else {
          false
        }
      }
    if hasMistake { return nil }
    reportUnknown(
      .unknownProperty, "part", part, in: "'\(announcement.name.text)'",
      among: parts.map { String($0.dropFirst(prefix.count)) },
      fix: parts.isEmpty ? "leave '.\(part.text)' out" : nil)
    return nil
  }

  /// Returns the event, rule or property in which a world expects a violation; nil after a report.
  private mutating func place(
    _ place: NameSyntax, of announcement: AnnouncementSyntax
  ) -> Announcement.Place? {
    let kind = ViolationKind(rawValue: announcement.name.text)
    guard let kind, kind.isGeneral, kind != .deadlock else {
      report(
        .expectedViolation,
        kind == .deadlock
          ? "a deadlock has no place, because no event can happen"
          : "'in' cannot follow the property '\(announcement.name.text)'",
        place.range, fix: "leave 'in \(place.text)' out")
      return nil
    }
    if let event = event(place) { return self.place(event, place, kind, announcement.rule) }
    let part = place.text + (announcement.rule.map { ".\($0.text)" } ?? "")
    if kind == .fault,
      let property = spec.properties.firstIndex(where: { [place.text, part].contains($0.name) })
    {
      note(place, declaredAt: spec.properties[property].range)
      guard let rule = announcement.rule, spec.properties[property].name != part else {
        return .property(property)
      }
      report(
        .expectedViolation, "'\(place.text)' is a property, and only events have rules", rule.range,
        fix: "leave '.\(rule.text)' out")
      return nil
    }
    let isFunction = kind == .fault && names.globals[place.text]?.kind == .function
    reportUnknown(
      .unknownEvent, kind == .fault ? "event or property" : "event", place,
      among: Array(names.events.keys) + (kind == .fault ? spec.properties.map(\.name) : []),
      fix: isFunction ? "name an event or property that calls '\(place.text)'" : nil)
    return nil
  }

  private mutating func place(
    _ event: Int, _ name: NameSyntax, _ kind: ViolationKind, _ rule: NameSyntax?
  ) -> Announcement.Place? {
    guard let rule else { return .event(event) }
    guard kind != .gap else {
      report(
        .expectedViolation, "a gap has no rule, because no rule applies", rule.range,
        fix: "leave '.\(rule.text)' out")
      return nil
    }
    return self.rule(rule, of: event, name).map {
      $0.map { .rule(event: event, rule: $0) } ?? .none
    }
  }
}
