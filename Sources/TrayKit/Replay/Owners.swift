import Files
import Replays
import Reports
import Semantics
import SpecLanguage
import Traces

/// Which of the specs that are checked a counterexample belongs to:
/// `Owners(specs, folder, …).owner(of: "Lamp", at: "Specs/lamp.tray")`.
///
/// A counterexample names its spec and mostly its path. The path comes first; the name alone decides
/// only if nothing is at that path, and then it must not be ambiguous. Paths are compared as absolute
/// ones.
///
/// It reads the names of specs that are not checked as they are asked for, each file once.
struct Owners {
  enum Owner {
    case spec(Int)
    /// A spec that is not checked, or has errors that are told by themselves.
    case other
    /// None that there is, and why.
    ///
    /// `isGone` is true if no spec that is checked has the name, so that the file may be of no use
    /// any more.
    case none(String, isGone: Bool)
  }

  private let folder: CounterexampleFolder
  private let earlier: EarlierRounds?
  /// Whole folders are checked, so that no spec is left out on purpose.
  let hasFolders: Bool
  private let specs: [SpecProgress]
  /// The numbers of the specs that are checked, by absolute path and by name.
  private var paths: [String: Int] = [:]
  private var names: [String: [Int]] = [:]
  /// Replays of earlier runs, by file.
  ///
  /// Only of specs whose text is the same.
  private var past: [String: CacheEntry.Replay] = [:]
  /// The names of specs that are not checked, by path.
  private var others: [String: String?] = [:]

  init(
    _ specs: [SpecProgress], _ folder: CounterexampleFolder, _ request: CheckRequest,
    _ earlier: EarlierRounds?
  ) {
    self.earlier = earlier
    self.specs = specs
    self.folder = folder
    hasFolders = request.paths.contains(where: FileStatus.isFolder)
    for (index, spec) in specs.enumerated() {
      paths[SpecPath.absolute(spec.file.path)] = index
      if let name = spec.names?.spec { names[name, default: []].append(index) }
      for replay in spec.known?.replays ?? [] { past[replay.verdict.path] = replay }
    }
  }

  /// What an earlier run found out about a file of these contents, with the spec as it is.
  func known(_ path: String, _ contents: [UInt8]) -> CacheEntry.Replay? {
    past[path].flatMap { $0.contents.utf8.elementsEqual(contents) ? $0 : nil }
  }

  /// The spec of that name which a counterexample means by a path.
  mutating func owner(of name: String, at path: String?) -> Owner {
    if let place = SpecPath.find(path, besides: folder.path) {
      let index = paths[SpecPath.absolute(place)]
      if let index, !isCompiled(index) { return .other }
      let found = index.map { specs[$0].names?.spec } ?? self.name(at: place)
      if found == name, let index { return .spec(index) }
      // A spec that is left out is no mistake, unless one of that name is not.
      guard found == name ? hasFolders && names[name] != nil : isAsked(name) else { return .other }
      return .none(
        StaleCounterexample.otherSpec(name, at: place, found), isGone: names[name] == nil)
    }
    guard let indices = names[name] else {
      return isAsked(name)
        ? .none(
          StaleCounterexample.noSpec(name, at: SpecPath.places(of: path, besides: folder.path)),
          isGone: true)
        : .other
    }
    if indices.count > 1 { return .none(StaleCounterexample.ambiguous(name), isGone: false) }
    return isCompiled(indices[0]) ? .spec(indices[0]) : .other
  }

  /// Who checks some specs by name leaves the others out.
  private func isAsked(_ name: String) -> Bool { hasFolders || names[name] != nil }

  /// Whether there is a spec to replay in: it was read, by this run or an earlier one, and has no
  /// errors.
  private func isCompiled(_ index: Int) -> Bool {
    specs[index].names != nil && !(specs[index].compiled?.sink.hasErrors ?? false)
  }

  /// The name of the spec in a file that is not checked; nil if it is none.
  private mutating func name(at path: String) -> String? {
    if let known = others[path] { return known }
    let name = SpecLoader.load([path]).files.first.flatMap { file in
      if let earlier { earlier.name(of: file) } else { Parser.parse(file).0.name?.text }
    }
    others[path] = .some(name)
    return name
  }
}

extension StaleCounterexample {
  /// At the path of its spec is something else.
  static func otherSpec(_ name: String, at path: String, _ found: String?) -> String {
    let what =
      found.map { $0 == name ? "is not checked" : "is the spec \($0)" } ?? "is no spec"
    return "it is not replayed: it belongs to \(name), and \(path) \(what); correct its \"spec\""
  }

  /// Its spec is at none of the places that were searched.
  ///
  /// - Parameters:
  ///   - places: the paths and folders that were searched, from the current folder.
  ///   - option: the option that names more folders, if there is one.
  static func noSpec(_ name: String, at places: [String], option: String? = nil) -> String {
    let searched =
      switch places.count {
      case 0: ""
      case 1: " at \(places[0])"
      default:
        " at " + places.dropLast().joined(separator: ", ") + " or \(places[places.count - 1])"
      }
    let from = places.contains { !$0.hasPrefix("/") } ? " (seen from the current folder)" : ""
    return "it is not replayed: there is no spec \(name)\(searched)\(from); correct its \"spec\""
      + (option.map { " or name the folder with \($0)" } ?? "")
  }

  /// Several specs have its name.
  static func ambiguous(_ name: String) -> String {
    "it is not replayed: several specs are called \(name); say in its \"spec\" at which path its own is"
  }
}
