import Reports
@_exported import TrayKit

/// The settings of a check that writes certificates.
struct CertificateSettings {
  /// The folder for certificates; nil for none.
  var folder: String?
}

extension CertificateSettings: CheckExtension {
  var needsSearches: Bool { folder != nil }

  func finish(
    _ specs: [SpecReport], of request: CheckRequest, threads: Int, limits: RunLimits
  ) -> RunAddition {
    var addition = RunAddition()
    guard let folder else { return addition }
    let writing = CertificateWriting(
      folder: folder, bounds: request.bounds, limits: limits, threads: threads,
      allowances: request.allowances)
    let (saved, problems) = writing.write(specs)
    let written = saved.filter { $0.problem == nil }
    if !written.isEmpty {
      addition.notes = [
        "saved \(Wording.count(written.count, "certificate")), "
          + Wording.bytes(written.reduce(0) { $0 + $1.bytes })
      ]
    }
    addition.unwritten = saved.compactMap { saved in
      saved.problem.map { CheckReport.Unreadable(path: saved.path, reason: $0) }
    }
    addition.problems = problems
    return addition
  }
}

extension CheckRequest {
  /// The folder for certificates of properties that hold; nil for none. With certificates, no results come from the
  /// cache.
  public var certificateFolder: String? {
    get { self[CertificateSettings.self].folder }
    set { self[CertificateSettings.self].folder = newValue }
  }
}
