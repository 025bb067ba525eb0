/// The columns of a state that an evaluation reads and writes. Evaluations that read equal columns have the same
/// result.
///
/// Copies of an evaluator share it. It is not thread-safe.
package final class Footprint {
  let parts: StateParts
  /// The columns that were read, in the order of the first read. Columns of the state before a step, if
  /// distinguished, have numbers that start at the number of columns.
  package private(set) var read: [Int] = []
  private var isRead: [Bool]
  /// The columns that each step writes, in the order of the steps. All other columns keep their values.
  package private(set) var written: [Set<Int>] = []
  private let tellsOldApart: Bool
  /// Whether reads are from the state before the step.
  package var isOld = false

  /// - Parameter tellsOldApart: whether the state before the step is a different one.
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

  /// The extent to which a part is read.
  enum Extent {
    case all
    /// Whether the part is nil.
    case presence
    /// Whether an optional part of the path is nil, if it may be.
    case chain
    /// The set of keys or members.
    case keys
    /// Whether this member is in the set.
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
    // A part that is replaced only partly keeps its other columns.
    if !isWhole { part.forEachColumn(note) }
    var columns: [Int] = []
    part.forEachColumn { columns.append($0) }
    return columns
  }

  /// The column of a member that enters or leaves a set; nil if the member has no column of its own.
  func column(_ variable: Int, _ steps: [PathStep], member: Value) -> Int? {
    guard case (.set(let places, _, let first), true)? = parts.part(steps[...], of: variable)
    else { return nil }
    return places[member].map { first + $0 }
  }

  // MARK: Steps

  /// Records a step that writes these columns.
  func noteStep(_ columns: [Int]) { written.append(Set(columns)) }

  /// Notes that a variable is written by the last step.
  func noteWritten(_ variable: Int) {
    written[written.count - 1].formUnion(parts.columns[variable])
  }

  /// Records a read of all columns that some step writes.
  func noteWritten() {
    for column in written.reduce(into: Set<Int>(), { $0.formUnion($1) }).sorted() { note(column) }
  }

  /// Removes the last step, which duplicates another one.
  func dropStep() { written.removeLast() }
}

/// A part of a variable.
struct PartPlace {
  var variable: Int
  var steps: [PathStep] = []
  /// Whether the part is in the state before the step.
  var isOld: Bool
}
