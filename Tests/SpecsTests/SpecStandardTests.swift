import Foundation
import Reports
import Semantics
import TestSupport
import Testing

@testable import TrayKit

/// The requirements for every spec in `Specs`: newcomers copy from them.
@Suite struct SpecStandardTests {
  @Test("there is a spec for each of the systems")
  func systems() {
    #expect(
      Spec.all.map(\.name) == [
        "chat-on-android", "chat-on-ios", "freedesktop-notifications", "gotify-catch-up",
        "guardian-replace", "rosta-reminders",
        "samsao-geofences", "samsao-nearby", "slack-deep-links",
        "slack-push-analytics", "slack-tray", "taskrabbit-responders",
      ])
    #expect(
      Spec.libraries.map(\.name) == [
        "platform/android-alarms", "platform/android-limits", "platform/android-services",
        "platform/android-settings", "platform/android-tray", "platform/apns-payload",
        "platform/chat-rules", "platform/fcm-accounts", "platform/fcm-payload", "platform/fcm",
        "platform/ios-live-activities", "platform/ios-tray", "platform/matrix-push-rules",
        "platform/matrix-unread-counts", "platform/web-notifications", "platform/web-payload",
        "platform/web-push",
      ])
    #expect(Spec.recipes.count == 12)
  }

  /// The arguments are those of the gate, because `.ci/run` keeps its results.
  @Test("everything is as it says, in all of its worlds", arguments: Spec.all + Spec.recipes)
  func isRight(_ spec: Spec) throws {
    let run = try BuiltTool.run(
      ["check", "Specs/\(spec.name).tray", "--read-only", "--strict", "--quiet"],
      environment: ProcessInfo.processInfo.environment.filter { $0.key == "TRAYCHECK_CACHE" })
    #expect(run.status == 0 && run.stderr.isEmpty, "\(run.stderr)\(run.stdout)")
  }

  @Test("its default world shows everything, and where that is from", arguments: Spec.all)
  func isWhole(_ spec: Spec) throws {
    var request = CheckRequest(paths: [spec.url.path])
    // The page of all worlds is made each week.
    request.worlds = Weekly.isNow ? [] : ["default"]
    let outcome = try request.outcome()
    #expect(outcome.status == .success, "\(outcome.diagnostics())\(outcome.text())")
    #expect(try outcome.rendered(as: .html).utf8.count < 300_000)
    let report = try #require(outcome.report.specs.first)
    #expect(report.diagnostics.isEmpty)
    if Weekly.isNow { #expect(report.unasked.map(\.message) == []) }
    #expect(report.worlds.first?.spec.phoneView != nil, "the spec says how it looks")

    let world = try #require(report.worlds.first)
    #expect(world.spec.world == nil && world.result.walks == nil)
    requireLively(world)
    let tags = try spec.text.matches(of: /\n\/\/   ?([A-Z]\w+) +"/).map { String($0.output.1) }
    #expect(!tags.isEmpty)
    requireDocumented(world.spec, articles: tags)
    #expect(!world.spec.scenarios.isEmpty)
    #expect(world.spec.properties.contains { $0.isGoal })
    #expect(world.spec.worlds.count > 1)
    #expect(world.spec.worlds.contains { !$0.violates.isEmpty })
  }

  @Test("both engines find the same in its default world", arguments: Spec.all)
  func isTheSameByDiagrams(_ spec: Spec) throws {
    var request = CheckRequest(paths: [spec.url.path])
    request.worlds = ["default"]
    request.engine = .both
    let outcome = try request.outcome()
    #expect(outcome.status == .success, "\(outcome.diagnostics())\(outcome.text())")
    let world = try #require(outcome.report.specs.first?.verdicts.first)
    #expect(world.internalErrors.isEmpty)
    #expect(world.foundBy == .both || world.withoutDiagrams != nil)
  }

  /// The default world shows everything: no event or rule is left out, and no property is empty. A spec need not use
  /// all that a library offers.
  private func requireLively(_ world: WorldReport) {
    let spec = world.spec
    func isOwn(_ range: SourceRange) -> Bool { spec.file.usedPath(at: range) == nil }
    #expect(world.result.unseenEvents.filter { isOwn(spec.events[$0].range) } == [])
    #expect(
      world.result.unseenRules.filter { isOwn(spec.events[$0.event].rules[$0.rule].range) }.isEmpty)
    for verdict in world.result.properties
    where isOwn(spec.properties[verdict.property].range) {
      let name = spec.properties[verdict.property].name
      #expect(verdict.matchedSteps != 0, "no step is one of '\(name)'")
      #expect(!verdict.isVacuous, "nothing begins '\(name)'")
    }
  }

  /// Each property names its article, by the tag that the header gives it.
  private func requireDocumented(_ spec: CheckedSpec, articles: [String]) {
    let declared = spec.properties.filter { !$0.isImplied }
    for property in declared where spec.file.usedPath(at: property.range) == nil {
      let words = (property.documentation ?? "").split(whereSeparator: \.isWhitespace)
      let text = words.joined(separator: " ")
      #expect(
        text.contains(/[Oo]ur reading/) || articles.contains { text.contains($0) },
        "'\(property.name)' says what it is for, and where that stands: \(text)")
    }
    for scenario in spec.scenarios {
      #expect(scenario.documentation?.isEmpty == false, "'\(scenario.name)' says where it is from")
    }
    for world in spec.worlds {
      #expect(world.documentation?.isEmpty == false, "'\(world.name)' says what it is for")
    }
  }

  @Test(
    "it begins with what is modelled, what is left out, and which article says so",
    arguments: Spec.all)
  func header(_ spec: Spec) throws {
    let text = try spec.text
    let head = text.components(separatedBy: "\nspec ")[0]
    #expect(head.split(separator: "\n").allSatisfy { $0.hasPrefix("//") })
    for word in ["// Modelled: ", "// Left out: ", "article", "our reading"] {
      #expect(head.contains(word), "the header has '\(word)'")
    }
    for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test(
    "a recipe is short, uses a library, has a row in Recipes.md, and shows mistakes",
    arguments: Spec.recipes)
  func recipe(_ spec: Spec) throws {
    let text = try spec.text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(12...70 ~= lines.count && lines.allSatisfy { $0.count <= 100 })
    #expect(3...8 ~= lines.prefix { $0.hasPrefix("//") }.count)
    #expect(text.contains("\nuse \"../platform/"))
    let document = RepositoryFolder.root.appending(path: "Specs/Recipes.md")
    #expect(try String(contentsOf: document, encoding: .utf8).contains("(\(spec.name).tray)"))

    let file = try #require(SpecLoader.load([spec.url.path]).files.first)
    let checked = try #require(SpecText.check(file).spec)
    let own = checked.properties.filter {
      !$0.isImplied && checked.file.usedPath(at: $0.range) == nil
    }
    #expect(!own.isEmpty && own.allSatisfy { $0.documentation?.isEmpty == false })
    #expect(checked.worlds.contains { !$0.violates.isEmpty })
    #expect(checked.worlds.allSatisfy { $0.documentation?.isEmpty == false })
  }

  @Test("the stored counterexamples tell the stories of the five articles, and worlds expect them")
  func counterexamples() throws {
    let folder = RepositoryFolder.root.appending(path: "Counterexamples")
    let stored = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    var expected: Set<String> = []
    for spec in Spec.all {
      let file = try #require(SpecLoader.load([spec.url.path]).files.first)
      let checked = try #require(SpecText.check(file).spec)
      for world in checked.worlds {
        expected.formUnion(world.violates.map { "\(checked.name).\(world.name).\($0.name)" })
      }
    }
    #expect(Set(stored).subtracting(expected) == [])
    for article in ["Slack", "TaskRabbit", "Rosta", "Samsao", "Guardian"] {
      #expect(2...4 ~= stored.count { $0.hasPrefix(article) }, "\(article)")
    }
    #expect(stored.count < 20)
  }
}
