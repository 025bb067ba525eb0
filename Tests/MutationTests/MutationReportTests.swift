import Foundation
import Mutation
import Reports
import TestSupport
import Testing
import TrayKit

/// The report of `mutate` on the edits of a small spec, in each of its formats.
///
/// `TRAYCHECK_REFRESH=1 swift test --filter MutationReportTests` writes the golden files again.
@Suite struct MutationReportTests {
  private static let spec = """
    spec Asked
    enum Kind { mention, info }
    var unread: 0...2 = 0
    signal sound
    on receive(kind: Kind) when unread < 2 {
        unread += 1
        if kind == .mention { emit sound }
    }
    on open when unread > 0 { unread = 0 }
    transition infoIsSilent after receive(kind: .info) { !emitted(sound) }
    transition opensAll after open { unread == 0 && old(unread) > 0 }
    reachable full { unread == 2 }
    """

  private static func outcome() throws -> MutateOutcome {
    let folder = try ScratchFolder()
    try folder.write(spec, to: "asked.tray")
    var request = MutateRequest(paths: [folder.url.appending(path: "asked.tray").path])
    request.findsAllKillers = true
    return try request.outcome()
  }

  @Test("each form is golden", arguments: MutateOutcome.Format.allCases)
  func forms(_ format: MutateOutcome.Format) throws {
    let outcome = try Self.outcome()
    var text = try outcome.rendered(as: format)
    for spec in outcome.report.specs {
      text = text.replacingOccurrences(of: spec.path, with: "asked.tray")
      text = text.replacingOccurrences(
        of: spec.path.replacingOccurrences(of: "_", with: "\\_"), with: "asked.tray")
    }
    text.replace(/[0-9.]+ s\)/, with: "0.01 s)")
    text.replace(/"seconds" : [0-9.e-]+/, with: "\"seconds\" : 0.01")
    text.replace(/time="[0-9.]+"/, with: "time=\"0.000\"")
    let difference = try Golden("\(format.rawValue).txt", of: "MutationTests")
      .difference(from: text)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test("the JUnit report has a case for each edit that changes something, and fails for survivors")
  func junit() throws {
    let outcome = try Self.outcome()
    let text = try outcome.rendered(as: .junit)
    let mutants = outcome.report.specs[0].mutants.filter { $0.fate != .equivalent }
    #expect(text.components(separatedBy: "<testcase ").count - 1 == mutants.count)
    let survivors = mutants.filter { $0.fate == .survived }
    #expect(text.components(separatedBy: "<failure ").count - 1 == survivors.count)
  }
}
