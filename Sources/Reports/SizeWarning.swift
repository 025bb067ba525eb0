import Semantics

/// What is known of a spec before anything is searched, where its states are hardly few.
package enum SizeWarning {
  /// States of so many bits are hardly ever few.
  private static let leastBits = 128

  /// The variable that takes most of the bits, with a sentence without its end; nil where nothing is hopeless.
  package static func of(_ spec: CheckedSpec) -> (variable: Variable, text: String)? {
    guard let layout = try? StateLayout(spec.variables), layout.bitCount >= leastBits else {
      return nil
    }
    let bits = layout.nodes.map { $0.fields.reduce(0) { $0 + $1.width } }
    guard let widest = bits.indices.max(by: { bits[$0] < bits[$1] }) else { return nil }
    let variable = spec.variables[widest]
    return (
      variable,
      "a state takes \(Wording.count(layout.bitCount, "bit")), \(Wording.number(bits[widest])) of them for "
        + "'\(variable.name)' of type \(variable.type)"
    )
  }
}
