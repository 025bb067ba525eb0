/// The functions that drive an app by its driver.
extension DriverSource {
  private var actor: String { options.isOnMainActor ? "\n@MainActor" : "" }

  func writeChecks(_ text: inout SwiftText) {
    text.line(
      """
      /// Drives an app along a path, and holds it against the spec.
      ///
      /// - Parameters:
      ///   - timeout: how long the driver may take for one thing; nil for as long as it likes.
      ///   - shrinks: whether the app is driven again for the shortest way to a difference.
      ///   - folder: where a difference is kept as a file; nil for nowhere.
      /// - Throws: `TrayDifference` for behaviour that the spec does not allow, and
      ///   `TrayDriverProblem` if the run cannot be judged.\(actor)
      """)
    text.list(
      "\(access)\(isolation)static func check<Implementation: Driver>",
      [
        "_ path: TrayPath", "with driver: Implementation", "timeout: Duration? = nil",
        "shrinks: Bool = true", "keptIn folder: String? = nil",
      ], " async throws"
    ) { text in
      text.line(
        """
        try await specification.check(
          path, with: adapter(driver), timeout: timeout, shrinks: shrinks, keptIn: folder)
        """)
    }
    text.line(
      """

      /// How much a driver would notice: it drives its app along random walks, and then edits of
      /// the spec are played as apps that are seen as this one was.
      ///
      /// - Throws: `TrayDriverProblem` if the app differs from the spec.\(actor)
      """)
    text.list(
      "\(access)\(isolation)static func strength<Implementation: Driver>",
      [
        "of driver: Implementation", "walks: Int = 20", "steps: Int = 20", "seed: UInt64 = 1",
        "timeout: Duration? = nil",
      ], " async throws -> TrayStrength"
    ) { text in
      text.line(
        """
        try await specification.strength(
          of: adapter(driver), walks: walks, steps: steps, seed: seed, timeout: timeout)
        """)
    }
    let noticed = spec.signals.isEmpty ? "[]" : "Implementation.noticed.map(\\.rawValue)"
    text.line(
      """
      \(actor)
      private static func adapter<Implementation: Driver>(
        _ driver: Implementation
      ) -> Adapter<Implementation> {
        let noticed: [String] = \(noticed)
        return Adapter(driver: driver, noticed: noticed, refuses: Implementation.refuses)
      }
      """)
  }
}
