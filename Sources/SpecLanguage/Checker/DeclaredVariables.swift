/// The variables of a text: `variables.indices[name]`.
///
/// They are entered with their written types, since funcs may mention any of them. Their initial values are checked in
/// the order of the text.
struct DeclaredVariables {
  var areEntered = false
  /// The indices of variables, by name.
  private(set) var indices: [String: Int] = [:]
  /// The variables whose initial value is not checked yet.
  private(set) var pending: [(index: Int, syntax: VariableSyntax)] = []
  /// The variables without a type whose initial value is not checked yet.
  var untyped: Set<Int> = []

  /// Enters a variable. Without a written type, its type is unknown until its initial value is checked.
  mutating func enter(_ syntax: VariableSyntax, at index: Int) {
    indices[syntax.name.text] = index
    if syntax.type == nil { untyped.insert(index) }
    pending.append((index, syntax))
  }
}
