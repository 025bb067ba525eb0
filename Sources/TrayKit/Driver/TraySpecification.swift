import Conformance
import Semantics
import SpecLanguage
import Synchronization

/// The namespace that is generated from a spec: its types, the driver that is to be written, and what checks it.
public protocol TrayDriven {
  /// The text of the spec.
  static var specification: TraySpecification { get }
}

extension TrayDriven {
  /// Paths to drive an app along.
  ///
  /// ```swift
  /// @Test(arguments: try SlackTray.paths(.suite(), .walks(100, seed: 1)))
  /// func conforms(_ path: TrayPath) async throws { try await SlackTray.check(path, with: SlackApp()) }
  /// ```
  ///
  /// - Throws: `SpecError` if the text of the spec has mistakes, and `TrayDriverProblem` if a file that is kept cannot be
  ///   read.
  public static func paths(_ paths: TrayPaths...) throws -> [TrayPath] {
    try paths.flatMap(specification.paths)
  }
}

/// A spec that is part of a program, in the world in which an implementation is held against it.
///
/// It is read when it is first needed, and only once.
public final class TraySpecification: Sendable {
  /// As the text calls it.
  public let name: String
  /// The world in which it is followed.
  public let world: String
  let settings: [(String, String)]
  private let hidden: [String]
  private let files: [(path: String, text: String)]
  private let loaded = Mutex<Result<Interface, SpecError>?>(nil)
  /// Suites that were planned, which takes a moment.
  private let suites = Mutex<[TrayPaths.Choice: [TrayPath]]>([:])

  /// - Parameters:
  ///   - settings: values for params, which win over the world's.
  ///   - hidden: events that happen by themselves, unseen.
  ///   - files: the spec and, behind it, the files that it uses.
  public init(
    name: String, world: String, settings: [(String, String)], hidden: [String],
    files: [(path: String, text: String)]
  ) {
    self.name = name
    self.world = world
    self.settings = settings
    self.hidden = hidden
    self.files = files
  }

  /// For the usual paths, so many events are tried in states: some seconds.
  private static let eventsOfUsualPaths = 1_000_000

  /// Where the text is from.
  var path: String { files.first?.path ?? name }

  /// What an implementation is followed by. It may take a moment, and a thread.
  ///
  /// - Throws: `SpecError` if the text has mistakes.
  func interface() throws(SpecError) -> Interface {
    try loaded.withLock { loaded in
      if let loaded { return loaded }
      let result = LargeStack.run { self.load() }
      loaded = result
      return result
    }.get()
  }

  private func load() -> Result<Interface, SpecError> {
    guard let main = files.first else { return .failure(SpecError("\(name) has no text")) }
    let texts = Dictionary(files.map { ($0.path, $0.text) }) { first, _ in first }
    let file = UsedFiles { path in
      texts[path].map { .bytes(Array($0.utf8)) } ?? .unreadable("it is not in the program")
    }.joined(to: SourceFile(path: main.path, text: main.text))
    let (syntax, sink) = Parser.parse(file)
    if sink.hasErrors {
      return .failure(SpecError(sink.inTextOrder, suppressed: sink.suppressed))
    }
    do throws(ResolvedWorld.Problem) {
      let world = world == CheckedSpec.defaultWorldName ? nil : world
      let settled = try Interface(
        settings: settings.map { (name: $0.0, value: $0.1) }
      ) { settings throws(ResolvedWorld.Problem) in
        try ResolvedWorld(syntax, world: world, settings: settings)
      }
      guard var interface = settled else {
        return .failure(SpecError("\(name) has nothing to start from"))
      }
      interface.hidden = Set(hidden.compactMap(interface.event(named:)))
      return .success(interface)
    } catch {
      return .failure(
        error.diagnostics.isEmpty
          ? SpecError(error.reason)
          : SpecError(error.diagnostics, suppressed: error.suppressed))
    }
  }

  func paths(_ paths: TrayPaths) throws -> [TrayPath] {
    switch paths.choice {
    case .walks(let count, let steps, let seed):
      return (1...max(1, count)).prefix(max(0, count)).map {
        TrayPath(.walk($0, seed: seed, steps: steps))
      }
    case .suite(let goals, let longest):
      let interface = try interface()
      return suites.withLock { suites in
        if let known = suites[paths.choice] { return known }
        let states =
          goals.isEmpty
          ? max(1, Suite.states(within: Self.eventsOfUsualPaths, interface))
          : Suite.maximumStates
        let made = LargeStack.run {
          Suite.make(
            goals.isEmpty ? SuiteGoal.usual : goals, interface, longest: longest,
            maximumStates: states
          ).paths.map { TrayPath($0.driven, in: interface.spec) }
        }
        suites[paths.choice] = made
        return made
      }
    case .kept(let folder):
      let (kept, problems) = StoredDifferences(folder: folder).load(try interface())
      if let (path, reason) = problems.first { throw TrayDriverProblem("\(path): \(reason)") }
      return kept.map { TrayPath($0.document) }
    }
  }
}

/// Which paths to drive: `.walks(40, steps: 20, seed: 1)`.
public struct TrayPaths: Sendable, Hashable {
  enum Choice: Sendable, Hashable {
    case walks(Int, steps: Int, seed: UInt64)
    case suite(Set<SuiteGoal>, longest: Int)
    case kept(folder: String)
  }

  let choice: Choice

  /// Random walks, whose events are chosen while the app is driven. The same number of the same seed is the same walk.
  ///
  /// - Parameter steps: how many events a walk has at most.
  public static func walks(
    _ count: Int, steps: Int = ConformRequest.defaultSteps, seed: UInt64 = 1
  ) -> TrayPaths {
    TrayPaths(choice: .walks(count, steps: steps, seed: seed))
  }

  /// What differed before and is kept in a folder, of whichever driver of the spec in its world; none if there is no such
  /// folder.
  public static func kept(in folder: String) -> TrayPaths {
    TrayPaths(choice: .kept(folder: folder))
  }

  /// Few and short paths that cover what is wanted, from the graph of the states: `.suite(.rules, .pairs)`. What they cover
  /// `traycheck conform tests` tells.
  ///
  /// - Parameters:
  ///   - goals: what is wanted; if nothing is said, ``SuiteGoal/usual``, as far as that is soon found.
  ///   - longest: how many events a path has at most.
  public static func suite(
    _ goals: SuiteGoal..., longest: Int = TestsRequest.defaultLongest
  ) -> TrayPaths {
    TrayPaths(choice: .suite(Set(goals), longest: longest))
  }
}
