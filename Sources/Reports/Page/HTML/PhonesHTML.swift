import Traces

/// A trace as an ordered list of states, which a page with styles shows as phones.
struct PhonesHTML {
  /// Of more cards in one tray the rest is counted.
  private static let maximumCards = 24
  /// Of more lamps that are lit in one state the rest is counted.
  private static let maximumNames = 4

  private let trace: PhoneTrace
  private let anchor: PageAnchor

  init(_ trace: PhoneTrace, at anchor: PageAnchor) {
    self.trace = trace
    self.anchor = anchor
  }

  /// Steps of a loop are a list in the list.
  var html: HTML {
    var items: [HTML] = []
    var looped: [HTML] = []
    var before: PhoneTrace.Frame?
    for frame in trace.frames {
      if let before, before.number + 1 < frame.number {
        items.append("<li class=a>\(frame.number - before.number - 1) steps are left out here")
      }
      let isLooped = trace.loop.map { frame.number > $0 } ?? false
      let item = self.item(frame, after: before)
      if isLooped { looped.append(item) } else { items.append(item) }
      before = frame
    }
    if let loop = trace.loop { items.append(self.loop(loop, looped)) }
    if let attempt = trace.attempt {
      items.append("<li class=a>then <b>\(attempt)</b> is tried")
    }
    return "<ol class=f start=0>\(items.joined())</ol>"
  }

  /// What is repeated for ever.
  private func loop(_ start: Int, _ items: [HTML]) -> HTML {
    if items.isEmpty { return "<li class=a>\(Self.arrow)nothing happens any more, for ever" }
    let first = anchor.step(start + 1)
    return """
      <li class=o><p>\(Self.arrow)this is repeated for ever<ol start=\(start + 1)>\(items.joined())</ol>\
      <p>\(Self.arrow)<a \(first.address)>back to step \(start + 1)</a>, and so on for ever
      """
  }

  private static let arrow: HTML = """
    <svg width=18 height=14 aria-hidden=true fill=none stroke=currentColor stroke-width=1.5>\
    <path d="M15 9a6 5 0 1 1 0-5m0-3v4h-4"/></svg>
    """

  private func item(_ frame: PhoneTrace.Frame, after before: PhoneTrace.Frame?) -> HTML {
    let place = anchor.step(frame.number)
    let way: HTML = trace.way == frame.number ? "<p class=y>the way begins here" : ""
    let lit: HTML =
      switch frame.isLit {
      case nil: ""
      case true?: " lit"
      case false?: " off"
      }
    let phone: HTML =
      trace.hasTray || frame.isLit != nil
      ? "<div class=\"p\(lit)\" data-n=\(frame.number)>\(status(frame))\(marks(frame))\(tray(frame))\(dock(frame))</div>"
      : marks(frame)
    return """
      <li \(place.attribute)><p class=e><a \(place.address)>\(event(frame))</p>\(phone)\
      \(others(frame))\(lamps(frame, after: before))\(way)
      """
  }

  // MARK: What happened

  private func event(_ frame: PhoneTrace.Frame) -> HTML {
    guard let event = frame.event else { return "start</a>" }
    var text: HTML = "\(event.name)</a>"
    if !event.arguments.isEmpty { text += " <span>\(PageText.list(event.arguments))</span>" }
    for choice in event.choices { text += " <span>chooses \(choice)</span>" }
    if let rule = event.rule { text += " <small>rule \(rule)</small>" }
    if event.changesNothing { text += " <small>nothing changes</small>" }
    return text
  }

  private func marks(_ frame: PhoneTrace.Frame) -> HTML {
    var items = frame.marks.prefix(Self.maximumCards).map { mark in
      "<li>\(PageIcons.use(mark.icon))\(mark.name)" as HTML
    }
    if frame.wakes { items.insert("<li>\(PageIcons.use(.light))screen goes on", at: 0) }
    return items.isEmpty ? "" : "<ul class=m aria-label=\"what is noticed\">\(items.joined())</ul>"
  }

  // MARK: The phone

  private func status(_ frame: PhoneTrace.Frame) -> HTML {
    guard let isLit = frame.isLit else { return "" }
    return "<p class=s>\(isLit ? "screen on" : "screen off")"
  }

  private func tray(_ frame: PhoneTrace.Frame) -> HTML {
    guard trace.hasTray else { return "" }
    guard !frame.cards.isEmpty else { return "<p class=z>no notification" }
    var items = frame.cards.prefix(Self.maximumCards).map(card)
    let more = frame.cards.count - Self.maximumCards
    if more > 0 { items.append("<li>and \(more) more") }
    return "<ul class=c aria-label=notifications>\(items.joined())</ul>"
  }

  private func card(_ shown: ShownCard) -> HTML {
    let card = shown.card
    let content: HTML = "\(PageIcons.use(card.icon))\(self.content(shown))"
    let suspect: HTML = shown.isSuspect ? " v" : ""
    return switch shown.change {
    case .none: "<li class=\"n\(suspect)\">\(content)"
    case .came: "<li class=\"n k\(suspect)\">\(content)<em>new</em>"
    case .changed: "<li class=\"n h\(suspect)\">\(content)<em>changed</em>"
    case .gone: "<li class=\"n x\"><del>\(content)</del><em>gone</em>"
    }
  }

  private func content(_ shown: ShownCard) -> HTML {
    let card = shown.card
    var before: Card?
    if case .changed(let earlier) = shown.change { before = earlier }
    var text: HTML = "<b>\(leaf(before?.title, card.title))</b>"
    if card.text != nil || before?.text != nil {
      text += " <span>\(leaf(before.map { $0.text ?? "none" }, card.text ?? "none"))</span>"
    }
    if card.badge != nil || before?.badge != nil {
      text += " <i>\(leaf(before.map { $0.badge ?? "0" }, card.badge ?? "0"))</i>"
    }
    var small: [HTML] = card.label.map { ["\($0)"] } ?? []
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
    return small.isEmpty ? text : "\(text) <small>\(small.joined(" · "))</small>"
  }

  /// A value, beside that of before if it was another one.
  private func leaf(_ old: String?, _ new: String) -> HTML {
    guard let old, old != new else { return "\(new)" }
    return "<del>\(old)</del> <ins>\(new)</ins>"
  }

  private func dock(_ frame: PhoneTrace.Frame) -> HTML {
    guard frame.badge != nil || frame.oldBadge != nil else { return "" }
    let old = frame.oldBadge.map { $0.isEmpty ? "0" : $0 }
    return "<p class=b>app icon <i>\(leaf(old, frame.badge ?? "0"))</i>"
  }

  // MARK: What stands beside it

  private func others(_ frame: PhoneTrace.Frame) -> HTML {
    guard !frame.others.isEmpty else { return "" }
    let items = frame.others.map { other -> HTML in
      if other.changes.isEmpty {
        return
          "<dt>\(other.name)<dd>\(other.value, upTo: frame.number == trace.frames.first?.number ? 400 : 60)"
      }
      return "<dt class=h>\(other.name)<dd>\(other.changes.prefix(12).map(change).joined("<br>"))"
    }
    return "<dl>\(items.joined())</dl>"
  }

  private func change(_ change: Trace.Change) -> HTML {
    let part = change.place.drop { $0 != "[" && $0 != "." }
    let name: HTML = part.isEmpty ? "" : "\(String(part)) "
    return switch change.element {
    case .added: "\(name)<ins>\(change.new)</ins>"
    case .removed: "\(name)<del>\(change.old)</del>"
    case nil: "\(name)<del>\(change.old)</del> <ins>\(change.new)</ins>"
    }
  }

  /// A lamp for each property; those that need to be looked at by name.
  private func lamps(_ frame: PhoneTrace.Frame, after before: PhoneTrace.Frame?) -> HTML {
    guard !frame.lamps.isEmpty else { return "" }
    var named: [HTML] = []
    for lamp in [LampState.violated, .noValue, .waiting, .met] {
      let names = frame.lamps.indices.filter { index in
        guard frame.lamps[index] == lamp else { return false }
        return lamp != .met || before.map { $0.lamps[index] != .met } ?? true
      }.map { trace.lampNames[$0] }
      if names.isEmpty { continue }
      let more = names.count - Self.maximumNames
      let list = names.prefix(Self.maximumNames).joined(separator: ", ")
      let style: HTML =
        lamp == .violated || lamp == .noValue ? "bad" : lamp == .met ? "good" : "open"
      named.append(
        "<b class=\(style)>\(lamp.rawValue) \(lamp.meaning):</b> \(list)\(more > 0 ? " and \(more) more" : "")"
      )
    }
    let holding = frame.lamps.count { $0 == .holds }
    if holding > 0 { named.append("<span>\(holding) \(holding == 1 ? "holds" : "hold")</span>") }
    let strip = frame.lamps.map(\.rawValue).joined()
    return """
      <div class=l><span class=u aria-hidden=true>\(strip, upTo: 2000)</span> \(named.joined("; "))</div>
      """
  }
}
