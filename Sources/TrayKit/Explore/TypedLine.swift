import Semantics

/// A line that a person or a tool types about an exploration: a command, a pattern of events, or an expression.
enum TypedLine {
  /// An empty line or a comment.
  case nothing
  case quit, help, show, ways, places, start, end
  case back(String?), forward(String?), random(String?)
  case go(String), scenario(String)
  /// The step with this number.
  case number(String)
  /// The following texts have the columns of the line.
  case event(String), next(String), refusal(String), value(String)
  /// A command without its text, and the usage of the command.
  case incomplete(String)

  /// Reads a line.
  ///
  /// - Parameter spec: the spec, which decides whether a name is an event.
  init(_ line: String, in spec: CheckedSpec) {
    let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let word = words.first, !word.hasPrefix("#") else {
      self = .nothing
      return
    }
    let rest = words.count > 1 && !words[1].trimmed.isEmpty ? words[1].trimmed : nil
    /// The text after some words, with a blank for each character before it; nil if the line begins with other words.
    func text(after words: Regex<Substring>) -> String? {
      guard let found = line.prefixMatch(of: words), found.range.upperBound < line.endIndex else {
        return nil
      }
      let before = line[..<found.range.upperBound].unicodeScalars.count
      return String(repeating: " ", count: before) + line[found.range.upperBound...]
    }
    switch (String(word), rest) {
    case ("quit", nil), ("q", nil): self = .quit
    case ("help", nil), ("?", nil): self = .help
    case ("show", nil), ("s", nil): self = .show
    case ("ways", nil): self = .ways
    case ("places", nil): self = .places
    case ("start", nil): self = .start
    case ("end", nil): self = .end
    case ("back", let count), ("b", let count): self = .back(count)
    case ("forward", let count), ("f", let count): self = .forward(count)
    case ("random", let count), ("r", let count): self = .random(count)
    case ("scenario", let name): self = .scenario(name ?? "explored")
    case ("go", let name?), ("g", let name?): self = .go(name)
    case ("go", nil), ("g", nil): self = .incomplete("'go' takes a name; 'places' lists them")
    case ("find", _), ("/", _), ("next", _):
      self =
        text(after: #/\s*(?:find|\/|next\s+(?:step\s+)?that)\s+/#).map(TypedLine.next)
        ?? .incomplete("write 'next step that CONDITION'")
    case ("why", _):
      self =
        text(after: #/\s*why\s+not\s+/#).map(TypedLine.refusal)
        ?? .incomplete("write 'why not EVENT'")
    case ("eval", _):
      self =
        text(after: #/\s*eval\s+/#).map(TypedLine.value)
        ?? .incomplete("'eval' takes an expression")
    case ("take", _):
      self =
        text(after: #/\s*take\s+/#).map(Self.step)
        ?? .incomplete("'take' takes a number or an event")
    default:
      let isStep = Int(line.trimmed) != nil || Self.isEvent(line.trimmed, in: spec)
      self = isStep ? Self.step(line) : .value(line)
    }
  }

  private static func step(_ text: String) -> TypedLine {
    Int(text.trimmed) == nil ? .event(text) : .number(text.trimmed)
  }

  /// Whether a text begins like a pattern of events. A variable with the name of an event counts where a dot follows.
  private static func isEvent(_ text: String, in spec: CheckedSpec) -> Bool {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard spec.events.contains(where: { $0.name == name }) else { return false }
    let rest = text.dropFirst(name.count)
    return rest.isEmpty || rest.hasPrefix("(") || rest.contains(#/^\s+rule\s/#)
      || rest.hasPrefix(".") && !spec.variables.contains { $0.name == name }
  }

  /// A pattern of events in the notation of the language, for one in that of a list of steps: `tap(id: 1).first` for
  /// `tap(id: 1)  rule first`.
  static func pattern(_ text: String) -> String {
    text.replacing(#/\s+rule\s+(\w+)\s*$/#) { ".\($0.output.1)" }
  }

  /// The list of commands.
  static let commands = """
    7                     take the step with that number
    tap(id: 1)            take the step by that event
    tap                   the same, if its arguments make no difference
    tray.count            evaluate an expression in this state
    why not tap(id: 1)    explain why an event cannot happen
    why not tap.first     explain why a rule of an event does not apply
    next step that COND   go the shortest way to another state in which it holds
    find COND             the same; COND may use old(…) and emitted(…)
    ways                  show all ways, or group those with the same result
    back [n]              go back one step, or n
    forward [n]           go forward on the path
    start, end            go to the first or last state of the path
    places                list where 'go' can go
    go NAME               go to a property or to a stored counterexample
    random [n]            take a step at random, or n
    scenario [n]          print the path as a scenario of that name
    take TEXT, eval TEXT  an event or expression that is called like a command
    show                  print the state again
    quit                  end
    """
}
