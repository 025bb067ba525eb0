import Semantics
import SpecLanguage
import Synchronization

/// The namespace that is generated from a spec: its types, its driver protocol, and its conformance check.
public protocol TrayDriven {
  /// The spec of the namespace.
  static var specification: TraySpecification { get }
}

extension TrayDriven {
  /// The paths along which an app is tested.
  ///
  /// ```swift
  /// @Test(arguments: try SlackTray.paths(.suite(), .walks(100, seed: 1)))
  /// func conforms(_ path: TrayPath) async throws { try await SlackTray.check(path, with: SlackApp()) }
  /// ```
  ///
  /// - Throws: `SpecError` if the spec has errors, and `TrayDriverProblem` if a stored difference cannot be read.
  public static func paths(_ paths: TrayPaths...) throws -> [TrayPath] {
    try paths.flatMap(specification.paths)
  }
}

/// A spec that is embedded in a program, in the world that its implementation has to conform to.
///
/// It is parsed once, at first use.
public final class TraySpecification: Sendable {
  /// The name that the spec declares.
  public let name: String
  /// The world that the implementation has to conform to.
  public let world: String
  let settings: [(String, String)]
  private let hidden: [String]
  private let files: [(path: String, text: String)]
  private let loaded = Mutex<Result<Interface, SpecError>?>(nil)
  /// The planned suites, which are cached because planning takes a moment.
  private let suites = Mutex<[TrayPaths.Choice: [TrayPath]]>([:])

  /// Creates a spec from its text, without parsing it yet.
  ///
  /// - Parameters:
  ///   - name: the name of the spec.
  ///   - world: the name of the world.
  ///   - settings: values for params, which override those of the world.
  ///   - hidden: events that the implementation may perform without notice.
  ///   - files: the spec, followed by the files that it uses.
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

  /// The number of events that are tried to plan the usual paths: some seconds.
  private static let eventsOfUsualPaths = 1_000_000

  /// The path of the text.
  var path: String { files.first?.path ?? name }

  /// The interface for testing an implementation. Its first use may take a moment and a thread.
  ///
  /// - Throws: `SpecError` if the spec has errors.
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

/// A selection of paths to drive: `.walks(40, steps: 20, seed: 1)`.
public struct TrayPaths: Sendable, Hashable {
  enum Choice: Sendable, Hashable {
    case walks(Int, steps: Int, seed: UInt64)
    case suite(Set<SuiteGoal>, longest: Int)
    case kept(folder: String)
  }

  let choice: Choice

  /// Random walks, whose events are chosen while the app is driven. A walk is determined by its number and the seed.
  ///
  /// - Parameters:
  ///   - count: the number of walks.
  ///   - steps: the maximum number of events in a walk.
  ///   - seed: the seed of all random choices.
  public static func walks(
    _ count: Int, steps: Int = ConformRequest.defaultSteps, seed: UInt64 = 1
  ) -> TrayPaths {
    TrayPaths(choice: .walks(count, steps: steps, seed: seed))
  }

  /// The differences stored in a folder, for any driver of this spec in its world; none if the folder does not exist.
  public static func kept(in folder: String) -> TrayPaths {
    TrayPaths(choice: .kept(folder: folder))
  }

  /// A small suite of short paths that cover the goals, planned on the state graph: `.suite(.rules, .pairs)`.
  /// `traycheck conform tests` prints the covered goals.
  ///
  /// - Parameters:
  ///   - goals: the coverage goals; without any, ``SuiteGoal/usual``, as far as it is covered quickly.
  ///   - longest: the maximum number of events in a path.
  public static func suite(
    _ goals: SuiteGoal..., longest: Int = TestsRequest.defaultLongest
  ) -> TrayPaths {
    TrayPaths(choice: .suite(Set(goals), longest: longest))
  }
}
