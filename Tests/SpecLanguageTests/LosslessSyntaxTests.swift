import Foundation
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// Syntax keeps all of the text, and knows where its parts are.
@Suite struct LosslessSyntaxTests {
  @Test("tokens, comments and blank space are the whole text", arguments: 0..<300)
  func lossless(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let bytes = spoilt(RandomSpec(seed: UInt64(seed)).text, &random)
    let list = Lexer(SourceFile(path: "test", contents: bytes)).list
    var end = 0
    for place in list.tokens.indices {
      let gap = list.gap(before: place)
      #expect(gap.start == end)
      var blankStart = gap.start
      for comment in list.comments(before: place) {
        #expect(isBlank(list.file.bytes[blankStart..<comment.range.start]))
        // Comments of other languages were reported.
        #expect(list.file.text(comment.range).first.map("/#-\\(".contains) == true)
        blankStart = comment.range.end
      }
      #expect(isBlank(list.file.bytes[blankStart..<gap.end]))
      end = list.tokens[place].range.end
    }
    #expect(end == list.file.bytes.count)
    let shown = list.tokens.indices.reduce(0) { $0 + list.comments(before: $1).count }
    #expect(shown == list.comments.count)
  }

  @Test("empty lines are counted between what stands around them")
  func emptyLines() {
    let text = "\nspec A\n\n  \n// one\n\nvar x = 1\n"
    let list = Lexer(SourceFile(path: "test", text: text)).list
    let comment = list.comments(before: 2).first?.range ?? SourceRange(0, 0)
    #expect(list.emptyLines(in: list.gap(before: 0)) == 1)
    #expect(list.emptyLines(in: SourceRange(list.gap(before: 2).start, comment.start)) == 2)
    #expect(list.emptyLines(in: SourceRange(comment.end, list.gap(before: 2).end)) == 1)
  }

  @Test("keywords and braces are where the syntax says", arguments: RandomSpec.first(60))
  func places(_ spec: RandomSpec) {
    let (syntax, sink) = Parser.parse(SourceFile(path: "test", text: spec.text))
    #expect(!sink.hasErrors)
    let (file, tokens) = (syntax.file, syntax.tokens.tokens)
    for declaration in syntax.declarations {
      let places = syntax.tokens.places(in: declaration.range)
      #expect(tokens[places].first?.range.start == declaration.range.start)
      #expect(tokens[places].last?.range.end == declaration.range.end)
      #expect(words(of: declaration.kind).contains(file.text(declaration.keyword)))
      for braces in declaration.kind.braces {
        let text = file.text(braces)
        #expect(text.hasPrefix("{") && text.hasSuffix("}"))
        let depths = text.reduce(into: [0]) { depths, character in
          if character == "{" { depths.append((depths.last ?? 0) + 1) }
          if character == "}" { depths.append((depths.last ?? 0) - 1) }
        }
        #expect(depths.last == 0 && depths.dropFirst().dropLast().allSatisfy { $0 > 0 })
      }
    }
  }

  /// The text with some bytes removed, duplicated or replaced by others with a meaning for the lexer.
  private func spoilt(_ text: String, _ random: inout SplitMix64) -> [UInt8] {
    var bytes = Array(text.utf8)
    let strange = Array("/*{}\n\r\t \"#.é\u{FEFF}\u{200B}".utf8) + [0xFF]
    for _ in 0..<random.number(below: 12) where !bytes.isEmpty {
      let place = random.number(below: bytes.count)
      switch random.number(below: 3) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(contentsOf: Array("/// a\n".utf8), at: place)
      default: bytes[place] = strange[random.number(below: strange.count)]
      }
    }
    return bytes
  }

  private func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{200B}"
    }
  }

  private func words(of kind: DeclarationSyntax.Kind) -> [String] {
    switch kind {
    case .event, .promise: ["on"]
    case .rule: ["rule", "otherwise"]
    case .constant: ["let"]
    case .enumeration: ["enum"]
    case .structure: ["struct"]
    case .typeAlias: ["type"]
    case .variable: ["var"]
    case .function: ["func"]
    default:
      [
        "param", "symmetric", "signal", "invariant", "never", "same", "identity",
        "transition", "eventually",
        "reachable",
        "possible", "terminal", "scenario", "steps", "world", "group", "use", "view",
      ]
    }
  }
}

extension DeclarationSyntax.Kind {
  /// All braces in the syntax of the declaration.
  fileprivate var braces: [SourceRange] {
    switch self {
    case .terminal(let block): return [block.braces].compactMap(\.self)
    case .same(let same): return [same.first.braces, same.second.braces]
    case .identity(let identity):
      return [identity.id.braces, identity.subject.braces, identity.removal?.body.braces]
        .compactMap(\.self)
    case .invariant(let invariant):
      return [invariant.body.braces, invariant.end?.braces].compactMap(\.self)
    case .transition(let transition): return [transition.body.braces].compactMap(\.self)
    case .eventually(let property), .reachable(let property), .possible(let property):
      return [property.body.braces].compactMap(\.self)
    case .scenario(let scenario): return [scenario.steps.braces]
    case .steps(let steps): return [steps.steps.braces]
    case .view(let view): return view.braces
    case .function(let function):
      switch function.body {
      case .function(_, let block): return [block.braces].compactMap(\.self)
      case .procedure(let body): return [body.braces] + body.elements.flatMap(\.braces)
      }
    case .event(let event):
      switch event.body {
      case .statements(let body): return [body.braces] + body.elements.flatMap(\.braces)
      case .rules(_, let rules): return [rules.braces] + rules.elements.flatMap(\.braces)
      }
    default: return []
    }
  }
}

extension RuleItemSyntax {
  fileprivate var braces: [SourceRange] {
    switch self {
    case .rule(let rule): [rule.body.braces] + rule.body.elements.flatMap(\.braces)
    case .group(_, _, let rules): [rules.braces] + rules.elements.flatMap(\.braces)
    }
  }
}

extension StatementSyntax {
  fileprivate var braces: [SourceRange] {
    switch kind {
    case .branch(let branches, let otherwise):
      let bodies = branches.map(\.body) + [otherwise].compactMap(\.self)
      return bodies.flatMap { [$0.braces] + $0.elements.flatMap(\.braces) }
    case .loop(_, let body): return [body.braces] + body.elements.flatMap(\.braces)
    default: return []
    }
  }
}
