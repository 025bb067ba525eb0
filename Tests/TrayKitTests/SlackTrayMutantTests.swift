import Foundation
import Reports
import Testing
import TestSupport

@testable import TrayKit

/// A careless edit of the Slack rules shows as the violation that a person expects.
struct SlackTrayMutantTests {
  /// An edit of `Specs/slack-tray.tray`, and what it breaks after how many steps.
  struct Mutant: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: String
    let new: String
    let violated: String
    let steps: Int
  }

  static let mutants = [
    Mutant(
      testDescription: "an info is not cleared by a mention",
      old: "cancelInfos()\n            showLoudly(.mention", new: "showLoudly(.mention",
      violated: "mentionClearsInfo", steps: 2),
    Mutant(
      testDescription: "an info wakes the phone",
      old: "image: teamIcon[team]))", new: "image: teamIcon[team]))\n    emit wake",
      violated: "infoIsSilent", steps: 1),
    Mutant(
      testDescription: "an ID is not stable",
      old: "case .stable: collapseID",
      new: "case .stable: min(id in NotificationID where tray[id] == nil)",
      violated: "noDuplicates", steps: 2),
    Mutant(
      testDescription: "a newer info stands beside the older one",
      old: "cancelInfos()\n            showSilently", new: "showSilently",
      violated: "oneInfoAtMost", steps: 2),
    Mutant(
      testDescription: "a type that the client does not know is shown",
      old: "rule unknownTypeIsDropped when kind == nil {}",
      new: "rule unknownTypeIsDropped when kind == nil "
        + "{ post(Card(kind: .info, collapseID: collapseID, text: text)) }",
      violated: "unknownTypeDoesNothing", steps: 1),
    Mutant(
      testDescription: "a collapse ID that is shown already drops the push",
      old: "{ tray[id] = card }", new: "{ if tray[id] == nil { tray[id] = card } }",
      violated: "sameCollapseIDTakesItsPlace", steps: 2),
    Mutant(
      testDescription: "an icon is shown though the team has set none",
      old: "image: teamIcon[team]))", new: "image: .acmeLogo))",
      violated: "noImageWithoutIcon", steps: 1),
    Mutant(
      testDescription: "cancelling has no effect",
      old: "when isShown(collapseID) { cancel(collapseID) }", new: "when isShown(collapseID) {}",
      violated: "cancelWorks", steps: 2),
  ]

  @Test("a careless edit is found, with the shortest trace", arguments: mutants)
  func careless(_ mutant: Mutant) throws {
    let spec = RepositoryFolder.root.appending(path: "Specs/slack-tray.tray")
    let text = try String(contentsOf: spec, encoding: .utf8)
    try #require(text.contains(mutant.old), "the spec no longer has the text to edit")
    let file = FileManager.default.temporaryDirectory
      .appending(path: "slack-tray-\(UUID().uuidString).tray")
    defer { try? FileManager.default.removeItem(at: file) }
    try text.replacingOccurrences(of: mutant.old, with: mutant.new)
      .write(to: file, atomically: true, encoding: .utf8)

    var request = CheckRequest(paths: [file.path()])
    request.worlds = ["default"]
    request.properties = [mutant.violated]
    let outcome = try Traycheck.check(request)

    #expect(outcome.exitStatus == 1)
    let world = try #require(outcome.report.specs.first?.worlds.first)
    #expect(world.judgement.unexpected == [mutant.violated])
    let trace = try #require(world.counterexamples.first?.trace)
    #expect(trace.steps.count == mutant.steps)
  }

  @Test("the rules as they are hold in every world")
  func unchanged() throws {
    let spec = RepositoryFolder.root.appending(path: "Specs/slack-tray.tray")
    #expect(try Traycheck.check(CheckRequest(paths: [spec.path()])).exitStatus == 0)
  }
}
