extension Int {
  /// The number with its thousands set apart: `1,234,567`.
  package var grouped: String { (self < 0 ? "-" : "") + String(magnitude).grouped }
}

extension String {
  /// Digits with the thousands set apart.
  package var grouped: String {
    var groups: [String] = []
    var rest = self
    while rest.count > 3 {
      groups.insert(String(rest.suffix(3)), at: 0)
      rest.removeLast(3)
    }
    groups.insert(rest, at: 0)
    return groups.joined(separator: ",")
  }
}
