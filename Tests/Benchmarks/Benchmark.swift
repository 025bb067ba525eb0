import Foundation

/// `swift run -c release benchmark`: compares traycheck with Spin and rumur, and shows how it scales.
///
/// It ends with 0 if all counts are equal, with 1 if they are not or a tool fails, and with 64
/// after wrong usage.
@main
enum Benchmark {
  static func main() {
    do {
      let options = try BenchmarkOptions(Array(CommandLine.arguments.dropFirst()))
      guard !options.showsHelp else { return print(BenchmarkOptions.help, terminator: "") }
      if options.simulatesCluster { return print(ClusterSimulation.text, terminator: "") }
      let installation = try Installation(traycheck: options.traycheck)
      defer { installation.removeScratch() }
      try run(Laboratory(options: options, installation: installation))
    } catch let error as BenchmarkOptions.UsageError {
      fail("\(error); see --help", status: 64)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func run(_ laboratory: Laboratory) throws {
    let options = laboratory.options
    let installation = laboratory.installation
    show(heading(installation))
    if !installation.missing.isEmpty {
      show(
        """
        Not installed, and so not measured: \(installation.missing.joined(separator: ", ")).
        To measure them: apt-get install spin rumur gcc

        """)
    }
    let contenders = try installation.contenders(tools: options.tools)
    for model in BenchmarkModel.all
    where options.models.contains(model.name) && options.sizes.contains(model.size)
      && !contenders.isEmpty
    {
      let measurements = try laboratory.measure(model, with: contenders)
      show(Comparison(model: model, measurements: measurements).text)
    }
    if options.walkSteps > 0 {
      show(WalkComparison(measurements: try laboratory.measureWalks()).text)
    }
    if options.symmetryLimit > 0 {
      show(try laboratory.measureSymmetry().text)
    }
    if options.runsIDs > 0 {
      show(try laboratory.measureWholeRuns().text)
    }
    if options.namesLimit > 0 {
      let comparison = try laboratory.measureNames()
      show(comparison.text)
      if let picture = options.namesPicture {
        try comparison.picture.svg.write(to: picture, atomically: true, encoding: .utf8)
      }
    }
    if let first = ScalingCurve.points.first, first.isWithin(options.scaleLimit) {
      let curve = try laboratory.measureScaling()
      show(curve.text)
      if let picture = options.picture {
        try curve.picture.svg
          .write(to: picture, atomically: true, encoding: .utf8)
      }
    }
  }

  private static func heading(_ installation: Installation) -> String {
    let info = ProcessInfo.processInfo
    let memory = Figures.rounded(Double(info.physicalMemory) / 1e9)
    return """
      ## Benchmark

      \(installation.cores) cores, \(memory) GB of memory, \(info.operatingSystemVersionString)

      """
  }

  private static func show(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("error: \(message)\n".utf8))
    exit(status)
  }
}
