import Files
import Platform
import Semantics
import SpecLanguage
import TrayKit

/// Finds a name in all files known to use it, and renames it in one edit.
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

    var path: String { file.path }

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
  struct Occurrences {
    /// The range of the requested name.
    var name: SourceRange
    fileprivate var places: Set<Place>
    /// The files with some of the occurrences, the requested document first.
    fileprivate var roots: [Root]
    /// The addresses of files that are not open, by real path.
    fileprivate var addresses: [String: String]
    /// The paths of files that may contain more occurrences, but cannot be read.
    fileprivate var unreadable: [String]
  }

  /// All occurrences of the name at a place; nil if nothing has a name there.
  mutating func occurrences(in document: OpenDocument, at offset: Int) -> Occurrences? {
    let own = root(of: document)
    guard let name = own.known?.understanding.name(at: offset),
      let places = own.names.first(where: { $0.contains { $0 == own.place(name) } })
    else { return nil }
    let (others, addresses, unreadable) = otherRoots(than: document)
    var roots = [own] + others
    var all = Set(places)
    var count = 0
    while count < all.count {
      count = all.count
      for index in roots.indices {
        let paths = Set(all.map(\.path))
        guard roots[index].paths.contains(where: paths.contains) else { continue }
        if roots[index].known == nil {
          let path = roots[index].path
          roots[index].read(limits, kept[path])
          kept[path] = roots[index].known
        }
        for places in roots[index].names where places.contains(where: all.contains) {
          all.formUnion(places)
        }
      }
    }
    roots.removeAll { $0.known == nil }
    return Occurrences(
      name: name, places: all, roots: roots, addresses: addresses, unreadable: unreadable)
  }

  /// The same occurrences, if all of them are known and can be changed.
  ///
  /// - Throws: a refusal that names the files that prevent it.
  func renaming(_ occurrences: Occurrences?) throws(Refusal) -> Occurrences {
    guard let occurrences else { throw .failed("nothing here has a name of its own") }
    guard occurrences.unreadable.isEmpty else {
      throw .failed(
        "a use of the name may be in \(shown(occurrences.unreadable)), which cannot be read")
    }
    let broken = occurrences.roots.filter { $0.known?.isSound != true }.map(\.path)
    guard broken.isEmpty else {
      throw .failed(
        "not all places of the name are known, because of errors in \(shown(broken))")
    }
    let open = Set(documents.values.map { RealPath.of($0.path) })
    let outside = Set(occurrences.places.map(\.path)).filter {
      !open.contains($0) && occurrences.addresses[$0] == nil
    }
    guard outside.isEmpty else {
      throw .failed(
        "the name is also in \(shown(outside)), not open and outside of the workspace")
    }
    return occurrences
  }

  /// The locations of a name.
  func locations(_ found: Occurrences, withDeclarations: Bool) -> [LSP.Location] {
    var declared: Set<Place> = []
    for root in found.roots where !withDeclarations {
      guard let references = root.known?.understanding.references else { continue }
      declared.formUnion(references.places.filter(references.isDeclaration).map(root.place))
    }
    let places = Dictionary(grouping: found.places.subtracting(declared), by: \.path)
    var locations: [LSP.Location] = []
    for (path, places) in places.sorted(by: { $0.key < $1.key }) {
      guard let (uri, positions, mark) = text(of: path, in: found) else { continue }
      for range in places.map(\.range).sorted(by: { $0.start < $1.start }) {
        locations.append(
          LSP.Location(
            uri: uri, range: positions.range(range.start + mark, range.end + mark)))
      }
    }
    return locations
  }

  /// The edit for a new name, if all files keep their meaning with it.
  func edit(_ renaming: Occurrences, to name: String) throws(Refusal) -> LSP.WorkspaceEdit {
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
      guard let (uri, positions, mark) = text(of: path, in: renaming) else { continue }
      changes[uri] = places.sorted { $0.range.start < $1.range.start }.map { place in
        LSP.TextEdit(
          range: positions.range(place.range.start + mark, place.range.end + mark), newText: name)
      }
    }
    return LSP.WorkspaceEdit(changes: changes)
  }

  /// The address of a file with occurrences, the positions in it, and the length of its byte-order mark.
  private func text(
    of path: String, in found: Occurrences
  ) -> (uri: String, positions: TextPositions, mark: Int)? {
    let open = documents.values.sorted { $0.uri < $1.uri }.first { RealPath.of($0.path) == path }
    if let open { return (open.uri, open.positions, open.mark) }
    for root in found.roots {
      guard let index = root.paths.firstIndex(of: path) else { continue }
      let range = root.file.parts[index].range
      let positions = TextPositions(
        Array(root.file.bytes[range.start..<range.end]), encoding)
      return (OpenDocument.uri(of: found.addresses[path] ?? path), positions, 0)
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

  private mutating func root(of document: OpenDocument) -> Root {
    let (file, files) = source(of: document)
    var root = Root(file, files)
    root.read(limits, analysis(of: document))
    return root
  }

  /// The other files that may use the declaration, the paths of workspace files by real path, and unreadable files.
  private mutating func otherRoots(
    than document: OpenDocument
  ) -> (roots: [Root], addresses: [String: String], unreadable: [String]) {
    var seen: Set = [RealPath.of(document.path)]
    var roots: [Root] = []
    for open in documents.values.sorted(by: { $0.uri < $1.uri })
    where seen.insert(RealPath.of(open.path)).inserted {
      let (file, files) = source(of: open)
      roots.append(Root(file, files))
    }
    var addresses: [String: String] = [:]
    var (paths, unreadable) = workspaceFiles()
    for path in paths {
      let real = RealPath.of(path)
      if addresses[real] == nil { addresses[real] = path }
      guard seen.insert(real).inserted else { continue }
      guard let bytes = try? SpecLoader.read(path) else {
        unreadable.append(path)
        continue
      }
      let (file, files) = source(of: SourceFile(path: path, contents: bytes))
      roots.append(Root(file, files))
    }
    return (roots, addresses, unreadable)
  }

  /// The specs below the workspace folders; without any, those in the folders of the open documents. The other paths
  /// cannot be read.
  func workspaceFiles() -> (paths: [String], unreadable: [String]) {
    if folders.isEmpty {
      let folders = Set(
        documents.values.map(\.path).filter { $0.hasPrefix("/") }.map {
          URL(filePath: $0).deletingLastPathComponent().path
        })
      let paths = folders.sorted().flatMap { folder in
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
          .map { folder + (folder == "/" ? "" : "/") + $0 }
      }
      return (
        paths.filter {
          FolderWalk.ends($0.utf8, in: SpecLoader.suffix) && (try? FileStatus($0))?.kind == .file
        }, []
      )
    }
    var (paths, unreadable): ([String], [String]) = ([], [])
    for folder in folders {
      let walk = FolderWalk(folder, SpecLoader.suffix)
      // A dangling link contains no text.
      unreadable += walk.problems.map(\.path).filter { path in
        guard let status = try? FileStatus(RealPath.of(path), followsLinks: false) else {
          return false
        }
        return status.kind == .folder || FolderWalk.ends(path.utf8, in: SpecLoader.suffix)
      }
      paths += walk.files.filter { (try? FileStatus($0)) != nil }
    }
    return (paths, unreadable)
  }
}
