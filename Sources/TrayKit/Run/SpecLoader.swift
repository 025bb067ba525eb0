import Files
import Platform
import Reports
import Semantics
import SpecLanguage

/// Finds and reads the files to check.
package enum SpecLoader {
  /// The file extension of specs.
  package static let suffix = ".tray"
  /// The error message for a folder without specs.
  package static let emptyFolder = "there is no spec in this folder (no file ends in \(suffix))"
  /// The error message for a folder without specs, with help for a user who has none yet.
  package static func emptyFolder(_ words: RequestVocabulary) -> String {
    "\(emptyFolder); \(words.begins) writes one to begin with"
  }
  /// The maximum size of a spec in bytes; larger files are not read.
  package static let maximumBytes = UsedFiles.maximumBytes

  /// The files found at some paths.
  package struct Found {
    package var files: [SourceFile] = []
    /// The unreadable files, each with its reason.
    package var unreadable: [CheckReport.Unreadable] = []
    /// The folders without any spec.
    package var empty: [String] = []
    /// The links that lead to one of their parent folders, each with that folder.
    var cycles: [(link: String, folder: String)] = []
  }

  /// Finds the files at the paths of the user. A folder means all `.tray` files in it at any depth, sorted by name. A
  /// file with several names is read once.
  ///
  /// Nothing is thrown: unreadable files are part of the result, and the others are read.
  package static func load(_ paths: [String]) -> Found {
    var found = Found()
    // Strings are equal if their characters are, but file names must be compared by bytes.
    var names: [String: [UInt8]] = [:]
    var targets: Set<[UInt8]> = []
    for path in paths {
      for name in specs(at: path, &found, &targets) {
        let bytes = Array(name.utf8)
        if let other = names.updateValue(bytes, forKey: name), other != bytes {
          found.unreadable.append(
            .init(
              path: name, reason: "its name reads like that of another file, and is not the same"))
          continue
        }
        do throws(FileError) {
          found.files.append(joined(SourceFile(path: name, contents: try read(name))))
        } catch {
          found.unreadable.append(.init(path: name, reason: error.reason))
        }
      }
    }
    return found
  }

  /// Takes a text in place of a file.
  static func load(_ text: [UInt8], named name: String) -> Found {
    var found = Found()
    if let reason = sizeProblem(text) {
      found.unreadable.append(.init(path: name, reason: reason))
    } else {
      found.files.append(joined(SourceFile(path: name, contents: text)))
    }
    return found
  }

  /// The reason why a text is too large; nil if it is not.
  static func sizeProblem(_ text: [UInt8]) -> String? {
    text.count <= maximumBytes
      ? nil : "it is larger than \(maximumBytes >> 20) MiB, so it is no spec"
  }

  /// A spec with the files that it uses.
  ///
  /// - Parameter texts: the texts of files that differ from those on the disk, by real path.
  package static func joined(_ file: SourceFile, texts: [String: [UInt8]] = [:]) -> SourceFile {
    UsedFiles(identity: RealPath.of) { path in
      if let text = texts.isEmpty ? nil : texts[RealPath.of(path)] { return .bytes(text) }
      do throws(FileError) {
        return .bytes(try read(path))
      } catch {
        return .unreadable(error.reason)
      }
    }.joined(to: file)
  }

  /// The paths of a spec and of the files that it uses, including unreadable ones.
  package static func files(of path: String) -> Set<String> {
    var files: Set = [path]
    guard let bytes = try? read(path) else { return files }
    _ = UsedFiles(identity: RealPath.of) { path in
      files.insert(path)
      return (try? read(path)).map { .bytes($0) } ?? .unreadable("")
    }.joined(to: SourceFile(path: path, contents: bytes))
    return files
  }

  /// The bytes of a spec.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    try InputFile.read(path, atMost: maximumBytes, noun: "spec")
  }

  /// The files at a path that were not found before.
  ///
  /// - Parameter targets: the real paths of all files so far, as bytes.
  package static func specs(
    at path: String, _ found: inout Found, _ targets: inout Set<[UInt8]>
  ) -> [String] {
    var names = [path]
    if FileStatus.isFolder(path) {
      let walk = FolderWalk(path, suffix)
      names = walk.files
      found.unreadable += walk.problems.map { .init(path: $0.path, reason: $0.reason) }
      found.cycles += walk.cycles
      if walk.files.isEmpty, walk.problems.isEmpty { found.empty.append(path) }
    }
    // If there is a file and links to it, the file is read.
    let links = Set(names.filter { RealPath.link(at: $0) != nil })
    let fresh = (names.filter { !links.contains($0) } + names.filter(links.contains)).filter {
      targets.insert(Array(RealPath.of($0).utf8)).inserted
    }
    let kept = Set(fresh.map { Array($0.utf8) })
    return names.filter { kept.contains(Array($0.utf8)) }
  }
}
