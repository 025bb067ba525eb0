import Files
import Platform
import Reports
import Semantics
import SpecLanguage

/// Finds and reads the files to check.
enum SpecLoader {
  /// How the names of specs end.
  static let suffix = ".tray"
  /// Why there is nothing to do with a folder.
  static let emptyFolder = "there is no spec in this folder (no file ends in \(suffix))"
  /// The same, for somebody who may have none yet.
  static func emptyFolder(_ words: RequestVocabulary) -> String {
    "\(emptyFolder); \(words.begins) writes one to begin with"
  }
  /// Larger files are not specs.
  static let maximumBytes = UsedFiles.maximumBytes

  /// What was found at some paths.
  struct Found {
    var files: [SourceFile] = []
    /// What cannot be read, each with its reason.
    var unreadable: [CheckReport.Unreadable] = []
    /// Folders without any spec.
    var empty: [String] = []
    /// Links that lead back to a folder that they are in, each with that folder.
    var cycles: [(link: String, folder: String)] = []
  }

  /// The files for paths as a user gives them: a folder stands for all `.tray` files in it, at any
  /// depth, in the order of their names. A file to which several names lead is read once.
  ///
  /// Nothing is thrown: what cannot be read is part of what is found, and the rest is read.
  static func load(_ paths: [String]) -> Found {
    var found = Found()
    // Texts are equal that have the same letters; the names of files have to have the same bytes.
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

  /// A spec with the files that it uses.
  static func joined(_ file: SourceFile) -> SourceFile {
    UsedFiles(identity: RealPath.of) { path in
      do throws(FileError) {
        return .bytes(try read(path))
      } catch {
        return .unreadable(error.reason)
      }
    }.joined(to: file)
  }

  /// A spec and the files that it uses, by path, also those that cannot be read.
  static func files(of path: String) -> Set<String> {
    var files: Set = [path]
    guard let bytes = try? read(path) else { return files }
    _ = UsedFiles(identity: RealPath.of) { path in
      files.insert(path)
      return (try? read(path)).map { .bytes($0) } ?? .unreadable("")
    }.joined(to: SourceFile(path: path, contents: bytes))
    return files
  }

  /// The bytes of a spec.
  static func read(_ path: String) throws(FileError) -> [UInt8] {
    try InputFile.read(path, atMost: maximumBytes, noun: "spec")
  }

  /// The files at a path that are not among those that were found before.
  ///
  /// - Parameter targets: the real paths of all files so far, as bytes.
  static func specs(
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
    // Of a file and links to it, the file is read.
    let links = Set(names.filter { RealPath.link(at: $0) != nil })
    let fresh = (names.filter { !links.contains($0) } + names.filter(links.contains)).filter {
      targets.insert(Array(RealPath.of($0).utf8)).inserted
    }
    let kept = Set(fresh.map { Array($0.utf8) })
    return names.filter { kept.contains(Array($0.utf8)) }
  }
}
