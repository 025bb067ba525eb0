import Conformance
import Reports
import Semantics

/// How much a driver would notice: edits of the spec, played as apps that are seen as the driver sees its own.
public struct TrayStrength: Sendable, CustomStringConvertible {
  /// How many edits who sees and hears everything would notice on the same walks.
  public let noticeable: Int
  /// Those of them that the driver would not, each with its place in the spec.
  public let unnoticed: [String]
  /// Such as "would not notice 7 of 41 edits of the spec; observing badge would notice 5 of them".
  public let description: String

  init(_ verdict: StrengthVerdict, path: String) {
    noticeable = verdict.noticeable
    unnoticed = verdict.unnoticed.map { "\($0.place.text(in: path)): \($0.text)" }
    description = verdict.text
  }
}

extension TraySpecification {
  /// How much a driver would notice if the app did something else. What is generated calls it.
  ///
  /// - Parameters:
  ///   - walks: how many random walks are done, with the app and with each edit.
  ///   - steps: how many events a walk has at most.
  /// - Throws: `TrayDriverProblem` if the app is not as the spec says on these walks, as then nobody can tell;
  ///   `SpecError` if the spec has mistakes, and `CancellationError`.
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
              + "that nobody can tell what the driver would notice")
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
