/// A number of threads, written as an integer.
public struct ThreadCount: ArgumentValue, Equatable {
  /// The maximum number of threads.
  public static let maximum = 256

  public let count: Int

  public static var expectation: ValueExpectation { .threadCount }

  public static func read(_ text: String) throws(ValueError) -> ThreadCount {
    let count = try Int.read(text)
    guard (1...maximum).contains(count) else { throw .malformed }
    return ThreadCount(count: count)
  }
}
