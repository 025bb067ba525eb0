import Commands
import Foundation
import TestSupport
import Testing
import TrayKit

/// A small spec with a golden report, one for each kind of content.
struct Sample: Sendable, CustomTestStringConvertible {
  /// The name of its golden files.
  let name: String
  let spec: String
  /// The limit of states.
  let maximumStates: Int?

  init(_ name: String, maximumStates: Int? = nil, _ spec: String) {
    self.name = name
    self.spec = spec
    self.maximumStates = maximumStates
  }

  var testDescription: String { name }

  /// A report on the spec, with the name `sample.tray`, and with equal times.
  func report(_ render: (CheckOutcome) throws -> String) throws -> String {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(spec + "\n", to: "sample.tray")])
    request.maximumStates = maximumStates
    request.vocabulary = .options()
    return try Self.settled(render(request.outcome()), folder)
  }

  /// A report on all samples at once.
  static func reportOnAll(_ render: (CheckOutcome) throws -> String) throws -> String {
    let folder = try ScratchFolder()
    for sample in all { _ = try folder.write(sample.spec + "\n", to: "\(sample.name).tray") }
    var request = CheckRequest(paths: [folder.url.path])
    request.vocabulary = .options()
    return try settled(render(request.outcome()), folder)
  }

  /// Returns a report without the parts that vary from run to run.
  private static func settled(_ report: String, _ folder: ScratchFolder) -> String {
    report
      .replacing(folder.url.path + "/", with: "")
      .replacing(#/\b[0-9][0-9,]*(\.[0-9]+)? s\b/#, with: "0.01 s")
      .replacing(#/"(seconds|storeBytes|bytesPerState|threads)" : [^,\n]+/#) {
        "\"\($0.output.1)\" : 0"
      }
      .replacing("\u{1B}", with: "␛")
  }

  /// Compares a report with the golden file of that kind.
  func expectGolden(
    _ file: String, sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ render: (CheckOutcome) throws -> String
  ) throws {
    let difference = try Golden(file, of: "ReportsTests").difference(from: report(render))
    #expect(difference == nil, "\(difference ?? "")", sourceLocation: sourceLocation)
  }
}

extension Sample {
  static let all = properties + general
}
