import Basics
import Files

/// A counterexample with the path of its file.
package struct CounterexampleFile: Sendable {
  /// The maximum size of a file in bytes.
  package static let maximumBytes = 16 << 20

  /// The reason why a file is not a counterexample.
  package struct Unreadable: Error, Sendable {
    package var path: String
    /// The place in the file, if the problem is an error in its text.
    package var place: (line: Int, column: Int)?
    package var reason: String

    package init(path: String, place: (line: Int, column: Int)? = nil, reason: String) {
      self.path = path
      self.place = place
      self.reason = reason
    }
  }

  package var path: String
  @Boxed package var document: CounterexampleDocument

  /// Reads a file.
  package static func read(_ path: String) -> Result<CounterexampleFile, Unreadable> {
    contents(of: path).flatMap { read(path, $0) }
  }

  /// The bytes of a file that may be a counterexample.
  package static func contents(of path: String) -> Result<[UInt8], Unreadable> {
    do throws(FileError) {
      return .success(try InputFile.read(path, atMost: maximumBytes, noun: "counterexample"))
    } catch {
      return .failure(Unreadable(path: path, place: nil, reason: error.reason))
    }
  }

  /// Reads a counterexample from the bytes of its file.
  package static func read(
    _ path: String, _ contents: [UInt8]
  ) -> Result<CounterexampleFile, Unreadable> {
    do throws(CounterexampleReader.Unreadable) {
      return .success(
        CounterexampleFile(path: path, document: try CounterexampleReader.read(contents)))
    } catch {
      return .failure(
        Unreadable(path: path, place: (error.line, error.column), reason: error.reason))
    }
  }
}
