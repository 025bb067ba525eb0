import Commands
import TrayKit

/// Renders the rows for a place: its title, the last step, the state, and the properties.
extension ExploreScreen {
  /// The spec and the position in the path, with the sentence of a violated property next to them or below.
  static func titles(_ scene: Exploration.Scene, width: Int) -> [Row] {
    guard let sentence = scene.sentence else { return [Row(text: scene.title, look: .strong)] }
    let title = Row([
      Span(text: "\(scene.spec)  \(scene.place)  ", look: .strong),
      Span(text: "✗ \(sentence)", look: .wrong),
    ])
    if Columns.width(title.text) <= width { return [title] }
    return [Row(text: scene.title, look: .strong)]
      + wrapped("✗ \(sentence)", width, indent: 2).map { Row(text: $0, look: .wrong) }
  }

  /// The last step.
  func step(_ scene: Exploration.Scene) -> [Row] {
    guard let last = scene.last else {
      return pane("start", .strong) + pane("  a run begins here", .faint)
    }
    // As in reports, values without information are omitted.
    let arguments = last.arguments.filter { ![["nil"], ["false"]].contains($0.values) }.map {
      "\($0.name) \($0.values?.map(ExploreList.kind).joined(separator: " or ") ?? "any")"
    }
    return pane("\(scene.position) \(last.event)", .strong)
      + (arguments.isEmpty ? [] : pane("  " + arguments.joined(separator: ", ")))
      + (last.rule.map { pane("  rule \($0)") } ?? [])
      + last.effects.filter { $0.hasPrefix("chooses ") }.flatMap { pane("  \($0)") }
  }

  /// The explanation of a violation, or of the end of another path.
  func reasons(_ scene: Exploration.Scene) -> [Row] {
    if scene.sentence == nil { return scene.ending.flatMap { pane($0, .wrong, indent: 4) } }
    let reasons = scene.ending.filter {
      $0 != "why:" && !$0.hasPrefix("violated: it does not hold")
    }
    return (reasons.isEmpty ? [] : pane("why", .strong))
      + reasons.flatMap { pane($0.hasPrefix(" ") ? $0 : "  \($0)", indent: 4) }
  }

  /// A text in rows of the left pane.
  private func pane(_ text: String, _ look: Look = .plain, indent: Int = 2) -> [Row] {
    Self.wrapped(text, leftWidth - 1, indent: indent).map { Row(text: $0, look: look) }
  }

  /// The state after the last step: the phone with its cards, or all variables with the effects of the step.
  func view(_ scene: Exploration.Scene) -> [Row] {
    guard let phone = scene.phone else {
      return signals(scene) + changes(scene) + scene.variables.flatMap { rows(of: $0, indent: 0) }
    }
    let besides = scene.variables.filter { phone.others.contains($0.name) }
    let others = besides.filter(\.isChanged) + besides.filter { !$0.isChanged }
    return signals(scene, phone) + ExploreCards(phone, width: rightWidth).rows
      + others.flatMap { part -> [Row] in
        let changes = (scene.last?.changes ?? []).filter { $0.variable == part.name }
        guard part.isChanged, part.parts.isEmpty, changes.count == 1, changes[0].verb.isEmpty else {
          return rows(of: part, indent: 0)
        }
        return Self.wrapped("* \(changes[0].text)", rightWidth, indent: 4).map {
          Row(text: $0, look: .changed)
        }
      }
  }

  /// The screen of the phone and the signals of the last step.
  private func signals(_ scene: Exploration.Scene, _ phone: PhoneWords? = nil) -> [Row] {
    var parts: [String] = []
    if let device = phone?.devices.first, device.name == nil, let screen = device.screen {
      parts.append(screen)
    }
    let signals = scene.last?.signals ?? []
    if !signals.isEmpty { parts.append("♪ " + signals.joined(separator: ", ")) }
    if let last = scene.last, last.changes.isEmpty, signals.isEmpty {
      parts.append("changes nothing")
    }
    guard !parts.isEmpty else { return [] }
    let look = signals.isEmpty ? Look.plain : .strong
    return Self.wrapped("  " + parts.joined(separator: "    "), rightWidth, indent: 4).map {
      Row(text: $0, look: look)
    }
  }

  /// The changes of the last step.
  private func changes(_ scene: Exploration.Scene) -> [Row] {
    (scene.last?.changes ?? []).flatMap { change in
      let mark = change.verb == "adds" ? "+" : change.verb == "removes" ? "−" : "*"
      return Self.wrapped("\(mark) \(change.text)", rightWidth, indent: 4)
    }.map { Row(text: $0, look: .changed) }
  }

  /// A value on one line if it fits; otherwise its parts on separate lines.
  private func rows(of part: Exploration.Part, indent: Int) -> [Row] {
    let margin = (part.isChanged ? "* " : "  ") + String(repeating: " ", count: indent)
    let line = "\(margin)\(part.name) = \(part.value)"
    let look = part.isChanged ? Look.changed : .plain
    if Columns.width(line) <= rightWidth || indent > 16 || part.parts.isEmpty {
      return Self.wrapped(line, rightWidth, indent: indent + 4).map { Row(text: $0, look: look) }
    }
    return [Row(text: "\(margin)\(part.name)", look: look)]
      + part.parts.flatMap { rows(of: $0, indent: indent + 2) }
  }

  /// One row: the names of all properties, or their number by status, in the longest form that fits.
  func lamps(_ lamps: [Exploration.Lamp]) -> Row {
    if lamps.isEmpty { return Row(text: "") }
    let failing = lamps.filter { [.violated, .noValue].contains($0.state) }
    let silent = lamps.count { $0.state == .silent }
    let others = lamps.filter { ![.violated, .noValue, .silent].contains($0.state) }
    let quiet = silent == 0 ? [] : ["· \(silent) silent"]
    let names = (failing + others).map(ExploreText.lamp) + quiet
    let counts = [
      (LampState.holds, "hold"), (.waiting, "wait"), (.met, "happen"), (.unmet, "not yet"),
    ].compactMap { state, word -> (mark: String, word: String)? in
      let count = others.count { $0.state == state }
      return count == 0 ? nil : ("\(state.rawValue) \(count)", " \(word)")
    }
    let fail = failing.isEmpty ? [] : ["✗ \(failing.count)"]
    let verb = failing.isEmpty ? "" : failing.count == 1 ? " fails" : " fail"
    let inWords = fail.map { $0 + verb } + counts.map { $0.mark + $0.word } + quiet
    let forms = [
      "Properties here: " + names.joined(separator: "  "),
      "Properties here: " + inWords.joined(separator: "  "), inWords.joined(separator: "  "),
      (fail + counts.map(\.mark) + (silent == 0 ? [] : ["· \(silent)"])).joined(separator: "  "),
    ]
    let form = forms.first { Columns.width($0) <= width } ?? forms[forms.count - 1]
    return Row(text: form, look: failing.isEmpty ? .plain : .wrong)
  }

  /// The keys in one row. Narrow terminals show fewer keys, but always those for steps, help and quitting.
  static func keys(width: Int) -> String {
    var keys: [(text: String, rank: Int)] = [
      ("↑↓ choose", 0), ("⏎ take", 0), ("tab expand", 3), ("←→ path", 2), ("/ find", 4),
      ("p properties", 5), ("? help", 1), ("q quit", 1),
    ]
    while true {
      let text = keys.map(\.text).joined(separator: "  ")
      let rank = keys.map(\.rank).max() ?? 0
      if Columns.width(text) <= width || rank == 0 { return text }
      keys.removeAll { $0.rank == rank }
    }
  }
}
