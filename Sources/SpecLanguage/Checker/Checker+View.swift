import Semantics

/// Checks of `view { … }`, which draws states and has no influence on events or properties.
extension Checker {
  /// Checks the view of the spec itself, or if it has none, those of the libraries that it uses.
  mutating func checkView() {
    var own: PhoneView?
    var used = PhoneView()
    for declaration in syntax.declarations {
      guard case .view(let view) = declaration.kind else { continue }
      let checked = checkedView(view, declaration.range)
      if file.usedPath(at: declaration.range) != nil {
        used.add(checked)
      } else if let first = own?.ranges.first {
        report(
          .viewForm, "a file has only one view", declaration.keyword,
          fix: "move these lines into the first view",
          notes: [
            .init(
              range: SourceRange(first.start, first.start + 4), message: "the first view is here")
          ]
        )
      } else {
        own = checked
      }
    }
    guard own != nil || !used.ranges.isEmpty else { return }
    var view = used
    if let own, !own.hasOnlyWords { view = own }
    view.words = own?.words ?? [:]
    view.add(words: used.words)
    view.ranges = (own?.ranges ?? []) + used.ranges
    spec.phoneView = view
  }

  private mutating func checkedView(_ syntax: ViewSyntax, _ range: SourceRange) -> PhoneView {
    var view = PhoneView(ranges: [range])
    var known: [String: SourceRange] = [:]
    for item in syntax.items.elements {
      inContext(Context()) { checker in
        switch item.kind {
        case .card(let binders, let parts):
          view.cards += [checker.card(item.keyword, binders, parts)].compactMap(\.self)
        case .badge(let value) where checker.isFirst(item.keyword, &known):
          view.badge = checker.root(checker.integer(value, "a badge"))
        case .screen(let value) where checker.isFirst(item.keyword, &known):
          view.screen = checker.root(checker.condition(value))
        case .device(let binders, let lines):
          view.devices += [checker.device(binders, lines)].compactMap(\.self)
        case .words(let name, let words):
          let line = NameSyntax(text: "words \(name.text)", range: name.range)
          guard checker.isFirst(line, &known), let type = checker.wordedEnum(name) else { break }
          view.add(words: [type.name: checker.words(of: type, words)])
        case .badge, .screen: break
        }
      }
    }
    return view
  }

  // MARK: Devices and words

  /// Checks a device; nil after a report.
  private mutating func device(
    _ binders: BindersSyntax, _ lines: BracedSyntax<ViewItemSyntax>
  ) -> PhoneView.Device? {
    let (checked, conditions) = withoutState("the devices of a view cannot depend on variables") {
      $0.fittingBinders(binders)
    }
    if checked.levels.contains(where: \.source.type.isError) { return nil }
    guard checked.levels.count == 1, let level = checked.levels.first, level.valueSlot == nil,
      conditions.isEmpty
    else {
      report(
        .quantifierForm, "a device has one name", binders.range,
        fix: "write 'device d in Device { … }'")
      return nil
    }
    var device = PhoneView.Device(binders: checked, type: Self.types(of: level).element)
    device.frameSize = context.frameSize
    var known: [String: SourceRange] = [:]
    for line in lines.elements {
      switch line.kind {
      case .card(let binders, let parts):
        device.cards += [card(line.keyword, binders, parts)].compactMap(\.self)
      case .badge(let value) where isFirst(line.keyword, &known):
        device.badge = root(integer(value, "a badge"))
      case .screen(let value) where isFirst(line.keyword, &known):
        device.screen = root(condition(value))
      case .badge, .screen, .device, .words: break
      }
    }
    return device
  }

  /// Returns the enum of that name; nil after a report.
  private mutating func wordedEnum(_ name: NameSyntax) -> EnumType? {
    let type = resolveName(name)
    if case .enumeration(let declared) = type { return declared }
    if !type.isError {
      report(
        .typeMismatch, "'\(name.text)' is not an enum",
        name.range, fix: "write 'words Kind { … }' with the name of an enum")
    }
    return nil
  }

  private mutating func words(
    of type: EnumType, _ syntax: BracedSyntax<ValueWordSyntax>
  ) -> PhoneView.Words {
    var words = PhoneView.Words()
    var known: [String: SourceRange] = [:]
    for item in syntax.elements where isFirst(item.name, &known) {
      if item.name.text == "nil" {
        words.absent = item.text
      } else if let place = type.place(of: item.name.text) {
        note(item.name, declaredAt: type.cases[place].range)
        words.cases[place] = item.text
      } else {
        reportUnknown(
          .unknownCase, "case", item.name, in: type.name, among: type.cases.map(\.name) + ["nil"])
      }
    }
    return words
  }

  /// Checks a card or a message. If the names iterate over several collections, the last one contains the cards.
  private mutating func card(
    _ word: NameSyntax, _ binders: BindersSyntax, _ parts: BracedSyntax<CardPartSyntax>
  ) -> PhoneView.Cards? {
    inScope { checker in
      let (checked, conditions) = checker.fittingBinders(binders)
      guard let level = checked.levels.last else { return nil }
      var cards = PhoneView.Cards(
        binders: checked, source: checker.file.text(level.source.range),
        types: Self.types(of: level))
      cards.isMessage = word.text == "message"
      var known: [String: SourceRange] = [:]
      for part in parts.elements where checker.isFirst(part.keyword, &known) {
        let value =
          part.keyword.text == "badge"
          ? checker.integer(part.value, "a badge")
          : checker.expression(part.value, expecting: nil)
        let fitting = checker.fitting(conditions, value, otherwise: nil)
        switch part.keyword.text {
        case "title": cards.title = fitting
        case "text": cards.text = fitting
        case "icon": cards.icon = fitting
        default: cards.badge = fitting
        }
      }
      cards.frameSize = checker.context.frameSize
      return cards
    }
  }

  /// Returns the type of a key, if it has a name, and the type of the elements of the collection.
  static func types(of level: Binders.Level) -> (key: Type?, element: Type) {
    switch level.source.type {
    case .map(let key, let content), .table(let key, let content):
      level.valueSlot == nil ? (nil, key) : (key, content)
    default: (nil, element(of: level.source.type) ?? .error)
    }
  }
}
