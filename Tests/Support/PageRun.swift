import Foundation
import TrayKit

/// A page, and the parts that a reader finds there without a browser.
package struct PageRun {
  package let text: String

  package init(page text: String) { self.text = text }

  /// The page of a check of specs by the names of their files.
  package init(
    _ specs: [(file: String, text: String)], _ change: (inout CheckRequest) -> Void = { _ in }
  ) throws {
    let folder = try ScratchFolder()
    var request = CheckRequest(
      paths: try specs.map { try folder.write($0.text + "\n", to: $0.file) })
    request.wantsStates = true
    change(&request)
    text = try request.outcome().rendered(as: .html)
  }

  package init(_ spec: String) throws { try self.init([("test.tray", spec)]) }

  /// The page of one of our own specs.
  package static func own(_ name: String, world: String) throws -> PageRun {
    var request = CheckRequest(
      paths: [RepositoryFolder.root.appending(path: "Specs/\(name).tray").path])
    request.worlds = [world]
    return PageRun(page: try request.outcome().rendered(as: .html))
  }

  /// The names of all places.
  package var ids: [String] {
    text.matches(of: /\sid="?([^"> ]+)/).map { Self.read(String($0.1)) }
  }

  /// All addresses.
  package var addresses: [String] {
    text.matches(of: /\shref="([^"]*)"/).map { Self.read(String($0.1)) }
  }

  /// The targets of broken links within the page.
  package var deadLinks: [String] {
    let places = Set(ids)
    return addresses.filter { address in
      guard address.hasPrefix("#") else { return true }
      return !places.contains(address.dropFirst().removingPercentEncoding ?? "")
    }
  }

  /// The text between a place and the next one of its kind.
  package func item(_ id: String) -> String {
    guard let start = text.range(of: "<li id=\"\(id)\"") else { return "" }
    let rest = text[start.upperBound...]
    let end = rest.firstRange(of: "<li id=")?.lowerBound ?? rest.endIndex
    return String(rest[..<(rest.firstRange(of: "</ol>").map { min($0.lowerBound, end) } ?? end)])
  }

  private static func read(_ text: String) -> String {
    text.replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }
}
