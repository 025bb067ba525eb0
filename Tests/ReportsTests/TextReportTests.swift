import Foundation
import TestSupport
import Testing
import TrayKit

/// The reports that people read: plain, in colour and quiet.
///
/// `TRAYCHECK_REFRESH=1 swift test --filter ReportsTests` writes the golden files again.
@Suite struct TextReportTests {
  @Test("a report says what was found, in plain text", arguments: Sample.all)
  func plainReport(_ sample: Sample) throws {
    try sample.expectGolden("Text/\(sample.name).txt") { Self.whole($0) }
  }

  @Test("a quiet report says only what is not as the spec says", arguments: Sample.all)
  func quietReport(_ sample: Sample) throws {
    try sample.expectGolden("Quiet/\(sample.name).txt") { Self.whole($0, isQuiet: true) }
  }

  @Test("of several specs, worlds that are right get a line each, and others everything")
  func briefReport() throws {
    let text = try Sample.reportOnAll { $0.text() }
    let difference = try Golden("several.txt", of: "ReportsTests").difference(from: text)
    #expect(difference == nil, "\(difference ?? "")")
    let everything = try Sample.reportOnAll { $0.text(isVerbose: true) }
    for sample in Sample.all {
      let alone = try sample.report { $0.text(omitsReplays: true) }.split(separator: "\n")
      guard sample.maximumStates == nil else { continue }
      for line in alone where line.contains("✓ ") && line.hasPrefix("    ") {
        #expect(everything.contains(line))
      }
    }
  }

  @Test("a report in colour sets off names, marks and places", arguments: Sample.all)
  func colourReport(_ sample: Sample) throws {
    try sample.expectGolden("Color/\(sample.name).txt") { Self.whole($0, usesColor: true) }
  }

  @Test("colours add nothing to the words", arguments: Sample.all)
  func coloursAreOnlyColours(_ sample: Sample) throws {
    let colour = try sample.report { Self.whole($0, usesColor: true) }
    #expect(colour.replacing(#/␛\[[0-9;]*m/#, with: "") == (try sample.report { Self.whole($0) }))
  }

  @Test("no line of a report ends in blanks", arguments: Sample.all)
  func noTrailingBlanks(_ sample: Sample) throws {
    let lines = try sample.report { Self.whole($0) }.split(separator: "\n")
    #expect(lines.filter { $0.last?.isWhitespace ?? false } == [])
  }

  @Test("no line of a report has more than 80 columns, but for commands", arguments: Sample.all)
  func fitsTerminals(_ sample: Sample) throws {
    let lines = try sample.report { $0.text() + $0.text(isVerbose: true) }.split(
      separator: "\n")
    #expect(lines.filter { $0.count > 80 && !$0.contains("traycheck ") } == [])
  }

  @Test("every golden report belongs to a sample", arguments: ["Text", "Quiet", "Color", "JSON"])
  func goldensBelongToSamples(_ kind: String) throws {
    let folder = Golden.folder(of: "ReportsTests").appending(path: kind)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let names = files.map { String($0.prefix { $0 != "." }) }
    #expect(Set(names) == Set(Sample.all.map(\.name)))
  }

  /// Everything that a person sees: standard error before standard output.
  private static func whole(
    _ outcome: CheckOutcome, isQuiet: Bool = false, usesColor: Bool = false
  ) -> String {
    var style = ReportStyle()
    style.usesColor = usesColor
    let errors = outcome.diagnostics(style)
    return errors + (errors.isEmpty ? "" : "\n")
      + outcome.text(isQuiet: isQuiet, usesColor: usesColor)
      + "status \(outcome.status.rawValue)\n"
  }
}
