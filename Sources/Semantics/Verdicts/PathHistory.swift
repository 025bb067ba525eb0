/// A path prefix; paths that extend it in several directions share it.
package indirect enum PathHistory: Sendable {
  case start([Value])
  case step(Step, PathHistory)

  /// The same from its start on.
  package var path: Path {
    var steps: [Step] = []
    var link = self
    while case .step(let step, let earlier) = link {
      steps.append(step)
      link = earlier
    }
    guard case .start(let start) = link else { return Path(start: [], steps: []) }
    return Path(start: start, steps: steps.reversed())
  }
}
