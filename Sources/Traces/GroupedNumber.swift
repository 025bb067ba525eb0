extension Int {
  /// The number with its thousands set apart: `1,234,567`.
  package var grouped: String {
    var groups: [String] = []
    var rest = String(magnitude)
    while rest.count > 3 {
      groups.insert(String(rest.suffix(3)), at: 0)
      rest.removeLast(3)
    }
    groups.insert(rest, at: 0)
    return (self < 0 ? "-" : "") + groups.joined(separator: ",")
  }
}
