import Semantics

/// The check that a replacement has the interface of the original.
extension WorldOverlay {
  /// The way to change the bound of a type in a world, which cannot replace types.
  static let boundAdvice = "to change a bound, declare it as a 'param', and set that in the world"

  mutating func hasType(
    _ type: TypeSyntax?, of original: TypeSyntax?, _ name: NameSyntax
  ) -> Bool {
    guard let type, words(type.range) != original.map({ words($0.range) }) else { return true }
    report(
      .differentSignature, "'\(name.text)' has a different type in its declaration", type.range,
      help: Help("leave ': \(file.text(type.range))' out", or: Self.boundAdvice), original?.range)
    return false
  }

  mutating func hasResult(_ function: FunctionSyntax, of original: FunctionSyntax) -> Bool {
    let (type, expected) = (function.result, original.result)
    guard type.map({ words($0.range) }) != expected.map({ words($0.range) }) else { return true }
    let result = expected.map { "write '-> \(file.text($0.range))'" }
    report(
      .differentSignature, "'\(function.name.text)' has a different type in its declaration",
      type?.range ?? function.name.range, fix: result ?? "leave '->' and the type out",
      expected?.range ?? original.name.range)
    return false
  }

  mutating func hasParameters(
    _ parameters: [ParameterSyntax], of originals: [ParameterSyntax], _ name: NameSyntax
  ) -> Bool {
    let isSame =
      parameters.count == originals.count
      && zip(parameters, originals).allSatisfy { parameter, original in
        parameter.label?.text == original.label?.text
          && words(parameter.type.range) == words(original.type.range)
      }
    guard isSame else {
      let place = parameters.isEmpty ? name.range : parameters.range
      report(
        .differentSignature, "'\(name.text)' has different parameters in its declaration", place,
        fix: originals.isEmpty
          ? "leave the parameters out"
          : "write '\(name.text)(\(originals.map(text).joined(separator: ", ")))'",
        originals.isEmpty ? nil : originals.range)
      return false
    }
    for (parameter, original) in zip(parameters, originals) {
      if let label = parameter.label, let known = original.label {
        uses.append((label, known.range))
      }
    }
    return true
  }

  private func text(_ parameter: ParameterSyntax) -> String {
    let names = [parameter.label?.text ?? "_", parameter.name.text]
    return (names[0] == names[1] ? names[0] : names.joined(separator: " "))
      + ": \(file.text(parameter.type.range))"
  }

  private func words(_ range: SourceRange) -> [String] {
    syntax.tokens.tokens[syntax.tokens.places(in: range)].map { file.text($0.range) }
  }
}

extension FunctionSyntax {
  fileprivate var result: TypeSyntax? {
    if case .function(let type, _) = body { type } else { nil }
  }
}

extension [ParameterSyntax] {
  /// The range from the first name to the last type; empty at 0 if there are no parameters.
  fileprivate var range: SourceRange {
    guard let first, let last else { return SourceRange(0, 0) }
    return SourceRange(first.label?.range.start ?? first.name.range.start, last.type.range.end)
  }
}
