import Foundation

/// A file with the text that a test expects, in the folder `Golden` of its test target.
///
/// After an intended change, `TRAYCHECK_REFRESH=1 swift test --filter ReportsTests` writes the files again (likewise
/// for other targets). Read the output of `git diff` before committing it.
public struct Golden: Sendable {
  /// Whether files are written instead of compared.
  public static let isRefreshing =
    ProcessInfo.processInfo.environment["TRAYCHECK_REFRESH"] == "1"

  /// The location of the file.
  public let url: URL

  /// The file of that name, such as `Diagnostics/lex-tilde.txt`.
  public init(_ name: String, of target: String) {
    url = Golden.folder(of: target).appending(path: name)
  }

  /// The folder of a target's golden files.
  public static func folder(of target: String) -> URL {
    RepositoryFolder.tests(target).appending(path: "Golden")
  }

  /// Compares a text with the file; where files are refreshed, writes it instead.
  ///
  /// - Returns: nil if they are equal, else a text that helps a person understand the failure.
  public func difference(from text: String) throws -> String? {
    if Golden.isRefreshing {
      try refresh(text)
      return nil
    }
    guard let data = try? Data(contentsOf: url) else {
      return "there is no \(url.path); TRAYCHECK_REFRESH=1 writes it with\n\(text)"
    }
    return TextDifference.describe(expected: String(decoding: data, as: UTF8.self), found: text)
      .map { "\(url.path) has '-', the tool says '+':\n\($0)" }
  }

  /// Writes the file, unless it has this text already.
  private func refresh(_ text: String) throws {
    let data = Data(text.utf8)
    if let old = try? Data(contentsOf: url), old == data { return }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }
}
