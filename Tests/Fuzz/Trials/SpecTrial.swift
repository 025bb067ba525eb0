import TestSupport

/// Specs with mistakes of all sorts, checked within narrow limits.
struct SpecTrial: Trial {
  private let bench: Workbench
  private let source: SpecSource

  init(_ bench: Workbench) throws {
    self.bench = bench
    source = try SpecSource()
  }

  static let limits = [
    "--read-only", "--max", "states=40", "--max", "values=4096", "--time-limit", "1s",
  ]

  func complaint(seed: UInt64) throws -> String? {
    var random = SplitMix64(seed: seed ^ 0x5EED)
    let text = source.spec(&random)
    var mutator = SpecMutator(
      text, seed: random.next(), donors: source.donors.isEmpty ? [] : [random.pick(source.donors)!])
    let bytes = random.oneIn(50) ? Array(text.utf8) : mutator.mutated()
    bench.begin()
    bench.write(bytes, to: "input.tray")
    let isLarge = bytes.count > 8_000
    let words = ["check", "input.tray"] + Self.limits + (isLarge ? ["--world", "default"] : [])
    let isText = random.oneIn(4)
    bench.remove("report.xml")
    let form = isText ? ["--quiet"] : ["--format", "json"]
    let first = bench.run(words + form + ["--threads", "1", "--report", "junit=report.xml"])
    if let problem = first.complaint(
      format: isText ? .text : .json, junit: bench.read("report.xml"))
    {
      return problem
    }
    if bench.read("input.tray") != bytes { return "the spec was changed" }
    if isText || !random.oneIn(6) { return nil }
    let again = bench.run(words + form + ["--threads", "2"])
    if again.status != first.status || again.timelessOutput != first.timelessOutput,
      !Self.isTimed(first), !Self.isTimed(again)
    {
      return "another answer on two threads"
    }
    return nil
  }

  /// Returns whether the time limit ended a search, walks or the search for a verdict, so that another run may get
  /// further.
  static func isTimed(_ answer: Workbench.Answer) -> Bool {
    answer.seconds > 0.7
      || ["the time limit of", "\"ending\" : \"time\""].contains { answer.outputText.contains($0) }
  }
}
