import Files
import Replays
import Reports
import Semantics
import SpecLanguage
import Traces

/// Finds the checked spec that a counterexample belongs to:
/// `Owners(specs, folder, …).owner(of: "Lamp", at: "Specs/lamp.tray")`.
///
/// A counterexample names its spec and usually its path. The path has priority. The name alone decides only if there is
/// no file at that path, and then it must be unambiguous. Paths are compared as absolute paths.
///
/// The names of unchecked specs are read on demand, each file once.
struct Owners {
  enum Owner {
    case spec(Int)
    /// A spec that is not checked, or whose errors are reported elsewhere.
    case other
    /// No existing spec, with the reason.
    ///
    /// `isGone` is true if no checked spec has the name, so that the file may be obsolete.
    case none(String, isGone: Bool)
  }

  private let folder: CounterexampleFolder
  private let earlier: EarlierRounds?
  /// Whether whole folders are checked, so that no spec is left out on purpose.
  let hasFolders: Bool
  private let specs: [SpecProgress]
  /// The indices of the checked specs, by absolute path and by name.
  private var paths: [String: Int] = [:]
  private var names: [String: [Int]] = [:]
  /// The replays of earlier runs, by file.
  ///
  /// They belong to specs whose text has not changed.
  private var past: [String: CacheEntry.Replay] = [:]
  /// The names of unchecked specs, by path.
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

  /// The result of an earlier run for a file with these contents and the current spec.
  func known(_ path: String, _ contents: [UInt8]) -> CacheEntry.Replay? {
    past[path].flatMap { $0.contents.utf8.elementsEqual(contents) ? $0 : nil }
  }

  /// The spec of that name that a counterexample at a path belongs to.
  mutating func owner(of name: String, at path: String?) -> Owner {
    if let place = SpecPath.find(path, besides: folder.path) {
      let index = paths[SpecPath.absolute(place)]
      if let index, !isCompiled(index) { return .other }
      let found = index.map { specs[$0].names?.spec } ?? self.name(at: place)
      if found == name, let index { return .spec(index) }
      // An unselected spec is not an error, unless another spec of that name is selected.
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

  /// A user who selects some specs by name leaves the others out.
  private func isAsked(_ name: String) -> Bool { hasFolders || names[name] != nil }

  /// Whether the spec can replay: this run or an earlier one compiled it without errors.
  private func isCompiled(_ index: Int) -> Bool {
    specs[index].names != nil && !(specs[index].compiled?.sink.hasErrors ?? false)
  }

  /// The name of an unchecked spec in a file; nil if it is not a spec.
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
  /// The error that there is another spec at the path of a counterexample's spec.
  static func otherSpec(_ name: String, at path: String, _ found: String?) -> String {
    let what =
      found.map { $0 == name ? "is not checked" : "is the spec \($0)" } ?? "is no spec"
    return "it is not replayed: it belongs to \(name), and \(path) \(what); correct its \"spec\""
  }

  /// The error that the spec of a counterexample was not found.
  ///
  /// - Parameters:
  ///   - name: the name of the spec.
  ///   - places: the paths and folders that were searched, relative to the current folder.
  ///   - option: the option that adds more folders; nil if there is none.
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

  /// The error that several specs have the name.
  static func ambiguous(_ name: String) -> String {
    "it is not replayed: several specs are called \(name); say in its \"spec\" at which path its own is"
  }
}
