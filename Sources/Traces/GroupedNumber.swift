extension Int {
  /// The number with thousands separators: `1,234,567`.
  package var grouped: String { (self < 0 ? "-" : "") + String(magnitude).grouped }
}

extension String {
  /// The digits with thousands separators.
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
