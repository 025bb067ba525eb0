import Semantics

/// Words that begin statements elsewhere.
extension Parser {
  /// `when (x) { a -> … }`
  var isSwitchOfKotlin: Bool {
    var position = 1
    while position < 40, token(after: position).kind != .leftBrace,
      token(after: position).kind != .endOfFile
    {
      position += 1
    }
    var distance = position + 1
    while distance < position + 20, !token(after: distance).startsLine || distance == position + 1 {
      if token(after: distance).kind == .arrow { return true }
      distance += 1
    }
    return false
  }

  mutating func failSwitchOfKotlin() -> Failure {
    report(
      "cases are told apart with 'switch', found 'when'", here,
      fix: "write 'switch x { case .a: …  default: … }'")
    while !at(.leftBrace), !at(.endOfFile) { advance() }
    if let end = closing(of: 0) { index = min(index + end, tokens.count - 1) }
    return Failure()
  }
}
