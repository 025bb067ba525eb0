/// How many threads may work, written as a whole number.
struct ThreadCount: ArgumentValue, Equatable {
  /// More threads than this are of no use on any machine.
  static let maximum = 256

  let count: Int

  static var expectation: ValueExpectation { .threadCount }

  static func read(_ text: String) throws(ValueError) -> ThreadCount {
    let count = try Int.read(text)
    guard (1...maximum).contains(count) else { throw .malformed }
    return ThreadCount(count: count)
  }
}
