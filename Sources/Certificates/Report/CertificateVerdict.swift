import Reports

/// The verdict on a certificate.
public struct CertificateVerdict: Codable, Sendable, Equatable {
  /// The status of a certificate.
  public enum Status: String, Codable, Sendable {
    /// The certificate proves its claims.
    case certified
    /// The certificate does not prove its claims.
    case rejected
    /// The spec has changed since the certificate was made, or is missing.
    case stale
    /// The file is not a certificate, or is damaged.
    case unreadable
    /// A limit was reached before the check ended.
    case undecided
    /// The tool made a mistake.
    case internalError = "internal-error"
  }

  /// The path of the certificate.
  public var path: String
  /// The status of the certificate.
  public var status: Status
  /// The reason why the certificate proves nothing; nil if it proves its claims.
  public var reason: String?
  /// The name of the certified spec; nil if it cannot be read.
  public var spec: String?
  /// The path of the certified spec, as stored in the certificate.
  public var specPath: String?
  /// The name of the certified world.
  public var world: String?
  /// The constants of the certified world by name, as stored in the certificate.
  public var constants: [String: String] = [:]
  /// The condition of the world's `explore while`, within which the claims hold; nil without one.
  public var bound: String?
  /// The names of the properties that the certificate claims.
  public var properties: [String] = []
  /// The kinds of errors that the certificate claims never to happen: `"deadlock"`, `"gap"`, `"overlap"`, `"fault"`.
  public var freedoms: [String] = []
  /// The number of states in the certificate; the largest integer if there are more.
  public var states: Int?
  /// The digits of the number of states if it exceeds the largest integer; nil otherwise.
  public var largeStates: String?
  /// The number of nodes of the decision diagram that encodes the states; nil if there is none.
  public var nodes: Int?
  /// The number of steps from the states, counted during the check; nil if they were not counted, as for a diagram.
  public var steps: Int?
  /// The duration of the check, in seconds.
  public var seconds = 0.0

  /// Whether the certificate claims neither properties nor the absence of errors.
  package var claimsNothing: Bool { properties.isEmpty && freedoms.isEmpty }
}

/// A world whose certificate is missing or incomplete.
public struct MissingCertificate: Codable, Sendable, Equatable {
  /// The path of the spec.
  public var path: String
  /// The name of the spec.
  public var spec: String
  /// The name of the world.
  public var world: String
  /// A clause that describes the missing claim.
  public var reason: String
}

/// The verdicts on all certificates of a run.
package struct CertificateReport: Sendable {
  package var verdicts: [CertificateVerdict] = []
  /// Folders without certificates.
  package var empty: [String] = []
  /// The requested worlds that have no certificate.
  package var missing: [MissingCertificate] = []
  /// The files in folders that are not certificates, in a strict run.
  package var others: [String] = []
  /// Whether a certificate without claims is a failure.
  package var isStrict = false
  /// The time from the first file read to the last one checked.
  package var duration = Duration.zero
  package var isInterrupted = false
  /// The specs that have errors, with the first error of each.
  package var broken: [CheckReport.Unreadable] = []
  /// The commands that make sense now; the caller fills the list.
  package var next: [NextCommand] = []

  /// The unreadable files, one line each.
  package var unreadable: String {
    let files = verdicts.filter { $0.status == .unreadable }.map {
      CheckReport.Unreadable(path: $0.path, reason: $0.reason ?? "")
    }
    return String((files + broken).map(\.text).joined().dropLast())
  }

  /// The certificates without claims, in a strict run.
  package var empties: [CertificateVerdict] {
    isStrict ? verdicts.filter { $0.status == .certified && $0.claimsNothing } : []
  }

  /// The exit status for the worst verdict: 70 before 2, then 1, then 3.
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
