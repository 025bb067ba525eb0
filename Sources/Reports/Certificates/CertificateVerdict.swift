/// What became of a certificate.
public struct CertificateVerdict: Codable, Sendable, Equatable {
  /// How it turned out.
  public enum Status: String, Codable, Sendable {
    /// It proves what it claims.
    case certified
    /// It does not.
    case rejected
    /// The spec is another one than that of which it was made, or is gone.
    case stale
    /// It is no certificate, or damaged.
    case unreadable
    /// A limit was reached before it was checked.
    case undecided
    /// The tool contradicts itself.
    case internalError = "internal-error"
  }

  /// The file.
  public var path: String
  /// How it turned out.
  public var status: Status
  /// Why it proves nothing.
  public var reason: String?
  /// The name of the spec that it is about, if it can be read.
  public var spec: String?
  /// The path of that spec, as the certificate tells it.
  public var specPath: String?
  /// The world that it is about.
  public var world: String?
  /// The constants of that world, by name, as the certificate has them.
  public var constants: [String: String] = [:]
  /// The properties that it claims, by name.
  public var properties: [String] = []
  /// What it claims never to happen: `"deadlock"`, `"gap"`, `"overlap"`, `"fault"`.
  public var freedoms: [String] = []
  /// How many states are in it; the largest integer if there are more.
  public var states: Int?
  /// The digits of that number if there are more.
  public var largeStates: String?
  /// How many nodes the diagram has that its states are written as, if they are.
  public var nodes: Int?
  /// How many steps lead from them, once it was checked; nil if they were not counted, as with a diagram.
  public var steps: Int?
  /// How long it took to check, in seconds.
  public var seconds = 0.0

  /// Whether it claims no property, and nothing that never happens.
  package var claimsNothing: Bool { properties.isEmpty && freedoms.isEmpty }

  package init(path: String, status: Status, reason: String? = nil) {
    self.path = path
    self.status = status
    self.reason = reason
  }
}

/// A world that has no certificate, or none that claims all that it has to.
public struct MissingCertificate: Codable, Sendable, Equatable {
  /// The path of the spec.
  public var path: String
  /// The name of the spec.
  public var spec: String
  /// The world.
  public var world: String
  /// The lack, in a clause.
  public var reason: String

  package init(path: String, spec: String, world: String, reason: String) {
    self.path = path
    self.spec = spec
    self.world = world
    self.reason = reason
  }
}

/// A certificate that was written, or could not be.
package struct SavedCertificate: Sendable {
  package var path: String
  /// How large it is.
  package var bytes: Int
  /// The reason why it was not written.
  package var problem: String?

  package init(path: String, bytes: Int) {
    self.path = path
    self.bytes = bytes
  }
}

/// What became of all of them.
package struct CertificateReport: Sendable {
  package var verdicts: [CertificateVerdict] = []
  /// Folders in which there are none.
  package var empty: [String] = []
  /// The worlds of the chosen specs that lack a certificate.
  package var missing: [MissingCertificate] = []
  /// The files in folders that are no certificates, in a strict run.
  package var others: [String] = []
  /// A certificate that claims nothing is a failure.
  package var isStrict = false
  /// From the first file read to the last one checked.
  package var duration = Duration.zero
  package var isInterrupted = false
  /// The specs that have errors, a line for the first one of each.
  package var broken: [CheckReport.Unreadable] = []

  package init() {}

  /// What cannot be read, a line each.
  package var unreadable: String {
    let files = verdicts.filter { $0.status == .unreadable }.map {
      CheckReport.Unreadable(path: $0.path, reason: $0.reason ?? "")
    }
    return (files + broken).map(\.text).joined()
  }

  /// The certificates that claim nothing, in a strict run.
  package var empties: [CertificateVerdict] {
    isStrict ? verdicts.filter { $0.status == .certified && $0.claimsNothing } : []
  }

  /// The worst of what became of them: 70 before 2, that before 1, and that before 3.
  package var status: ExitStatus {
    let all = Set(verdicts.map(\.status))
    if all.contains(.internalError) { return .internalError }
    if all.contains(.unreadable) || !broken.isEmpty { return .specError }
    if all.contains(.rejected) || all.contains(.stale) { return .violation }
    if all.contains(.undecided) || verdicts.isEmpty || !empty.isEmpty || isInterrupted
      || !missing.isEmpty || !others.isEmpty || !empties.isEmpty
    {
      return .inconclusive
    }
    return .success
  }
}
