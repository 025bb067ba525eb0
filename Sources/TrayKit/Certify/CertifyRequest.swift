import Reports

/// Which certificates to check.
public struct CertifyRequest: Sendable {
  /// Files and folders; a folder stands for all certificates in it.
  public var paths: [String]
  /// Specs, and folders of them, each world of which needs a certificate.
  public var specs: [String] = []
  /// Each world of a spec that some certificate is about needs a certificate, each certificate has to claim something,
  /// and the folders may hold no other files. Hidden files are allowed.
  public var isStrict = false
  /// Values of constants that win over those of the specs and of their worlds.
  public var settings: [TraySetting] = []
  /// The check of a certificate stops after that time.
  public var timeLimit: Duration?
  /// The memory that the process may take, in bytes; by default three quarters of the machine's.
  public var memoryLimit: Int?
  /// How many certificates are checked at once; by default as many as the machine has cores.
  public var threads: Int?
  /// How many values may be enumerated for one type or event.
  public var maximumValues = 1 << 24
  /// What messages call the parts of this request.
  public var vocabulary = RequestVocabulary()

  /// A request for the certificates at `paths`.
  public init(paths: [String] = [CertifyRequest.defaultFolder]) { self.paths = paths }

  /// The folder in which certificates are looked for.
  public static let defaultFolder = "Certificates"
}

/// What became of certificates.
public struct CertifyOutcome: Sendable {
  package let report: CertificateReport

  /// What a gate goes by.
  public var status: ExitStatus { report.status }

  /// What became of each, in the order of the files.
  public var certificates: [CertificateVerdict] { report.verdicts }

  /// The worlds of the chosen specs that lack a certificate.
  public var missing: [MissingCertificate] { report.missing }

  /// The files in folders that are no certificates, if the run is strict.
  public var otherFiles: [String] { report.others }

  /// What cannot be read, for people; empty if there is nothing of the kind.
  public var diagnostics: String { report.unreadable.withoutLongWords }

  /// The forms in which an outcome can be told.
  public enum Format: String, Sendable, CaseIterable {
    /// The report for people.
    case text
    /// The report for tools, described in "The form of a certificate".
    case json
  }

  /// The outcome as text in one of its forms.
  ///
  /// - Throws: `EncodingError`, if there is something in it that JSON cannot hold.
  public func rendered(as format: Format, _ style: ReportStyle = ReportStyle()) throws -> String {
    switch format {
    case .text:
      CertificateText(style: style.text, isQuiet: style.isQuiet)
        .render(report).withoutLongWords
    case .json: try JSONCertificateReport(report).encoded()
    }
  }
}

extension CertifyRequest: Job {
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> CertifyOutcome {
    let limits = RunLimits(time: timeLimit, memory: memoryLimit, isInterrupted: isInterrupted)
    return try onLargeStack { () throws(RequestError) in
      CertifyOutcome(report: try CertifyRun(request: self, limits: limits).run())
    }
  }
}
