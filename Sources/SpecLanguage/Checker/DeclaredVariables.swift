/// The variables of a text: `variables.indices[name]`.
///
/// They are entered with the types that are written, since funcs may mention any of them, and their initial
/// values are checked in the order of the text.
struct DeclaredVariables {
  var areEntered = false
  /// By name.
  private(set) var indices: [String: Int] = [:]
  /// Those whose initial value is still to be checked when all are entered.
  private(set) var pending: [(index: Int, syntax: VariableSyntax)] = []
  /// Those whose type is that of an initial value that was not checked yet.
  var untyped: Set<Int> = []

  /// Enters a variable. Its type is open until its first value is checked, if none is written.
  mutating func enter(_ syntax: VariableSyntax, at index: Int) {
    indices[syntax.name.text] = index
    if syntax.type == nil { untyped.insert(index) }
    pending.append((index, syntax))
  }
}
