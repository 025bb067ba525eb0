import TestSupport
import Testing

@testable import Engine
@testable import Semantics

@Suite("Paths that are found while a search goes on") struct EarlyPathsTests {
  /// Returns a spec with violations and goals at many depths, a long search after them, and a violation in its last
  /// state, when the table has all of its memory.
  private static func spec(_ side: Int) -> String {
    """
    var a: 0..<\(side) = 0
    var b: 0..<\(side) = 0
    on right when a < \(side - 1) { a += 1 }
    on up when b < \(side - 1) { b += 1 }
    on back when a > 0 { a -= 1 }
    invariant corner { a + b < \(2 * side - 2) }
    """ + (1...12).map { "\ninvariant below\($0) { a + 2 * b < \(3 * $0) }" }.joined()
      + (1...5).map { "\nreachable at\($0) { a == \($0) && b == \(2 * $0) }" }.joined()
  }

  private func run(
    _ limits: SearchLimits = SearchLimits(), side: Int = 100
  ) throws -> SearchRun {
    let machine = try Machine(SpecText.checked(Self.spec(side)))
    let space = StateSpace(machine, limits: limits, threads: 2) {
      PlanBuilder.plan(machine, properties: Set(machine.spec.properties.indices))
    }
    let run = SearchRun(space)
    run.earlyPaths = EarlyPaths(from: .zero)
    run.search(from: try machine.starts())
    return run
  }

  @Test("are those that would be found at its end")
  func same() throws {
    let run = try run()
    defer { run.finish() }
    #expect(!run.earlyPaths.found.isEmpty && run.earlyPaths.found.count <= run.found.first.count)
    let early = run.result()
    run.earlyPaths = EarlyPaths()
    let late = run.result()
    let spec = run.space.machine.spec
    #expect(early.lines(in: spec) == late.lines(in: spec))
    #expect(early.properties.count == 18 && early.internalErrors.isEmpty)
  }

  @Test("wait where there is no memory for them")
  func memory() throws {
    let room = try run(side: 50)
    defer { room.finish() }
    let narrow = try run(SearchLimits(stateMemory: room.space.visited.byteCount), side: 50)
    defer { narrow.finish() }
    #expect(narrow.completion == .exhaustive)
    #expect(narrow.earlyPaths.found.count < room.found.first.count)
    let spec = narrow.space.machine.spec
    #expect(narrow.result().lines(in: spec) == room.result().lines(in: spec))
  }

  @Test("outlast the memory, where the search begins anew on disk")
  func disk() throws {
    let folder = try ScratchFolder()
    let run = try run(
      SearchLimits(stateMemory: 100_000, onMemoryLimit: .spill, scratch: folder.url.path))
    defer { run.finish() }
    #expect(run.disk != nil && !run.earlyPaths.found.isEmpty)
    let inMemory = try self.run()
    defer { inMemory.finish() }
    let spec = run.space.machine.spec
    #expect(run.result().lines(in: spec) == inMemory.result().lines(in: spec))
  }
}
