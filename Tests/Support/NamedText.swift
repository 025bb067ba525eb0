import Semantics
import SpecLanguage

/// A text, and the names in it as the checker has recorded them in all of its worlds.
package struct NamedText {
  package let syntax: SpecSyntax
  package private(set) var references = NameReferences()
  /// Its diagnostics in any world.
  package private(set) var diagnostics: [Diagnostic]
  /// The places of each name.
  package let names: [[SourceRange]]

  package init(_ text: String) {
    let (syntax, sink) = Parser.parse(SourceFile(path: "test.tray", text: text))
    self.syntax = syntax
    diagnostics = sink.diagnostics
    for world in [nil] + syntax.worldNames.map(Optional.some) {
      let result = Checker.check(
        world.map(syntax.confined) ?? syntax, world: world, notesNames: true)
      diagnostics += result.sink.diagnostics
      references.formUnion(result.references ?? NameReferences())
    }
    names = references.names
  }

  package func text(_ place: SourceRange) -> String { syntax.file.text(place) }

  /// Each name with its lines, such as `x 1: 3 4`: those before the colon declare it.
  package var summary: [String] {
    func lines(_ places: [SourceRange]) -> String {
      places.map { " \(syntax.file.location(of: $0.start).line)" }.joined()
    }
    return names.map { places in
      let uses = lines(places.filter { !references.isDeclaration($0) })
      return text(places[0]) + lines(places.filter(references.isDeclaration))
        + (uses.isEmpty ? "" : ":" + uses)
    }
  }

  /// Words of the text that are no names, though the language has no such word, and misfits.
  package var gaps: [String] {
    let places = Set(references.places)
    let words = syntax.tokens.tokens.filter { token in
      token.kind == .identifier && !places.contains(token.range)
        && !Self.wordsOfLanguage.contains(text(token.range))
    }
    return words.map { located($0.range) } + misfits
  }

  /// Uses of a symbol with another name, or without a declaration at that place.
  package var misfits: [String] {
    references.places.filter { place in
      !references.declarations(of: place).allSatisfy {
        text($0) == text(place) && references.isDeclaration($0)
      }
    }.map(located)
  }

  private func located(_ place: SourceRange) -> String {
    let location = syntax.file.location(of: place.start)
    return "\(text(place)) at \(location.line):\(location.column)"
  }

  /// The text with the selected names replaced.
  package func renaming(_ isChosen: (Int) -> Bool) -> String {
    let chosen = names.indices.filter(isChosen).flatMap { names[$0] }
    var result: [UInt8] = []
    var end = 0
    for place in chosen.sorted(by: { $0.start < $1.start }) {
      result += syntax.file.bytes[end..<place.end] + Array("Renamed".utf8)
      end = place.end
    }
    return String(decoding: result + syntax.file.bytes[end...], as: UTF8.self)
  }

  /// The differences after renaming: of any two names, one is present and the other missing.
  package var losses: [String] {
    let bits = (0..<Int.bitWidth).prefix { names.count >> $0 > 0 }
    let choices = bits.flatMap { bit in
      [{ (index: Int) in index >> bit & 1 == 0 }, { (index: Int) in index >> bit & 1 == 1 }]
    }
    let old = shape
    return choices.compactMap { isChosen in
      let new = NamedText(renaming(isChosen))
      if let said = new.diagnostics.first(where: { $0.severity == .error }) {
        return "\(said.message): \(new.text(said.range))"
      }
      return new.shape == old && new.diagnostics.count == diagnostics.count
        ? nil : "the names are not those that they were"
    }
  }

  /// The index of the name at each place.
  private var shape: [[Int]] {
    let numbers = Dictionary(uniqueKeysWithValues: zip(references.places, 0...))
    return names.map { $0.compactMap { numbers[$0] } }
  }

  /// The words of the language, which are no names.
  package static let wordsOfLanguage: Set<String> = Set(
    """
    spec library use open param let enum struct type symmetric var signal func on fair strongly invariant transition identity about always gone \
    eventually reachable possible terminal scenario steps world rule otherwise when insert at into \
    remove from append to if else switch case default for in where choose emit assert start stop true \
    false nil every some no implies _ distinct is old unchanged emitted emissions after except any \
    whenever assuming unless within ticks until never before same and expect refuse given repeat violates others explore while walks of seed with without group enabled ghost forKey Bool Int Set Map \
    Table List Bag atMost Timer min max abs count sum set map table list isEmpty keys values first last indices \
    reversed contains union intersection subtracting symmetricDifference isSubset isSuperset isDisjoint \
    isRunning isDue remaining due removeFirst removeLast removeAll removeValue off tick view card message device words badge screen title text icon
    """.split(separator: " ").map(String.init)
  ).union(wordsAfterViolates)

  /// The words of the language that a text has only after `violates`.
  package static let wordsAfterViolates = Set(
    ViolationKind.generalNames + IdentityPart.allCases.map(\.rawValue))
}
