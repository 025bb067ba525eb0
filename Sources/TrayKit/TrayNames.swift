import Reports
import Semantics
import SpecLanguage

/// The names in the text of a spec, with their declarations and all occurrences.
///
/// ```swift
/// let names = try TraySpec(contentsOf: "Specs/slack-tray.tray").names
/// let place = TextPlace(line: 12, column: 7)
/// print(names.declarations(at: place))  // where an editor goes to
/// print(names.occurrences(at: place))  // what a rename replaces
/// ```
///
/// Keywords and unresolved names are not included. Scopes count: two local variables with the same name in different
/// scopes are two names.
public struct TrayNames: Sendable {
  /// An occurrence of a name in the text.
  public struct Occurrence: Sendable, Equatable {
    /// The text of the name.
    public let text: String
    /// The place of its first character.
    public let place: TextPlace
    /// Whether the name is declared here. This also holds for `if let card {`, which declares and uses a name at once.
    public let isDeclaration: Bool

    /// Whether the occurrence contains a place. Its end is included, because the cursor is there after typing.
    func touches(_ other: TextPlace) -> Bool {
      place.path == other.path && place.line == other.line
        && (0...text.unicodeScalars.count).contains(other.column - place.column)
    }
  }

  /// All occurrences of names, in the order of the text.
  public let occurrences: [Occurrence]
  /// For each occurrence, the indices of its declarations in that list.
  private let declarations: [[Int]]
  /// For each occurrence, the number of its name.
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

  /// The declarations of the name at a place; empty if there is none.
  ///
  /// There is one declaration, except for a parameter in a `transition` after several events, which has one for each
  /// event. A declaration is its own result.
  public func declarations(at place: TextPlace) -> [Occurrence] {
    index(at: place).map { declarations[$0].map { occurrences[$0] } } ?? []
  }

  /// All occurrences of the name at a place, including its declarations, in the order of the text; empty if there is
  /// none.
  ///
  /// Replacing the text at all of them keeps the meaning, if the new name is not used otherwise.
  public func occurrences(at place: TextPlace) -> [Occurrence] {
    guard let index = index(at: place) else { return [] }
    return occurrences.indices.filter { names[$0] == names[index] }.map { occurrences[$0] }
  }

  private func index(at place: TextPlace) -> Int? {
    occurrences.firstIndex { $0.touches(place) }
  }
}
