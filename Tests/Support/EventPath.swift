import Engine
import Semantics

extension SearchedSpec {
  /// An event of a path that cannot happen there.
  package struct Impossible: Error, CustomStringConvertible {
    package let description: String
  }

  /// The path of some events from the first start, each in words such as `tap(id: ID#1)`, and each with its first
  /// outcome.
  package func path(_ events: [String]) throws -> Path {
    let evaluator = ReferenceEvaluator(spec)
    var path = Path(start: starts[0], steps: [])
    for event in events {
      guard let instance = machine.instances.first(where: { spec.text($0) == event }),
        let step = evaluator.react(to: instance, in: path.end).steps.first
      else { throw Impossible(description: "'\(event)' is not possible") }
      path.steps.append(step)
    }
    return path
  }

  /// The violation of an `eventually` by a path whose steps from `loop` on repeat forever.
  package func lasso(_ name: String, _ events: [String], loop: Int) throws -> Violation {
    let property = try number(of: name)
    return try LassoWitness(machine).violation(of: property, path(events), loopStart: loop)
  }

  /// The violation of a `possible` at the end of a path.
  package func trap(_ name: String, _ events: [String]) throws -> Violation {
    let finding = Finding(.possible, property: try number(of: name))
    let found = try Witness(machine).violation(of: finding, after: path(events))
    guard let found else { throw Impossible(description: "'\(name)' is not violated") }
    return found.violation
  }

  private func number(of name: String) throws -> Int {
    guard let index = spec.properties.firstIndex(where: { $0.name == name }) else {
      throw Impossible(description: "there is no property '\(name)'")
    }
    return index
  }
}
