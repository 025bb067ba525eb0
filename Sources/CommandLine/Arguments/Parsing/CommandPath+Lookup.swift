import TrayKit

extension CommandPath {
  /// Goes down to the subcommand of that name.
  mutating func descend(to name: String) throws(ArgumentError) {
    guard let next = command.subcommands.first(where: { $0.name == name }) else {
      let names = command.subcommands.map(\.name) + ["help"]
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

  /// Returns the option with that letter, which stands in a word of letters after one dash.
  ///
  /// The word as a whole may be a long name with a dash too few: then that is proposed.
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
