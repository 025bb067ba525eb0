import Semantics

/// Which names of the old spec go by another one in the new spec.
///
/// Two ways to ask: by what a name stands for (`name(of:_:)`), which is exact, and word by word
/// (`corresponds(_:_:locals:)`), which is quick and takes a word for renamed wherever something of
/// that name was. Whoever draws conclusions from the second asks `isPlain(from:to:)` before.
package struct Renames: Sendable {
  /// Something that was renamed, as a report tells it.
  package struct Entry: Sendable, Equatable {
    /// What it is, such as `var` or `case of Kind`.
    package var what: String
    package var old: String
    package var new: String
  }

  /// Whose member a name is: by the old names.
  ///
  /// For fields of what a case carries it is the case, such as `Kind.call`.
  struct Owner: Hashable, Sendable {
    var kind: Declaration.Member.Kind
    var name: String
  }

  /// In the order in which they were found, local names last.
  package private(set) var entries: [Entry] = []
  /// New names by the old ones; what kept its name is in none of the two.
  private var declarations: [Declaration.Kind: [String: String]] = [:]
  private var members: [Owner: [String: String]] = [:]
  /// The new names that an old one may have become, whatever it stands for.
  private(set) var words: [String: Set<String>] = [:]

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Notes that a declaration was renamed. The first call for a name counts.
  mutating func add(_ kind: Declaration.Kind, _ old: String, _ new: String) {
    guard declarations[kind, default: [:]].updateValue(new, forKey: old) == nil else { return }
    entries.append(Entry(what: kind.rawValue, old: old, new: new))
    words[old, default: []].insert(new)
  }

  /// The same for a member; it is told with the old name of its owner.
  mutating func add(_ owner: Owner, _ old: String, _ new: String) {
    guard members[owner, default: [:]].updateValue(new, forKey: old) == nil else { return }
    entries.append(Entry(what: "\(owner.kind.rawValue) of \(owner.name)", old: old, new: new))
    words[old, default: []].insert(new)
  }

  /// Notes a local name for the report only. Words outside of its declaration do not follow it, so
  /// whoever compares that declaration has it among `locals`.
  mutating func addLocal(_ old: String, _ new: String, in title: String) {
    entries.append(Entry(what: "local name in \(title)", old: old, new: new))
  }

  /// The new name of a declaration; the same if it was not renamed.
  package func name(of kind: Declaration.Kind, _ old: String) -> String {
    declarations[kind]?[old] ?? old
  }

  /// The new name of a case, field, parameter or rule; its owner goes by its old name.
  package func name(
    of kind: Declaration.Member.Kind, _ old: String, in owner: String
  ) -> String {
    members[Owner(kind: kind, name: owner)]?[old] ?? old
  }

  /// The old name of a declaration of the new spec.
  ///
  /// The same if it was not renamed. It looks through all renamed declarations of the kind.
  package func oldName(of kind: Declaration.Kind, _ new: String) -> String {
    declarations[kind]?.first { $0.value == new }?.key ?? new
  }

  /// Whether one word stands where the other one stood, of the same thing.
  ///
  /// - Parameter locals: what became of the local names of the declaration that the words are in;
  ///   they come before all other names.
  func corresponds(_ old: Word, _ new: Word, locals: [String: String]) -> Bool {
    if let local = locals[old.text] { return local == new.text }
    if old.text == new.text { return true }
    return old.isName && new.isName && (words[old.text]?.contains(new.text) ?? false)
  }

  /// Whether two runs of words say the same.
  func corresponds(
    _ old: some Collection<Word>, _ new: some Collection<Word>, locals: [String: String]
  ) -> Bool {
    old.count == new.count && zip(old, new).allSatisfy { corresponds($0, $1, locals: locals) }
  }

  /// Whether two texts for people are the same but for the names in them.
  ///
  /// Meant for documentation, where names stand among other words.
  func saySame(_ old: String, _ new: String) -> Bool {
    if old == new { return true }
    let (olds, news) = (Self.pieces(of: old), Self.pieces(of: new))
    return olds.count == news.count
      && zip(olds, news).allSatisfy { $0 == $1 || words[$0]?.contains($1) ?? false }
  }

  /// A text as its words, and what is between them character by character.
  private static func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    var isInWord = false
    for character in text {
      let isOfWord = character.isLetter || character.isNumber || character == "_"
      if isOfWord, isInWord {
        pieces[pieces.count - 1].append(character)
      } else {
        pieces.append(String(character))
      }
      isInWord = isOfWord
    }
    return pieces
  }

  /// Whether the renaming can be read off the text: no name that was given up is still there, and none
  /// that came was there before.
  ///
  /// Then replacing words is the same as renaming things, and texts that correspond mean the same.
  /// Two names that were swapped are not plain, nor is a name that two things shared and only one of
  /// them gave up.
  func isPlain(from old: SpecOutline, to new: SpecOutline) -> Bool {
    let olds = Set(old.words.all.lazy.filter(\.isName).map(\.text))
    let news = Set(new.words.all.lazy.filter(\.isName).map(\.text))
    var targets: Set<String> = []
    for (old, targetsOfOne) in words {
      guard targetsOfOne.count == 1, let target = targetsOfOne.first else { return false }
      guard !news.contains(old), !olds.contains(target), targets.insert(target).inserted else {
        return false
      }
    }
    return true
  }
}
