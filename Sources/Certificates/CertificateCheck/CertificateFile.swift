import Files
import Platform
import Semantics

/// The file of a certificate: `CertificateFile.encoded(certificate, spec)` and `try CertificateFile(bytes:
/// bytes).certificate(of: spec)`.
///
/// It has a line with the form and a digest of the rest, and a line of JSON, `Head`. Then follow, in bytes, the layout
/// of states, the states, one by one or as a decision diagram, and the proofs. "The form of a certificate" describes
/// it.
package struct CertificateFile: Sendable {
  package static let suffix = ".certificate"
  private static let mark = "traycheck certificate"

  /// The encoding of the states, by its number in the first line.
  package enum Form: Int, Sendable {
    case rows = 1, diagram
  }

  /// The part that can be read without the spec.
  package struct Head: Codable, Sendable {
    package var subject: Certificate.Subject
    /// The number of states, if they are listed one by one.
    package var states: Int?
    /// The number of nodes, if they are a diagram.
    package var nodes: Int?
    package var freedoms: [Certificate.SafetyClaim]
    /// The properties, each with its proof.
    package var claims: [Claim]

    package struct Claim: Codable, Sendable {
      package var name: String
      package var proof: Kind
    }

    package enum Kind: String, Codable, Sendable { case everywhere, path, distances, ranks }
  }

  package let form: Form
  package let head: Head
  private let payload: ArraySlice<UInt8>

  // MARK: Writing

  /// - Throws: `EncodingError` if JSON cannot represent a name.
  package static func encoded(_ certificate: Certificate, _ spec: CheckedSpec) throws -> [UInt8] {
    let head = Head(
      subject: certificate.subject, states: certificate.stateCount,
      freedoms: certificate.freedoms,
      claims: certificate.claims.map { .init(name: $0.name, proof: kind($0.proof)) })
    var writer = ByteWriter()
    for (variable, values) in zip(spec.variables, certificate.values) {
      writer.write(UInt64(values.count))
      for value in values { writer.write(value, variable.type) }
    }
    writer.write(rows: certificate.rows, widths: widths(certificate.values))
    for claim in certificate.claims { writer.write(claim.proof) }
    return try encoded(head, .rows, writer.bytes)
  }

  static func encoded(_ head: Head, _ form: Form, _ payload: [UInt8]) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let body = Array(try encoder.encode(head)) + [UInt8(ascii: "\n")] + payload
    let first = "\(mark) \(form.rawValue) \(Fingerprint.of(bytes: body[...]))\n"
    return Array(first.utf8) + body
  }

  private static func kind(_ proof: Certificate.Proof) -> Head.Kind {
    switch proof {
    case .everywhere: .everywhere
    case .path: .path
    case .distances: .distances
    case .ranks: .ranks
    }
  }

  /// The number of bits for the values of each variable.
  private static func widths(_ values: [[Value]]) -> [Int] {
    values.map { RowLayout.width($0.count) }
  }

  // MARK: Reading

  /// Why a file is no certificate, in words.
  package struct Problem: Error, Sendable {
    package var reason: String
  }

  package init(bytes: [UInt8]) throws(Problem) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end < 200 else {
      throw Problem(reason: "it is no certificate")
    }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 4, words.prefix(2).joined(separator: " ") == Self.mark else {
      throw Problem(reason: "it is no certificate")
    }
    guard let form = Int(words[2]).flatMap(Form.init), words[2] == "\(form.rawValue)" else {
      throw Problem(reason: "it is of the form \(words[2]), and this tool reads 1 and 2")
    }
    let body = bytes[(end + 1)...]
    guard words[3] == Fingerprint.of(bytes: body) else {
      throw Problem(reason: "it is damaged: its digest is another one")
    }
    guard let line = body.firstIndex(of: UInt8(ascii: "\n")),
      let head = try? JSONDecoder().decode(Head.self, from: Data(body[..<line]))
    else { throw Problem(reason: "it is damaged: its head cannot be read") }
    guard (head.states == nil) == (form == .diagram), (head.nodes == nil) == (form == .rows) else {
      throw Problem(reason: "it is damaged: its head is of another form")
    }
    self.form = form
    self.head = head
    payload = body[(line + 1)...]
  }

  /// Reads the part after the head.
  var reader: ByteReader { ByteReader(payload) }

  /// The certificate, of a spec in the world that its head names.
  ///
  /// - Throws: `Certifier.Rejection` if it is for another spec.
  package func certificate(of spec: CheckedSpec) throws(Certifier.Rejection) -> Certificate {
    do throws(ByteReader.DamageError) {
      return try decoded(spec)
    } catch {
      throw Certifier.Rejection("it does not fit the spec: its states cannot be read")
    }
  }

  private func decoded(_ spec: CheckedSpec) throws(ByteReader.DamageError) -> Certificate {
    var reader = reader
    let states = head.states ?? 0
    var values: [[Value]] = []
    for variable in spec.variables {
      var known: [Value] = []
      for _ in 0..<(try reader.count()) { known.append(try reader.value(variable.type)) }
      values.append(known)
    }
    let rows = try reader.rows(states, widths: Self.widths(values))
    var claims: [Certificate.PropertyClaim] = []
    for claim in head.claims {
      claims.append(
        .init(name: claim.name, proof: try reader.proof(claim.proof, states: states)))
    }
    guard reader.isAtEnd else { throw ByteReader.DamageError() }
    return Certificate(
      subject: head.subject, values: values, rows: rows, claims: claims, freedoms: head.freedoms)
  }
}

// MARK: The parts

extension ByteWriter {
  /// Rows, each in the total number of bits of its columns, the first column lowest.
  fileprivate mutating func write(rows: [UInt32], widths: [Int]) {
    var (open, bits) = (UInt64(0), 0)
    for (place, value) in rows.enumerated() {
      let width = widths[place % widths.count]
      open |= UInt64(value) << UInt64(bits)
      bits += width
      while bits >= 8 {
        append(UInt8(truncatingIfNeeded: open))
        open >>= 8
        bits -= 8
      }
    }
    if bits > 0 { append(UInt8(truncatingIfNeeded: open)) }
  }

  fileprivate mutating func write(_ proof: Certificate.Proof) {
    switch proof {
    case .everywhere: break
    case .path(let path):
      write(UInt64(path.count))
      for place in path { write(UInt64(place)) }
    case .distances(let all):
      write(UInt64(all.count))
      for distances in all { write(ranks: distances) }
    case .ranks(let all):
      write(UInt64(all.count))
      for ranking in all {
        write(UInt64(ranking.components.count))
        for component in ranking.components {
          write(UInt64((component.parent ?? -1) + 1))
          write(UInt64(component.putsOff))
        }
        write(ranks: ranking.places)
      }
    }
  }

  /// One more than each, and 0 for none; runs of equal ones are stored once with their length.
  private mutating func write(ranks: [UInt32]) {
    var place = 0
    while place < ranks.count {
      var end = place + 1
      while end < ranks.count, ranks[end] == ranks[place] { end += 1 }
      write(ranks[place] == Certificate.noRank ? 0 : UInt64(ranks[place]) + 1)
      write(UInt64(end - place))
      place = end
    }
  }
}

extension ByteReader {
  fileprivate mutating func rows(_ count: Int, widths: [Int]) throws(DamageError) -> [UInt32] {
    // Without variables there is one state, and without bits at most one.
    guard count >= 0, widths.reduce(0, +) > 0 || count <= 1, !widths.isEmpty || count == 1 else {
      throw DamageError()
    }
    try require(count, bitsEach: widths.reduce(0, +))
    var rows: [UInt32] = []
    rows.reserveCapacity(count * widths.count)
    var (open, bits) = (UInt64(0), 0)
    for _ in 0..<count {
      for width in widths {
        while bits < width {
          open |= UInt64(try byte()) << UInt64(bits)
          bits += 8
        }
        rows.append(UInt32(truncatingIfNeeded: open & (1 << UInt64(width) - 1)))
        open >>= UInt64(width)
        bits -= width
      }
    }
    // The padding of the last byte has no meaning, and must be zero.
    guard open == 0 else { throw DamageError() }
    return rows
  }

  fileprivate mutating func proof(
    _ kind: CertificateFile.Head.Kind, states: Int
  ) throws(DamageError) -> Certificate.Proof {
    switch kind {
    case .everywhere: return .everywhere
    case .path:
      var path: [Int] = []
      for _ in 0..<(try count()) {
        let place = try number()
        guard place <= UInt64(UInt32.max) else { throw DamageError() }
        path.append(Int(place))
      }
      return .path(path)
    case .distances:
      var all: [[UInt32]] = []
      for _ in 0..<(try count()) { all.append(try ranks(states)) }
      return .distances(all)
    case .ranks:
      var all: [Certificate.Ranking] = []
      for _ in 0..<(try count()) {
        var components: [Certificate.Ranking.Component] = []
        for _ in 0..<(try count()) {
          let parent = try number()
          let action = try number()
          guard parent <= UInt64(components.count), action < 1 << 32 else { throw DamageError() }
          components.append(
            .init(parent: parent == 0 ? nil : Int(parent) - 1, putsOff: Int(action)))
        }
        all.append(.init(components: components, places: try ranks(states)))
      }
      return .ranks(all)
    }
  }

  private mutating func ranks(_ count: Int) throws(DamageError) -> [UInt32] {
    var ranks: [UInt32] = []
    while ranks.count < count {
      let rank = try number()
      let times = try number()
      guard rank <= UInt64(UInt32.max), times > 0, times <= UInt64(count - ranks.count) else {
        throw DamageError()
      }
      ranks += repeatElement(
        rank == 0 ? Certificate.noRank : UInt32(rank - 1), count: Int(times))
    }
    return ranks
  }
}
