import TrayKit

/// Proposals for the word that the user is typing in a shell: `CompletionRequest(tool, words).proposals { … }`.
///
/// The words are read as by ``ArgumentReader``, but there are no errors: unknown words are skipped.
package struct CompletionRequest {
  /// A proposed word, with its meaning.
  package struct Proposal: Equatable {
    package var word: String
    package var help = ""
  }

  /// The proposals: words, and the kind of files that the shell itself looks for.
  package struct Proposals: Equatable {
    package var words: [Proposal] = []
    package var origin = ValueOrigin.nowhere
  }

  /// The command that the words select.
  private var path: CommandPath
  /// The word that is being typed, which may be empty.
  private let current: String
  /// The option whose value is being typed; nil if there is none.
  private var open: OptionDescription?
  private var options: [(option: OptionDescription, value: String)] = []
  private var positionals: [String] = []
  private var optionsHaveEnded = false
  private var isTopic = false

  /// Reads the words, of which the last one is being typed.
  package init(_ tool: CommandDescription, _ words: [String]) {
    path = CommandPath(tool)
    current = words.last ?? ""
    for word in words.dropLast() { read(word) }
  }

  private mutating func read(_ word: String) {
    if let option = open {
      open = nil
      // If a value is missing, the word is the next option.
      guard word.hasPrefix("-"), word != "-" else { return options.append((option, word)) }
    }
    if optionsHaveEnded || !word.hasPrefix("-") || word == "-" {
      return readPlain(word)
    }
    if word == "--" {
      optionsHaveEnded = true
      return
    }
    let name = word.drop { $0 == "-" }.prefix { $0 != "=" }
    let option = path.options.first { option in
      word.hasPrefix("--") ? option.name == name : option.short == name.last
    }
    guard let option else { return }
    if let sign = word.firstIndex(of: "=") {
      options.append((option, String(word[word.index(after: sign)...])))
    } else if option.value != nil {
      open = option
    } else {
      options.append((option, ""))
    }
  }

  private mutating func readPlain(_ word: String) {
    if positionals.isEmpty, options.isEmpty,
      let next = path.command.subcommands.first(where: { $0.name == word })
    {
      path = path.appending(next)
    } else if !path.command.isOnlyForSubcommands {
      positionals.append(word)
    } else if word == "help" {
      isTopic = true
    }
  }

  /// The proposals for the current word.
  ///
  /// - Parameter names: returns the worlds and properties that specs at some paths declare.
  package func proposals(
    _ names: (_ origin: ValueOrigin, _ specs: [String]) -> [String]
  ) -> Proposals {
    if let open, let value = open.value, !current.hasPrefix("-") {
      return proposals(of: value, current, names)
    }
    guard !optionsHaveEnded, current.hasPrefix("-") else { return plainProposals(names) }
    if let sign = current.firstIndex(of: "=") {
      let name = current[..<sign].drop { $0 == "-" }
      let option = path.options.first { $0.name == name }
      guard current.hasPrefix("--"), let value = option?.value else { return Proposals() }
      var found = proposals(of: value, String(current[current.index(after: sign)...]), names)
      for index in found.words.indices {
        found.words[index].word = "--\(name)=\(found.words[index].word)"
      }
      return found
    }
    let given = Set(options.filter { !$0.option.isRepeatable }.map(\.option.name))
    return Proposals(
      words: path.options.filter { !given.contains($0.name) && $0.replacement == nil }
        .map { Proposal(word: "--\($0.name)", help: Self.brief($0.help)) }
        .filter { $0.word.hasPrefix(current) })
  }

  /// The subcommands, or the values of the argument at this position.
  private func plainProposals(
    _ names: (_ origin: ValueOrigin, _ specs: [String]) -> [String]
  ) -> Proposals {
    let command = path.command
    let subcommands = command.subcommands.map {
      Proposal(word: $0.name, help: Self.brief($0.abstract))
    }.filter { $0.word.hasPrefix(current) }
    if command.isOnlyForSubcommands {
      let help = Proposal(word: "help", help: "Show help of a command.")
      let isHelp = !isTopic && help.word.hasPrefix(current)
      // Only a word that has begun, because the list of codes is long.
      let isTopicBegun = isTopic && !current.isEmpty && path.ancestors.isEmpty
      let topics = isTopicBegun ? ArgumentReader.topics : []
      return Proposals(
        words: subcommands + (isHelp ? [help] : [])
          + topics.filter { $0.hasPrefix(current) }.map { Proposal(word: $0) })
    }
    guard !isTopic, let positional = self.positional(positionals.count) else {
      return Proposals(words: subcommands)
    }
    var found = proposals(of: positional.value, current, names)
    if positionals.isEmpty, options.isEmpty { found.words += subcommands }
    return found
  }

  /// The argument at a position, counted from 0.
  private func positional(_ place: Int) -> PositionalDescription? {
    let all = path.command.positionals
    if all.indices.contains(place) { return all[place] }
    return all.last.flatMap { $0.isRepeatable ? $0 : nil }
  }

  private func proposals(
    of value: ValueDescription, _ written: String,
    _ names: (_ origin: ValueOrigin, _ specs: [String]) -> [String]
  ) -> Proposals {
    switch value.expectation {
    case .choice(let words):
      return Proposals(
        words: words.filter { $0.hasPrefix(written) }.map { Proposal(word: $0) })
    case .keyed(_, let keys, _) where keys.contains { written.hasPrefix("\($0)=") }:
      return Proposals(origin: value.origin)
    case .keyed(let words, let keys, _):
      return Proposals(
        words: (words + keys.map { "\($0)=" }).filter { $0.hasPrefix(written) }
          .map { Proposal(word: $0) })
    case .list(let words, let assignments):
      return Proposals(
        words: (words + assignments).filter { $0.hasPrefix(written) }.map { Proposal(word: $0) })
    default: break
    }
    switch value.origin {
    case .worlds, .properties:
      return Proposals(
        words: names(value.origin, specs).filter { $0.hasPrefix(written) }
          .map { Proposal(word: $0) })
    case .files, .folders, .nowhere: return Proposals(origin: value.origin)
    }
  }

  /// The specs on the line, at any position.
  private var specs: [String] {
    positionals.enumerated()
      .filter { positional($0.offset)?.value.origin == .specs }.map(\.element)
      + options.filter { $0.option.value?.origin == .specs }.map(\.value)
  }

  /// The first clause for a line in a list, truncated to as many words as fit.
  private static func brief(_ help: String) -> String {
    let longest = 70
    let clause = help.prefix { !".;:".contains($0) }
    guard clause.count > longest, let end = clause.prefix(longest).lastIndex(of: " ") else {
      return String(clause)
    }
    return "\(clause[..<end])…"
  }
}
