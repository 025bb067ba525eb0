import Files
import Semantics

/// The locations in lines that a map reads: `places.use(of: line, event: event)`.
///
/// A place is a key of a line, or a path of keys into its objects.
struct MapPlaces: Sendable {
  /// A place that a map names.
  struct Entry: Sendable {
    /// The keys of the map that lead to the entry; for an observable, only its name.
    var name: String
    var place: MapPlace
    /// The events whose lines the entry concerns; nil for all lines.
    var events: Set<Int>?
  }

  private(set) var entries: [Entry] = []
  /// All locations that are read, each with the indices of its entries.
  private var known: [String: [Int]] = [:]
  /// The places of objects that contain a read place.
  private var outer: Set<String> = []
  /// The places of which only the presence or size is read.
  private var shallow: Set<String> = []
  /// All places that are read.
  var all: [String] { known.keys.sorted() }

  /// Adds a place.
  ///
  /// - Parameter entry: the entry that names the place; nil if the place is read by default.
  mutating func add(_ place: MapPlace, _ entry: Entry? = nil) {
    for path in place.paths {
      if path.aspect != .value { shallow.insert(path.keys) }
      known[path.keys, default: []] += entry == nil ? [] : [entries.count]
      for index in path.keys.indices where path.keys[index] == "." {
        outer.insert(String(path.keys[..<index]))
      }
    }
    if let entry { entries.append(entry) }
  }

  /// Looks for unread keys in an object.
  mutating func look(into path: String) { outer.insert(path) }

  /// Finds the entries with a value in a line, and the unread places of the line.
  func use(of line: JSONPart, event: Int?) -> LogMap.LineUse {
    var use = LogMap.LineUse(event: event)
    collect(line, nil, isRead: false, &use)
    return use
  }

  /// Collects the places of a part.
  ///
  /// - Parameter isRead: whether an enclosing object is read as a whole.
  private func collect(
    _ part: JSONPart, _ path: String?, isRead: Bool, _ use: inout LogMap.LineUse
  ) {
    guard case .object(let members) = part.node else { return }
    for member in members {
      let place = path.map { "\($0).\(member.key)" } ?? member.key
      let own = known[place]
      for entry in own ?? [] where concerns(entries[entry], use.event) {
        use.entries.append(entry)
      }
      let isKnown = isRead || own != nil
      if outer.contains(place) {
        collect(
          member.value, place, isRead: isRead || own != nil && !shallow.contains(place), &use)
      } else if !isKnown {
        use.unread.append(place)
      }
    }
  }

  private func concerns(_ entry: Entry, _ event: Int?) -> Bool {
    guard let events = entry.events else { return true }
    return event.map(events.contains) ?? false
  }
}

extension LogMap {
  /// The places of one line that a map reads, and the unread ones.
  package struct LineUse: Sendable {
    fileprivate(set) var event: Int?
    fileprivate(set) var entries: [Int] = []
    /// The unread places.
    package internal(set) var unread: [String] = []

    package init() {}

    fileprivate init(event: Int?) { self.event = event }
  }

  /// The use of a map by all lines of a log.
  package struct Use: Sendable {
    /// The maximum number of unread places that are kept.
    private static let maximumUnread = 1000

    private var matched: Set<Int> = []
    private var events: Set<Int> = []
    /// The unread places of all lines.
    package private(set) var unread: Set<String> = []

    package init() {}

    /// Adds the use by a line.
    package mutating func add(_ line: LineUse) {
      for entry in line.entries { matched.insert(entry) }
      if let event = line.event { events.insert(event) }
      for place in line.unread where unread.count < Self.maximumUnread { unread.insert(place) }
    }

    /// Whether no line has the place of an entry, although the entry applies to some lines.
    fileprivate func lacks(_ entry: Int, _ place: MapPlaces.Entry) -> Bool {
      !matched.contains(entry) && place.events.map { !$0.isDisjoint(with: events) } ?? true
    }
  }

  /// Returns the entries of the map whose place is in no line.
  ///
  /// The place of an argument counts only if an event with that argument occurred.
  package func unmatched(_ use: Use) -> [(name: String, path: String)] {
    places.entries.enumerated().filter { use.lacks($0.offset, $0.element) }
      .map { ($0.element.name, $0.element.place.text) }
  }
}
