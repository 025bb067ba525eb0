/// A number of threads, written as an integer.
struct ThreadCount: ArgumentValue, Equatable {
  /// The maximum number of threads.
  static let maximum = 256

  let count: Int

  static var expectation: ValueExpectation { .threadCount }

  static func read(_ text: String) throws(ValueProblem) -> ThreadCount {
    let count = try Int.read(text)
    guard (1...maximum).contains(count) else { throw .malformed }
    return ThreadCount(count: count)
  }
}
