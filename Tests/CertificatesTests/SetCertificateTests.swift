import CertificateCheck
import Engine
import Foundation
import Semantics
import TestSupport
import Testing

@Suite("Certificates with diagrams")
struct SetCertificateTests {
  /// A world with the certificate of its states as a diagram.
  struct Certified {
    let machine: Machine
    let starts: [[Value]]
    var certificate: SetCertificate

    /// - Parameter isSeeded: its states are found by the engine first.
    /// - Throws: `CertificateMaker.Obstacle.formless` if it has no such certificate.
    init(_ spec: CheckedSpec, isSeeded: Bool = false, paths: [String: [[Value]]] = [:]) throws {
      machine = try Machine(spec)
      starts = try machine.starts()
      let found = isSeeded ? StateDiagram.reachable(in: machine, from: starts, memory: nil) : nil
      certificate = try SetMaker(machine, starts, found: found).make(
        of: .init(
          spec: spec.name, path: spec.file.path, digest: spec.file.digest, world: spec.worldName,
          constants: [:]), paths: paths)
    }

    init(_ text: String) throws { try self.init(SpecText.checked(text)) }

    /// The number of states for which it proves something.
    func states() throws -> String {
      try SetCertifier(certificate, machine, starts).check().states.digits
    }

    /// The certifier's reason for a rejection: nil if it accepts all claims.
    func rejection(of certificate: SetCertificate? = nil) throws -> String? {
      do {
        _ = try SetCertifier(certificate ?? self.certificate, machine, starts).check()
        return nil
      } catch let rejection as Certifier.Rejection {
        return rejection.reason
      } catch Certifier.Failure.rejected(let rejection) {
        return rejection.reason
      }
    }
  }

  // MARK: What holds

  @Test("end at the bound of 'explore while', also in time", arguments: ["n < 4", "n < 3"])
  func bounds(_ bound: String) throws {
    let spec = try SpecText.checked(
      """
      var left: Timer<2> = due in 2
      var n: 0...3 = 0
      fair on up when n < 3 { n += 1 }
      fair on ring when left.isDue { stop left }
      on reset when n == 3 { n = 0; start left for 2 }
      explore while \(bound)
      invariant fits { n <= 3 }
      possible zero { n == 0 }
      eventually ends whenever n == 1 { n == 3 } unless ring
      """)
    for isSeeded in [false, true] { #expect(try complaints(spec, isSeeded: isSeeded) == []) }
    #expect(try Certified(spec).certificate.claims.count == (bound == "n < 4" ? 3 : 1))
  }

  /// The differences from the certificate of the same world that lists its states.
  private func complaints(_ spec: CheckedSpec, isSeeded: Bool) throws -> [String] {
    let one = try CertificateTests.Certified(spec)
    let other = try Certified(spec, isSeeded: isSeeded)
    var complaints: [String] = []
    if let reason = try other.rejection() { return ["rejected: \(reason)"] }
    let states = try other.states()
    if states != "\(one.certificate.stateCount)" {
      complaints.append("\(states) states, not \(one.certificate.stateCount)")
    }
    let goals = Set(
      spec.properties.filter { if case .reachable = $0.kind { true } else { false } }.map(\.name))
    let claims = one.certificate.claims.map(\.name).filter { !goals.contains($0) }
    if other.certificate.claims.map(\.name) != claims {
      complaints.append("\(other.certificate.claims.map(\.name)) and not \(claims)")
    }
    if other.certificate.freedoms != one.certificate.freedoms {
      complaints.append("\(other.certificate.freedoms) and not \(one.certificate.freedoms)")
    }
    let bytes = try CertificateFile.encoded(other.certificate, spec)
    let read = try CertificateFile(bytes: bytes).setCertificate(of: spec)
    if try other.rejection(of: read) != nil { complaints.append("rejected as a file") }
    return complaints
  }

  /// The seeds of one test; `TRAYCHECK_SEEDS` overrides them, such as `100..<2000`.
  private static let seeds: Range<UInt64> = {
    let ends = ProcessInfo.processInfo.environment["TRAYCHECK_SEEDS"]?.components(
      separatedBy: "..<"
    ).compactMap { UInt64($0) }
    guard let ends, ends.count == 2, ends[0] < ends[1] else { return 0..<24 }
    return ends[0]..<ends[1]
  }()

  @Test("prove of runs what those do that have each state", arguments: seeds)
  func agreeAboutRuns(_ seed: UInt64) throws {
    let spec = try SpecText.checked(RandomFairSpec(seed: seed).text)
    do {
      let found = try complaints(spec, isSeeded: false)
      #expect(found == [])
    } catch CertificateMaker.Obstacle.formless, GraphSearch.Obstacle.limit {
      // There is none, and that is reported.
    }
  }

  @Test("have the states and the claims of those that have each state", arguments: seeds)
  func agree(_ seed: UInt64) throws {
    let random = RandomSpec(seed: seed, hasLocalMaps: seed.isMultiple(of: 2))
    let spec = try SpecText.checked(random.text, world: random.world)
    do {
      let found = try complaints(spec, isSeeded: seed.isMultiple(of: 3))
      #expect(found == [])
    } catch CertificateMaker.Obstacle.formless, GraphSearch.Obstacle.limit {
      // There is none, and that is reported.
    }
  }

  /// Missing places, places without a value, and collections with different members.
  static let places = [
    "type Item = 1...3\nvar opt: Set<Item>? = nil\non nothing {}\ninvariant n { opt?.isEmpty ?? false }",
    """
    type Item = 1...3
    struct Box { items: Set<Item> }
    var boxes: Map<Item, Box> = [:]
    on put(i: Item) { boxes[i] = Box(items: [i]) }
    invariant n { (boxes[1]?.items.count ?? 1) == 1 }
    invariant m { boxes[1]?.items.isEmpty ?? true }
    """,
    """
    type Low = 0...1
    type High = 0...2
    var a: Set<Low> = []
    var b: Set<High> = []
    on add when !(2 in b) { insert 2 into b }
    invariant same { a == b }
    """,
    """
    struct Card { n: 0...9 }
    type ID = 1...2
    var tray: Map<ID, Card> = [:]
    var badge: 0...9 = 0
    var bad = false
    on up when badge < 9 { badge += 1 }
    on mark { tray[1]?.n = badge + 1; bad = badge == 9 }
    invariant never { !bad }
    """,
    """
    type K = 1...2
    var rows: List<Table<K, Bool>, 1> = []
    on nothing {}
    invariant n { rows[0].keys.count == 2 }
    invariant m { every k in rows[0].keys: k > 0 }
    """,
    """
    type K = 1...2
    var seen: Table<K, Bool> = false
    var now: Table<K, Bool> = false
    var last: K? = nil
    on look(k: K) { now[k] = true; last = k }
    on keep when last != nil { seen[last!] = now[last!]; for k in K where k > (last ?? 2) { now[k] = false } }
    invariant equal { seen == now }
    invariant before { seen.values.count == 2 && (last == nil || now[last!]) }
    """,
  ]

  @Test("take places that are not there as the reference evaluator does", arguments: places)
  func absentPlaces(_ text: String) throws {
    let found = try complaints(SpecText.checked(text), isSeeded: false)
    #expect(found == [])
  }

  static let tray = """
    enum Kind { absent, info, mention, call }
    struct Card { kind: Kind, group: 0...2, silent: Bool }
    let blank = Card(kind: .absent, group: 0, silent: false)
    type ID = 0..<4
    var tray: Table<ID, Card> = blank
    var seen: Set<ID> = []
    var snooze: Table<ID, Timer<1>> = .off
    var light = false
    var queue: 0...3 = 0
    signal sound(id: ID)
    on receive(id: ID, kind: Kind, group: 0...2) when kind != .absent {
      for other in ID where other != id && group > 0 && tray[other].group == group {
        tray[other] = blank
        remove other from seen
      }
      tray[id] = Card(kind: kind, group: group, silent: kind == .info)
      if kind != .info { light = true; emit sound(id: id) }
      queue = min(queue + 1, 3)
    }
    on open(id: ID) when tray[id].kind != .absent { insert id into seen; light = false }
    on clear when !seen.isEmpty {
      for id in seen { tray[id] = blank }
      seen = []
    }
    on flush {
      rule empty when queue == 0 && tray.values.count > 0 {}
      rule more when queue > 0 { queue -= 1 }
    }
    invariant groupsOnce { no distinct a, b in tray.values: a.group > 0 && a.group == b.group }
    invariant infoIsSilent { every c in tray.values: c.silent == (c.kind == .info) }
    invariant few { count(c in tray.values where c.group > 0) <= 2 }
    invariant never { !(every c in tray.values: c.kind == .call) }
    transition loud after receive(kind: .call) { light && some s in emitted(sound): true }
    transition clears after clear { every id in ID where id in old(seen): tray[id] == blank }
    transition keeps after open { unchanged(tray, queue) }
    transition wrong after receive { old(queue) < queue }
    reachable lit { light }
    eventually dark whenever light { !light }
    """

  @Test("prove of states that are not told one by one what holds in them, and no more")
  func manyStates() throws {
    let spec = try SpecText.checked(Self.tray)
    var way: [[Value]] = []
    let machine = try Machine(spec)
    let start = try #require(try machine.starts().first)
    let reference = ReferenceEvaluator(spec)
    for instance in machine.instances where way.isEmpty {
      let light = try #require(spec.variables.firstIndex { $0.name == "light" })
      for step in reference.react(to: instance, in: start).steps
      where step.state[light] == .bool(true) {
        way = [start, step.state]
      }
    }
    let certified = try Certified(spec, isSeeded: true, paths: ["lit": way])
    #expect(
      certified.certificate.claims.map(\.name) == [
        "groupsOnce", "infoIsSilent", "few", "loud", "clears", "keeps", "lit",
      ])
    #expect(certified.certificate.freedoms == [.deadlock, .gap, .overlap, .fault])
    let found = try ExhaustiveSearch(machine, properties: []).run(from: machine.starts())
      .statistics
    #expect(try certified.states() == "\(found.states)")
    for name in ["never", "wrong"] {
      var other = certified.certificate
      other.claims.append((name, .everywhere))
      #expect(try certified.rejection(of: other)?.contains("'\(name)' does not hold") == true)
    }
    let queue = try #require(spec.variables.firstIndex { $0.name == "queue" })
    var elsewhere = way[1]
    elsewhere[queue] = .int(3)
    for path in [[], [start], Array(way.dropFirst()), [start, elsewhere]] {
      var other = certified.certificate
      other.claims = [("lit", .path(path))]
      #expect(try certified.rejection(of: other) != nil)
    }
  }

  // MARK: What is tampered with

  @Test("are rejected without any one of their edges, and prove nothing false with others")
  func wrongEdges() throws {
    let certified = try Certified(CertificateTests.lights)
    let states = try certified.states()
    for (level, nodes) in certified.certificate.levels.enumerated() {
      for (node, children) in nodes.enumerated() {
        for place in children.indices {
          let behind = level + 1 < certified.certificate.levels.count
          let count = behind ? certified.certificate.levels[level + 1].count : 1
          for other in 0...UInt32(count) where other != children[place] {
            var tampered = certified.certificate
            tampered.levels[level][node][place] = other
            tampered.claims = []
            let reason = try certified.rejection(of: tampered)
            if other == 0 { #expect(reason != nil, "\(level) \(node) \(place)") }
            if reason == nil {
              let more = try SetCertifier(tampered, certified.machine, certified.starts).check()
              #expect(Int(more.states.digits) ?? 0 > Int(states) ?? 0)
            }
          }
        }
      }
    }
  }

  @Test("are rejected if they claim what is not free of mistakes")
  func wrongFreedoms() throws {
    let texts: [(String, Certificate.SafetyClaim)] = [
      ("var n: 0...3 = 0\non up { n += 1 }", .fault),
      ("var n: 0...3 = 0\non up when n < 3 { n += 1 }", .deadlock),
      ("var n: 0...3 = 0\non up { rule a when n < 3 { n += 1 } }", .gap),
      (
        "var n: 0...3 = 0\non up { rule a when n < 3 { n += 1 }\nrule b when n != 1 { n = 0 } }",
        .overlap
      ),
    ]
    for (text, freedom) in texts {
      var certified = try Certified(text)
      #expect(!certified.certificate.freedoms.contains(freedom))
      certified.certificate.freedoms = [freedom]
      #expect(try certified.rejection()?.contains("there is a \(freedom)") == true, "\(text)")
    }
  }

  @Test("prove nothing false with any bytes behind a right digest", arguments: 0..<40)
  func forgedFiles(_ seed: UInt64) throws {
    let certified = try Certified(CertificateTests.lights)
    let spec = certified.machine.spec
    let bytes = try CertificateFile.encoded(certified.certificate, spec)
    let forged = try CertificateTests.forged(bytes, seed)
    guard let certificate = try? CertificateFile(bytes: forged).setCertificate(of: spec) else {
      return
    }
    if try certified.rejection(of: certificate) == nil {
      let claimed = Set(certified.certificate.claims.map(\.name))
      #expect(Set(certificate.claims.map(\.name)).isSubset(of: claimed))
    }
  }
}
