import TrayKit

extension CommandPath {
  /// Descends to the subcommand of that name.
  ///
  /// - Parameter topics: other words that may be meant.
  mutating func descend(to name: String, orTopic topics: [String] = []) throws(ArgumentError) {
    guard let next = command.subcommands.first(where: { $0.name == name }) else {
      let names = command.subcommands.map(\.name) + ["help"] + topics
      throw .unknownSubcommand(name, nearest: NearestName.propose(name, among: names))
    }
    self = appending(next)
  }

  /// Returns the option with that long name, given without its dashes.
  func option(named name: String) throws(ArgumentError) -> OptionDescription {
    guard let option = options.first(where: { $0.name == name }) else {
      throw .unknownOption("--\(name)", nearest: nearestOption(to: name))
    }
    return option
  }

  /// Returns the option with that letter, which is part of a word of letters after one dash.
  ///
  /// If the whole word is a long name with one dash too few, the long name is proposed.
  func option(
    short letter: Character, in letters: String
  ) throws(ArgumentError) -> OptionDescription {
    if let option = options.first(where: { $0.short == letter }) { return option }
    if letters.count > 1, let nearest = nearestOption(to: letters) {
      throw .unknownOption("-\(letters)", nearest: nearest)
    }
    throw .unknownOption("-\(letter)", nearest: nil)
  }

  private func nearestOption(to name: String) -> String? {
    NearestName.propose(name, among: options.map(\.name)).map { "--\($0)" }
  }
}
