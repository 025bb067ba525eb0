import Semantics

extension WorldOverlay {
  /// An event or rule of a world that is not fair, although it replaces a fair one.
  struct DroppedFairness: Sendable {
    /// The heading in the world: `on receive` or `rule receive.mention`.
    var heading: String
    /// The place of the name in the world.
    var name: SourceRange
    /// The words that keep the fairness.
    var words: String
    /// The place to insert these words.
    var insertion: SourceRange
    /// The place of the name that is replaced.
    var original: SourceRange
  }

  /// Returns the fairness of an event that its replacement lacks. An event with a fair rule has fairness of its own.
  static func lostFairness(
    of event: EventSyntax, replacing original: EventSyntax, at start: Int
  ) -> [DroppedFairness] {
    guard event.fairness == .none else { return [] }
    if let words = original.fairness.words {
      guard event.rules.allSatisfy({ $0.fairness == .none }) else { return [] }
      return [
        DroppedFairness(
          heading: "on \(event.name.text)", name: event.name.range, words: words,
          insertion: SourceRange(start, start), original: original.name.range)
      ]
    }
    return event.rules.flatMap { rule in
      original.rules.filter { $0.name.text == rule.name.text }.flatMap {
        lostFairness(of: rule, replacing: $0, titled: rule.name.text)
      }
    }
  }

  /// Returns the fairness of a rule that its replacement lacks.
  static func lostFairness(
    of rule: RuleSyntax, replacing original: RuleSyntax, titled title: String
  ) -> [DroppedFairness] {
    guard rule.fairness == .none, let words = original.fairness.words else { return [] }
    let start = rule.keyword.start
    return [
      DroppedFairness(
        heading: "\(rule.isOtherwise ? "otherwise" : "rule") \(title)", name: rule.name.range,
        words: words, insertion: SourceRange(start, start), original: original.name.range)
    ]
  }
}

extension FairnessSyntax {
  /// The words of the language; nil if there is no fairness.
  fileprivate var words: String? {
    switch self {
    case .none: nil
    case .weak: "fair"
    case .strong: "strongly fair"
    }
  }
}

extension Checker {
  /// Warns if the current world loses fairness that an `eventually` may need.
  ///
  /// A world that expects the violation of an `eventually` may lose it on purpose. In any other world the fairness
  /// breaks no property that holds: more fairness leaves fewer fair runs.
  mutating func checkFairnessOfReplacements() {
    let questions = Set(
      syntax.declarations.compactMap { declaration in
        if case .eventually(let property) = declaration.kind { property.name.text } else { nil }
      })
    let announced = text.worlds.last?.violates ?? []
    guard !questions.isEmpty, questions.isDisjoint(with: announced.map(\.name.text)),
      !announced.contains(where: \.isRest)
    else { return }
    for lost in text.lostFairness {
      report(
        .lostFairness,
        "this '\(lost.heading)' is not '\(lost.words)', but the original is",
        lost.name, fix: "write '\(lost.words) \(lost.heading)'",
        edits: [TextEdit(lost.insertion, lost.words + " ")],
        notes: [.init(range: lost.original, message: "the original is declared here")],
        severity: .warning)
    }
  }
}
