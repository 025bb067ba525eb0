import Semantics

/// The states of a circuit in which each place of the text is reached, by outcome. It is recorded while wires are made,
/// at the cost of a look-up, and evaluated when the states are known.
struct CoverageRecords: Sendable {
  typealias Wire = Circuit.Wire

  /// A place, where it is reached, and its value there.
  struct Record: Hashable, Sendable {
    var site: Int
    var path: Wire
    /// `path` itself if there is no truth value.
    var value: Wire

    /// Whether there is no truth value, or the same one as that of the path.
    var isPlain: Bool { value == path }

    /// One number, since records are hashed often.
    func hash(into hasher: inout Hasher) {
      hasher.combine(Int(path) << 32 ^ site << 56 ^ Int(value))
    }
  }

  let questions: CoveragePoints
  /// The wanted outcomes, by site.
  let wanted: [Outcomes]
  private(set) var records: [Record] = []
  private var known: Set<Record> = []
  /// The outcomes that happen in every state, or are assumed because they cannot be followed.
  private(set) var certain: [Outcomes]

  init(_ questions: CoveragePoints) {
    self.questions = questions
    wanted = questions.wanted
    certain = Array(repeating: [], count: questions.siteCount)
  }

  mutating func note(_ expression: Expression, _ value: Symbolic, where path: Wire) {
    guard path != Circuit.falsity, let site = questions.site(of: expression) else { return }
    guard case .scalar(let wire) = value, case .bool = expression.type else {
      return add(Record(site: site, path: path, value: path))
    }
    add(Record(site: site, path: path, value: wire))
  }

  mutating func note(_ statement: Statement, where path: Wire) {
    guard path != Circuit.falsity, let site = questions.site(of: statement) else { return }
    add(Record(site: site, path: path, value: path))
  }

  /// Adds a record of another recording.
  mutating func note(_ record: Record) {
    if record.path != Circuit.falsity { add(record) }
  }

  private mutating func add(_ record: Record) {
    let open = wanted[record.site].subtracting(certain[record.site])
    if open.isEmpty { return }
    if record.path == Circuit.truth {
      certain[record.site].insert(.reached)
      if record.value == Circuit.truth { certain[record.site].insert(.holds) }
      if record.value == Circuit.falsity { certain[record.site].insert(.fails) }
    }
    if known.insert(record).inserted { records.append(record) }
  }

  /// The number of records, to go back to.
  var count: Int { records.count }

  /// Removes the records since then, because the part was not completed. All possible outcomes at these places are
  /// assumed.
  mutating func giveUp(_ sites: [Int], from count: Int) {
    for record in records[count...] { known.remove(record) }
    records.removeSubrange(count...)
    for site in sites + questions.sharedSites { certain[site] = [.reached, .holds, .fails] }
  }

  /// Ends recording, and frees the data that only recording needs.
  mutating func finish() {
    known = []
    records.removeAll { wanted[$0.site].isSubset(of: certain[$0.site]) }
  }
}
