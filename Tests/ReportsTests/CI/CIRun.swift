import Commands
import Foundation
import Reports
import TestSupport
import Testing
import TrayKit

/// A report with the paths that it is shown under, for the tests of the reports for CI.
struct CIRun: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var report: CheckReport
  let paths: RepositoryPaths

  /// Checks specs, by the names of their files, in a folder that stands for a repository.
  init(
    _ description: String, _ specs: [(file: String, text: String)], in folder: ScratchFolder? = nil,
    _ change: (inout CheckRequest) -> Void = { _ in }
  ) throws {
    let folder = try folder ?? ScratchFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "Specs"), withIntermediateDirectories: true)
    var request = CheckRequest(
      paths: try specs.map { try folder.write($0.text + "\n", to: $0.file) })
    request.vocabulary = .options()
    change(&request)
    self.init(description, try SynchronousAPI.check(request).report, in: folder.url.path)
    for index in report.specs.indices {
      for world in report.specs[index].verdicts.indices {
        report.specs[index].verdicts[world].statistics.seconds = 0.25
      }
    }
  }

  init(
    _ sample: Sample, in folder: ScratchFolder? = nil,
    _ change: (inout CheckRequest) -> Void = { _ in }
  ) throws {
    try self.init(
      sample.name, [("Specs/\(sample.name).tray", sample.spec)], in: folder
    ) { request in
      request.maximumStates = sample.maximumStates
      change(&request)
    }
  }

  /// All samples in one report, each within its own limits.
  static func ofAllSamples() throws -> CIRun {
    let folder = try ScratchFolder()
    var report = CheckReport()
    report.vocabulary = .options()
    for sample in Sample.all {
      let run = try CIRun(sample, in: folder).report
      report.specs += run.specs
      report.problems += run.problems
    }
    return CIRun("all samples", report, in: folder.url.path)
  }

  /// A report on specs in a folder that stands for a repository.
  init(_ description: String, _ report: CheckReport, in folder: String) {
    testDescription = description
    self.report = report
    self.report.duration = .zero
    paths = RepositoryPaths(root: folder, current: folder)
  }

  func junit() throws -> String { try JUnitReport(report, paths: paths).encoded() }
  func tap() throws -> String { try TAPReport(report, paths: paths).encoded() }
  func sarif() throws -> String {
    try SARIFReport(report, paths: paths, version: "1.2.3").encoded()
  }
  func annotations() throws -> String { try GitHubAnnotations(report, paths: paths).encoded() }
  func compiler() -> String {
    CompilerReport(report, paths: paths, root: "/repository/").encoded()
  }
  func codeQuality() throws -> String { try CodeQualityReport(report, paths: paths).encoded() }
  func summary() throws -> String { try MarkdownSummary(report, paths: paths).encoded() }
  func lines() throws -> String {
    try CheckEvent.all(of: report, version: "1.2.3").map { try $0.line() }.joined()
  }
}
