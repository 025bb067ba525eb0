import Semantics

/// Groups of events, which can replace events in any list of events, and fairness for some values of an event.
extension Checker {
  /// Returns the index of an event; nil after a report.
  ///
  /// - Parameters:
  ///   - isInList: whether a group could replace the event.
  ///   - others: the words that could replace it.
  mutating func knownEvent(
    _ name: NameSyntax, isInList: Bool = true, or others: [String] = []
  ) -> Int? {
    if let event = event(name) { return event }
    let groups = isInList ? Array(names.eventGroups.keys) : []
    reportUnknown(.unknownEvent, "event", name, among: names.events.keys + groups + others)
    return nil
  }

  /// Returns the events of a group and its nested groups, each once and with the range of the name; nil if there is no
  /// such group.
  mutating func eventGroup(_ name: NameSyntax) -> [NameSyntax]? {
    guard names.events[name.text] == nil, let group = names.eventGroups[name.text] else {
      return nil
    }
    note(name, declaredAt: group.name.range)
    return members(of: name.text).map { NameSyntax(text: $0, range: name.range.tail) }
  }

  /// Returns the known events and groups of a group. Unknown ones are reported at its declaration.
  private func members(of group: String) -> [String] {
    var (events, seen): ([String], Set<String>) = ([], [])
    var open = [group]
    while let name = open.popLast() {
      guard seen.insert(name).inserted else { continue }
      if names.events[name] != nil {
        events.append(name)
      } else if let group = names.eventGroups[name] {
        open += group.events.reversed().map(\.text)
      }
    }
    return events
  }

  /// Checks that groups contain only events and other groups, each once, and that no group contains itself.
  mutating func checkEventGroups() {
    for case .group(let name, let members) in syntax.declarations.map(\.kind) {
      if let event = names.events[name.text], names.eventSyntax.indices.contains(event) {
        reportDuplicate("event or group", name, names.eventSyntax[event].syntax.name.range)
      }
      var seen: [String: SourceRange] = [:]
      for member in members {
        if let group = names.eventGroups[member.text], names.events[member.text] == nil {
          note(member, declaredAt: group.name.range)
          if contains(member.text, name.text) {
            report(
              .recursion, "the group '\(name.text)' contains itself", member.range,
              fix: "leave '\(member.text)' out",
              notes: [.init(range: group.name.range, message: "the group is declared here")]
            )
          }
        } else {
          _ = knownEvent(member)
        }
        _ = isFirst(member, &seen)
      }
    }
    if names.eventGroups["user"] != nil, names.events["user"] == nil {
      for member in members(of: "user") {
        if let event = names.events[member], spec.events.indices.contains(event) {
          spec.events[event].isOfUser = true
        }
      }
    }
  }

  /// Checks `fair on e(x: p)`, which gives some values of an event more fairness than the others, and `fair on g`, which
  /// makes each event of a group fair.
  mutating func checkPromises() {
    for case .promise(let fairness, let syntax) in syntax.declarations.map(\.kind) {
      if let members = eventGroup(syntax.event) {
        promise(Fairness(fairness), members, by: syntax)
        continue
      }
      guard let event = knownEvent(syntax.event),
        spec.events.indices.contains(event)
      else { continue }
      if spec.events[event].isTick {
        report(
          .eventForm, "'tick' is already fair",
          syntax.event.range, fix: "leave this line out")
        continue
      }
      if let rule = syntax.rule {
        report(
          .eventForm, "'fair on' cannot select a rule", rule.range,
          fix: "write 'fair rule \(rule.text) …' inside the event")
      }
      inContext(Context()) { checker in
        let arguments = checker.patternArguments(syntax, event)
        if arguments.contains(where: { !$0.1.slots.isEmpty }) {
          checker.report(
            .bindingNotAllowed, "'fair on' cannot bind a name", syntax.range,
            fix: "leave this value out")
          return
        }
        checker.spec.events[event].promises.append(
          Promise(
            fairness: Fairness(fairness), arguments: arguments,
            frameSize: checker.context.frameSize))
      }
    }
  }

  /// Makes each event of a group fair, except `tick`, which always is.
  private mutating func promise(
    _ fairness: Fairness, _ members: [NameSyntax], by syntax: EventPatternSyntax
  ) {
    if syntax.rule != nil || syntax.arguments != nil {
      report(
        .eventForm,
        "'\(syntax.event.text)' is a group, which has no \(syntax.rule != nil ? "rules" : "values")",
        syntax.range, fix: "write 'fair on \(syntax.event.text)', or name one event")
    }
    for member in members {
      guard let event = event(member), spec.events.indices.contains(event),
        !spec.events[event].isTick
      else { continue }
      spec.events[event].fairness = max(spec.events[event].fairness, fairness)
    }
  }

  /// Returns whether one group is another one, or contains it at any depth.
  private func contains(_ group: String, _ other: String) -> Bool {
    var seen: Set<String> = []
    var open = [group]
    while let name = open.popLast() {
      if name == other { return true }
      guard seen.insert(name).inserted, names.events[name] == nil else { continue }
      open += names.eventGroups[name]?.events.map(\.text) ?? []
    }
    return false
  }
}
