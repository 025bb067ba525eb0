extension Expression {
  /// The value of a constant; nil for other expressions, and if it has none.
  package var constantValue: Value? {
    guard isConstant else { return nil }
    var evaluator = Evaluator(frameSize: ownFrameSize)
    return try? evaluator.evaluate(self)
  }

  /// The least frame size for the names that are bound in the expression.
  package var ownFrameSize: Int {
    (withParts.flatMap(\.node.boundSlots).max() ?? -1) + 1
  }
}
