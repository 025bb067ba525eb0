/// How many threads may work, written as a whole number.
public struct ThreadCount: ArgumentValue, Equatable {
  /// More threads than this are of no use on any machine.
  public static let maximum = 256

  public let count: Int

  public static var expectation: ValueExpectation { .threadCount }

  public static func read(_ text: String) throws(ValueProblem) -> ThreadCount {
    let count = try Int.read(text)
    guard (1...maximum).contains(count) else { throw .malformed }
    return ThreadCount(count: count)
  }
}
