/// The unique anchors of a page: `#SlackTray.freshIDs.noDuplicates/2`.
package struct PageAnchors {
  package init() {}

  private static let maximumBytes = 160

  private var taken: Set<String> = []

  /// Creates an anchor from the parts of a name, with a number if the name is already used.
  package mutating func name(_ parts: [String]) -> PageAnchor {
    let words = parts.map { part in
      part.printableLine.escaped { $0.properties.isWhitespace || $0 == "/" ? "_" : nil }
    }
    let wanted = words.joined(separator: ".").cut(toBytes: Self.maximumBytes)
    var id = wanted
    var number = 1
    while !taken.insert(id).inserted {
      number += 1
      id = "\(wanted)~\(number)"
    }
    return PageAnchor(id: id, number: taken.count)
  }
}

/// An anchor in a page.
package struct PageAnchor: Sendable, Hashable {
  package let id: String
  /// A unique number, for the names of controls.
  package var number = 0

  /// The anchor of a step in a trace; step 0 is the start.
  package func step(_ number: Int) -> PageAnchor { PageAnchor(id: "\(id)/\(number)") }

  package var attribute: HTML { "id=\"\(attribute: id)\"" }
  package var address: HTML { "href=\"#\(attribute: HTMLText.fragment(id))\"" }

  package init(id: String, number: Int = 0) {
    self.id = id
    self.number = number
  }
}
