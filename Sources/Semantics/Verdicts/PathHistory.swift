/// A path so far, of which paths that go on from it in several directions share what they have in
/// common.
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
