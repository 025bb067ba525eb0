import Semantics

/// Renders values in words, without the syntax of the language: the words of the spec's view, or else those of their
/// names.
struct PageWords: Sendable {
  private let given: [String: PhoneView.Words]

  init(_ view: PhoneView? = nil) { given = view?.words ?? [:] }

  /// A value in words: by default `quick reply` for `.quickReply`, and `none` for `nil`.
  func text(_ value: Value, _ type: Type) -> String {
    switch (type, value) {
    case (_, .none): absent(type) ?? "none"
    case (.optional(let inner), _): text(value, inner)
    case (_, .bool(let flag)): flag ? "yes" : "no"
    case (.enumeration(let type), .enumCase(let index, let payload)):
      ([given[type.name]?.cases[index] ?? KnownWords.spaced(type.cases[index].name)]
        + zip(type.cases[index].fields, payload).map { text($1, $0.type) })
        .joined(separator: " ")
    case (.structure(let type), .record(let values)):
      zip(type.fields, values)
        .map { "\(KnownWords.spaced($0.name ?? "")) \(text($1, $0.type))" }
        .joined(separator: ", ")
    case (.symmetric, .name): type.text(value).replacing("#", with: " ")
    case (.set(let element, _), .set(let values)), (.bag(let element, _), .bag(let values)),
      (.list(let element, _), .list(let values)):
      values.isEmpty ? "nothing" : values.map { text($0, element) }.joined(separator: ", ")
    default: type.text(value)
    }
  }

  /// The view's word for `nil`; nil if it has none.
  func absent(_ type: Type) -> String? {
    if case .enumeration(let type) = type.unwrapped { given[type.name]?.absent } else { nil }
  }

  /// The icon of a value: by its name, or else by its words.
  func icon(_ value: Value, _ type: Type) -> Icon {
    if value == .none { return .unknown }
    let own = KnownWords.icon(PageWords().text(value, type))
    return own == .bell ? KnownWords.icon(text(value, type)) : own
  }
}
