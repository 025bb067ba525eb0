import Semantics

/// How the values of a certificate's variables are kept in columns.
struct ValueColumns {
  private(set) var numbers: ValueNumbers
  /// For each variable and value, the contents of its columns by their numbers.
  private var contents: [[[UInt32]]] = []

  /// Nil if a value does not fit its variable.
  init?(_ certificate: Certificate, _ parts: StateParts) {
    numbers = ValueNumbers(parts)
    for (variable, values) in certificate.values.enumerated() {
      var known: [[UInt32]] = []
      for value in values {
        guard let split = parts.split(value, of: variable) else { return nil }
        known.append(zip(parts.columns[variable], split).map { numbers.added($1, in: $0) })
      }
      contents.append(known)
    }
  }

  /// The states of the certificate; nil if two are the same.
  func rows(of certificate: Certificate) -> RowSet? {
    let width = contents.count
    let layout = RowLayout(counts: numbers.values.map(\.count))
    let wordCount = layout.wordCount
    // The bits of each value, in all words; those of different variables are different.
    let bits = zip(contents, numbers.parts.columns).map { values, columns in
      values.flatMap { layout.packed($0, in: columns) }
    }
    var row = Array(repeating: UInt64(0), count: wordCount)
    var set = RowSet(layout, expecting: certificate.stateCount)
    for place in 0..<certificate.stateCount {
      for word in 0..<wordCount { row[word] = 0 }
      for variable in 0..<width {
        let first = Int(certificate.rows[place * width + variable]) * wordCount
        for word in 0..<wordCount { row[word] |= bits[variable][first + word] }
      }
      if !set.insert(row).isNew { return nil }
    }
    return set
  }
}

extension RowSet {
  /// The values of the variables in all rows, and the rows by their places in them, one after the other.
  func values(_ numbers: ValueNumbers) -> (values: [[Value]], rows: [UInt32]) {
    let columns = numbers.parts.columns
    var known: [[ArraySlice<UInt32>: UInt32]] = columns.map { _ in [:] }
    var values: [[Value]] = columns.map { _ in [] }
    var rows: [UInt32] = []
    rows.reserveCapacity(count * columns.count)
    for place in 0..<count {
      let row = self[place]
      for (variable, range) in columns.enumerated() {
        if let number = known[variable][row[range]] {
          rows.append(number)
          continue
        }
        let number = UInt32(values[variable].count)
        known[variable][row[range]] = number
        values[variable].append(numbers.state(of: row)[variable])
        rows.append(number)
      }
    }
    return (values, rows)
  }
}
