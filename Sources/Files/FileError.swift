import Platform

/// The reason why a file or folder cannot be read or written, in plain words.
///
/// It does not name the file: the caller knows it, and puts the path before the reason.
package struct FileError: Error, Sendable, Equatable {
  /// A clause without a period, such as "there is no permission for it".
  package var reason: String
  /// The system's number, if the system refused.
  package var code: Int32?

  package init(_ reason: String) { self.reason = reason }

  /// The system's message for an error number; by default that of the last call.
  ///
  /// Create it before calling anything else that may set `errno`, such as `unlink` or `close`.
  package init(code: Int32 = errno) {
    self.code = code
    reason =
      switch code {
      case ENOENT: "there is no such file or folder"
      case EACCES, EPERM: "there is no permission for it"
      case ELOOP: "its links lead round in a circle"
      case ENAMETOOLONG: "its path is longer than the system allows"
      case ENOTDIR: "a part of its path is no folder"
      default: String(cString: strerror(code))
      }
  }
}
