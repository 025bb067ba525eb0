extension SourceFile {
  /// The text with edits of its own file, which do not overlap and are in its order.
  package func replacing(_ edits: [TextEdit]) -> SourceFile {
    let own = parts[0]
    let bytes = bytes(of: own.range, with: edits)
    let others = parts.dropFirst().map {
      SourceFile(path: $0.path, contents: self.bytes[$0.range.start..<$0.range.end])
    }
    var (links, shift, next): ([Int: Link], Int, Int) = ([:], 0, 0)
    for (place, link) in self.links.sorted(by: { $0.key < $1.key }) {
      while next < edits.count, edits[next].range.end <= place {
        shift += edits[next].text.utf8.count - (edits[next].range.end - edits[next].range.start)
        next += 1
      }
      links[place + shift] = link
    }
    return SourceFile(joining: [SourceFile(path: own.path, contents: bytes)] + others, links: links)
  }

  /// The text with another one in the place of a part of its own file; the files that it uses stay as they are.
  package func replacing(_ range: SourceRange, by text: String) -> SourceFile {
    replacing([TextEdit(range, text)])
  }
}
