import Semantics

/// The columns for the values of a certificate's variables.
struct ValueColumns {
  private(set) var numbers: ValueNumbers
  /// For each variable and value, the contents of its columns by their numbers.
  private var contents: [[[UInt32]]] = []

  /// - Parameter values: for each variable, its values.
  ///
  /// Nil if a value does not fit its variable.
  init?(_ values: [[Value]], _ parts: StateParts) {
    numbers = ValueNumbers(parts)
    for (variable, values) in values.enumerated() {
      var known: [[UInt32]] = []
      for value in values {
        guard let split = parts.split(value, of: variable) else { return nil }
        known.append(zip(parts.columns[variable], split).map { numbers.added($1, in: $0) })
      }
      contents.append(known)
    }
  }

  /// A set of states; nil if two are the same.
  ///
  /// - Parameter rows: for each state, the indices of its values, one state after the other.
  func set(of rows: [UInt32], count: Int) -> RowSet? {
    let width = contents.count
    let layout = RowLayout(counts: numbers.values.map(\.count))
    let wordCount = layout.wordCount
    // The bits of each value, in all words; different variables have different bits.
    let bits = zip(contents, numbers.parts.columns).map { values, columns in
      values.flatMap { layout.packed($0, in: columns) }
    }
    var row = Array(repeating: UInt64(0), count: wordCount)
    var set = RowSet(layout, expecting: count)
    for place in 0..<count {
      for word in 0..<wordCount { row[word] = 0 }
      for variable in 0..<width {
        let first = Int(rows[place * width + variable]) * wordCount
        for word in 0..<wordCount { row[word] |= bits[variable][first + word] }
      }
      if !set.insert(row).isNew { return nil }
    }
    return set
  }
}
