import Drivers
import Files
import Reports
import Semantics
import SpecLanguage

/// Of which spec a typed driver is to be made, and how.
public struct GenerateRequest: Sendable {
  /// Who may use what is made.
  public enum Access: String, Sendable, CaseIterable {
    /// Every module.
    case `public`
    /// The module that it is part of.
    case `internal`
  }

  /// The spec.
  public var path: String
  /// The world that the implementation is to be like.
  public var world = "default"
  /// Values for params, which win over the world's.
  public var settings: [TraySetting] = []
  /// Events that may happen in the implementation by themselves, unseen. They are no methods of drivers.
  public var hidden: [String] = []
  /// Who may use what is made.
  public var access = Access.internal
  /// Drivers are isolated to the main actor; else they are asked where they are checked.
  public var isOnMainActor = false
  /// How many values may be enumerated for one type or event.
  public var maximumValues = 1 << 24
  /// What messages call the parts of this request.
  public var vocabulary = RequestVocabulary()

  /// A request to make the typed driver of a spec.
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

/// The typed driver of a spec, or why there is none.
public struct GenerateOutcome: Sendable {
  /// The Swift file; nil if the spec has mistakes or cannot be read.
  public let text: String?
  private let path: String
  private let broken: (diagnostics: [Diagnostic], suppressed: Int)?
  private let unreadable: CheckReport.Unreadable?

  /// Makes it.
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

  /// Whether there is a driver.
  public var status: ExitStatus { text == nil ? .specError : .success }

  /// What could not be read, and the errors of the spec, for people; empty if there are none.
  public func diagnostics(_ style: ReportStyle = ReportStyle()) -> String {
    if let unreadable { return unreadable.text.withoutLongWords }
    guard let broken else { return "" }
    return DiagnosticText(style: style.text)
      .render(broken.diagnostics, suppressed: broken.suppressed).withoutLongWords
  }

  /// Writes the file, if there is one, at once and never over the spec.
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
