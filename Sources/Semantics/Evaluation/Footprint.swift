/// Which variables an evaluation reads and which it writes: what has read the same values comes to the same.
///
/// A part counts as its variable. Copies of an evaluator share it. For one thread.
package final class Footprint {
  /// The variables that were read, by their places, in the order in which that happened first.
  package private(set) var read: [Int] = []
  private var isRead: [Bool]
  private var written: [Bool]

  package init(variableCount: Int) {
    isRead = Array(repeating: false, count: variableCount)
    written = isRead
  }

  package func noteRead(_ variable: Int) {
    if isRead[variable] { return }
    isRead[variable] = true
    read.append(variable)
  }

  /// Notes that all variables are read.
  package func noteAll() {
    for variable in isRead.indices { noteRead(variable) }
  }

  func noteWritten(_ variable: Int) { written[variable] = true }

  package func isWritten(_ variable: Int) -> Bool { written[variable] }
}
