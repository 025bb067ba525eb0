import TrayKit

/// The steps at a place as a list of entries.
///
/// A few steps have one entry each. Many steps are grouped by event and first kind, such as `receive mention`; a group
/// can be expanded into its steps.
struct ExploreList {
  /// A row that the cursor can select.
  struct Entry {
    /// The event with its first kind, or the whole title of a single step.
    var head: String
    /// The other arguments.
    var arguments = ""
    /// The changes in words.
    var words: String
    /// The signals that are emitted.
    var signals: [String]
    /// The indices of the steps in the scene.
    var steps: [Int]
    /// The identifier of the group; nil for a step without a group.
    var group: String?
    var isGroup = false
    var isExpanded = false
  }

  private(set) var entries: [Entry] = []
  /// Whether steps are grouped.
  let isGrouped: Bool

  /// Creates the list.
  ///
  /// - Parameters:
  ///   - room: the minimum number of rows for steps.
  ///   - expanded: the groups whose steps are shown.
  init(_ scene: Exploration.Scene, room: Int, expanded: Set<String>) {
    let steps = scene.steps
    isGrouped = steps.count > room
    if !isGrouped {
      entries = steps.enumerated().map { Self.entry($1, $0) }
      return
    }
    var order: [String] = []
    var groups: [String: [Int]] = [:]
    for (place, step) in steps.enumerated() {
      let key = Self.head(step)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(place)
    }
    for key in order {
      let places = groups[key] ?? []
      var entry = Self.group(places.map { steps[$0] }, key)
      entry.steps = places
      entry.isGroup = places.count > 1
      entry.isExpanded = entry.isGroup && expanded.contains(key)
      entry.group = entry.isGroup ? key : nil
      entries.append(entry)
      guard entry.isExpanded else { continue }
      entries += places.map {
        var member = Self.entry(steps[$0], $0)
        member.head = "  " + member.head
        member.group = key
        return member
      }
    }
  }

  /// The number of kinds of steps.
  var groupCount: Int { entries.count { $0.isGroup || $0.group == nil } }

  private static func entry(_ step: Exploration.Step, _ place: Int) -> Entry {
    Entry(
      head: step.title, words: words(of: [step]), signals: step.signals, steps: [place])
  }

  private static func group(_ steps: [Exploration.Step], _ head: String) -> Entry {
    var signals: [String] = []
    for signal in steps.flatMap(\.signals) where !signals.contains(signal) {
      signals.append(signal)
    }
    return Entry(
      head: head, arguments: arguments(of: steps), words: words(of: steps), signals: signals,
      steps: [])
  }

  // MARK: Words

  /// The event, with the value of its first argument if that is a kind.
  private static func head(_ step: Exploration.Step) -> String {
    guard let first = step.arguments.first, first.isKind, let values = first.values else {
      return step.event
    }
    return step.event + " " + values.map(kind).joined(separator: " or ")
  }

  /// A value without the syntax of the language: `call` for `.call(from: 1)`.
  static func kind(_ value: String) -> String {
    let name = value.prefix { $0 != "(" }
    return name.hasPrefix(".") ? String(name.dropFirst()) : String(name)
  }

  /// The values of the arguments that are not in the head, such as `id 1 2, text any`.
  private static func arguments(of steps: [Exploration.Step]) -> String {
    guard let first = steps.first else { return "" }
    let hasKind = first.arguments.first.map { $0.isKind && $0.values != nil } ?? false
    let parts = first.arguments.indices.dropFirst(hasKind ? 1 : 0).compactMap { index -> String? in
      var values: [String] = []
      for step in steps where step.arguments.indices.contains(index) {
        guard let those = step.arguments[index].values else { return nil }
        for value in those where !values.contains(value) { values.append(value) }
      }
      let shown = values.count > 4 ? values.prefix(3) + ["…"] : values
      return "\(first.arguments[index].name) \(shown.joined(separator: " "))"
    }
    return parts.isEmpty && first.arguments.count > (hasKind ? 1 : 0)
      ? "any" : parts.joined(separator: ", ")
  }

  /// The changes of some steps in words, with the elements of one variable combined.
  static func words(of steps: [Exploration.Step]) -> String {
    var order: [[String]] = []
    var elements: [[String]: [String]] = [:]
    for effect in steps.flatMap(\.changes) {
      var effect = effect
      if steps.count > 1 { effect = general(effect) }
      let key = [effect.verb, effect.variable]
      if elements[key] == nil { order.append(key) }
      if !(elements[key] ?? []).contains(effect.element) {
        elements[key, default: []].append(effect.element)
      }
    }
    let parts = order.map { key -> String in
      let those = elements[key] ?? []
      return key[0].isEmpty && those.count > 1
        ? (steps.count > 1 ? "\(key[1]) changes" : those.joined(separator: ", "))
        : Exploration.Effect.text(key[0], key[1], those)
    }
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    return steps.contains { !$0.signals.isEmpty } ? "" : "changes nothing"
  }

  /// A change of an element as a replacement, which fits several steps.
  private static func general(_ effect: Exploration.Effect) -> Exploration.Effect {
    let start = effect.variable + "["
    guard effect.verb.isEmpty, effect.element.hasPrefix(start),
      let end = effect.element.firstIndex(of: "]")
    else { return effect }
    var effect = effect
    effect.verb = "replaces"
    effect.element = String(effect.element[...end].dropFirst(start.count - 1))
    return effect
  }
}
