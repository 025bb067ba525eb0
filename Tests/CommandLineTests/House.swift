import Foundation

/// The package and its map, as the test of the law reads them: targets, import lines, folders and tables.
struct House {
  /// A target, as `Package.swift` and its files describe it.
  struct Target {
    var name: String
    /// Its folder, relative to the root.
    var folder: String
    var dependencies: Set<String>
    /// The imported modules, each with one file that imports it.
    var imports: [String: String] = [:]
  }

  /// A row of a table of the map: the folder in its first cell, and all names in backticks.
  struct Row {
    var folder: String
    var names: Set<String>
  }

  let targets: [Target]
  /// The rooms of the core, in the order of the map.
  let rooms: [Row]
  let guests: [Row]
  /// The rows of the other folders.
  let others: [Row]
  /// All folders under `Sources`, relative to it.
  let folders: [String]

  init(root: URL) throws {
    let read = { (path: String) in
      try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
    let map = try read("Sources/README.md")
    rooms = Self.rows(of: "Rooms", in: map)
    guests = Self.rows(of: "Guests", in: map)
    others = Self.rows(of: "Other folders", in: map)
    let sources = root.appending(path: "Sources")
    folders = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter {
      try sources.appending(path: $0).resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
    }
    let declared = Self.declarations(in: try read("Package.swift"))
    targets = try declared.map { declaration in
      var target = declaration.target
      let inside = declared.map(\.target.folder).filter { $0.hasPrefix(target.folder + "/") }
      let left = inside + declaration.excluded.map { "\(target.folder)/\($0)" }
      let folder = root.appending(path: target.folder)
      for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
        let path = "\(target.folder)/\(file)"
        let isLeft = left.contains { path.hasPrefix($0 + "/") }
        guard path.hasSuffix(".swift"), !isLeft else { continue }
        for module in Self.imports(in: try read(path)) { target.imports[module] = path }
      }
      return target
    }
  }

  /// The rows of the first table under a heading.
  private static func rows(of heading: String, in map: String) -> [Row] {
    let section = map.components(separatedBy: "\n## \(heading)\n").dropFirst().first ?? ""
    return section.components(separatedBy: "\n## ")[0].split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| `") else { return nil }
      let names = line.matches(of: /`([A-Za-z.\/]+)`/).map { String($0.1) }
      return Row(folder: names[0], names: Set(names))
    }
  }

  /// The modules that the lines of a file import.
  private static func imports(in text: String) -> [String] {
    let parts = text.components(separatedBy: "import ")
    return zip(parts, parts.dropFirst()).compactMap { before, after in
      let start = before.utf8.lastIndex(of: UInt8(ascii: "\n")).map { before.utf8.index(after: $0) }
      let line = before[(start ?? before.startIndex)...]
      let modifiers = /\ *(?:@\w+ |package |public |internal )*/
      guard line.wholeMatch(of: modifiers) != nil else { return nil }
      return after.prefixMatch(of: /(?:(?:struct|class|enum|func) )?(\w+)/).map { String($0.1) }
    }
  }

  /// The targets that a manifest declares, with the parts of their folders that are no source.
  private static func declarations(in manifest: String) -> [(target: Target, excluded: [String])] {
    let strings = { (text: String) in text.matches(of: /"([^"]*)"/).map { String($0.1) } }
    var lists: [String: [String]] = [:]
    for list in manifest.matches(of: /let (\w+): \[Target\.Dependency\] = \[([^\]]*)\]/) {
      lists[String(list.1)] = strings(String(list.2))
    }
    let calls = manifest.matches(of: /(?:\.(?:target|executableTarget|testTarget)|\ guest)\(/)
      .map { Self.arguments(in: manifest[$0.range.upperBound...]) }
    // The function `guest` declares the rest of each guest.
    let shared =
      calls.first { $0["name"] == "name" }.map { strings($0["dependencies"] ?? "") } ?? []
    lists["guests"] = calls.compactMap { $0["0"] }.flatMap(strings)
    return calls.compactMap { call in
      guard let name = strings(call["name"] ?? call["0"] ?? "").first else { return nil }
      let text = call["dependencies"] ?? call["1"] ?? ""
      let words = text.replacing(/"[^"]*"/, with: "").matches(of: /\w+/).map { String($0.output) }
      let dependencies = strings(text) + words.flatMap { lists[$0] ?? [] }
      let parent = name.hasSuffix("Tests") ? "Tests" : "Sources"
      let target = Target(
        name: name, folder: strings(call["path"] ?? "").first ?? "\(parent)/\(name)",
        dependencies: Set(dependencies + (call["0"] == nil ? [] : shared)))
      return (target, strings(call["exclude"] ?? "") + strings(call["resources"] ?? ""))
    }
  }

  /// The arguments of a call, whose text begins after the parenthesis, by their labels or indices.
  private static func arguments(in text: Substring) -> [String: String] {
    var depth = 0
    var arguments = [""]
    for character in text {
      if depth == 0, character == ")" { break }
      if depth == 0, character == "," {
        arguments.append("")
        continue
      }
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      arguments[arguments.count - 1].append(character)
    }
    let pairs = arguments.enumerated().map { index, argument in
      let text = argument.trimming(while: \.isWhitespace)
      let label = text.prefixMatch(of: /(\w+): */)
      return (
        label.map { String($0.1) } ?? "\(index)", label.map { text[$0.range.upperBound...] } ?? text
      )
    }
    return Dictionary(pairs.map { ($0.0, String($0.1)) }) { first, _ in first }
  }
}

extension StringProtocol {
  fileprivate func trimming(while isLeft: (Character) -> Bool) -> SubSequence {
    var rest = self[...]
    while let first = rest.first, isLeft(first) { rest.removeFirst() }
    while let last = rest.last, isLeft(last) { rest.removeLast() }
    return rest
  }
}

/// The law of the house: the folders that the map must show, and the modules that a module may import.
extension House {
  /// Folders that the map does not show, and folders of the map that do not exist.
  var folderBreaches: [String] {
    let rows = rooms + guests + others
    let missing = folders.compactMap { folder -> String? in
      let parts = folder.split(separator: "/").map(String.init)
      let row = rows.first { $0.folder == parts[0] } ?? guests.first { $0.names.contains(parts[0]) }
      guard let row else { return "the map has no row for Sources/\(folder)" }
      // The files of each editor, and headers, which their names describe.
      let isPlain = folder.hasPrefix("Editors/Files/") || parts.last == "include"
      let isShown = parts.count == 1 || isPlain || row.names.contains(parts[parts.count - 1])
      return isShown ? nil : "the row of \(row.folder) does not name Sources/\(folder)"
    }
    let gone = rows.flatMap { row in
      row.names.filter { name in
        // Other names in backticks are files, commands and options.
        guard name.wholeMatch(of: /[A-Z][A-Za-z]+/) != nil else { return false }
        return !folders.contains {
          $0 == name || "/\($0)/".hasPrefix("/\(row.folder)/") && $0.hasSuffix("/\(name)")
        }
      }
      .map { "the row of \(row.folder) names the folder \($0), which does not exist" }
    }
    return missing + gone
  }

  /// Imports without a declared dependency, which work only for some build orders, and dependencies that nothing imports.
  var dependencyBreaches: [String] {
    let modules = Set(targets.map(\.name))
    return targets.flatMap { target in
      target.imports.filter { modules.contains($0.key) && !target.dependencies.contains($0.key) }
        .map { "\($0.value) imports \($0.key), which Package.swift does not declare" }
        + target.dependencies.subtracting(target.imports.keys)
        .map { "Package.swift declares \($0) for \(target.name), which does not import it" }
    }
  }

  /// Imports that the map does not allow, and guests that are not registered.
  var importBreaches: [String] {
    var breaches: [String] = []
    for target in targets where target.folder.hasPrefix("Sources/") {
      for (module, file) in target.imports {
        guard let imported = targets.first(where: { $0.name == module }),
          let breach = breach(of: target, importing: imported)
        else { continue }
        breaches.append("\(file) imports \(module): \(breach)")
      }
    }
    let registered = targets.first { $0.name == "Guests" }?.imports.keys.map { String($0) } ?? []
    return breaches
      + Set(guests.map(\.folder)).subtracting(registered)
      .map { "Guests does not import the guest \($0)" }
  }

  /// The reason against an import; nil if it is allowed.
  private func breach(of target: Target, importing imported: Target) -> String? {
    let end = rooms.firstIndex { $0.folder == "Guests" } ?? rooms.endIndex
    let room = room(of: target)
    let owner = guest(of: target)
    if let other = guest(of: imported) {
      if owner == other || owner == nil && room == end { return nil }
      return owner.map { "the guest \($0) may not import the guest \(other)" }
        ?? "the core may not import the guest \(other)"
    }
    guard let limit = owner == nil ? room : end else {
      return "the map has no row for the importer"
    }
    guard let place = self.room(of: imported), place < limit else {
      return "it is no room above \(owner == nil ? target.name : "Guests")"
    }
    return nil
  }

  private func room(of target: Target) -> Int? {
    rooms.firstIndex { "Sources/\($0.folder)" == target.folder }
  }

  /// The guest of a target: that of its folder, or the one whose row names the folder.
  private func guest(of target: Target) -> String? {
    guard room(of: target) == nil, target.folder.hasPrefix("Sources/") else { return nil }
    let top = String(target.folder.split(separator: "/")[1])
    let row = guests.first { $0.folder == top } ?? guests.first { $0.names.contains(top) }
    return row?.folder
  }
}
