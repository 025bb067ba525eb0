import Semantics
import Traces

extension CounterexampleName {
  /// The file name of a world's certificate.
  ///
  /// - Parameters:
  ///   - path: the path of the spec, as the certificate stores it.
  ///   - constants: the constants that differ from the world's, with their values.
  static func certificate(
    of spec: CheckedSpec, at path: String, constants: [(name: String, value: String)]
  ) -> String {
    let set = constants.map { part("\($0.name)_\($0.value)", among: []) }
    let all = ([path] + constants.map { "\($0.name)=\($0.value)" }).joined(separator: "\n")
    return [
      world(of: spec), shortened(set.joined(separator: "-")), Fingerprint.short(all), "certificate",
    ].filter { !$0.isEmpty }.joined(separator: ".")
  }
}
