import Semantics

/// The value of an expression in the first start of a spec with these declarations: as an author would write it, or
/// `fault: …` with the message.
package func worth(_ expression: String, _ declarations: String = "") throws -> String {
  let spec = try SpecText.checked(declarations + "\non probe { let probed = \(expression) }")
  let event = spec.events.first { $0.name == "probe" }
  guard let event, case .statements(let body) = event.body,
    case .bind(_, let value) = body.first?.node
  else { throw SpecText.Mistakes(description: "'\(expression)' is no expression") }
  let start = try Machine(spec).starts()[0]
  var evaluator = Evaluator(
    state: start, locals: Array(repeating: .none, count: event.frameSize))
  do throws(Fault) {
    return value.type.text(try evaluator.evaluate(value))
  } catch {
    return "fault: \(error.message)"
  }
}
