import Files
import Reports

/// A folder of counterexamples that the user names.
enum NamedFolder {
  /// The reason why nothing can be kept in a folder; nil if the folder is there.
  static func problem(of path: String) -> String? {
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
  /// The folder of counterexamples that has to be there and is not; nil if nothing is wrong with it.
  var missingCounterexampleFolder: CheckReport.Unreadable? {
    guard requiresCounterexampleFolder, let path = counterexampleFolder else { return nil }
    return NamedFolder.problem(of: path).map { .init(path: path, reason: $0) }
  }
}

extension ConformRequest {
  /// The folder of counterexamples that has to be there and is not; nil if nothing is wrong with it.
  var missingCounterexampleFolder: CheckReport.Unreadable? {
    guard requiresCounterexampleFolder, let path = counterexampleFolder else { return nil }
    return NamedFolder.problem(of: path).map { .init(path: path, reason: $0) }
  }
}

extension RequestError {
  /// The error that there is no folder of counterexamples at a path that the user names; nil if there
  /// is one.
  public static func missingFolder(_ path: String) -> RequestError? {
    NamedFolder.problem(of: path).map { RequestError("\(path): \($0)") }
  }
}
