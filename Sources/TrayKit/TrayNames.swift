import Reports
import Semantics
import SpecLanguage

/// The names in the text of a spec: where each is declared, and all places where it stands.
///
/// ```swift
/// let names = try TraySpec(contentsOf: "Specs/slack-tray.tray").names
/// let place = TextPlace(line: 12, column: 7)
/// print(names.declarations(at: place))  // where an editor goes to
/// print(names.occurrences(at: place))  // what a rename replaces
/// ```
///
/// Words of the language are no names, and neither are names that mean nothing. Scopes count: two locals
/// with one name in two places are two names.
public struct TrayNames: Sendable {
  /// A name at one place of the text.
  public struct Occurrence: Sendable, Equatable {
    /// What stands there.
    public let text: String
    /// Where it begins.
    public let place: TextPlace
    /// It is declared here. In `if let card {`, where a name is declared and used at once, this is so as well.
    public let isDeclaration: Bool

    /// Whether it stands at a place, its end included, where the cursor is when it was written.
    func touches(_ other: TextPlace) -> Bool {
      place.path == other.path && place.line == other.line
        && (0...text.unicodeScalars.count).contains(other.column - place.column)
    }
  }

  /// All names wherever they stand, in the order of the text.
  public let occurrences: [Occurrence]
  /// For each of them the places of its declarations in that list.
  private let declarations: [[Int]]
  /// For each of them the number of its name.
  private let names: [Int]

  init(_ references: NameReferences, in file: SourceFile) {
    let places = references.places
    let indices = Dictionary(uniqueKeysWithValues: zip(places, places.indices))
    occurrences = places.map { place in
      Occurrence(
        text: file.text(place), place: TextPlace(file, place),
        isDeclaration: references.isDeclaration(place))
    }
    declarations = places.map { references.declarations(of: $0).compactMap { indices[$0] } }
    var names = Array(repeating: 0, count: places.count)
    for (number, name) in references.names.enumerated() {
      for index in name.compactMap({ indices[$0] }) { names[index] = number }
    }
    self.names = names
  }

  /// Where the name at a place is declared; empty if there is none.
  ///
  /// One place, but for a parameter in a `transition` after several events, which stands for that of each.
  /// For a name that is declared at the place, that place.
  public func declarations(at place: TextPlace) -> [Occurrence] {
    index(at: place).map { declarations[$0].map { occurrences[$0] } } ?? []
  }

  /// All places where the name at a place stands, its declarations included, in the order of the text; empty
  /// if there is none.
  ///
  /// Another text at all of them means the same, if nothing else is called so.
  public func occurrences(at place: TextPlace) -> [Occurrence] {
    guard let index = index(at: place) else { return [] }
    return occurrences.indices.filter { names[$0] == names[index] }.map { occurrences[$0] }
  }

  private func index(at place: TextPlace) -> Int? {
    occurrences.firstIndex { $0.touches(place) }
  }
}
