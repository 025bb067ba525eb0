import Semantics

/// How states are drawn: `view { … }`, which has no influence on what happens and is no question.
extension Checker {
  /// The view of the spec itself counts; if it has none, those of the libraries that it uses do.
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
          .duplicateName, "a file has one view, and this is the second", declaration.keyword,
          fix: "put both into one",
          notes: [
            .init(range: SourceRange(first.start, first.start + 4), message: "the first is here")
          ]
        )
      } else {
        own = checked
      }
    }
    guard var view = own ?? (used.ranges.isEmpty ? nil : used) else { return }
    view.ranges = (own?.ranges ?? []) + used.ranges
    spec.phoneView = view
  }

  private mutating func checkedView(_ syntax: ViewSyntax, _ range: SourceRange) -> PhoneView {
    var view = PhoneView(ranges: [range])
    var known: [String: SourceRange] = [:]
    for item in syntax.items.elements {
      switch item.kind {
      case .card(let binders, let parts): view.cards += [card(binders, parts)].compactMap(\.self)
      case .badge(let value) where isFirst(item.keyword, &known):
        view.badge = root { $0.integer(value, "a badge") }
      case .screen(let value) where isFirst(item.keyword, &known):
        view.screen = root { $0.condition(value) }
      case .badge, .screen: break
      }
    }
    return view
  }

  private mutating func root(_ check: (inout Checker) -> Expression) -> RootExpression {
    inContext(Context()) { checker in
      let expression = check(&checker)
      return RootExpression(expression: expression, frameSize: checker.context.frameSize)
    }
  }

  /// Reports a line of a view that is there already.
  private mutating func isFirst(_ word: NameSyntax, _ known: inout [String: SourceRange]) -> Bool {
    guard let first = known[word.text] else {
      known[word.text] = word.range
      return true
    }
    report(
      .duplicateName, "'\(word.text)' stands here twice", word.range, fix: "leave one of them out",
      notes: [.init(range: first, message: "the first is here")])
    return false
  }

  /// Nil after a report.
  private mutating func card(
    _ binders: BindersSyntax, _ parts: BracedSyntax<CardPartSyntax>
  ) -> PhoneView.Cards? {
    inContext(Context()) { checker in
      let (checked, conditions) = checker.fittingBinders(binders)
      guard checked.levels.count == 1, let level = checked.levels.first else {
        checker.report(
          .arguments, "a card has one name, or one for a key and one for what is under it",
          binders.range, fix: "write 'card c in tray' or 'card (id, c) in tray'")
        return nil
      }
      var cards = PhoneView.Cards(
        binders: checked, source: checker.file.text(level.source.range),
        types: Self.types(of: level))
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

  /// The types of a key, where one has a name, and of what runs over the collection.
  private static func types(of level: Binders.Level) -> (key: Type?, element: Type) {
    switch level.source.type {
    case .map(let key, let content), .table(let key, let content):
      level.valueSlot == nil ? (nil, key) : (key, content)
    default: (nil, element(of: level.source.type) ?? .error)
    }
  }
}
