import TestSupport

/// A trial of random specs without mistakes.
protocol RandomSpecTrial: Trial {
  var bench: Workbench { get }

  /// The spec of a seed, and the world to check.
  func spec(seed: UInt64) -> (text: String, world: String?)

  /// An inconsistency of the tool's results; nil if there is none.
  func complaint(about text: String, world: String?, seed: UInt64) throws -> String?
}

extension RandomSpecTrial {
  func complaint(seed: UInt64) throws -> String? {
    bench.begin()
    let (text, world) = spec(seed: seed)
    bench.write(Array("// world \(world ?? "default")\n\(text)".utf8), to: "spec.tray")
    do {
      return try complaint(about: text, world: world, seed: seed)
    } catch let mistakes as SpecText.Mistakes {
      return "\(mistakes.description.prefix(400))"
    }
  }
}
