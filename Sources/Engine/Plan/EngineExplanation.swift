/// How the engine computes a spec, for `--explain-engine`.
package struct EngineExplanation: Sendable {
  package init() {}
}
