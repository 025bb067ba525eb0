import Engine
import Semantics

/// The results of both engines for a spec: `try EngineAgreement(spec)`.
package struct EngineAgreement {
  /// The differences between the engines, or unexplained results; empty if they agree.
  package let complaints: [String]
  /// The reason why there were no diagrams for the comparison; nil if there were.
  package let withoutDiagrams: String?
  package let result: SearchResult

  /// - Parameter threads: how many the explicit search has.
  package init(_ spec: CheckedSpec, threads: Int = 1, reducesSymmetry: Bool = true) throws {
    let machine = try Machine(spec)
    var limits = SearchLimits()
    limits.engine = .both
    limits.asksQuestions = true
    // More work for such a small spec shows nothing new.
    limits.diagramWork = 2_000_000
    limits.reducesSymmetry = reducesSymmetry
    var run = EngineRun(machine, limits: limits, threads: threads)
    result = run.run(from: try machine.starts())
    complaints = result.internalErrors.map(\.message)
    withoutDiagrams = result.withoutDiagrams
  }
}
