import Engine
import SpecLanguage
import TestSupport
import Testing
import Traces

/// Counterexamples outlive edits that have nothing to do with them.
@Suite("Counterexamples of random specs")
struct EditedSpecTests {
  @Test(
    "still violate when declarations are reordered, and a rule, an event and a variable are added",
    arguments: RandomSpec.first(120))
  func edits(_ random: RandomSpec) throws {
    let found = try search(SpecText.checked(random.text), limits: .init(states: 40))
    guard !found.violations.isEmpty else { return }
    let text = Self.edited(random)
    let machine = try Machine(SpecText.checked(text))
    let replayer = Replayer(machine, starts: try machine.starts())
    for violation in found.violations {
      let result = replayer.replay(found.document(of: violation))
      guard case .stillViolates(let again) = result.verdict else {
        Issue.record("\(result.verdict)\n\(text)")
        continue
      }
      #expect(again.length == violation.length)
    }
  }

  /// The spec with another order of everything but variables, whose order has a meaning.
  private static func edited(_ random: RandomSpec) -> String {
    let file = SourceFile(path: "random", text: random.text)
    let (syntax, _) = Parser.parse(file)
    var numbers = SplitMix64(seed: random.seed)
    var variables = ["var added0: Bool = false"]
    var others = ["on added1 when false { added0 = true }", "enum Added2 { one, two }"]
    for declaration in syntax.declarations {
      let text = file.text(declaration.range)
      switch declaration.kind {
      case .variable: variables.append(text)
      default:
        let added = text.replacing(
          "  rule ", with: "  rule added3 when false {}\n  rule ", maxReplacements: 1)
        others.insert(added, at: numbers.number(below: others.count + 1))
      }
    }
    return (["spec Random"] + others + variables).joined(separator: "\n") + "\n"
  }
}
