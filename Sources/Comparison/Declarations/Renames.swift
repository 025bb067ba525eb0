import Semantics

/// The names of the old spec that have another name in the new spec.
///
/// There are two queries. `name(of:_:)` goes by the thing that a name refers to, and is exact.
/// `corresponds(_:_:locals:)` goes word by word: it is fast, and treats a word as renamed if anything of that name
/// was. Before conclusions from the second, check `isPlain(from:to:)`.
package struct Renames: Sendable {
  /// A renaming, as in a report.
  package struct Entry: Sendable, Equatable, Encodable {
    /// Its kind, such as `var` or `case of Kind`.
    package var what: String
    package var old: String
    package var new: String
  }

  /// The owner of a member: by the old names.
  ///
  /// For fields of a payload, it is the case, such as `Kind.call`.
  struct Owner: Hashable, Sendable {
    var kind: Declaration.Member.Kind
    var name: String
  }

  /// In the order in which they were found, local names last.
  package private(set) var entries: [Entry] = []
  /// New names by the old ones, without unchanged names.
  private var declarations: [Declaration.Kind: [String: String]] = [:]
  private var members: [Owner: [String: String]] = [:]
  /// The possible new names of an old one, whatever it refers to.
  private(set) var words: [String: Set<String>] = [:]

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Notes that a declaration was renamed. The first call for a name counts.
  mutating func add(_ kind: Declaration.Kind, _ old: String, _ new: String) {
    guard declarations[kind, default: [:]].updateValue(new, forKey: old) == nil else { return }
    entries.append(Entry(what: kind.rawValue, old: old, new: new))
    words[old, default: []].insert(new)
  }

  /// The same for a member; it is reported with the old name of its owner.
  mutating func add(_ owner: Owner, _ old: String, _ new: String) {
    guard members[owner, default: [:]].updateValue(new, forKey: old) == nil else { return }
    entries.append(Entry(what: "\(owner.kind.rawValue) of \(owner.name)", old: old, new: new))
    words[old, default: []].insert(new)
  }

  /// Records a local name for the report only. Words outside of its declaration are unaffected, so comparisons of
  /// that declaration have it among `locals`.
  mutating func addLocal(_ old: String, _ new: String, in title: String) {
    entries.append(Entry(what: "local name in \(title)", old: old, new: new))
  }

  /// The new name of a declaration; unchanged if it was not renamed.
  package func name(of kind: Declaration.Kind, _ old: String) -> String {
    declarations[kind]?[old] ?? old
  }

  /// The new name of a case, field, parameter or rule; its owner is given by its old name.
  package func name(
    of kind: Declaration.Member.Kind, _ old: String, in owner: String
  ) -> String {
    members[Owner(kind: kind, name: owner)]?[old] ?? old
  }

  /// The old name of a declaration of the new spec.
  ///
  /// The same name if it was not renamed. It searches all renamed declarations of the kind.
  package func oldName(of kind: Declaration.Kind, _ new: String) -> String {
    declarations[kind]?.first { $0.value == new }?.key ?? new
  }

  /// Whether one word corresponds to the other, for the same thing.
  ///
  /// - Parameter locals: the renamed local names of the declaration that contains the words; they take precedence
  ///   over other names.
  func corresponds(_ old: Word, _ new: Word, locals: [String: String]) -> Bool {
    if let local = locals[old.text] { return local == new.text }
    if old.text == new.text { return true }
    return old.isName && new.isName && (words[old.text]?.contains(new.text) ?? false)
  }

  /// Whether two sequences of words have the same meaning.
  func corresponds(
    _ old: some Collection<Word>, _ new: some Collection<Word>, locals: [String: String]
  ) -> Bool {
    old.count == new.count && zip(old, new).allSatisfy { corresponds($0, $1, locals: locals) }
  }

  /// Whether two texts for people are equal except for the names in them.
  ///
  /// For documentation, where names appear among other words.
  func saySame(_ old: String, _ new: String) -> Bool {
    if old == new { return true }
    let (olds, news) = (Self.pieces(of: old), Self.pieces(of: new))
    return olds.count == news.count
      && zip(olds, news).allSatisfy { $0 == $1 || words[$0]?.contains($1) ?? false }
  }

  /// A text as its words, with the characters between them.
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

  /// Whether the renaming is unambiguous in the text: no old name is still used, and no new name existed before.
  ///
  /// Then replacing words is the same as renaming things, and corresponding texts have the same meaning. Two swapped
  /// names are not plain, nor is a name that two things shared and only one of them lost.
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
