import Testing

/// A public protocol for any number of participants, with edits that break it.
struct ParametrisedProtocol: Sendable, CustomTestStringConvertible {
  var name: String
  /// A spec with the symmetric type of the participants.
  var text: String
  /// The replacements that make the protocol wrong.
  var edits: [(from: String, to: String)]

  var testDescription: String { name }

  /// The text with one of the edits.
  func broken(_ edit: (from: String, to: String)) -> String {
    text.replacing(edit.from, with: edit.to)
  }

  static let token = ParametrisedProtocol(
    name: "mutual exclusion by a token",
    text: """
      /// Mutual exclusion by a token that is handed on.
      spec Token
      symmetric Process(3)
      enum State { idle, waiting, critical }
      var state: Table<Process, State> = .idle
      var token: Process? = nil

      on create(p: Process) when token == nil { token = p }
      on ask(p: Process) when state[p] == .idle { state[p] = .waiting }
      on enter(p: Process) when state[p] == .waiting && token == p { state[p] = .critical }
      on leave(p: Process) when state[p] == .critical { state[p] = .idle }
      on pass(p: Process, to: Process) when token == p && state[p] != .critical { token = to }

      invariant mutualExclusion { no distinct a, b in state.values: a == .critical && b == .critical }
      invariant onlyTheHolder { every p in Process where state[p] == .critical: token == p }

      """,
    edits: [
      (
        "token == p && state[p] != .critical",
        "state[p] != .critical"
      ),
      (
        "when state[p] == .waiting && token == p",
        "when state[p] == .waiting"
      ),
    ])

  static let msi = ParametrisedProtocol(
    name: "cache lines, MSI",
    text: """
      /// Cache lines that are modified, shared or invalid, with one bus (Papamarcos and Patel, 1984, without E).
      spec MSI
      symmetric Cache(3)
      enum Line { invalid, shared, modified }
      var line: Table<Cache, Line> = .invalid

      on read(c: Cache) when line[c] == .invalid {
          for other in Cache where line[other] == .modified { line[other] = .shared }
          line[c] = .shared
      }
      on write(c: Cache) when line[c] != .modified {
          for other in Cache where other != c { line[other] = .invalid }
          line[c] = .modified
      }
      on evict(c: Cache) { line[c] = .invalid }

      invariant oneWriter { no distinct a, b in line.values: a == .modified && b == .modified }
      invariant noReaderBesideWriter { no distinct a, b in line.values: a == .modified && b == .shared }

      """,
    edits: [
      (
        "for other in Cache where other != c { line[other] = .invalid }",
        "line[c] = .shared"
      ),
      (
        "for other in Cache where line[other] == .modified { line[other] = .shared }",
        "line[c] = .invalid"
      ),
    ])

  static let mesi = ParametrisedProtocol(
    name: "cache lines, MESI",
    text: """
      /// The Illinois protocol: a line that nobody else has is exclusive.
      spec MESI
      symmetric Cache(3)
      enum Line { invalid, shared, exclusive, modified }
      var line: Table<Cache, Line> = .invalid

      on read(c: Cache) when line[c] == .invalid {
          if some other in Cache: line[other] != .invalid {
              for other in Cache where line[other] != .invalid { line[other] = .shared }
              line[c] = .shared
          } else {
              line[c] = .exclusive
          }
      }
      on write(c: Cache) when line[c] != .modified {
          for other in Cache where other != c { line[other] = .invalid }
          line[c] = .modified
      }
      on evict(c: Cache) { line[c] = .invalid }

      invariant owners { no distinct a, b in line.values: a in [.exclusive, .modified] && b != .invalid }
      transition writerIsAlone after write { every other in Cache where other != c: line[other] == .invalid }

      """,
    edits: [
      (
        "if some other in Cache: line[other] != .invalid",
        "if every other in Cache: line[other] == .shared"
      ),
      (
        "for other in Cache where other != c { line[other] = .invalid }",
        "line[c] = .shared"
      ),
    ])

  static let twoPhaseCommit = ParametrisedProtocol(
    name: "two-phase commit",
    text: """
      /// Two-phase commit (Gray, 1978; Lamport's TLA+ model of it): a manager asks participants.
      spec TwoPhaseCommit
      symmetric Participant(3)
      enum State { working, prepared, committed, aborted }
      enum Decision { none, commit, abort }
      var state: Table<Participant, State> = .working
      var heard: Set<Participant> = []
      var decision: Decision = .none

      on prepare(p: Participant) when state[p] == .working { state[p] = .prepared }
      on abortAlone(p: Participant) when state[p] == .working { state[p] = .aborted }
      on report(p: Participant) when decision == .none && state[p] == .prepared { insert p into heard }
      on decideCommit when decision == .none && (every p in Participant: p in heard) { decision = .commit }
      on decideAbort when decision == .none { decision = .abort }
      on receive(p: Participant) {
          rule commits when decision == .commit && state[p] == .prepared { state[p] = .committed }
          rule aborts when decision == .abort && state[p] in [.working, .prepared] { state[p] = .aborted }
          otherwise nothing {}
      }

      invariant agreement { no distinct a, b in state.values: a == .committed && b == .aborted }
      invariant onlyIfAllWerePrepared { (some p in Participant: state[p] == .committed) implies decision == .commit }
      transition final after any { every p in Participant where old(state[p]) == .committed: state[p] == .committed }

      """,
    edits: [
      (
        "(every p in Participant: p in heard)",
        "(some p in Participant: p in heard)"
      ),
      (
        "on abortAlone(p: Participant) when state[p] == .working",
        "on abortAlone(p: Participant) when state[p] == .prepared"
      ),
    ])

  static let readersAndWriters = ParametrisedProtocol(
    name: "readers and writers",
    text: """
      /// Readers and writers (Courtois, Heymans and Parnas, 1971).
      spec ReadersAndWriters
      symmetric Thread(3)
      var readers: Set<Thread> = []
      var writer: Thread? = nil
      var queue: List<Thread, 2> = []

      on beginRead(t: Thread) when writer == nil && queue.isEmpty && !(t in readers) { insert t into readers }
      on endRead(t: Thread) when t in readers { remove t from readers }
      on wantWrite(t: Thread) when queue.count < 2 && !(t in queue) && !(t in readers) && writer != t {
          append t to queue
      }
      on beginWrite when readers.isEmpty && writer == nil && !queue.isEmpty {
          writer = queue.first
          queue.removeFirst()
      }
      on endWrite when writer != nil { writer = nil }

      invariant excluded { writer != nil implies readers.isEmpty }
      invariant writerIsNoReader { every t in readers: writer != t }

      """,
    edits: [
      (
        "when writer == nil && queue.isEmpty",
        "when queue.isEmpty"
      ),
      (
        "on beginWrite when readers.isEmpty && ",
        "on beginWrite when "
      ),
    ])

  static let german = ParametrisedProtocol(
    name: "the cache protocol of German",
    text: """
      /// The cache protocol of Steven German with a home that remembers who has the line (Pnueli, Ruah and Zuck, 2001).
      spec German
      symmetric Client(2)
      enum Cache { invalid, shared, exclusive }
      enum Request { none, shared, exclusive }
      enum Order { none, invalidate, grantShared, grantExclusive }
      var cache: Table<Client, Cache> = .invalid
      var request: Table<Client, Request> = .none
      var order: Table<Client, Order> = .none
      var acknowledged: Set<Client> = []
      var sharers: Set<Client> = []
      var toInvalidate: Set<Client> = []
      var current: Request = .none
      var client: Client? = nil
      var exclusiveIsGranted = false

      on askShared(c: Client) when request[c] == .none && cache[c] == .invalid { request[c] = .shared }
      on askExclusive(c: Client) when request[c] == .none && cache[c] != .exclusive { request[c] = .exclusive }
      on receiveRequest(c: Client) when current == .none && request[c] != .none {
          current = request[c]
          request[c] = .none
          client = c
          toInvalidate = sharers
      }
      on sendInvalidate(c: Client)
          when order[c] == .none && c in toInvalidate
              && (current == .exclusive || current == .shared && exclusiveIsGranted)
      {
          order[c] = .invalidate
          remove c from toInvalidate
      }
      on receiveInvalidate(c: Client) when order[c] == .invalidate && !(c in acknowledged) {
          order[c] = .none
          insert c into acknowledged
          cache[c] = .invalid
      }
      on receiveAcknowledgement(c: Client) when c in acknowledged && current != .none {
          remove c from acknowledged
          remove c from sharers
          exclusiveIsGranted = false
      }
      on grantShared(c: Client)
          when current == .shared && client == c && !exclusiveIsGranted && order[c] == .none
      {
          order[c] = .grantShared
          insert c into sharers
          current = .none
      }
      on grantExclusive(c: Client)
          when current == .exclusive && client == c && sharers.isEmpty && order[c] == .none
      {
          order[c] = .grantExclusive
          insert c into sharers
          exclusiveIsGranted = true
          current = .none
      }
      on receiveShared(c: Client) when order[c] == .grantShared { cache[c] = .shared; order[c] = .none }
      on receiveExclusive(c: Client) when order[c] == .grantExclusive { cache[c] = .exclusive; order[c] = .none }

      invariant coherent { no distinct a, b in cache.values: a == .exclusive && b != .invalid }

      """,
    edits: [
      (
        "client == c && sharers.isEmpty",
        "client == c"
      ),
      (
        "client == c && !exclusiveIsGranted",
        "client == c"
      ),
    ])

  static let lock = ParametrisedProtocol(
    name: "a lock that others wait for",
    text: """
      /// A lock with a list of those who wait, first in, first out.
      spec Lock
      symmetric Thread(3)
      enum State { idle, waiting, holding }
      var state: Table<Thread, State> = .idle
      var holder: Thread? = nil

      on request(t: Thread) when state[t] == .idle {
          rule free when holder == nil { holder = t; state[t] = .holding }
          rule taken when holder != nil { state[t] = .waiting }
      }
      on release(t: Thread) when holder == t {
          state[t] = .idle
          holder = nil
      }
      on wake(t: Thread) when holder == nil && state[t] == .waiting { holder = t; state[t] = .holding }

      invariant one { no distinct a, b in state.values: a == .holding && b == .holding }
      invariant holderHolds { every t in Thread: (state[t] == .holding) == (holder == t) }

      """,
    edits: [
      (
        "on wake(t: Thread) when holder == nil && ",
        "on wake(t: Thread) when "
      ),
      (
        "    state[t] = .idle\n    holder = nil\n",
        "    holder = nil\n"
      ),
    ])

  static let lease = ParametrisedProtocol(
    name: "leases with time",
    text: """
      /// Leases with time: who has one loses it before another gets it.
      spec Lease
      symmetric Node(3)
      var lease: Table<Node, Timer<2>>
      var owner: Node? = nil

      on grant(n: Node) when owner == nil { owner = n; start lease[n] for 2 }
      on renew(n: Node) when owner == n && lease[n].isRunning { start lease[n] for 2 }
      on expire(n: Node) when lease[n].isDue { stop lease[n]; owner = nil }

      invariant one { no distinct a, b in lease.values: a.isRunning && b.isRunning }
      invariant ownerHas { every n in Node: lease[n].isRunning implies owner == n }

      """,
    edits: [
      (
        "when owner == nil { owner = n",
        "{ owner = n"
      ),
      (
        "when lease[n].isDue { stop lease[n]; owner = nil }",
        "when lease[n].isRunning { owner = nil }"
      ),
    ])

  static let all = [
    token, msi, mesi, twoPhaseCommit, readersAndWriters, german, lock, lease,
  ]
}
