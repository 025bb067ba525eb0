import Reports
import Semantics

/// The part of a guest in a check: its settings, which are part of a request, and its passes over the results.
///
/// Each member but `init` has a default, which does nothing.
package protocol CheckExtension: Sendable {
  /// The type of the results that it adds to worlds; nil if it adds none.
  static var additionType: (any WorldAddition.Type)? { get }

  /// Creates the settings of a request that does not mention the guest.
  init()

  /// The settings that the results of worlds depend on, each with its name.
  var cacheOptions: [String] { get }

  /// Whether there is a last pass. It needs the results of searches with all witnesses, so the cache is not used.
  var needsSearches: Bool { get }

  /// Throws if the settings do not fit together.
  func validate() throws(RequestError)

  /// A pass over one world after its verdict; returns nil if it adds nothing.
  func addition(to world: CheckedWorld) -> (any WorldAddition)?

  /// The last pass, over all worlds of a run that was not interrupted. It may write files.
  func finish(
    _ specs: [SpecReport], of request: CheckRequest, threads: Int, limits: RunLimits
  ) -> RunAddition
}

extension CheckExtension {
  package static var additionType: (any WorldAddition.Type)? { nil }
  package var cacheOptions: [String] { [] }
  package var needsSearches: Bool { false }
  package func validate() throws(RequestError) {}
  package func addition(to world: CheckedWorld) -> (any WorldAddition)? { nil }
  package func finish(
    _ specs: [SpecReport], of request: CheckRequest, threads: Int, limits: RunLimits
  ) -> RunAddition { RunAddition() }
}

/// A world with a verdict, and the limits of passes over it.
package struct CheckedWorld {
  package let compiled: CompiledSpec
  package let world: CheckedSpec
  /// The request with the overrides for this spec.
  package let request: CheckRequest
  package let threads: Int
  package let limits: RunLimits
  /// The time that the world has taken so far.
  package let spent: Duration
}

/// The results that the last pass of a guest adds to a report.
package struct RunAddition: Sendable {
  /// Lines about written files.
  package var notes: [String] = []
  /// The files that could not be written.
  package var unwritten: [CheckReport.Unreadable] = []
  package var problems: [GateProblem] = []

  package init() {}
}

extension CheckRequest {
  /// Whether a last pass needs the results of searches.
  var needsSearches: Bool { extensions.contains(where: \.needsSearches) }

  /// The settings of a guest.
  package subscript<Extension: CheckExtension>(_ type: Extension.Type) -> Extension {
    get { extensions.lazy.compactMap { $0 as? Extension }.first ?? Extension() }
    set {
      extensions.removeAll { $0 is Extension }
      extensions.append(newValue)
    }
  }
}
