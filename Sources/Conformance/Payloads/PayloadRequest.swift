import Basics
import Semantics

/// A request to describe the behaviour of platforms at the payload of a push.
public struct PayloadRequest: Sendable {
  /// The path of the payload, a JSON file.
  public var path: String
  /// The platform; nil for all that the payload addresses.
  public var platform: String?
  /// The maps of payloads; empty to look for them in `Specs/platform`, in the current folder and those around it.
  public var maps: [String] = []
  /// The spec of an app whose decisions count, with its world, params and limits. Without a path, world and params are
  /// those of the libraries.
  @Boxed public var conform = ConformRequest(path: "", driver: [])

  /// Creates a request for the payload at a path.
  public init(path: String) { self.path = path }
}

extension PayloadRequest: Job {
  /// Describes the behaviour at the payload.
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> PayloadOutcome {
    try onLargeStack { () throws(RequestError) in
      PayloadOutcome(
        report: try PayloadRun(request: self, limits: conform.limits(isInterrupted)).run())
    }
  }
}

/// The behaviour of platforms at a payload.
public struct PayloadOutcome: ReportedOutcome {
  @Boxed package var report: PayloadReport

  /// The exit status of the run: `violation` if fields of the payload contradict each other.
  public var status: ExitStatus { report.status }

  /// Renders the result in an output format.
  ///
  /// - Throws: `EncodingError` if a value cannot be written as JSON.
  public func rendered(
    as format: ReportFormat, _ style: ReportStyle = ReportStyle()
  ) throws -> String {
    switch format {
    case .text: PayloadText(style: style.text).render(report).withoutLongWords
    case .json: try report.encoded()
    }
  }

  /// Renders unreadable files and the errors of specs as text for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    style.diagnostics(report.unreadable, report.broken)
  }
}
