/// The functions that drive an app by its driver.
extension DriverSource {
  func writeChecks(_ text: inout SwiftText) {
    writeCheck(&text)
    text.line()
    writeStrength(&text)
    text.line()
    if options.isOnMainActor { text.line("@MainActor") }
    text.line("private static func adapter<Implementation: Driver>(")
    text.line("  _ driver: Implementation")
    text.block(") -> Adapter<Implementation>") { text in
      let noticed = spec.signals.isEmpty ? "[]" : "Implementation.noticed.map(\\.rawValue)"
      text.line("let noticed: [String] = \(noticed)")
      text.line(
        "return Adapter(driver: driver, noticed: noticed, refuses: Implementation.refuses)")
    }
  }

  private func writeCheck(_ text: inout SwiftText) {
    text.line("/// Drives an app along a path, and holds it against the spec.")
    text.line("///")
    text.line("/// - Parameters:")
    text.line(
      "///   - timeout: how long the driver may take for one thing; nil for as long as it likes.")
    text.line(
      "///   - shrinks: whether the app is driven again for the shortest way to a difference.")
    text.line("///   - folder: where a difference is kept as a file; nil for nowhere.")
    text.line(
      "/// - Throws: `TrayDifference` for behaviour that the spec does not allow, and")
    text.line("///   `TrayDriverProblem` if the run cannot be judged.")
    if options.isOnMainActor { text.line("@MainActor") }
    text.list(
      "\(access)\(isolation)static func check<Implementation: Driver>",
      [
        "_ path: TrayPath", "with driver: Implementation", "timeout: Duration? = nil",
        "shrinks: Bool = true", "keptIn folder: String? = nil",
      ], " async throws"
    ) { text in
      text.line("try await specification.check(")
      text.line(
        "  path, with: adapter(driver), timeout: timeout, shrinks: shrinks, keptIn: folder)")
    }
  }

  private func writeStrength(_ text: inout SwiftText) {
    text.line(
      "/// How much a driver would notice: it drives its app along random walks, and then edits of")
    text.line("/// the spec are played as apps that are seen as this one was.")
    text.line("///")
    text.line("/// - Throws: `TrayDriverProblem` if the app differs from the spec.")
    if options.isOnMainActor { text.line("@MainActor") }
    text.list(
      "\(access)\(isolation)static func strength<Implementation: Driver>",
      [
        "of driver: Implementation", "walks: Int = 20", "steps: Int = 20", "seed: UInt64 = 1",
        "timeout: Duration? = nil",
      ], " async throws -> TrayStrength"
    ) { text in
      text.line("try await specification.strength(")
      text.line(
        "  of: adapter(driver), walks: walks, steps: steps, seed: seed, timeout: timeout)")
    }
  }
}
