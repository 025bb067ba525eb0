import Traces

/// A trace as a figure: buttons that select a step, and a list of states that the style sheet shows as phones.
package struct PhonesHTML {
  /// The maximum number of cards in one tray and of listed variables; more are counted.
  private static let maximumCards = 24

  private let trace: PhoneTrace
  private let anchor: PageAnchor
  /// The verdict at the last button.
  private let verdict: PageVerdict
  /// Returns a place in the text, as a link if the line is on the page.
  private let link: (Trace.Place, String) -> HTML

  package init(
    _ trace: PhoneTrace, at anchor: PageAnchor, verdict: PageVerdict = .bad,
    link: @escaping (Trace.Place, String) -> HTML = { "\($1)" }
  ) {
    (self.trace, self.anchor, self.verdict, self.link) = (trace, anchor, verdict, link)
  }

  // MARK: All steps

  /// The figure with all steps.
  ///
  /// - Parameter caption: a sentence under it.
  package func figure(_ caption: HTML = "") -> HTML {
    var items: [HTML] = []
    var before: PhoneTrace.Frame?
    for frame in trace.frames {
      items.append(item(frame, after: before))
      before = frame
    }
    let style: HTML = hasDevices ? "fr wide" : "fr"
    let notes = [loop, attempt, caption].filter { !$0.isEmpty }
    let text: HTML = notes.isEmpty ? "" : "<figcaption>\(notes.joined(" "))</figcaption>"
    return "<figure>\(controls)<ol class=\"\(style)\">\(items.joined())</ol>\(text)</figure>"
  }

  private var hasDevices: Bool { (trace.frames.first?.devices.count ?? 0) > 1 }

  private var controls: HTML {
    guard trace.frames.count > 1 else { return "" }
    let name: HTML = "s\(anchor.number)"
    let buttons = trace.frames.enumerated().map { index, frame -> HTML in
      let isLast = index == trace.frames.count - 1
      let mark: HTML =
        isLast && trace.loop == nil && verdict != .none ? " \(verdict.sign)" : ""
      let word: HTML = frame.event == nil ? "Start" : "\(frame.number)\(mark)"
      return """
        <input type=radio name=\(name) id=\(name)-\(index)\(isLast ? " checked" : "" as HTML)>\
        <label for=\(name)-\(index)>\(word)</label>
        """
    }
    return "<fieldset class=sc><legend>Step</legend>\(buttons.joined())</fieldset>"
  }

  /// The sentence about the loop.
  private var loop: HTML {
    guard let start = trace.loop else { return "" }
    if start >= trace.length { return "After step \(start) nothing happens any more." }
    let first = anchor.step(start + 1)
    let back: HTML = "<a \(first.address)>back to step \(start + 1)</a>"
    return trace.length == start + 1
      ? "Step \(start + 1) repeats forever: \(back)."
      : "Steps \(start + 1) to \(trace.length) repeat forever: \(back)."
  }

  private var attempt: HTML {
    trace.attempt.map { "Then <b>\($0)</b> is attempted." } ?? ""
  }

  private func item(_ frame: PhoneTrace.Frame, after before: PhoneTrace.Frame?) -> HTML {
    let isLooped = trace.loop.map { frame.number > $0 } ?? false
    let isLast = frame.number == trace.frames.last?.number
    let styles: [HTML] =
      (hasDevices ? ["duo"] : []) + (isLooped ? ["lo"] : []) + (isLast ? ["last"] : [])
    let style: HTML = styles.isEmpty ? "" : " class=\"\(styles.joined(" "))\""
    let skipped = before.map { frame.number - $0.number - 1 } ?? 0
    let notes: [HTML] =
      (skipped > 0
        ? ["<span class=ru>\(Wording.count(skipped, "step")) before this one left out</span>"] : [])
      + (trace.way == frame.number
        ? ["<span class=ru>The path that matters begins here.</span>"] : [])
    return """
      <li \(anchor.step(frame.number).attribute)\(style)><p class=cp>\(event(frame))\(notes.joined(" "))</p>\
      \(signals(frame))\(body(frame))
      """
  }

  // MARK: One step

  /// The last state alone.
  var last: HTML {
    guard let frame = trace.frames.last else { return "" }
    let steps: HTML = trace.length > 1 ? "After \(Wording.count(trace.length, "step")): " : ""
    let content: HTML =
      hasDevices ? "<ol class=\"fr wide\"><li class=duo>\(body(frame))</ol>" : body(frame)
    return
      "<div class=mini><p class=cp><span>\(steps)\(happened(frame))</span></p>\(signals(frame))\(content)</div>"
  }

  private func event(_ frame: PhoneTrace.Frame) -> HTML {
    guard let event = frame.event else {
      return "<b class=hd>Start</b> <span>nothing has happened yet</span>"
    }
    var text: HTML = "<b class=hd>\(frame.number). <code>\(event.name)</code></b>"
    let bold = event.arguments.filter { !$0.isSmallest }.map(Self.argument)
    if !bold.isEmpty { text += " <span>\(bold.joined(", "))</span>" }
    let dim = event.arguments.filter(\.isSmallest).map { "\($0.name) \($0.value)" }
    if !dim.isEmpty { text += " <span class=du>\(Wording.list(dim))</span>" }
    for choice in event.choices { text += " <span>chooses \(choice)</span>" }
    if let rule = event.rule {
      let name = event.place.map { link($0, rule) } ?? "\(rule)"
      text += " <span class=ru>rule \(name)</span>"
    }
    if event.changesNothing { text += " <span class=ru>nothing changes</span>" }
    return text
  }

  /// The event in one line.
  private func happened(_ frame: PhoneTrace.Frame) -> HTML {
    guard let event = frame.event else { return "at the start" }
    let bold = event.arguments.filter { !$0.isSmallest }.map(Self.argument)
    return "<code>\(event.name)</code> \(bold.joined(" "))"
  }

  private static func argument(_ detail: Card.Detail) -> HTML {
    let isShort = detail.name.count + detail.value.count < 24
    return isShort
      ? "<span class=nb>\(detail.name) <b>\(detail.value)</b></span>"
      : "<span>\(detail.name) <b>\(detail.value)</b></span>"
  }

  private func signals(_ frame: PhoneTrace.Frame) -> HTML {
    guard !frame.marks.isEmpty else {
      let isSilent = frame.event != nil && trace.frames.contains { !$0.marks.isEmpty }
      return "<p class=\"sg none\">\(isSilent ? "Nothing is heard or seen" : "")</p>"
    }
    let items = frame.marks.prefix(Self.maximumCards).map { mark -> HTML in
      let icon: HTML = mark.icon.map { PageIcons.use($0) } ?? ""
      return
        "<li\(mark.isSuspect ? " class=bad" : "" as HTML)>\(icon)\(mark.name)\(mark.detail.isEmpty ? "" : " \(mark.detail)")"
    }
    return "<ul class=sg aria-label=\"The user notices\">\(items.joined(" "))</ul>"
  }

  // MARK: The phone

  private func body(_ frame: PhoneTrace.Frame) -> HTML {
    guard let first = frame.devices.first, trace.hasTray || trace.hasMessages || first.isLit != nil
    else {
      return "<div class=\"ph none vb\">\(variables(frame.others, all: true))</div>"
    }
    if hasDevices {
      let devices = frame.devices.map { device -> HTML in
        let phone = phone(device)
        return
          "<div class=dv><p class=dn>\(device.name ?? "")</p>\(wire(device))\(phone)</div>"
      }
      return
        "<div class=dv><div class=pair>\(devices.joined())</div>\(variables(frame.others))</div>"
    }
    let (messages, rest) = (wire(first), variables(frame.others))
    return messages.isEmpty && rest.isEmpty
      ? phone(first) : "<div class=dv>\(messages)\(phone(first))\(rest)</div>"
  }

  private func phone(_ device: PhoneTrace.Device) -> HTML {
    let light: HTML =
      switch device.isLit {
      case nil: "none"
      case true?: "on"
      case false?: "off"
      }
    return
      "<div class=\"ph \(light)\">\(status(device))\(tray(device.cards))\(dock(device))</div>"
  }

  private func status(_ device: PhoneTrace.Device) -> HTML {
    guard let isLit = device.isLit else { return "" }
    return
      "<p class=sb>Screen \(isLit ? "on" : "off")\(device.wakes ? " <b>(wakes)</b>" : "" as HTML)</p>"
  }

  private func tray(_ cards: [ShownCard]) -> HTML {
    guard trace.hasTray else { return "" }
    guard !cards.isEmpty else { return "<p class=em>Tray is empty</p>" }
    var items = cards.prefix(Self.maximumCards).map(card)
    let more = cards.count - Self.maximumCards
    if more > 0 { items.append("<li>and \(more) more") }
    return "<ul class=ns aria-label=\"Notifications\">\(items.joined())</ul>"
  }

  private func card(_ shown: ShownCard) -> HTML {
    let style: HTML =
      switch shown.change {
      case .none: ""
      case .came: " new"
      case .changed: " chg"
      case .gone: " gone"
      }
    let word: HTML = shown.word.map { " <em>\($0)</em>" } ?? ""
    let (title, details) = content(shown)
    let icon = PageIcons.use(shown.card.icon, "k-\(attribute: shown.card.icon.rawValue)")
    let small: HTML = details.isEmpty ? "" : " <span>\(details.joined(" · "))</span>"
    return """
      <li class="n\(style)\(shown.isSuspect ? " bad" : "")">\(icon)<div><b>\(title)</b>\(word)\(small)</div>
      """
  }

  /// The title, and the parts of the detail line.
  private func content(_ shown: ShownCard) -> (HTML, [HTML]) {
    let card = shown.card
    var before: Card?
    if case .changed(let earlier) = shown.change { before = earlier }
    var small: [HTML] = []
    if card.text != nil || before?.text != nil {
      small.append(leaf(before.map { $0.text ?? "none" }, card.text ?? "none"))
    }
    if card.badge != nil || before?.badge != nil {
      small.append("number \(leaf(before.map { $0.badge ?? "0" }, card.badge ?? "0"))")
    }
    for detail in card.details {
      let earlier = before.map { before in
        before.details.first { $0.name == detail.name }?.value ?? "none"
      }
      small.append("\(detail.name) \(leaf(earlier, detail.value))")
    }
    for earlier in before?.details ?? []
    where !card.details.contains(where: { $0.name == earlier.name }) {
      small.append("\(earlier.name) \(leaf(earlier.value, "none"))")
    }
    small += card.flags.map { flag in
      before.map { $0.flags.contains(flag) } ?? true ? "\(flag)" : "<ins>\(flag)</ins>"
    }
    for flag in before?.flags ?? [] where !card.flags.contains(flag) {
      small.append("<del>\(flag)</del>")
    }
    return (leaf(before?.title, card.title), small)
  }

  /// A value, next to the old one if it changed.
  private func leaf(_ old: String?, _ new: String) -> HTML {
    guard let old, old != new else { return "\(new)" }
    return "<del>\(old)</del> <ins>\(new)</ins>"
  }

  private func dock(_ device: PhoneTrace.Device) -> HTML {
    guard device.badge != nil || device.oldBadge != nil else { return "" }
    let old: HTML = device.oldBadge.map { "<del>\($0.isEmpty ? "0" : $0)</del> " } ?? ""
    return "<p class=bg>App icon: \(old)<b>\(device.badge ?? "0")</b> unread</p>"
  }

  /// The messages in flight to a device.
  private func wire(_ device: PhoneTrace.Device) -> HTML {
    guard trace.hasMessages else { return "" }
    let items = device.messages.prefix(Self.maximumCards).map { shown -> HTML in
      let icon = PageIcons.use(.mail)
      let word: HTML = shown.word.map { " <em>\($0)</em>" } ?? ""
      if shown.change == .gone {
        return "<li><del>\(icon)\(shown.card.title)</del> <em>left</em>"
      }
      let (title, details) = content(shown)
      return "<li>\(icon)\(([title] + details).joined(" · "))\(word)"
    }
    let list: HTML = items.isEmpty ? "<p>nothing</p>" : "<ul>\(items.joined())</ul>"
    return "<div class=wire><span>On its way:</span> \(list)</div>"
  }

  // MARK: Variables that are not on the phone

  /// The variables that are not on the phone.
  ///
  /// - Parameter all: whether to include those that did not change.
  private func variables(_ others: [PhoneTrace.Other], all: Bool = false) -> HTML {
    let shown = others.filter { all || !$0.changes.isEmpty }.prefix(Self.maximumCards)
    guard !shown.isEmpty else { return "" }
    let items = shown.map { other -> HTML in
      let value: HTML =
        other.changes.isEmpty
        ? "\(Self.plain(other.value), upTo: 120)"
        : other.changes.prefix(8).map(change).joined("<br>")
      return "<dt>\(other.name)<dd>\(value)"
    }
    return "<dl class=vs>\(items.joined())</dl>"
  }

  private func change(_ change: Trace.Change) -> HTML {
    let part = change.place.drop { $0 != "[" && $0 != "." }
    let name: HTML = part.isEmpty ? "" : "\(String(part)) "
    return switch change.element {
    case .added: "\(name)<ins>+ \(Self.plain(change.new))</ins>"
    case .removed: "\(name)<del>− \(Self.plain(change.old))</del>"
    case nil: "\(name)<del>\(Self.plain(change.old))</del> <ins>\(Self.plain(change.new))</ins>"
    }
  }

  /// A case without its dot.
  private static func plain(_ text: String) -> String {
    text.hasPrefix(".") && text.dropFirst().allSatisfy(\.isLetter) ? String(text.dropFirst()) : text
  }
}
