/// Which columns of a state an evaluation reads and which it writes: what has read the same comes to the same.
///
/// Copies of an evaluator share it. For one thread.
package final class Footprint {
  let parts: StateParts
  /// The columns that were read, in the order in which that happened first; those of the state before a step, as far as
  /// they are told apart, have numbers that begin with the number of columns.
  package private(set) var read: [Int] = []
  private var isRead: [Bool]
  /// For each step, in their order, the columns that it writes: all others stay as they are.
  package private(set) var written: [Set<Int>] = []
  private let tellsOldApart: Bool
  /// What is read is the state before the step.
  package var isOld = false

  /// - Parameter tellsOldApart: the state before the step is another one.
  package init(_ parts: StateParts, tellsOldApart: Bool = false) {
    self.parts = parts
    self.tellsOldApart = tellsOldApart
    isRead = Array(repeating: false, count: parts.count * 2)
  }

  /// Notes that a column is read.
  package func note(_ column: Int) {
    let number = isOld && tellsOldApart ? parts.count + column : column
    if isRead[number] { return }
    isRead[number] = true
    read.append(number)
  }

  /// Notes that all of a variable is read.
  func noteRead(_ variable: Int) { parts.roots[variable].forEachColumn(note) }

  /// Notes that all timers are read; returns their columns.
  func noteTimers() -> [Int] {
    let timers = (0..<parts.count).filter { parts.types[$0].containsTimer }
    for column in timers { note(column) }
    return timers
  }

  /// How much of a part is read.
  enum Extent {
    case all
    /// Whether it is nil.
    case presence
    /// The same on the way to a part of it, if it may be missing where what it is in is there.
    case chain
    /// Which keys or members it has.
    case keys
    /// Whether it has that one.
    case member(Value)
  }

  func note(_ place: PartPlace, _ extent: Extent) {
    let wasOld = isOld
    isOld = place.isOld
    defer { isOld = wasOld }
    guard let (part, isWhole) = parts.part(place.steps[...], of: place.variable) else {
      return noteRead(place.variable)
    }
    switch (extent, part) {
    case (.presence, _) where isWhole: note(part.presence)
    case (.chain, .record(let isThere, _)): if let isThere { note(isThere) }
    case (.chain, .table), (.chain, .map), (.chain, .set): break
    case (.keys, .map(_, _, let entries)): for entry in entries { note(entry.presence) }
    case (.keys, .table), (.member, .table): note(part.presence)
    case (.member(let key), .map(let places, _, let entries)):
      note(places[key].map { entries[$0].presence } ?? part.presence)
    case (.member(let element), .set(let places, _, let first)):
      note(first + (places[element] ?? 0))
    default: part.forEachColumn(note)
    }
  }

  /// The columns of a part of a variable that is written.
  func columns(_ variable: Int, _ steps: [PathStep]) -> [Int] {
    guard let (part, isWhole) = parts.part(steps[...], of: variable) else {
      noteRead(variable)
      return Array(parts.columns[variable])
    }
    // What is replaced in part stays in part.
    if !isWhole { part.forEachColumn(note) }
    var columns: [Int] = []
    part.forEachColumn { columns.append($0) }
    return columns
  }

  /// The column of a member of a set that comes or goes; nil if it has none of its own.
  func column(_ variable: Int, _ steps: [PathStep], member: Value) -> Int? {
    guard case (.set(let places, _, let first), true)? = parts.part(steps[...], of: variable)
    else { return nil }
    return places[member].map { first + $0 }
  }

  // MARK: Steps

  /// Notes a step that writes those columns.
  func noteStep(_ columns: [Int]) { written.append(Set(columns)) }

  /// Notes that a variable is written by the last step.
  func noteWritten(_ variable: Int) {
    written[written.count - 1].formUnion(parts.columns[variable])
  }

  /// Notes that all columns are read that some step writes.
  func noteWritten() {
    for column in written.reduce(into: Set<Int>(), { $0.formUnion($1) }).sorted() { note(column) }
  }

  /// Drops the last step, which is one of the others.
  func dropStep() { written.removeLast() }
}

/// A part of a variable.
struct PartPlace {
  var variable: Int
  var steps: [PathStep] = []
  /// In the state before the step.
  var isOld: Bool
}
