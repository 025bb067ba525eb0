import Semantics

/// Aligns the words of two texts.
///
/// Any two declared names match, all other words match only themselves. So a renamed name is aligned with the new one
/// if the words around it match.
enum WordAlignment {
  /// Longer texts are aligned only if they have the same words except for their names.
  ///
  /// In words. The time is the length times the number of differences.
  private static let longest = 4_000

  /// A word, and whether it is a name that its spec declares, which may be renamed.
  private struct Place {
    var word: Word
    var isOwn: Bool

    func fits(_ other: Place) -> Bool {
      isOwn && other.isOwn || word.text == other.word.text
    }
  }

  /// The pairs of different names at the same positions.
  ///
  /// A pair is returned as often as it occurs. Texts of equal length that match word by word are aligned directly;
  /// others by a shortest edit script (Myers 1986, as in the standard library).
  ///
  /// - Parameter isOwn: whether the spec declares a name.
  static func pairs(
    _ old: [Word], _ new: [Word], isOwn: (Word, _ isOld: Bool) -> Bool
  ) -> [(old: String, new: String)] {
    let olds = old.map { Place(word: $0, isOwn: isOwn($0, true)) }
    let news = new.map { Place(word: $0, isOwn: isOwn($0, false)) }
    if olds.count == news.count, zip(olds, news).allSatisfy({ $0.fits($1) }) {
      return zip(old, new).filter { $0.text != $1.text }.map { ($0.text, $1.text) }
    }
    guard max(old.count, new.count) <= longest else { return [] }
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in news.difference(from: olds, by: { $0.fits($1) }) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    let kept = zip(
      old.indices.filter { !removed.contains($0) }, new.indices.filter { !inserted.contains($0) })
    return kept.compactMap { from, to in
      old[from].text == new[to].text ? nil : (old[from].text, new[to].text)
    }
  }
}
