import Basics
import Reports
import TrayKit

/// A request to check stored certificates.
public struct CertifyRequest: Sendable {
  /// The files and folders to check; a folder means all certificates in it.
  public var paths: [String]
  /// Specs, and folders of specs. Each of their worlds needs a certificate.
  public var specs: [String] = []
  /// Whether the run is strict: each world of a certified spec needs a certificate, each certificate has to claim
  /// something, and the folders may contain no other files. Hidden files are allowed.
  public var isStrict = false
  /// Values of constants that override those of the specs and of their worlds.
  public var settings: [TraySetting] = []
  /// The time limit for the check of one certificate; nil for no limit.
  public var timeLimit: Duration?
  /// The memory limit of the process in bytes; nil for three quarters of the machine's memory.
  public var memoryLimit: Int?
  /// The number of certificates that are checked in parallel; nil for the number of cores.
  public var threads: Int?
  /// The maximum number of values that are enumerated for one type or event.
  public var maximumValues = 1 << 24
  /// The names that messages use for the parts of this request.
  @Boxed public var vocabulary = RequestVocabulary()

  /// Creates a request for the certificates at `paths`.
  public init(paths: [String] = [CertifyRequest.defaultFolder]) { self.paths = paths }

  /// The default folder of certificates.
  public static let defaultFolder = "Certificates"
}

/// The result of checking certificates.
public struct CertifyOutcome: ReportedOutcome {
  package var report: CertificateReport

  /// The exit status of the run.
  public var status: ExitStatus { report.status }

  /// The verdict on each certificate, in the order of the files.
  public var certificates: [CertificateVerdict] { report.verdicts }

  /// The worlds of the requested specs that have no certificate.
  public var missing: [MissingCertificate] { report.missing }

  /// The files in folders that are not certificates; empty unless the run is strict.
  public var otherFiles: [String] { report.others }

  /// Renders the errors of files that cannot be read, as text for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    report.unreadable.withoutLongWords
  }

  /// Renders the result in an output format.
  ///
  /// - Throws: `EncodingError` if a value cannot be written as JSON.
  public func rendered(
    as format: ReportFormat, _ style: ReportStyle = ReportStyle()
  ) throws -> String {
    switch format {
    case .text:
      CertificateText(style: style.text, isQuiet: style.isQuiet)
        .render(report).withoutLongWords
    case .json: try report.encoded()
    }
  }
}

extension CertifyRequest: Job {
  /// Checks the certificates.
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> CertifyOutcome {
    let limits = RunLimits(time: timeLimit, memory: memoryLimit, isInterrupted: isInterrupted)
    return try onLargeStack { () throws(RequestError) in
      CertifyOutcome(report: try CertifyRun(request: self, limits: limits).run())
    }
  }
}
