/// Which words of two texts stand in the same places.
enum WordAlignment {
  /// Longer texts are aligned only if they have the same words but for their names.
  private static let longest = 4_000

  /// The pairs of names that stand in the same places, those that are the same included.
  ///
  /// - Parameter isOwn: whether a name is one that the spec gives, and so may be renamed.
  static func pairs(
    _ old: [Word], _ new: [Word], isOwn: (Word, _ isOld: Bool) -> Bool
  ) -> [(old: String, new: String)] {
    let olds = old.map { isOwn($0, true) ? "" : $0.text }
    let news = new.map { isOwn($0, false) ? "" : $0.text }
    if olds == news {
      return zip(zip(old, new), olds).compactMap { words, shape in
        shape.isEmpty ? (words.0.text, words.1.text) : nil
      }
    }
    guard max(old.count, new.count) <= longest else { return [] }
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in news.difference(from: olds) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    let kept = zip(
      old.indices.filter { !removed.contains($0) }, new.indices.filter { !inserted.contains($0) })
    return kept.compactMap { from, to in
      olds[from].isEmpty ? (old[from].text, new[to].text) : nil
    }
  }
}
