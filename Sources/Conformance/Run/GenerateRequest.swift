import Basics
import Drivers
import Files
import Reports
import Semantics
import SpecLanguage

/// A request to generate the typed Swift driver of a spec.
public struct GenerateRequest: Sendable {
  /// The access level of the generated declarations.
  public enum Access: String, Sendable, CaseIterable {
    /// Public: usable from every module.
    case `public`
    /// Internal: usable in its own module only.
    case `internal`
  }

  /// The path of the spec.
  public var path: String
  /// The world that the implementation has to conform to.
  public var world = "default"
  /// Values for params, which override those of the world.
  public var settings: [TraySetting] = []
  /// Hidden events that the implementation may perform without notice. The driver protocol has no methods for them.
  public var hidden: [String] = []
  /// The access level of the generated declarations.
  public var access = Access.internal
  /// Whether drivers are isolated to the main actor. Otherwise they run in the isolation of the caller.
  public var isOnMainActor = false
  /// The maximum number of values that are enumerated for one type or event.
  public var maximumValues = 1 << 24
  /// The names that messages use for the parts of this request.
  @Boxed public var vocabulary = RequestVocabulary()

  /// Creates a request for the typed driver of a spec.
  public init(path: String) { self.path = path }

  var drivers: DriverRequest {
    var request = DriverRequest(path: path)
    request.world = world
    request.settings = settings.map { ($0.name, $0.value) }
    request.hidden = hidden
    request.access = access == .public ? .public : .internal
    request.isOnMainActor = isOnMainActor
    request.limits = Checker.Limits(maximumValues: maximumValues, vocabulary: vocabulary)
    return request
  }
}

/// The result of generating a typed driver.
public struct GenerateOutcome: Sendable {
  /// The text of the Swift file; nil if the spec is unreadable or has errors.
  public let text: String?
  private let path: String
  private let broken: (diagnostics: [Diagnostic], suppressed: Int)?
  private let unreadable: CheckReport.Unreadable?

  /// Generates the driver.
  ///
  /// - Throws: `RequestError` if the request names a world, param or event that the spec does not have.
  init(_ request: GenerateRequest) throws(RequestError) {
    path = request.path
    do throws(DriverRequest.Problem) {
      text = try request.drivers.source()
      (broken, unreadable) = (nil, nil)
    } catch {
      text = nil
      switch error {
      case .unknown(let reason): throw RequestError(reason)
      case .unreadable(let path, let reason):
        (broken, unreadable) = (nil, .init(path: path, reason: reason))
      case .broken(let diagnostics, let suppressed):
        (broken, unreadable) = ((diagnostics, suppressed), nil)
      }
    }
  }

  /// The exit status: success if there is a driver.
  public var status: ExitStatus { text == nil ? .specError : .success }

  /// Renders unreadable files and the errors of the spec as text for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    if let unreadable { return unreadable.text.withoutLongWords }
    guard let broken else { return "" }
    return DiagnosticText(style: style.text)
      .render(broken.diagnostics, suppressed: broken.suppressed).withoutLongWords
  }

  /// Writes the generated file atomically, if there is one, and never over the spec.
  ///
  /// - Throws: `ReportFileError` if it cannot be written.
  public func write(to path: String) throws(ReportFileError) {
    guard let text else { return }
    let file = OutputFile(path)
    if file.isSame(as: OutputFile(self.path)) {
      throw ReportFileError(reason: "the spec is there")
    }
    do throws(FileError) {
      try file.replace(with: Array(text.utf8))
    } catch {
      throw ReportFileError(reason: error.reason)
    }
  }
}

extension GenerateRequest: Job {
  /// Writes the typed driver.
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> GenerateOutcome {
    try onLargeStack { () throws(RequestError) in try GenerateOutcome(self) }
  }
}
