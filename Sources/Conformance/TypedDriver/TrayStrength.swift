import Basics
import Reports
import Semantics

/// The strength of a driver, measured by mutation testing: mutants of the spec run as apps, observed as the driver
/// observes its own app.
public struct TrayStrength: Sendable, CustomStringConvertible {
  /// The number of mutations that an all-seeing driver would detect on the same walks.
  public let noticeable: Int
  /// Those of them that the driver would not detect, each with its place in the spec.
  public let unnoticed: [String]
  /// A text such as "would not notice 7 of 41 edits of the spec; observing badge would notice 5 of them".
  public let description: String

  init(_ verdict: StrengthVerdict, path: String) {
    noticeable = verdict.noticeable
    unnoticed = verdict.unnoticed.map { "\($0.place.text(in: path)): \($0.text)" }
    description = verdict.text
  }
}

extension TraySpecification {
  /// Measures how many mutations of the spec a driver would detect. Generated code calls this function.
  ///
  /// - Parameters:
  ///   - adapter: the driver of the app.
  ///   - walks: the number of random walks, for the app and for each mutation.
  ///   - steps: the maximum number of events in a walk.
  ///   - seed: the seed of all random choices.
  ///   - timeout: the minimum time that the driver has for one operation; nil for no limit.
  /// - Throws: `TrayDriverProblem` if the app does not conform to the spec on these walks, because nothing can be
  ///   measured then. `SpecError` if the spec has errors, and `CancellationError`.
  public nonisolated(nonsending) func strength(
    of adapter: some TrayDriverAdapter, walks: Int = 20, steps: Int = 20, seed: UInt64 = 1,
    timeout: Duration? = nil
  ) async throws -> TrayStrength {
    let (name, noticed, refuses) = (adapter.name, adapter.noticed, adapter.refuses)
    return try await drive(adapter, timeout: timeout) { channel in
      var interface = try self.interface()
      interface.heard = Set(noticed.compactMap(interface.signal(named:)))
      var request = ConformRequest(path: self.path, driver: [])
      (request.walks, request.steps, request.seed) = (walks, steps, seed)
      request.world = self.world
      request.settings = self.settings.map { TraySetting($0.0, $0.1) }
      let driver = TestDriver(interface, channel, refuses: refuses)
      for walk in 0..<max(0, walks) {
        var chooser = RandomChooser(
          steps: steps, refuses: refuses, seed: SplitMix.mix(seed) &+ UInt64(walk))
        switch driver.run(choosing: { chooser.next($0, $1) }).end {
        case .conforms, .left: continue
        case .interrupted: throw CancellationError()
        case .differs, .undecided, .failed:
          throw TrayDriverProblem(
            "\(self.name), \(name): walk \(walk + 1) of seed \(seed) is not allowed by the spec, so "
              + "its strength cannot be measured")
        }
      }
      let strength = StrengthRun(
        file: interface.spec.file, interface: interface, shown: driver.shown, refuses: refuses,
        request: request)
      let verdict = RunLimits(time: nil, memory: nil, isInterrupted: { channel.isOver })
        .deadline().during { strength.run() }
      return TrayStrength(verdict, path: self.path)
    }
  }
}
