import Engine
import Foundation
import SpecLanguage
import TestSupport
import Testing

/// Specs whose counts and verdicts were found by other means: published figures, or a naive
/// enumeration that shares nothing with this tool.
@Suite("Known answers")
struct KnownAnswerTests {
  static let folder = RepositoryFolder.tests("EngineTests").appending(path: "KnownAnswers")

  /// What `expected.json` says of one world.
  struct Answer: Decodable {
    var states: Int
    var transitions: Int
    var depth: Int
    var starts: Int?
    /// The length of the trace of each property that fails; null for a goal that is not reached.
    var violated: [String: Int?]
  }

  /// A world of a spec with what is known about it.
  struct Case: CustomTestStringConvertible {
    var spec: String
    var world: String
    var answer: Answer
    var testDescription: String { "\(spec), world \(world)" }
  }

  static let cases: [Case] = {
    guard let data = try? Data(contentsOf: folder.appending(path: "expected.json")),
      let answers = try? JSONDecoder().decode([String: [String: Answer]].self, from: data)
    else { return [] }
    return answers.sorted { $0.key < $1.key }.flatMap { spec, worlds in
      worlds.sorted { $0.key < $1.key }.map { Case(spec: spec, world: $0.key, answer: $0.value) }
    }
  }()

  @Test("are there for every spec in the folder")
  func coverTheFolder() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let specs = Set(files.filter { $0.hasSuffix(".tray") }.map { String($0.dropLast(5)) })
    #expect(!specs.isEmpty)
    #expect(specs == Set(Self.cases.map(\.spec)))
    #expect(specs == Set(Self.cases.filter { $0.world == "default" }.map(\.spec)))
  }

  @Test("are found", arguments: cases)
  func areFound(_ known: Case) throws {
    let path = Self.folder.appending(path: "\(known.spec).tray")
    let text = try String(contentsOf: path, encoding: .utf8)
    let world = known.world == "default" ? nil : known.world
    let found = try search(SpecText.checked(text, world: world, name: "\(known.spec).tray"))
    let statistics = found.result.statistics
    #expect(found.result.completion == .exhaustive)
    #expect(statistics.states == known.answer.states)
    #expect(statistics.transitions == known.answer.transitions)
    #expect(statistics.depth == known.answer.depth)
    if let starts = known.answer.starts { #expect(statistics.starts == starts) }
    #expect(Self.violated(found) == Self.checkable(known.answer.violated, found))
    #expect(found.judgement.failedScenarios == [])
    // The default world announces nothing, so what fails there is unexpected.
    let unexpected = known.world == "default" ? Set(known.answer.violated.keys) : []
    #expect(Set(found.judgement.unexpected) == unexpected)
    #expect(found.judgement.missing == [])
  }

  /// What failed, with the length of the trace; several violations of one kind count as their
  /// shortest.
  private static func violated(_ found: SearchedSpec) -> [String: Int?] {
    var lengths: [String: Int?] = [:]
    for violation in found.violations {
      let name = violation.name(in: found.spec)
      if case .some(.some(let known)) = lengths[name], known <= violation.length { continue }
      lengths[name] = .some(violation.length)
    }
    for verdict in found.result.properties {
      if case .notReached = verdict.status {
        lengths[found.spec.properties[verdict.property].name] = .some(nil)
      }
    }
    return lengths
  }

  /// The known violations but for those of properties that this version does not check, which have
  /// to say so.
  private static func checkable(
    _ violated: [String: Int?], _ found: SearchedSpec
  ) -> [String: Int?] {
    violated.filter { name, _ in
      let property = found.spec.properties.first { $0.name == name }
      switch property?.kind {
      case .eventually, .possible:
        #expect(found.verdict(name) == "not checked")
        return false
      default: return true
      }
    }
  }
}
