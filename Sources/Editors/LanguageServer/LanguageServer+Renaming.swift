import Files
import Platform
import Semantics
import SpecLanguage
import TrayKit

/// Renames a declaration in one edit over all files known to use it.
///
/// These files are open, or below a folder of the workspace. Files are identified by their real paths.
extension LanguageServer {
  /// An occurrence of a name in a file.
  fileprivate struct Place: Hashable {
    /// The real path of the file.
    var path: String
    /// The offsets in the text of this file alone.
    var range: SourceRange
  }

  /// A file with the files that it uses.
  fileprivate struct Root {
    var file: SourceFile
    var files: Set<String>
    /// The real paths of all parts.
    var paths: [String]
    /// The analysis, made when it is first needed.
    var known: AnalyzedDocument?
    /// The occurrences of each name.
    var names: [[Place]] = []

    init(_ file: SourceFile, _ files: Set<String>) {
      (self.file, self.files) = (file, files)
      paths = file.parts.map { RealPath.of($0.path) }
    }

    mutating func read(_ limits: Checker.Limits, _ earlier: AnalyzedDocument?) {
      let same = earlier?.understanding.file.bytes == file.bytes ? earlier : nil
      let known = same ?? AnalyzedDocument(file, files: files, limits: limits)
      self.known = known
      names = known.understanding.references.names.map { $0.map(place) }
    }

    func place(_ range: SourceRange) -> Place {
      let index = file.parts.lastIndex { $0.range.start <= range.start } ?? 0
      let start = file.parts[index].range.start
      return Place(path: paths[index], range: SourceRange(range.start - start, range.end - start))
    }

    /// The file with a new name at some of the places.
    func renamed(_ places: Set<Place>, to name: String) -> SourceFile {
      var parts: [SourceFile] = []
      var links: [Int: SourceFile.Link] = [:]
      var start = 0
      for (part, path) in zip(file.parts, paths) {
        let edits = places.filter { $0.path == path }.map(\.range)
          .map {
            TextEdit(SourceRange($0.start + part.range.start, $0.end + part.range.start), name)
          }
          .sorted { $0.range.start < $1.range.start }
        let renamed = SourceFile(
          path: part.path, contents: file.bytes(of: part.range, with: edits))
        for (place, link) in file.links
        where part.range.start <= place && place < part.range.end {
          let shift = edits.filter { $0.range.end <= place }.reduce(0) {
            $0 + name.utf8.count - ($1.range.end - $1.range.start)
          }
          links[start + place - part.range.start + shift] = link
        }
        parts.append(renamed)
        start += renamed.bytes.count + 1
      }
      return SourceFile(joining: parts, links: links)
    }
  }

  /// The occurrences of a name, with their texts.
  struct Renaming {
    /// The range of the requested name.
    var name: SourceRange
    fileprivate var places: Set<Place>
    /// The files with some of the occurrences, the requested document first.
    fileprivate var roots: [Root]
    /// The addresses of files that are not open, by real path.
    fileprivate var addresses: [String: String]
  }

  /// All changes that a new name for the declaration at a place would make.
  ///
  /// - Throws: a refusal that names the files that cannot be changed.
  func renaming(
    in document: OpenDocument, at offset: Int, _ earlier: [String: AnalyzedDocument]
  ) throws(Refusal) -> Renaming {
    let (file, files) = source(of: document)
    var own = Root(file, files)
    own.read(limits, earlier[document.uri])
    guard let known = own.known, let name = known.understanding.name(at: offset),
      let places = own.names.first(where: { $0.contains { $0 == own.place(name) } })
    else { throw .failed("nothing here has a name of its own") }
    let (others, addresses) = try otherRoots(than: document)
    var roots = [own] + others.map(\.root)
    let earlier = [nil] + others.map { $0.uri.flatMap { earlier[$0] } }
    var all = Set(places)
    var count = 0
    while count < all.count {
      count = all.count
      for index in roots.indices {
        let paths = Set(all.map(\.path))
        guard roots[index].paths.contains(where: paths.contains) else { continue }
        if roots[index].known == nil { roots[index].read(limits, earlier[index]) }
        for places in roots[index].names where places.contains(where: all.contains) {
          all.formUnion(places)
        }
      }
    }
    roots.removeAll { $0.known == nil }
    let broken = roots.filter { $0.known?.isSound != true }.map(\.file.path)
    guard broken.isEmpty else {
      throw .failed(
        "not all places of the name are known, because of errors in \(shown(broken))")
    }
    let open = Set(documents.values.map { RealPath.of($0.path) })
    let outside = Set(all.map(\.path)).filter { !open.contains($0) && addresses[$0] == nil }
    guard outside.isEmpty else {
      throw .failed(
        "the name is also in \(shown(outside)), not open and outside of the workspace")
    }
    return Renaming(name: name, places: all, roots: roots, addresses: addresses)
  }

  /// The edit for a new name, if all files keep their meaning with it.
  func edit(_ renaming: Renaming, to name: String) throws(Refusal) -> LSP.WorkspaceEdit {
    var changed: [String] = []
    for root in renaming.roots {
      guard let known = root.known else { continue }
      let again = AnalyzedDocument(
        root.renamed(renaming.places, to: name), files: root.files, limits: limits)
      let isSame =
        again.diagnostics.map(\.code) == known.diagnostics.map(\.code)
        && again.understanding.references.shape == known.understanding.references.shape
      if !isSame { changed.append(root.file.path) }
    }
    guard changed.isEmpty else {
      throw .failed("'\(name)' has another meaning in \(shown(changed))")
    }
    var changes: [String: [LSP.TextEdit]] = [:]
    for (path, places) in Dictionary(grouping: renaming.places, by: \.path) {
      let open = documents.values.sorted { $0.uri < $1.uri }
        .first { RealPath.of($0.path) == path }
      let uri = open?.uri ?? OpenDocument.uri(of: renaming.addresses[path] ?? path)
      guard let positions = open?.positions ?? positions(of: path, in: renaming.roots) else {
        continue
      }
      let mark = open?.mark ?? 0
      changes[uri] = places.sorted { $0.range.start < $1.range.start }.map { place in
        LSP.TextEdit(
          range: positions.range(place.range.start + mark, place.range.end + mark), newText: name)
      }
    }
    return LSP.WorkspaceEdit(changes: changes)
  }

  private func positions(of path: String, in roots: [Root]) -> TextPositions? {
    for root in roots {
      guard let index = root.paths.firstIndex(of: path) else { continue }
      let range = root.file.parts[index].range
      return TextPositions(Array(root.file.bytes[range.start..<range.end]), encoding)
    }
    return nil
  }

  /// The names of files in messages: paths in the workspace, or file names outside of it.
  private func shown(_ paths: some Sequence<String>) -> String {
    let names = paths.map { path in
      let folder = folders.first { path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }
      let name =
        folder.map { String(path.dropFirst($0.count).drop { $0 == "/" }) }
        ?? URL(filePath: path).lastPathComponent
      return "'\(name)'"
    }
    return names.sorted().joined(separator: ", ").printableLine
  }

  /// The other files that may use the declaration, and the paths of workspace files by real path.
  private func otherRoots(
    than document: OpenDocument
  ) throws(Refusal) -> (roots: [(root: Root, uri: String?)], addresses: [String: String]) {
    var seen: Set = [RealPath.of(document.path)]
    var roots: [(root: Root, uri: String?)] = []
    for open in documents.values.sorted(by: { $0.uri < $1.uri })
    where seen.insert(RealPath.of(open.path)).inserted {
      let (file, files) = source(of: open)
      roots.append((Root(file, files), open.uri))
    }
    var addresses: [String: String] = [:]
    var unreadable: [String] = []
    for path in workspaceFiles(besides: document, &unreadable) {
      let real = RealPath.of(path)
      if addresses[real] == nil { addresses[real] = path }
      guard seen.insert(real).inserted else { continue }
      guard let bytes = try? SpecLoader.read(path) else {
        unreadable.append(path)
        continue
      }
      let (file, files) = source(of: SourceFile(path: path, contents: bytes))
      roots.append((Root(file, files), nil))
    }
    guard unreadable.isEmpty else {
      throw .failed("a use of the name may be in \(shown(unreadable)), which cannot be read")
    }
    return (roots, addresses)
  }

  /// The specs below the workspace folders; without any, those in the folder of the document.
  private func workspaceFiles(
    besides document: OpenDocument, _ unreadable: inout [String]
  ) -> [String] {
    if folders.isEmpty {
      guard document.path.hasPrefix("/") else { return [] }
      let folder = URL(filePath: document.path).deletingLastPathComponent().path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.sorted().map { folder + (folder == "/" ? "" : "/") + $0 }.filter {
        FolderWalk.ends($0.utf8, in: SpecLoader.suffix)
          && (try? FileStatus($0))?.kind == .file
      }
    }
    return folders.flatMap { folder in
      let walk = FolderWalk(folder, SpecLoader.suffix)
      // A dangling link contains no text.
      unreadable += walk.problems.map(\.path).filter { path in
        guard let status = try? FileStatus(RealPath.of(path), followsLinks: false) else {
          return false
        }
        return status.kind == .folder || FolderWalk.ends(path.utf8, in: SpecLoader.suffix)
      }
      return walk.files.filter { (try? FileStatus($0)) != nil }
    }
  }
}
