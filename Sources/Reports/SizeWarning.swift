import Semantics

/// Warns before the search about specs whose state space is probably too large.
package enum SizeWarning {
  /// The variable that takes most of the bits, with a sentence without a full stop; nil if the spec is not hopeless.
  package static func of(_ spec: CheckedSpec) -> (variable: Variable, text: String)? {
    guard let (variable, bits, all) = spec.widestVariable else { return nil }
    return (
      variable,
      "a state takes \(Wording.count(all, "bit")), \(Wording.number(bits)) of them for "
        + "'\(variable.name)' of type \(variable.type)"
    )
  }
}
