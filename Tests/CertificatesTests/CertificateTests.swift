@testable import CertificateCheck
import Engine
import Semantics
import TestSupport
import Testing

@Suite("Certificates")
struct CertificateTests {
  /// A world with its certificate.
  struct Certified {
    let machine: Machine
    let starts: [[Value]]
    var certificate: Certificate

    init(_ spec: CheckedSpec) throws {
      machine = try Machine(spec)
      starts = try machine.starts()
      let graph = try GraphSearch.graph(
        of: machine, from: starts, states: CertificateMaker.maximumStates)
      certificate = try CertificateMaker(machine, graph).make(
        of: .init(
          spec: spec.name, path: spec.file.path, digest: spec.file.digest, world: spec.worldName,
          constants: [:]))
    }

    init(_ text: String) throws { try self.init(SpecText.checked(text)) }

    /// The certifier's reason for a rejection: nil if it accepts all claims.
    func rejection(of certificate: Certificate? = nil) throws -> String? {
      do {
        _ = try Certifier(certificate ?? self.certificate, machine, starts).check()
        return nil
      } catch let rejection as Certifier.Rejection {
        return rejection.reason
      } catch Certifier.Failure.rejected(let rejection) {
        return rejection.reason
      }
    }

    var claimed: Set<String> { Set(certificate.claims.map(\.name)) }
  }

  static let lights = """
    symmetric Push(2)
    var shown: Set<Push> = []
    var light = false
    var online = true
    on receive(push: Push) when !(push in shown) { insert push into shown; light = true }
    on swipe(push: Push) when push in shown { remove push from shown }
    fair on sleep when light { light = false }
    on lose when online { online = false }
    fair on find when !online { online = true }
    strongly fair on sync when online && !shown.isEmpty { shown = [] }
    invariant few { shown.count <= 2 }
    invariant atMostOne { shown.count < 2 }
    transition swipesOne after swipe { shown.count == old(shown.count) - 1 }
    reachable both { shown.count == 2 }
    possible empty { shown.isEmpty }
    eventually dark whenever light { !light }
    eventually isGone(push: Push) whenever push in shown { !(push in shown) }
    eventually staysOnline { !online }
    """

  // MARK: What holds

  /// Properties that hold in a check are certified, and no others.
  private func complaints(_ spec: CheckedSpec) throws -> [String] {
    let certified = try Certified(spec)
    var complaints: [String] = []
    if let reason = try certified.rejection() { complaints.append("rejected: \(reason)") }
    let bytes = try CertificateFile.encoded(certified.certificate, spec)
    let read = try CertificateFile(bytes: bytes).certificate(of: spec)
    if try certified.rejection(of: read) != nil { complaints.append("rejected as a file") }
    let found = try search(spec).result
    guard found.completion == .exhaustive else { return complaints }
    for verdict in found.properties {
      let property = spec.properties[verdict.property]
      if property.isImplied { continue }
      switch verdict.status {
      case .holds where !certified.claimed.contains(property.name),
        .violated where certified.claimed.contains(property.name),
        .notReached where certified.claimed.contains(property.name):
        complaints.append("'\(property.name)' is \(verdict.status) by the check")
      default: break
      }
    }
    let general = Set(found.generalViolations.map(\.finding.kind))
    let freedoms = Set(certified.certificate.freedoms)
    for (kind, freedom) in [
      (Finding.Kind.deadlock, Certificate.SafetyClaim.deadlock), (.gap, .gap), (.overlap, .overlap),
    ] where general.contains(kind) == freedoms.contains(freedom) {
      complaints.append("\(freedom) by one of the two")
    }
    return complaints
  }

  @Test("prove what a check finds to hold, and nothing else", arguments: 0..<60)
  func agree(_ seed: UInt64) throws {
    let random = RandomSpec(seed: seed, hasLocalMaps: seed.isMultiple(of: 2))
    #expect(try complaints(SpecText.checked(random.text, world: random.world)) == [])
  }

  @Test("prove nothing about runs if a state is beyond the bound")
  func bounds() throws {
    for (bound, claims) in [("n <= 9", ["fits", "zero", "ends"]), ("n <= 2", ["fits"])] {
      let spec = try SpecText.checked(
        """
        var n: 0...3 = 0
        fair on up when n < 3 { n += 1 }
        on reset when n == 3 { n = 0 }
        explore while \(bound)
        invariant fits { n <= 3 }
        possible zero { n == 0 }
        eventually ends { n == 3 }
        """)
      #expect(try complaints(spec) == [])
      var certified = try Certified(spec)
      #expect(certified.claimed == Set(claims), "\(bound)")
      if claims.count > 1 { continue }
      let count = certified.certificate.stateCount
      certified.certificate.claims.append(
        .init(name: "zero", proof: .distances([Array(repeating: 1, count: count)])))
      #expect(try certified.rejection()?.contains("explore while") == true)
    }
  }

  /// The reference evaluator's results for each state and each step, one after the other.
  private struct EachStep {
    var states: Set<[Value]>
    var count = 0
    var violated: Set<String> = []

    init(_ certified: Certified) {
      let spec = certified.machine.spec
      let reference = ReferenceEvaluator(spec)
      let properties = PropertyEvaluator(spec: spec)
      states = Set(certified.starts)
      var queue = certified.starts
      while let state = queue.popLast() {
        for property in spec.properties {
          guard case .invariant = property.kind else { continue }
          if case .success(true) = properties.holds(property, in: state) { continue }
          violated.insert(property.name)
        }
        for step in certified.machine.instances.flatMap({ reference.react(to: $0, in: state).steps }
        ) {
          count += 1
          for (place, property) in spec.properties.enumerated() {
            let verdict = properties.check(place, step, from: state)
            if verdict.isViolated || verdict.fault != nil { violated.insert(property.name) }
          }
          if states.insert(step.state).inserted { queue.append(step.state) }
        }
      }
    }
  }

  @Test("prove just what the reference evaluator says of each step", arguments: 0..<45)
  func agreeStepByStep(_ seed: UInt64) throws {
    let random = RandomSpec(seed: seed, hasLocalMaps: seed.isMultiple(of: 2))
    let spec =
      seed % 3 == 0
      ? try SpecText.checked(RandomNamedSpec(seed: seed).text)
      : try SpecText.checked(random.text, world: random.world)
    let certified = try Certified(spec)
    let each = EachStep(certified)
    let summary = try Certifier(certified.certificate, certified.machine, certified.starts).check()
    #expect(summary.states.clamped == each.states.count)
    #expect(summary.steps == each.count)
    for property in spec.properties where [.invariant, .transition].contains(property.keyword) {
      if property.isImplied { continue }
      #expect(certified.claimed.contains(property.name) != each.violated.contains(property.name))
      if certified.claimed.contains(property.name) { continue }
      var other = certified.certificate
      other.claims.append(.init(name: property.name, proof: .everywhere))
      #expect(try certified.rejection(of: other) != nil, "\(property.name)")
    }
  }

  /// The effect of an event, as far as it distinguishes states.
  private struct Effect: Equatable {
    var isPossible: Bool
    var steps: [[Int: Value?]]
  }

  @Test("rest on it that events do the same where they read the same", arguments: 0..<45)
  func footprints(_ seed: UInt64) throws {
    let random = RandomSpec(seed: seed, hasLocalMaps: seed.isMultiple(of: 2))
    let certified = try Certified(SpecText.checked(random.text, world: random.world))
    let machine = certified.machine
    let parts = StateParts(machine.spec.variables)
    let reference = ReferenceEvaluator(machine.spec)
    let states = EachStep(certified).states.map { state in (state, parts.split(state)) }
    for (state, contents) in states { #expect(contents.map(parts.joined) == state) }
    for instance in machine.instances {
      var effects: [[Value?]: Effect] = [:]
      var next: [[Value?]: Int] = [:]
      for (state, contents) in states {
        let contents = try #require(contents)
        let footprint = Footprint(parts)
        let reaction = reference.react(to: instance, in: state, footprint: footprint)
        var reading: [Value?] = []
        for column in footprint.read {
          // The next read column follows from the values read before.
          #expect(next.updateValue(column, forKey: reading) ?? column == column)
          reading.append(contents[column])
        }
        var effect = Effect(isPossible: reaction.isPossible, steps: [])
        for (step, written) in zip(reaction.steps, footprint.written) {
          let after = try #require(parts.split(step.state))
          for column in after.indices where !written.contains(column) {
            #expect(after[column] == contents[column])
          }
          let pairs = written.map { ($0, after[$0]) }
          effect.steps.append(Dictionary(uniqueKeysWithValues: pairs))
        }
        #expect(effects.updateValue(effect, forKey: reading) ?? effect == effect)
      }
    }
  }

  @Test("prove what holds of runs", arguments: 0..<60)
  func agreeAboutRuns(_ seed: UInt64) throws {
    let text =
      seed % 3 == 0
      ? RandomNamedSpec(seed: seed).text
      : RandomFairSpec(seed: seed, maximumStates: 150, isCrowded: seed % 3 == 1).text
    #expect(try complaints(SpecText.checked(text)) == [])
  }

  @Test("claim what holds under weak and strong fairness")
  func claims() throws {
    let certified = try Certified(Self.lights)
    #expect(
      certified.claimed == ["few", "swipesOne", "both", "empty", "dark", "isGone"])
    #expect(try certified.rejection() == nil)
  }

  @Test("claim no freedom of deadlocks where an end has no value")
  func endWithoutValue() throws {
    let certified = try Certified(
      "var n: 0...2 = 0\non up when n < 2 { n += 1 }\nterminal { 6 / (2 - n) > 1 }")
    #expect(certified.certificate.freedoms == [.gap, .overlap])
    #expect(try certified.rejection() == nil)
  }

  /// 3,500 states of several words, almost all of which do something of their own.
  private static let wide = """
    var n: 0...499 = 0
    var phase: 0...6 = 0
    var copies: Map<Place, 0...499> = [:]
    enum Place { first, second, third, fourth }
    var a: 0...499 = 0
    var b: 0...499 = 0
    var c: 0...499 = 0
    var d: 0...499 = 0
    var e: 0...499 = 0
    var f: 0...499 = 0
    var g: 0...499 = 0
    on next when n < 499 {
      n += 1; phase = (phase + n) % 7; copies[.first] = n
      a = n; b = n; c = n; d = n; e = n; f = n; g = n
    }
    on turn { phase = (phase + 1) % 7 }
    invariant same { a == g && (copies[.first] ?? 0) == n }
    transition goesOn after next { n == old(n) + 1 && phase == (old(phase) + n) % 7 }
    transition neverThere after next { !(old(n) == 433 && old(phase) == 5) }
    possible atEnd { n == 499 }
    """

  @Test("prove wide states, and steps that are seldom the same")
  func wideStates() throws {
    let spec = try SpecText.checked(Self.wide)
    #expect(try complaints(spec) == [])
    var certified = try Certified(spec)
    #expect(certified.certificate.stateCount == 3_500)
    #expect(certified.claimed == ["same", "goesOn", "atEnd"])
    certified.certificate.claims.append(.init(name: "neverThere", proof: .everywhere))
    #expect(try certified.rejection()?.hasPrefix("'neverThere' does not hold of next") == true)
  }

  @Test("prove a spec without variables")
  func noVariables() throws {
    #expect(try complaints(SpecText.checked("on receive {}\ninvariant fine { 1 < 2 }")) == [])
  }

  // MARK: What is tampered with

  @Test("are rejected without any one of their states")
  func missingStates() throws {
    let certified = try Certified(Self.lights)
    let width = certified.certificate.values.count
    for place in 0..<certified.certificate.stateCount {
      var other = certified.certificate
      other.claims = []
      other.rows.removeSubrange(place * width..<(place + 1) * width)
      #expect(try certified.rejection(of: other) != nil, "\(place)")
    }
  }

  @Test("are rejected with any rank that is lower, or none")
  func wrongRanks() throws {
    let certified = try Certified(Self.lights)
    var count = 0
    for (claim, proof) in certified.certificate.claims.map(\.proof).enumerated() {
      for place in 0..<certified.certificate.stateCount {
        var other = certified.certificate
        switch proof {
        case .distances(var all):
          guard all[0][place] > 0 else { continue }
          all[0][place] -= 1
          other.claims[claim].proof = .distances(all)
        case .ranks(var all):
          guard all[0].places[place] != Certificate.noRank else { continue }
          all[0].places[place] = Certificate.noRank
          other.claims[claim].proof = .ranks(all)
        case .everywhere, .path: continue
        }
        count += 1
        #expect(try certified.rejection(of: other) != nil, "\(claim) \(place)")
      }
    }
    #expect(count > 20)
  }

  @Test(
    "with any other bit behind the head are rejected, or have other ranks or ways that prove the same"
  )
  func anyOtherBit() throws {
    let certified = try Certified(Self.lights)
    let (certificate, spec) = (certified.certificate, certified.machine.spec)
    let bytes = try CertificateFile.encoded(certificate, spec)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2).map(Array.init)
    let words = String(decoding: lines[0], as: UTF8.self).split(separator: " ").dropLast()
    var accepted = 0
    for bit in 0..<lines[2].count * 8 {
      var payload = lines[2]
      payload[bit / 8] ^= 1 << UInt8(bit % 8)
      let body = lines[1] + [UInt8(ascii: "\n")] + payload
      let first = "\(words.joined(separator: " ")) \(Fingerprint.of(bytes: body[...]))\n"
      let file = try CertificateFile(bytes: Array(first.utf8) + body)
      guard let other = try? file.certificate(of: spec),
        try certified.rejection(of: other) == nil
      else { continue }
      accepted += 1
      #expect(other.rows == certificate.rows && other.values == certificate.values, "\(bit)")
      #expect(other.claims != certificate.claims, "\(bit)")
    }
    #expect(accepted < lines[2].count * 8 / 10)
  }

  @Test("are rejected if they claim what does not hold")
  func wrongClaims() throws {
    let certified = try Certified(Self.lights)
    let states = certified.certificate.stateCount
    let one = Certificate.Ranking(
      components: [.init(parent: nil, putsOff: 0)], places: Array(repeating: 0, count: states))
    let claims: [(String, Certificate.Proof)] = [
      ("atMostOne", .everywhere), ("staysOnline", .ranks([one])), ("both", .path([0])),
      ("both", .path([0, states - 1])), ("dark", .everywhere), ("few", .path([0])),
      ("empty", .distances([Array(repeating: 0, count: states)])), ("other", .everywhere),
      ("isGone", .ranks([one])),
    ]
    for (name, proof) in claims {
      var other = certified.certificate
      other.claims = [.init(name: name, proof: proof)]
      #expect(try certified.rejection(of: other) != nil, "\(name)")
    }
    var free = try Certified("var n: 0...2 = 0\non up when n < 2 { n += 1 }")
    #expect(!free.certificate.freedoms.contains(.deadlock))
    free.certificate.freedoms = Certificate.SafetyClaim.allCases
    #expect(try free.rejection()?.hasPrefix("nothing can happen") == true)
  }

  @Test("are rejected if what they say is put off is done")
  func takenActions() throws {
    var other = try Certified(
      "var x = false\nvar n = false\nfair on spin { x = !x }\neventually done { n }")
    let all = Array(repeating: UInt32(0), count: other.certificate.stateCount)
    let one = Certificate.Ranking(components: [.init(parent: nil, putsOff: 0)], places: all)
    other.certificate.claims = [.init(name: "done", proof: .ranks([one]))]
    #expect(try other.rejection()?.hasPrefix("the rank of 'done' does not go down by spin") == true)
  }

  @Test("are rejected if components are nested deeper than there are actions to put off")
  func deepComponents() throws {
    var other = try Certified(Self.lights)
    let deep = Certificate.Ranking(
      components: (0..<200_000).map { .init(parent: $0 == 0 ? nil : $0 - 1, putsOff: 0) },
      places: Array(repeating: 199_999, count: other.certificate.stateCount))
    other.certificate.claims = [.init(name: "dark", proof: .ranks([deep]))]
    #expect(try other.rejection() == "the proof of 'dark' is of another kind")
  }

  @Test("are rejected by a spec that does something else")
  func otherSpec() throws {
    let certified = try Certified(Self.lights)
    for (old, new) in [
      ("light = true }", "light = false }"), ("when light {", "when light && online {"),
      ("fair on sleep", "on sleep"), ("strongly fair", "fair"),
      ("var light = false", "var light = true"),
      ("shown.count <= 2", "shown.count <= 1"),
    ] {
      let other = try Certified(Self.lights.replacing(old, with: new))
      #expect(try other.rejection(of: certified.certificate) != nil, "\(new)")
    }
  }

  // MARK: Files

  @Test("are damaged by any bit that is another one")
  func damagedFiles() throws {
    let certified = try Certified(Self.lights)
    let bytes = try CertificateFile.encoded(certified.certificate, certified.machine.spec)
    for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 150)) {
      var other = bytes
      other[place] ^= 1 << UInt8(place % 8)
      #expect(throws: CertificateFile.Problem.self) { try CertificateFile(bytes: other) }
    }
    for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 50)) {
      #expect(throws: CertificateFile.Problem.self) {
        try CertificateFile(bytes: Array(bytes.prefix(length)))
      }
    }
  }

  /// A file with other bytes after its head, and their digest.
  static func forged(_ bytes: [UInt8], _ seed: UInt64) throws -> [UInt8] {
    var random = SplitMix64(seed: seed)
    let line = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    let form = try #require(
      String(decoding: bytes[..<line], as: UTF8.self).split(separator: " ").dropLast().last)
    var body = Array(bytes[(line + 1)...])
    let head = try #require(body.firstIndex(of: UInt8(ascii: "\n")))
    for _ in 0...Int(random.next() % 3) {
      body[head + 1 + Int(random.next() % UInt64(body.count - head - 1))] = UInt8(
        truncatingIfNeeded: random.next())
    }
    return Array("traycheck certificate \(form) \(Fingerprint.of(bytes: body[...]))\n".utf8) + body
  }

  @Test("prove nothing false with any bytes behind a right digest", arguments: 0..<150)
  func forgedFiles(_ seed: UInt64) throws {
    let certified = try Certified(Self.lights)
    let spec = certified.machine.spec
    let bytes = try CertificateFile.encoded(certified.certificate, spec)
    let forged = try Self.forged(bytes, seed)
    let file = try CertificateFile(bytes: forged)
    guard let certificate = try? file.certificate(of: spec) else { return }
    if try certified.rejection(of: certificate) == nil {
      #expect(Set(certificate.claims.map(\.name)).isSubset(of: certified.claimed))
      #expect(certificate.stateCount == certified.certificate.stateCount)
    }
  }
}
