import Platform

/// All files in a folder, at any depth, whose names end in some way: `FolderWalk("Specs", ".tray")`.
///
/// Links are followed, and no folder is looked through twice. Nothing is left out silently: what may
/// hold such a file and cannot be looked at is a problem.
///
/// The walk is done when the value is made, and its results never change. A file that is reached by
/// its own path and through links to folders is found once, by a path without links if there is one.
/// Files that are links themselves are all found, and it is for the caller to read each target once.
///
/// Order does not depend on the system: names are compared byte by byte.
package struct FolderWalk {
  /// Something that may hold such a file and cannot be looked at. In the path, bytes that are not
  /// UTF-8 are replaced.
  package struct Problem: Sendable {
    package var path: String
    package var reason: String
  }

  /// In the order of their names.
  package private(set) var files: [String] = []
  package private(set) var problems: [Problem] = []
  /// Links that lead back to a folder that they are in, each with that folder.
  package private(set) var cycles: [(link: String, folder: String)] = []

  private let suffix: String
  /// The folders that were looked through, by the path that led there first.
  ///
  /// Folders are told by identity, so that no cycle of links is walked twice.
  private var seen: [FileIdentity: String] = [:]
  /// What folders hold, links among it.
  ///
  /// Only folders are noted. With it `reaches` tells a link that closes a cycle from one that leads
  /// to a folder which was seen elsewhere.
  private var inner: [FileIdentity: Set<FileIdentity>] = [:]
  /// Links to folders, in the order in which they were found, with the folders that they are in.
  /// Those found behind a link are added at the end.
  private var links: [(path: String, folder: FileIdentity)] = []

  /// - Parameter suffix: in ASCII; capitals make no difference.
  package init(_ folder: String, _ suffix: String) {
    self.suffix = suffix
    walk(folder)
    // What has a path without links is found by that.
    var index = 0
    while index < links.count {
      walk(links[index].path)
      index += 1
    }
    for link in links {
      guard let target = try? FileStatus(link.path).identity, let folder = seen[target],
        reaches(from: target, link.folder)
      else { continue }
      cycles.append((link.path, folder))
    }
    files.sort(by: Self.precedes)
    problems.sort { Self.precedes($0.path, $1.path) }
  }

  /// Whether a name ends so, byte by byte: a mark that combines with the dot changes nothing.
  package static func ends(_ name: some Collection<UInt8>, in suffix: String) -> Bool {
    func small(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
    return name.count >= suffix.utf8.count
      && name.suffix(suffix.utf8.count).map(small) == suffix.utf8.map(small)
  }

  /// By bytes and not by letters: the order of `String` would take names of different bytes for
  /// equal.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private mutating func tell(_ path: String, _ reason: String) {
    problems.append(Problem(path: path, reason: reason))
  }

  /// Looks through a folder and all below it, without following links to folders.
  private mutating func walk(_ first: String) {
    var folders = [first]
    while let folder = folders.popLast() {
      do throws(FileError) {
        let identity = try FileStatus(folder).identity
        if seen[identity] != nil { continue }
        seen[identity] = folder
        let base = folder.hasSuffix("/") ? folder : folder + "/"
        for name in try Self.names(in: folder) {
          if let inner = look(at: base, name, in: identity) { folders.append(inner) }
        }
      } catch {
        tell(folder, error.reason)
      }
    }
  }

  /// Takes a file, and notes a link; returns a folder that is to be looked through.
  ///
  /// - Parameter base: the path of the folder, with a slash at its end.
  private mutating func look(at base: String, _ name: [UInt8], in folder: FileIdentity) -> String? {
    let isMeant = Self.ends(name, in: suffix)
    let path = base + String(decoding: name, as: UTF8.self)
    guard String(validating: name, as: UTF8.self) != nil else {
      if isMeant || FileStatus(bytes: Array(base.utf8) + name)?.kind == .folder {
        tell(path, "its name is not UTF-8, so it cannot be read")
      }
      return nil
    }
    do throws(FileError) {
      let status = try FileStatus(path, followsLinks: false)
      let target = status.kind == .link ? try FileStatus(path) : status
      guard target.kind == .folder else {
        if isMeant { files.append(path) }
        return nil
      }
      if isMeant { tell(path, "it is a folder, not a file") }
      inner[folder, default: []].insert(target.identity)
      if status.kind == .folder { return path }
      links.append((path, folder))
    } catch {
      tell(path, error.reason)
    }
    return nil
  }

  /// Whether a folder is in another one, or the same, links followed.
  private func reaches(from outer: FileIdentity, _ folder: FileIdentity) -> Bool {
    var known: Set<FileIdentity> = [outer]
    var open = [outer]
    while let next = open.popLast() {
      if next == folder { return true }
      open += (inner[next] ?? []).filter { known.insert($0).inserted }
    }
    return false
  }

  /// The names in a folder, as the system has them.
  ///
  /// As bytes, since they need not be UTF-8, sorted, without `.` and `..`.
  private static func names(in folder: String) throws(FileError) -> [[UInt8]] {
    guard let stream = opendir(folder) else { throw FileError() }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw FileError() }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
      }
      // Where the name ends the entry ends, so no more than that is read.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
        let count = strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
      }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
  }
}
