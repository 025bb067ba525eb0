import Files

extension Exploration.Answer {
  /// The answer as a JSON object without a line end, as `explore --format jsonl` prints it; nil for an empty line and
  /// for the end. "Looking at a spec" describes the keys.
  ///
  /// - Parameter line: the number of the typed line; 0 for the first state.
  /// - Throws: `EncodingError` if a value cannot be written as JSON.
  public func jsonLine(_ line: Int) throws -> String? {
    var object = AnswerLine(line: line)
    switch self {
    case .nothing, .end: return nil
    case .state(let scene, let note):
      (object.answer, object.message, object.state) = ("state", note, scene)
    case .value(let value, let type):
      (object.answer, object.value, object.type) = ("value", value, type)
    case .which(let steps):
      (object.answer, object.message, object.steps) = ("which", Self.question(steps), steps)
    case .refusals(let refusals, let possible):
      (object.answer, object.refusals, object.steps) = ("refusals", refusals, possible)
    case .notFound: object.answer = "not-found"
    case .text(let text): (object.answer, object.text) = ("text", text)
    case .error(let error):
      object.answer = error.isUsage ? "error" : "inconclusive"
      (object.message, object.column) = (error.description, error.column)
    }
    return try JSONDocument.line(of: object)
  }
}

private struct AnswerLine: Encodable {
  var line: Int
  var answer = ""
  var message: String?
  var column: Int?
  var value: String?
  var type: String?
  var text: String?
  var state: Exploration.Scene?
  var steps: [Exploration.NumberedStep]?
  var refusals: [Exploration.Refusal]?
}
