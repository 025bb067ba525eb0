import Foundation

/// The folders of the repository, found from where this file is.
public enum RepositoryFolder {
  /// The folder with `Package.swift`.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of a test target.
  public static func tests(_ target: String) -> URL {
    root.appending(path: "Tests").appending(path: target)
  }
}
