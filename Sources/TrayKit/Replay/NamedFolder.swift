import Files
import Reports

/// A folder of counterexamples that the user names.
package enum NamedFolder {
  /// The reason why nothing can be stored in a folder; nil if the folder exists.
  package static func problem(of path: String) -> String? {
    if FileStatus.isFolder(path) { return nil }
    do throws(FileError) {
      _ = try FileStatus(path)
      return "it is a file, not a folder"
    } catch {
      let isLink = (try? FileStatus(path, followsLinks: false)) != nil
      return error.reason + (isLink ? "" : "; make the folder")
    }
  }
}

extension CheckRequest {
  /// The error that the required folder of counterexamples is missing; nil if it exists or is not required.
  var missingCounterexampleFolder: CheckReport.Unreadable? {
    guard requiresCounterexampleFolder, let path = counterexampleFolder else { return nil }
    return NamedFolder.problem(of: path).map { .init(path: path, reason: $0) }
  }
}

extension RequestError {
  /// The error that there is no folder of counterexamples at a path; nil if there is one.
  public static func missingFolder(_ path: String) -> RequestError? {
    NamedFolder.problem(of: path).map { RequestError("\(path): \($0)") }
  }
}
