import Files

/// The place of a value in a line, as a map writes it: `MapPlace("payload.kind|kind").value(in: line)`.
///
/// It is a path of keys such as `payload.kind`, or several separated by `|`, of which the first with a value counts. A
/// path that ends with `?` is whether there is a value, and one that ends with `#` is the size of the value in bytes.
struct MapPlace: Sendable {
  /// The read property of a value.
  enum Aspect: Sendable {
    case value
    case presence
    case size
  }

  /// The place as written.
  let text: String
  let paths: [(keys: String, aspect: Aspect)]

  init(_ text: String) {
    self.text = text
    paths = text.split(separator: "|", omittingEmptySubsequences: false).map { path in
      switch path.last {
      case "?": (String(path.dropLast()), .presence)
      case "#": (String(path.dropLast()), .size)
      default: (String(path), .value)
      }
    }
  }

  /// The value of a line at this place; nil if it has none.
  func value(in line: JSONPart) -> JSONPart? {
    var absent: JSONPart?
    for path in paths {
      var part = line.at(path.keys)
      switch path.aspect {
      case .value: break
      case .presence:
        if case .null? = part?.node { part = nil }
        absent = JSONPart(node: .boolean(false), place: line.place)
        part?.node = .boolean(true)
      case .size: part = part.map { JSONPart(node: .number("\($0.size)"), place: $0.place) }
      }
      if let part { return part }
    }
    return absent
  }
}

/// The place of a value with a name in the spec.
struct NamedPlace: Sendable {
  /// The name, followed by the names of fields.
  let keys: [String]
  let place: MapPlace

  /// The name as a map writes it, such as `card.kind`.
  var name: String { keys.joined(separator: ".") }
}

extension JSONPart {
  /// The value at a path such as `payload.kind`; nil if there is none, or a `null` on the path.
  func at(_ path: String) -> JSONPart? { member(at: path)?.value }

  /// The member at a path, with the byte offset of its key.
  func member(at path: String) -> (key: String, place: Int, value: JSONPart)? {
    guard case .object(let members) = node else { return nil }
    if let whole = members.first(where: { $0.key == path }) { return whole }
    guard let dot = path.firstIndex(of: ".") else { return nil }
    return member(String(path[..<dot]))?.member(at: String(path[path.index(after: dot)...]))
  }

  /// The size in bytes: of a string without its quotes, of any other value as JSON without spaces.
  fileprivate var size: Int {
    if case .string(let text) = node { text.utf8.count } else { encodedSize }
  }

  private var encodedSize: Int {
    func size(_ text: String) -> Int {
      2 + text.utf8.count + text.utf8.count { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
    }
    return switch node {
    case .object(let members):
      1 + max(1, members.count) + members.reduce(0) { $0 + size($1.key) + 1 + $1.value.encodedSize }
    case .array(let parts): 1 + max(1, parts.count) + parts.reduce(0) { $0 + $1.encodedSize }
    case .string(let text): size(text)
    case .number(let digits): digits.utf8.count
    case .boolean(let flag): flag ? 4 : 5
    case .null: 4
    }
  }
}
