import Files
import Platform
import Synchronization

/// A temporary folder for the pages of a session, one for each spec. It is created with the first page.
final class PageFolder: Sendable {
  private struct State {
    var folder: String?
    var names: [String: String] = [:]
  }

  private let state = Mutex(State())

  /// Writes the page about a spec, and returns its address; nil if it cannot be written.
  func write(_ page: String, about path: String) -> String? {
    state.withLock { state in
      guard let folder = state.folder ?? Self.create() else { return nil }
      state.folder = folder
      let name = state.names[path] ?? "\(state.names.count + 1).html"
      state.names[path] = name
      let file = OutputFile("\(folder)/\(name)")
      guard (try? file.replace(with: Array(page.utf8))) != nil else { return nil }
      return OpenDocument.uri(of: "\(folder)/\(name)")
    }
  }

  /// Removes the folder at the end of the session.
  func remove() {
    state.withLock { state in
      if let folder = state.folder { try? FileManager.default.removeItem(atPath: folder) }
      state = State()
    }
  }

  /// A new folder that only the user can read.
  private static func create() -> String? {
    let path = FileManager.default.temporaryDirectory.appending(path: "traycheck-XXXXXX").path
    var name = Array(path.utf8CString)
    return mkdtemp(&name).map { String(cString: $0) }
  }
}
