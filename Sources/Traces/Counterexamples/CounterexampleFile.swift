import Foundation

/// A counterexample with the file that it was read from.
package struct CounterexampleFile: Sendable {
  /// Larger files are no counterexamples.
  package static let maximumBytes = 16 << 20

  /// Why a file is no counterexample.
  package struct Unreadable: Error, Sendable {
    package var path: String
    /// Where in the file, if it is a mistake in its text.
    package var place: (line: Int, column: Int)?
    package var reason: String
  }

  package var path: String
  package var document: CounterexampleDocument

  /// Reads a file.
  package static func read(_ path: String) -> Result<CounterexampleFile, Unreadable> {
    contents(of: path).flatMap { read(path, $0) }
  }

  /// The bytes of a file that may be a counterexample.
  package static func contents(of path: String) -> Result<Data, Unreadable> {
    func failure(_ reason: String) -> Result<Data, Unreadable> {
      .failure(Unreadable(path: path, place: nil, reason: reason))
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      return failure("there is no such file or folder")
    }
    if isFolder.boolValue { return failure("it is a folder, not a file") }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      return failure("it cannot be opened")
    }
    defer { try? handle.close() }
    do {
      let data = try handle.read(upToCount: maximumBytes + 1) ?? Data()
      guard data.count <= maximumBytes else {
        return failure("it is larger than \(maximumBytes >> 20) MiB, so it is no counterexample")
      }
      return .success(data)
    } catch {
      return failure("it cannot be read: \(error.localizedDescription)")
    }
  }

  /// Reads a counterexample from the bytes of its file.
  package static func read(
    _ path: String, _ contents: Data
  ) -> Result<CounterexampleFile, Unreadable> {
    do throws(CounterexampleReader.Unreadable) {
      return .success(
        CounterexampleFile(path: path, document: try CounterexampleReader.read(Array(contents))))
    } catch {
      return .failure(
        Unreadable(path: path, place: (error.line, error.column), reason: error.reason))
    }
  }
}
