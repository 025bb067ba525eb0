import Engine
import Semantics
import TestSupport
import Testing

@Suite("Two engines compared")
struct EngineComparisonTests {
  private static let spec = """
    var n: 0...5 = 0
    on step when n < 5 { n += 1 }
    on leap(by: 2...3) when n <= 2 { n += by }
    terminal { n == 5 }
    invariant low { n < 4 }
    reachable three { n == 3 }
    transition up after step { n > old(n) }
    """

  @Test("differ in nothing if nothing is changed")
  func agree() throws {
    let spec = try SpecText.checked(Self.spec)
    let one = try DiagramTests.run(spec, .explicit)
    let other = try DiagramTests.run(spec, .diagrams)
    #expect(EngineComparison(spec).differences(one, other).isEmpty)
    #expect(other.engine == .diagrams)
  }

  @Test("differ in whatever is changed")
  func differ() throws {
    let spec = try SpecText.checked(Self.spec)
    let whole = try DiagramTests.run(spec, .explicit)
    let changes: [(inout SearchResult) -> Void] = [
      { $0.statistics.states += 1 }, { $0.statistics.transitions -= 1 },
      { $0.properties[0].status = .holds }, { $0.properties[0].violation = nil },
      { $0.properties[0].violation?.path.steps.removeLast() }, { $0.properties[1].goalDepth = 9 },
      { $0.properties[2].matchedSteps = 0 }, { $0.properties[2].isVacuous = true },
      { $0.properties.removeLast() }, { $0.unseenEvents = [0] }, { $0.unseenRules = [(0, 0)] },
      { $0.generalViolations.append($0.properties[0].violation!) },
    ]
    for (place, change) in changes.enumerated() {
      var changed = whole
      change(&changed)
      #expect(!EngineComparison(spec).differences(whole, changed).isEmpty, "change \(place)")
    }
  }

  @Test("make an internal error of a difference")
  func areInternalErrors() throws {
    let result = try DiagramTests.run(SpecText.checked(Self.spec), .both)
    #expect(result.engine == .both)
    #expect(result.internalErrors.isEmpty)
    #expect(result.statistics.diagramNodes != nil)
    #expect(result.statistics.depth == 2)
  }
}
