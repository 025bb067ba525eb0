/// Sets of fields: their places in the circuit, ascending.
///
/// Arrays and no `Set`: they have few members, are often united, and are keys of dictionaries.
extension Tabulation {
  /// The union of ascending fields.
  static func union(_ x: [Int], _ y: [Int]) -> [Int] {
    if x.isEmpty || x == y { return y }
    if y.isEmpty { return x }
    var union: [Int] = []
    union.reserveCapacity(x.count + y.count)
    forEach(of: x, and: y) { union.append($0) }
    return union
  }

  /// Visits the union of ascending fields.
  private static func forEach(of x: [Int], and y: [Int], _ body: (Int) -> Void) {
    var (i, j) = (0, 0)
    while i < x.count, j < y.count {
      body(min(x[i], y[j]))
      if x[i] <= y[j] {
        if x[i] == y[j] { j += 1 }
        i += 1
      } else {
        j += 1
      }
    }
    x[i...].forEach(body)
    y[j...].forEach(body)
  }

  /// The number of bits of some fields.
  func bits(_ fields: [Int]) -> Int { fields.reduce(0) { $0 + circuit.fields[$1].width } }

  /// The number of bits in the union of both sets of fields.
  func bits(_ x: [Int], and y: [Int]) -> Int {
    var bits = 0
    Self.forEach(of: x, and: y) { bits += circuit.fields[$0].width }
    return bits
  }
}
