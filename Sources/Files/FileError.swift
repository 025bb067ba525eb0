import Platform

/// Why a file or folder cannot be read or written, in plain words.
///
/// It does not say which file: who asked knows, and puts the path before the reason.
package struct FileError: Error, Sendable, Equatable {
  /// A clause without a period, such as "there is no permission for it".
  package var reason: String
  /// The system's number, if it is the system that refused.
  package var code: Int32?

  package init(_ reason: String) { self.reason = reason }

  /// What the system says: of the last call, unless a number is given.
  ///
  /// To be made before anything else is called that may set `errno`, such as `unlink` or `close`.
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
