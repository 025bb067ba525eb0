/// A number of threads, written as an integer.
package struct ThreadCount: ArgumentValue, Equatable {
  /// The maximum number of threads.
  package static let maximum = 256

  package let count: Int

  package static var expectation: ValueExpectation { .threadCount }

  package static func read(_ text: String) throws(ValueError) -> ThreadCount {
    let count = try Int.read(text)
    guard (1...maximum).contains(count) else { throw .malformed }
    return ThreadCount(count: count)
  }
}
