import Semantics

/// Files of certificates whose states are a decision diagram.
extension CertificateFile {
  /// - Throws: `EncodingError` if JSON cannot represent a name.
  package static func encoded(
    _ certificate: SetCertificate, _ spec: CheckedSpec
  ) throws -> [UInt8] {
    let head = Head(
      subject: certificate.subject, nodes: certificate.nodeCount,
      freedoms: certificate.freedoms,
      claims: certificate.claims.map { claim in
        .init(name: claim.name, proof: claim.proof == .everywhere ? .everywhere : .path)
      })
    var writer = ByteWriter()
    for (type, contents) in zip(StateParts(spec.variables).types, certificate.contents) {
      writer.write(UInt64(contents.count))
      for content in contents {
        switch content {
        case nil: writer.append(0)
        case Value.none?: writer.append(1)
        case let value?:
          writer.append(2)
          writer.write(value, type)
        }
      }
    }
    for nodes in certificate.levels {
      writer.write(UInt64(nodes.count))
      for node in nodes {
        writer.write(UInt64(node.count))
        for child in node { writer.write(UInt64(child)) }
      }
    }
    for claim in certificate.claims {
      guard case .path(let path) = claim.proof else { continue }
      writer.write(UInt64(path.count))
      for state in path {
        for (variable, value) in zip(spec.variables, state) { writer.write(value, variable.type) }
      }
    }
    return try encoded(head, .diagram, writer.bytes)
  }

  /// The certificate, of a spec in the world that its head names.
  ///
  /// - Throws: `Certifier.Rejection` if it is for another spec.
  package func setCertificate(
    of spec: CheckedSpec
  ) throws(Certifier.Rejection) -> SetCertificate {
    do throws(ByteReader.DamageError) {
      return try decodedSet(spec)
    } catch {
      throw Certifier.Rejection("it does not fit the spec: its states cannot be read")
    }
  }

  private func decodedSet(_ spec: CheckedSpec) throws(ByteReader.DamageError) -> SetCertificate {
    var reader = reader
    let types = StateParts(spec.variables).types
    var contents: [[Value?]] = []
    for type in types {
      var known: [Value?] = []
      for _ in 0..<(try reader.count()) {
        switch try reader.byte() {
        case 0: known.append(nil)
        case 1: known.append(Value.none)
        case 2:
          let value = try reader.value(type)
          if value == .none { throw ByteReader.DamageError() }
          known.append(value)
        default: throw ByteReader.DamageError()
        }
      }
      contents.append(known)
    }
    var levels: [[[UInt32]]] = []
    for _ in types {
      var nodes: [[UInt32]] = []
      for _ in 0..<(try reader.count()) {
        var node: [UInt32] = []
        for _ in 0..<(try reader.count()) {
          let child = try reader.number()
          guard child <= UInt64(UInt32.max) else { throw ByteReader.DamageError() }
          node.append(UInt32(child))
        }
        nodes.append(node)
      }
      levels.append(nodes)
    }
    var claims: [(name: String, proof: SetCertificate.Proof)] = []
    for claim in head.claims {
      switch claim.proof {
      case .everywhere: claims.append((claim.name, .everywhere))
      case .path:
        var path: [[Value]] = []
        for _ in 0..<(try reader.count()) {
          path.append(
            try spec.variables.map { (variable) throws(ByteReader.DamageError) in
              try reader.value(variable.type)
            })
        }
        claims.append((claim.name, .path(path)))
      case .distances, .ranks: throw ByteReader.DamageError()
      }
    }
    let certificate = SetCertificate(
      subject: head.subject, contents: contents, levels: levels, claims: claims,
      freedoms: head.freedoms)
    guard reader.isAtEnd, certificate.nodeCount == head.nodes else {
      throw ByteReader.DamageError()
    }
    return certificate
  }
}
