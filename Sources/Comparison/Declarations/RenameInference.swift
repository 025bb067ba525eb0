import Semantics

/// Finds the renamings between two specs: `RenameInference(old, new).run()`.
///
/// A removed name and an added name are taken for a renaming if they occur at the same positions of common text.
/// Without contrary evidence, equal declarations except for their names are enough. Takes a few passes over both
/// texts.
///
/// 1. Declarations of the same kind and name are partners.
/// 2. The words of partners are aligned. If a name that the old spec declares is aligned with a different one that
///    the new spec declares, that is one vote.
/// 3. Unpaired declarations are matched by votes, the most first; members of partners likewise. Each match gives new
///    partners to align, and so new votes. Only if a round finds nothing, one pair of declarations that are equal
///    except for their names is matched, without votes.
/// 4. If no match is left, local names of partners are compared.
///
/// ```tray
/// var tray: Set<Kind> = []                    // old
/// on open when !tray.isEmpty { tray = [] }
///
/// var shown: Set<Kind> = []                   // new: 'open' is a partner, and has
/// on open when !shown.isEmpty { shown = [] }  // two votes for tray → shown
/// ```
///
/// The result is shown to people and determines the pairs to compare. `Renames.isPlain(from:to:)` decides whether
/// stronger conclusions are valid.
struct RenameInference {
  private let old: SpecOutline
  private let new: SpecOutline
  private var renames = Renames()
  /// The pairs of equal declarations, by index.
  private(set) var partners: [Int: Int] = [:]
  private var oldPlaces: [Key: Int] = [:]
  private var newPlaces: [Key: Int] = [:]

  /// The number of positions at which a name of the old spec is aligned with one of the new spec.
  ///
  /// Votes count names only, whatever they refer to; kinds are compared when votes are counted.
  private var votes: [String: [String: Int]] = [:]
  /// The old names at whose positions a name of the new spec occurs.
  ///
  /// It is the reverse of `votes`. It prevents a new declaration that replaced another one from matching one that is
  /// merely similar.
  private var origins: [String: Set<String>] = [:]
  /// Declarations that are equal except for all of their names have the same number.
  private let oldShapes: [Int]
  private let newShapes: [Int]

  /// The unique key of a declaration in its outline.
  struct Key: Hashable {
    var kind: Declaration.Kind
    var name: String
  }

  /// The renamings, and the pairs of equal declarations.
  struct Result: Sendable {
    var renames: Renames
    /// The index of the new declaration for the old one.
    var partners: [Int: Int]
    /// For each old declaration with a partner, its renamed local names.
    var locals: [Int: [String: String]]
  }

  init(_ old: SpecOutline, _ new: SpecOutline) {
    self.old = old
    self.new = new
    var numbers: [Shape: Int] = [:]
    func number(_ declaration: Declaration) -> Int {
      let fresh = numbers.count
      let shape = Shape(declaration)
      if let known = numbers[shape] { return known }
      numbers[shape] = fresh
      return fresh
    }
    oldShapes = old.declarations.map(number)
    newShapes = new.declarations.map(number)
    for (index, each) in old.declarations.enumerated() {
      oldPlaces[Key(kind: each.kind, name: each.name)] = index
    }
    for (index, each) in new.declarations.enumerated() {
      newPlaces[Key(kind: each.kind, name: each.name)] = index
    }
  }

  /// The result is deterministic: it does not depend on the order of dictionaries, because votes are added up and
  /// candidates have a total order.
  consuming func run() -> Result {
    for (key, place) in oldPlaces {
      if let other = newPlaces[key] { pair(place, other) }
    }
    if let spec = oldPlaces.keys.first(where: { $0.kind == .spec }),
      let other = newPlaces.keys.first(where: { $0.kind == .spec }), spec != other,
      let from = oldPlaces[spec], let to = newPlaces[other]
    {
      pair(from, to)
      renames.add(.spec, spec.name, other.name)
    }
    // Each round reads both texts; only huge ones reach the limit.
    let rounds = max(10, 50_000_000 / (old.words.all.count + new.words.all.count + 1))
    for _ in 0..<rounds {
      let before = renames.entries.count
      matchByPlaces()
      matchMembers()
      if renames.entries.count == before { matchByShape() }
      if renames.entries.count == before { break }
    }
    let locals = localNames()
    return Result(renames: renames, partners: partners, locals: locals)
  }

  // MARK: Evidence

  /// Records a pair of equal declarations, and the votes of the names in them.
  private mutating func pair(_ from: Int, _ to: Int) {
    partners[from] = to
    let (olds, news) = (old.declarations[from].words, new.declarations[to].words)
    if olds.count == news.count, zip(olds, news).allSatisfy({ $0.text == $1.text }) { return }
    for (old, new) in WordAlignment.pairs(olds, news, isOwn: isOwn) {
      votes[old, default: [:]][new, default: 0] += 1
      origins[new, default: []].insert(old)
    }
  }

  /// Whether its own spec declares a word somewhere. Keywords and undeclared names cannot have been renamed.
  private func isOwn(_ word: Word, _ isOld: Bool) -> Bool {
    word.isName && (isOld ? old : new).declaredNames.contains(word.text)
  }

  /// Whether two sequences of words are equal wherever neither has a name that its spec declares.
  private func haveSameShape(_ from: [Word], _ to: [Word]) -> Bool {
    from.count == to.count
      && zip(from, to).allSatisfy { from, to in
        isOwn(from, true) && isOwn(to, false) || from.text == to.text
      }
  }

  /// The number of equal words at the same positions.
  ///
  /// Known renamings count as equal.
  private func likeness(_ from: [Word], _ to: [Word]) -> Int {
    zip(from, to).count { renames.corresponds($0, $1, locals: [:]) }
  }

  // MARK: Declarations

  /// Two declarations of the same kind that may be equal, by their indices in the outlines.
  private struct Candidate {
    var from: Int
    var to: Int
    /// The number of votes for it.
    ///
    /// For a match by shape, the length of the text if it is unique, else 0.
    var votes: Int
    var likeness: Int

    /// The likeliest first, and of equally likely ones the first in the text.
    static func isBefore(_ one: Candidate, _ other: Candidate) -> Bool {
      (other.votes, other.likeness, one.from, one.to)
        < (one.votes, one.likeness, other.from, other.to)
    }
  }

  /// Takes two declarations for the same, which is never undone.
  private mutating func accept(_ candidate: Candidate) {
    pair(candidate.from, candidate.to)
    renames.add(
      old.declarations[candidate.from].kind, old.declarations[candidate.from].name,
      new.declarations[candidate.to].name)
  }

  /// Matches declarations at the same positions.
  ///
  /// Each is matched at most once in a round; new votes count in the next round.
  private mutating func matchByPlaces() {
    let known = Set(partners.values)
    var candidates: [Candidate] = []
    for (from, declaration) in old.declarations.enumerated() where partners[from] == nil {
      for (name, count) in votes[declaration.name] ?? [:] {
        guard let to = newPlaces[Key(kind: declaration.kind, name: name)], !known.contains(to)
        else { continue }
        candidates.append(
          Candidate(
            from: from, to: to, votes: count,
            likeness: likeness(declaration.words, new.declarations[to].words)))
      }
    }
    var taken: Set<Int> = []
    for candidate in candidates.sorted(by: Candidate.isBefore)
    where partners[candidate.from] == nil && taken.insert(candidate.to).inserted {
      accept(candidate)
    }
  }

  /// A declaration without all of its names.
  ///
  /// The key for candidates of `matchByShape`: equal shapes are necessary, but not sufficient, because undeclared
  /// names must be equal.
  private struct Shape: Hashable {
    var kind: Declaration.Kind
    var words: [String]

    init(_ declaration: Declaration) {
      kind = declaration.kind
      words = declaration.words.map { $0.isName ? "" : $0.text }
    }
  }

  /// Matches declarations that are equal except for their names, without contrary evidence: unique ones, or else the
  /// first of the most similar ones.
  private mutating func matchByShape() {
    let known = Set(partners.values)
    let olds = Dictionary(grouping: old.declarations.indices.filter { partners[$0] == nil }) {
      oldShapes[$0]
    }
    let news = Dictionary(grouping: new.declarations.indices.filter { !known.contains($0) }) {
      newShapes[$0]
    }
    var best: Candidate?
    for (shape, froms) in olds {
      guard let from = froms.first(where: { canBeRenamed($0, news[shape] ?? []) }) else { continue }
      let fitting = (news[shape] ?? []).prefix(Self.maximumAlike).filter { fits(from, $0) }
      let declaration = old.declarations[from]
      for to in fitting {
        // A long unique text is the best evidence.
        let isUnique = fitting.count == 1 && froms.count == 1
        let candidate = Candidate(
          from: from, to: to, votes: isUnique ? declaration.words.count + 1 : 0,
          likeness: likeness(declaration.words, new.declarations[to].words))
        if best.map({ Candidate.isBefore(candidate, $0) }) ?? true { best = candidate }
      }
    }
    // Only one at a time: its consequences are better evidence for the others.
    if let best { accept(best) }
  }

  /// Among more similar declarations, no match is reliable.
  private static let maximumAlike = 50

  /// Whether any of the similar declarations matches.
  private func canBeRenamed(_ from: Int, _ others: [Int]) -> Bool {
    others.prefix(Self.maximumAlike).contains { fits(from, $0) }
  }

  /// Whether only names differ, and no aligned position links either name to another one.
  private func fits(_ from: Int, _ to: Int) -> Bool {
    let (declaration, other) = (old.declarations[from], new.declarations[to])
    return votes[declaration.name] == nil && origins[other.name] == nil
      && haveSameShape(declaration.words, other.words)
  }

  // MARK: Members

  /// Matches cases, fields, parameters, labels and rules of partners. Owners of cases come first: payloads are found
  /// by the new name of their case.
  private mutating func matchMembers() {
    for from in old.declarations.indices where !old.declarations[from].members.isEmpty {
      guard let to = partners[from] else { continue }
      let olds = Dictionary(grouping: old.declarations[from].members) {
        Renames.Owner(kind: $0.kind, name: $0.owner)
      }
      let news = Dictionary(grouping: new.declarations[to].members) {
        Renames.Owner(kind: $0.kind, name: $0.owner)
      }
      for owner in olds.keys.sorted(by: {
        ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name)
      }) {
        guard let members = olds[owner], let others = news[newOwner(owner, from, to)] else {
          continue
        }
        match(members, others, owner)
      }
    }
  }

  /// The name of the owner of members in the new spec.
  ///
  /// An owner is the declaration, or one of its cases such as `Kind.call`.
  private func newOwner(_ owner: Renames.Owner, _ from: Int, _ to: Int) -> Renames.Owner {
    let (old, new) = (old.declarations[from].name, new.declarations[to].name)
    guard owner.name != old else { return .init(kind: owner.kind, name: new) }
    let caseName = String(owner.name.dropFirst(old.count + 1))
    return .init(
      kind: owner.kind, name: "\(new).\(renames.name(of: .enumCase, caseName, in: old))")
  }

  /// Matches the members of one owner that only one version has by name. The free member with the most votes is
  /// examined, or without votes the nearest by position. It is matched if it has votes, or if it has the same
  /// position and type.
  private mutating func match(
    _ olds: [Declaration.Member], _ news: [Declaration.Member], _ owner: Renames.Owner
  ) {
    let oldNames = Set(olds.map(\.name))
    let newNames = Set(news.map(\.name))
    let renamed = Set(olds.map { renames.name(of: owner.kind, $0.name, in: owner.name) })
    var free = news.indices.filter {
      !oldNames.contains(news[$0].name) && !renamed.contains(news[$0].name)
    }
    for (index, member) in olds.enumerated() where !newNames.contains(member.name) {
      guard renames.name(of: owner.kind, member.name, in: owner.name) == member.name else {
        continue
      }
      let best = free.max { left, right in
        let (one, other) = (
          votes[member.name]?[news[left].name] ?? 0, votes[member.name]?[news[right].name] ?? 0
        )
        return one != other ? one < other : abs(left - index) > abs(right - index)
      }
      guard let best else { return }
      let isVoted = (votes[member.name]?[news[best].name] ?? 0) > 0
      let isInPlace =
        best == index && olds.count == news.count && haveSameShape(member.words, news[best].words)
      guard isInPlace || isVoted && haveSameKind(member, news[best]) else { continue }
      renames.add(owner, member.name, news[best].name)
      free.removeAll { $0 == best }
    }
  }

  /// A rule may be renamed and changed; anything else matches only with the same type.
  private func haveSameKind(_ one: Declaration.Member, _ other: Declaration.Member) -> Bool {
    one.kind == .rule || one.kind == .enumCase || haveSameShape(one.words, other.words)
  }

  // MARK: Local names

  /// The renamings of local names in each declaration, if each refers to one thing throughout.
  ///
  /// A local name with two new names, or with the same new name as another one, is unchanged: words are replaced
  /// throughout a declaration, and one place would get another meaning.
  private mutating func localNames() -> [Int: [String: String]] {
    var all: [Int: [String: String]] = [:]
    for from in partners.keys.sorted() {
      guard let to = partners[from] else { continue }
      let (declaration, other) = (old.declarations[from], new.declarations[to])
      let pairs = WordAlignment.pairs(declaration.words, other.words, isOwn: isOwn)
      var became: [String: Set<String>] = [:]
      var was: [String: Set<String>] = [:]
      for (old, new) in pairs {
        became[old, default: []].insert(new)
        was[new, default: []].insert(old)
      }
      let stays = Set(other.words.lazy.filter(\.isName).map(\.text))
      for name in declaration.locals.sorted() where !other.locals.contains(name) {
        guard !stays.contains(name), let news = became[name], news.count == 1,
          let new = news.first, other.locals.contains(new), !declaration.locals.contains(new),
          was[new]?.count == 1,
          renames.words[name] == nil
        else { continue }
        all[from, default: [:]][name] = new
        renames.addLocal(name, new, in: other.title)
      }
    }
    return all
  }
}
