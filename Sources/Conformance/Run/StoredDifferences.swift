import Files
import Platform
import Replays
import Semantics

/// The stored differences of implementations in a folder of counterexamples.
struct StoredDifferences {
  let folder: String

  /// Loads the differences of a spec in a world, and the errors of unreadable files.
  func load(
    _ interface: Interface
  ) -> (documents: [(path: String, document: DifferenceDocument)], problems: [(String, String)]) {
    var documents: [(String, DifferenceDocument)] = []
    var problems: [(String, String)] = []
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    for name in names where name.hasSuffix(DifferenceDocument.suffix) {
      let path = "\(folder)/\(name)"
      do {
        let bytes = try InputFile.read(path, atMost: 16 << 20, noun: "difference")
        let document = try DifferenceDocument(bytes)
        guard document.spec == interface.spec.name, document.world == interface.spec.worldName
        else { continue }
        documents.append((path, document))
      } catch let problem as FileError {
        problems.append((path, problem.reason))
      } catch let mistake as JSONError {
        let file = SourceFile(
          path: path, contents: (try? [UInt8](Data(contentsOf: URL(filePath: path)))) ?? [])
        let place = file.location(of: mistake.place)
        problems.append(("\(path):\(place.line):\(place.column)", mistake.message))
      } catch {
        problems.append((path, "\(error)"))
      }
    }
    return (documents, problems)
  }

  /// Stores a difference in a file named after it. A longer run does not replace a shorter one.
  ///
  /// - Returns: the path of the file.
  /// - Throws: `FileError` if it cannot be written.
  func save(
    _ document: DifferenceDocument, _ difference: Difference
  ) throws(FileError) -> String {
    let name = Self.name(document, difference)
    try AtomicFile.makeFolder(folder, for: name)
    let path = "\(folder)/\(name)"
    if let bytes = try? InputFile.read(path, atMost: 16 << 20, noun: "difference"),
      let stored = try? DifferenceDocument(bytes), stored.steps.count <= document.steps.count,
      stored.driver == document.driver, stored.digest == document.digest
    {
      return path
    }
    guard let text = try? document.encoded() else { return path }
    try AtomicFile.replace(name, in: folder, with: Array(text.utf8))
    return path
  }

  /// The file name of a difference, such as `SlackTray.default.my-app.tray.difference.json`.
  private static func name(
    _ document: DifferenceDocument, _ difference: Difference
  ) -> String {
    var what = difference.kind.rawValue
    if let leaf = difference.leaves.first {
      what = String(leaf.place.prefix { $0 != "[" && $0 != "." })
    } else if let signal = difference.missing.first?.place ?? difference.unexpected.first {
      what = String(signal.prefix { $0 != "(" })
    }
    if let event = document.steps.last?.event { what += "-\(event)" }
    let driver = document.driver.map { [slug($0)] } ?? []
    return ([document.spec, document.world] + driver + [what]).map(slug).joined(separator: ".")
      + DifferenceDocument.suffix
  }

  private static func slug(_ text: String) -> String {
    let parts = text.split {
      !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"))
    }
    let slug = parts.joined(separator: "-").prefix(60)
    return slug.isEmpty ? "_" : String(slug)
  }
}

extension ConformanceReport.Finding {
  /// Stores the difference in a folder, or keeps the reason why it cannot be stored.
  mutating func store(in folder: String, path: String?, driver: String?) {
    let document = DifferenceDocument(
      run, path: path, driver: driver,
      summary: DifferenceText.headline(difference, run.interface), fails: stability)
    do throws(FileError) {
      file = try StoredDifferences(folder: folder).save(document, difference)
    } catch {
      saveProblem = error.reason
    }
  }
}
