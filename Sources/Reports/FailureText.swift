import Basics
import Semantics
import Traces

/// Renders a failure for people in about twenty lines: the author's sentence, the trace, the reason, the line of the
/// text, and the rules that almost applied.
struct FailureText {
  /// The maximum number of steps, reasons and values; further ones are counted.
  private static let maximumTraceLines = 14
  private static let maximumReasons = 3
  private static let maximumNames = 3
  private static let maximumOthers = 8
  private static let labelWidth = 10

  let style: TextStyle
  @Boxed var vocabulary: RequestVocabulary
  /// The lines that changed since a revision; nil if the run has no revision.
  var changes: ChangedLines?

  /// Renders the first failure of a group in full, and the others on one line each.
  func lines(_ group: FailureGroups.Group, next command: String?) -> [String] {
    let failure = group.failures[0]
    var lines = head(failure)
    switch failure.subject {
    case .violation(let violation):
      lines += [""] + trace(violation.trace, violation) + [""] + why(violation)
      lines += almost(violation.close)
    case .scenario(_, let failed):
      lines += [""] + trace(failed.trace, nil) + [""] + reasons(failed.reasons)
    case .missing(let property): lines += missing(failure, property)
    case .internalError(let error):
      let advice =
        error.isDisagreement ?? false ? Wording.disagreementAdvice : Wording.internalErrorAdvice
      lines += labelled("", advice)
    case .unreached: break
    }
    lines += also(failure, group.failures.dropFirst()) + stored(failure)
    if let command {
      lines.append("  " + style.bold("next") + "    " + style.unbroken(command.printableLine))
    }
    return lines
  }

  // MARK: Head

  private func head(_ failure: Failure) -> [String] {
    let title = WrappedText.lines(failure.sentence.printableLine, width: style.width - 2)
    var parts = [subject(failure)]
    if let place = failure.place {
      parts.append("\(place.path ?? failure.path):\(place.line)".printableLine)
    }
    parts += outcome(failure)
    if failure.world != "default" { parts.append("world \(failure.world)") }
    let facts = WrappedText.lines(parts.joined(separator: " · "), width: style.width - 2)
    return title.enumerated().map { index, line in
      (index == 0 ? style.red("✗ ") : "  ") + style.bold(line)
    } + facts.map { "  " + style.dim($0) }
  }

  private func subject(_ failure: Failure) -> String {
    switch failure.subject {
    case .violation: failure.title.printableLine
    case .scenario: "scenario \(failure.name)"
    case .internalError(let error):
      "\(error.isDisagreement ?? false ? "engines differ" : "internal error"), \(failure.name)"
    case .unreached, .missing: failure.name
    }
  }

  private func outcome(_ failure: Failure) -> [String] {
    switch failure.subject {
    case .violation(let violation):
      let shortest =
        violation.length == 0
        ? "" : violation.isProvedShortest ? ", none shorter" : ", the shortest found"
      let path = Wording.path(to: violation, naming: shortest)
      let summary =
        failure.documentation == nil && violation.kind.isGeneral
        ? [] : [summary(violation)].compactMap(\.self)
      return ["fails \(path)\(WalkText.origin(violation))"] + summary
    case .scenario(_, let failed): return [failed.summary.printableLine]
    case .unreached: return ["no reachable state satisfies it"]
    case .missing: return ["world \(failure.world) expects a violation, and there is none"]
    case .internalError: return []
    }
  }

  /// The summary of the violation; nil if the kind of the property already implies it.
  private func summary(_ violation: ViolationVerdict) -> String? {
    let isPlain = violation.summary.hasPrefix("it does not hold ")
    return isPlain ? nil : violation.summary.printableLine
  }

  // MARK: Trace

  private func trace(_ trace: Trace, _ violation: ViolationVerdict?) -> [String] {
    let start = trace.start.map { "\($0.name): \(ValueText.words($0.value))" }
    var head = WrappedText.labelled(
      "  start", start.joined(separator: ", ").printableLine, indent: Self.labelWidth - 1,
      width: style.width)
    if head.count > 4 {
      head = Array(head.prefix(3)) + ["         …"]
    }
    if trace.start.isEmpty { head = [] }
    var blocks = trace.steps.indices.map { step($0, of: trace, violation) }
    if let attempt = trace.attempt {
      var lines = eventLines(trace.steps.count + 1, attempt, nil)
      lines[lines.count - 1] += "  " + style.red("✗ here")
      blocks.append(lines)
    }
    let shown = fitting(blocks, marks: trace)
    let end = trace.loopEnd.map { [style.bold("      ↻  \($0)")] } ?? []
    return head + shown + end
  }

  /// The last steps in full, the events of earlier steps, and the number of the remaining ones.
  private func fitting(_ blocks: [[String]], marks trace: Trace) -> [String] {
    var budget = Self.maximumTraceLines
    var shown: [[String]] = []
    var hidden = 0
    for (index, block) in blocks.enumerated().reversed() {
      let isLast = index == blocks.count - 1
      let isWhole = isLast || block.count <= max(2, budget - index)
      var lines = isWhole ? block : [block[0], style.dim("         … \(block.count - 1) effects")]
      if index == trace.loop { lines.insert(style.bold("      ↻  the loop begins here"), at: 0) }
      if index == trace.way { lines.insert(style.bold("      →  the way begins here"), at: 0) }
      // A line that counts one step takes as much space as its event.
      let isOnly = index == 1 && hidden == 0
      if budget > 1 || isLast || index == 0 || isOnly {
        shown.append(lines)
        budget -= lines.count
      } else {
        hidden += 1
      }
    }
    var lines = Array(shown.reversed())
    if hidden > 0 {
      let text = "      …  \(Wording.count(hidden, "step")): with \(vocabulary.isVerbose)"
      lines.insert([style.dim(text)], at: min(1, lines.count))
    }
    return lines.flatMap(\.self)
  }

  private func step(_ index: Int, of trace: Trace, _ violation: ViolationVerdict?) -> [String] {
    let step = trace.steps[index]
    var lines = eventLines(index + 1, step.event, step.rule)
    lines += step.choices.map {
      "         chooses " + $0.printableLine.cut(toColumns: style.width - 17)
    }
    lines += step.changes.map(change)
    if index == trace.steps.count - 1, let violation { lines += problem(violation, step) }
    if !step.signals.isEmpty {
      let text = "♪ " + step.signals.joined(separator: ", ")
      lines += WrappedText.labelled("", text.printableLine, indent: 9, width: style.width)
        .map { "         " + $0.trimmingPrefix { $0 == " " } }
    }
    if step.changes.isEmpty, step.signals.isEmpty { lines.append("         changes nothing") }
    return lines
  }

  /// The event with its rule; long arguments continue on the next line.
  private func eventLines(_ number: Int, _ event: String, _ rule: String?) -> [String] {
    let (name, arguments) = ValueText.arguments(event.printableLine)
    let digits = String(number)
    let margin = String(repeating: " ", count: max(0, 7 - digits.count))
    let rule = (rule.map { "rule \($0.printableLine)" } ?? "")
      .cut(toColumns: max(10, style.width - 22 - name.count))
    let room = style.width - 9 - name.count - (rule.isEmpty ? 0 : rule.count + 2)
    let pieces = WrappedText.lines(arguments, width: max(8, room - 2))
    let words = pieces.first.map { "  " + $0 } ?? ""
    let gap = rule.isEmpty ? "" : String(repeating: " ", count: max(2, room - words.count + 2))
    let indent = String(repeating: " ", count: 11 + name.count)
    return ["\(margin)\(digits)  \(style.bold(name))\(words)\(gap)\(style.dim(rule))"]
      + pieces.dropFirst().map { indent + $0 }
  }

  /// A change in words: added, removed and changed elements.
  private func change(_ change: Trace.Change) -> String {
    let place = change.place.printableLine
    let (old, new) = (
      ValueText.words(change.old).printableLine, ValueText.words(change.new).printableLine
    )
    let room = style.width - 12 - place.count
    switch change.element {
    case .added: return "         \(style.green("+")) \(place)  \(new.cut(toColumns: room))"
    case .removed: return "         \(style.red("−")) \(place)  \(old.cut(toColumns: room))"
    case nil: break
    }
    if change.old == "nil" {
      return "         \(style.green("+")) \(place)  \(new.cut(toColumns: room))"
    }
    if change.new == "nil" {
      return "         \(style.red("−")) \(place)  \(old.cut(toColumns: room))"
    }
    if let moved = CollectionChange(old: change.old, new: change.new) {
      let text = moved.words
      if text.count <= room { return "           \(place)  \(text)" }
    }
    guard old.count + new.count + 3 <= room else {
      let half = max(8, (room - 3) / 2)
      return "           \(place)  \(old.cut(toColumns: half)) → "
        + style.yellow(new.cut(toColumns: max(half, room - 3 - old.count)))
    }
    return "           \(place)  \(old) → \(style.yellow(new))"
  }

  /// The value that should have been removed, if the step did not change it.
  private func problem(_ violation: ViolationVerdict, _ step: Trace.Step) -> [String] {
    guard violation.origin?.statement == nil, let reason = violation.reasons.first?.text,
      let equals = reason.firstRange(of: " = "), let fits = reason.firstRange(of: " fits ")
    else { return [] }
    let place = String(reason[..<equals.lowerBound])
    guard equals.upperBound < fits.lowerBound, !step.changes.contains(where: { $0.place == place })
    else { return [] }
    let value = ValueText.words(String(reason[equals.upperBound..<fits.lowerBound]))
    let text = "\(place)  \(value)".printableLine.cut(toColumns: style.width - 24)
    return ["         \(style.red("✗")) \(text)  \(style.red("still here"))"]
  }

  // MARK: Reasons

  private func why(_ violation: ViolationVerdict) -> [String] {
    var texts = violation.reasons.map { (depth: $0.depth, text: $0.text) }
    var most = Self.maximumReasons
    // A line that ends with a colon needs the next line.
    while most < min(texts.count, 2 * Self.maximumReasons), texts[most - 1].text.hasSuffix(":") {
      most += 1
    }
    let hidden = texts.count - most
    if hidden > 1 { texts = Array(texts.prefix(most)) }
    if hidden > 1 {
      texts.append((0, "… \(hidden) more: with \(vocabulary.isVerbose)"))
    }
    texts += (violation.origin?.lines.prefix(2) ?? []).map { (0, $0) }
    return numbered(texts) + code(violation.origin?.code, violation.origin?.calls)
  }

  private func reasons(_ reasons: [Reason]) -> [String] {
    let shown = reasons.prefix(2 * Self.maximumReasons).map { (depth: $0.depth, text: $0.text) }
    let hidden = reasons.count - shown.count
    let rest =
      hidden > 0 ? [(depth: 0, text: "… \(hidden) more: with \(vocabulary.isVerbose)")] : []
    return numbered(Array(shown) + rest)
  }

  private func numbered(_ texts: [(depth: Int, text: String)]) -> [String] {
    texts.enumerated().flatMap { index, reason in
      labelled(
        index == 0 ? "why" : "", reason.text.printableLine,
        indent: Self.labelWidth + 2 * min(reason.depth, 4))
    }
  }

  /// The line of the text at fault, with its relevant part underlined.
  private func code(_ code: CodeLine?, _ calls: [OriginVerdict.Call]?) -> [String] {
    guard let code else { return [] }
    let number = String(code.place.line)
    let margin = String(repeating: " ", count: max(1, 5 - number.count))
    let room = style.width - 8
    // A long line begins shortly before the relevant part.
    let hidden = code.offset + min(code.length, room / 2) <= room ? 0 : code.offset - room / 3
    let text = (hidden > 0 ? "…" : "") + code.text.printableLine.dropFirst(hidden)
    let offset = code.offset - hidden + (hidden > 0 ? 1 : 0)
    let mark = String(repeating: "^", count: min(code.length, max(1, room - offset)))
    let note = changes.flatMap { $0.contains(code.place) ? "changed since \($0.since)" : nil }
    let line = "\(margin)\(number) │ \(text.cut(toColumns: room))"
    let below = "      │ " + String(repeating: " ", count: offset) + style.red(mark)
    guard let note else { return [line, below] }
    return offset + mark.count + 2 + note.count <= room
      ? [line, below + "  " + style.yellow(note)] : [line, below, "      │ " + style.yellow(note)]
  }

  private func almost(_ misses: [NearMiss]) -> [String] {
    misses.prefix(3).enumerated().flatMap { index, miss in
      let name = miss.name.hasPrefix("rule ") ? String(miss.name.dropFirst(5)) : miss.name
      let reason = miss.reasons.first.map { ", but \($0.text)" } ?? ""
      return labelled(index == 0 ? "almost" : "", (name + reason).printableLine)
    }
  }

  // MARK: Other places

  private func also(_ failure: Failure, _ others: ArraySlice<Failure>) -> [String] {
    var texts: [String] = []
    if !failure.otherWorlds.isEmpty {
      let count = failure.otherWorlds.count
      let names = WrappedText.names(failure.otherWorlds, most: Self.maximumNames)
      texts.append("fails in \(Wording.count(count, "other world")): \(names)")
    }
    if !failure.expectedIn.isEmpty, !isMissing(failure) {
      let names = WrappedText.names(failure.expectedIn, most: Self.maximumNames)
      texts.append("\(names) \(failure.expectedIn.count == 1 ? "expects" : "expect") it")
    }
    var lines = labelled("also", texts.joined(separator: "; "))
    if texts.isEmpty { lines = [] }
    let shown = others.prefix(Self.maximumOthers)
    for (index, other) in shown.enumerated() {
      let place = other.place.map { " (line \($0.line))" } ?? ""
      let length = other.length > 0 ? ", after \(Wording.count(other.length, "step"))" : ""
      let text = "✗ \(other.name)\(place)\(length): \(other.sentence)"
      lines += labelled(lines.isEmpty && index == 0 ? "also" : "", text.printableLine)
    }
    let hidden = others.count - shown.count
    if hidden > 0 {
      lines += labelled("", "… \(hidden) more: with \(vocabulary.isVerbose)")
    }
    return lines
  }

  private func isMissing(_ failure: Failure) -> Bool {
    if case .missing = failure.subject { true } else { false }
  }

  private func missing(_ failure: Failure, _ property: WorldVerdict.Property?) -> [String] {
    let found =
      property.map { Wording.holding($0, isCut: failure.isCut) } ?? "no such violation is found"
    let margin = String(repeating: " ", count: Self.labelWidth)
    let shown = WitnessText(TraceText(style: style, indent: margin))
    let witness = property.flatMap { $0.trace == nil ? nil : shown.lines($0) } ?? []
    return labelled("why", found) + witness
      + labelled(
        "fix",
        "remove \(failure.name) from 'violates' of world \(failure.world), or change the rules")
  }

  private func stored(_ failure: Failure) -> [String] {
    failure.replays.prefix(2).flatMap { file in
      labelled("stored", "\(file.path): \(ReplayText.verdict(file))".printableLine)
    }
  }

  private func labelled(_ label: String, _ text: String, indent: Int = Self.labelWidth) -> [String]
  {
    let lines = WrappedText.labelled("  \(label)", text, indent: indent, width: style.width)
    guard !label.isEmpty, let first = lines.first else { return lines }
    return ["  " + style.bold(label) + first.dropFirst(2 + label.count)] + lines.dropFirst()
  }
}

/// The elements that were added to a set, list or map, and those that were removed.
struct CollectionChange {
  private let gone: [String]
  private let new: [String]

  /// Compares two texts; nil if one is not a collection, or if the shared elements have another order.
  init?(old: String, new: String) {
    guard let before = Self.elements(old), let after = Self.elements(new) else { return nil }
    let gone = before.filter { !after.contains($0) }
    let new = after.filter { !before.contains($0) }
    guard before.filter({ !gone.contains($0) }) == after.filter({ !new.contains($0) }),
      Set(before).count == before.count, Set(after).count == after.count
    else { return nil }
    (self.gone, self.new) = (gone, new)
  }

  /// The change in words, for example `+ 2, − 1`.
  var words: String {
    (new.map { "+ \(ValueText.words($0))" } + gone.map { "− \(ValueText.words($0))" })
      .joined(separator: ", ").printableLine
  }

  private static func elements(_ text: String) -> [String]? {
    guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    let inner = String(text.dropFirst().dropLast())
    return inner.isEmpty || inner == ":" ? [] : ValueText.split(inner)
  }
}
