import Semantics
import TestSupport
import Testing
import TrayKit

/// Typed lines on random specs, against the reference interpreter.
@Suite struct TypedLineTests {
  private static let specs = Array(RandomSpec.first(40))

  @Test("a typed condition has the value that the reference interpreter gives it", arguments: specs)
  func values(_ random: RandomSpec) throws {
    let spec = try SpecText.checked(random.text, world: random.world)
    let machine = try Machine(spec)
    let judge = PropertyEvaluator(spec: spec)
    guard var state = try machine.starts().first else { return }
    var exploration = try Exploration(TraySpec(random.text), world: random.world ?? "default")
    exploration.isGrouped = false
    for turn in 0..<4 {
      for property in spec.properties {
        guard case .invariant = property.kind, property.saysWhatIsWritten, !property.isImplied,
          property.sentence == nil
        else { continue }
        let text = spec.file.text(property.body.expression.range).split(separator: "\n")
          .joined(separator: " ")
        let answer = exploration.answer("eval (\(text))")
        switch (judge.holds(property, in: state), answer) {
        case (.success(let holds), .value(let value, let type)):
          #expect(value == "\(holds)" && type == "Bool", "\(text)")
        case (.failure, .error(let error)):
          #expect(error.description.contains("no value"), "\(text)")
        default: Issue.record("\(text): \(answer)")
        }
      }
      let evaluator = ReferenceEvaluator(spec)
      let steps = machine.instances.flatMap { evaluator.react(to: $0, in: state).steps }
      guard !steps.isEmpty else { break }
      let place = (Int(random.seed) * 7 + turn) % steps.count
      exploration.take(place)
      state = steps[place].state
    }
  }

  @Test("each step of a trace that a check finds can be typed", arguments: specs)
  func steps(_ random: RandomSpec) throws {
    let spec = try TraySpec(random.text)
    let world = random.world ?? "default"
    let begun = try Exploration(spec, world: world)
    for place in begun.places() {
      var found = begun
      guard (try? found.go(to: place)) != nil else { continue }
      var typed = found
      typed.move(by: -typed.length)
      found.move(by: -found.length)
      for _ in 0..<found.length {
        found.move(by: 1)
        let scene = found.scene()
        let event = try #require(scene.event)
        if case .which(let steps) = typed.answer("take \(event)") {
          // Other choices have other results, so a number follows.
          #expect(steps.count > 1)
          let isTaken = steps.contains { step in
            var other = typed
            guard other.take(step.number - 1), Self.state(other) == Self.state(found) else {
              return false
            }
            typed = other
            return true
          }
          #expect(isTaken, "\(event)")
        }
        #expect(Self.state(typed) == Self.state(found), "\(event)")
      }
    }
  }

  private static func state(_ exploration: Exploration) -> [String] {
    exploration.scene().variables.map { "\($0.name) = \($0.value)" }
  }
}
