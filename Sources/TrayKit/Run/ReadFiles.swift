import Files
import Platform
import Traces

/// All files that a run may read, so that no output overwrites them, whatever path leads there:
/// `ReadFiles(.check(request)).refusal(of: OutputFile("report.xml"))`.
///
/// Files are compared by identity, so links and different spellings of a path are recognised. The value is a snapshot
/// of the folders, before or after the run. Creating it walks folders and reads counterexamples, so it is made only if
/// something is written to a file.
struct ReadFiles: Sendable {
  /// The roles of existing files.
  ///
  /// A role is a clause that follows the name of the file, such as `is a spec that is read`.
  private var files: [FileIdentity: String] = [:]
  /// Files that do not exist but would be read.
  ///
  /// Without an identity, they are compared by path.
  private var missing: [OutputFile] = []
  /// Folders in which nothing may be written, with their contents as a noun.
  private var folders: [(path: String, noun: String)] = []

  init(_ inputs: RunInputs) {
    switch inputs {
    case .check(let request): self.init(request)
    case .merge(let reports, let folder): self.init(merging: reports, counterexamples: folder)
    case .replay(let request): self.init(request)
    case .specs(let paths): self.init(specs: paths)
    }
  }

  /// The files that a check or random walks read.
  private init(_ request: CheckRequest) {
    addSpecs(request.paths)
    if let folder = request.counterexampleFolder { addCounterexamples([folder]) }
    if let folder = request.cacheFolder {
      folders.append((folder, "cache"))
      for file in FolderWalk(folder, ".json").files { add(file, "is a result in the cache") }
    }
    if let folder = request.checkpointFolder {
      for ending in [".checkpoint", ".checkpoint.states"] {
        for file in FolderWalk(folder, ending).files { add(file, "is a checkpoint") }
      }
    }
    if let tool = System.executablePath { add(tool, "is traycheck itself") }
  }

  /// The files that merging reports reads.
  private init(merging reports: [String], counterexamples: String?) {
    var request =
      (try? MergedWalks(reports: reports, isPartial: true)).map { CheckRequest($0.request) }
      ?? CheckRequest(paths: [])
    request.counterexampleFolder = counterexamples
    self.init(request)
    for report in reports { add(report, "is a report that is merged") }
  }

  /// The files that a replay reads.
  private init(_ request: ReplayRequest) {
    addSpecs(request.specs.isEmpty ? [ReplayRequest.defaultSpecs] : request.specs)
    addCounterexamples(request.paths)
  }

  /// The specs that a comparison or a run of mutations reads.
  private init(specs paths: [String]) { addSpecs(paths) }

  private mutating func add(_ path: String, _ what: String) {
    if let identity = try? FileStatus(path).identity {
      files[identity] = what
    } else {
      missing.append(OutputFile(path))
    }
  }

  private mutating func addSpecs(_ paths: [String]) {
    for path in paths {
      let names = FileStatus.isFolder(path) ? FolderWalk(path, SpecLoader.suffix).files : [path]
      for name in names { add(name, "is a spec that is read") }
    }
  }

  private mutating func addCounterexamples(_ paths: [String]) {
    for path in paths {
      var names = [path]
      if FileStatus.isFolder(path) || !FolderWalk.ends(path.utf8, in: ".json") {
        folders.append((path, "counterexamples"))
        names = FolderWalk(path, ".json").files
      }
      for name in names {
        add(name, "is a counterexample")
        guard case .success(let file) = CounterexampleFile.read(name) else { continue }
        let spec = SpecPath.find(file.document.spec.path, besides: SpecPath.folder(of: name))
        if let spec { add(spec, "is the spec of \(name)") }
      }
    }
  }

  /// The reason why nothing may be written to a file; nil if it may.
  ///
  /// The reason is a clause that follows the name of the file. Names of specs and files in `.git` are always refused.
  func refusal(of file: OutputFile) -> String? {
    if FolderWalk.ends(file.target.utf8, in: SpecLoader.suffix) {
      return "is the name of a spec"
    }
    if file.target.split(separator: "/").last ?? "" == SettingsFile.name {
      return "is the name of a settings file"
    }
    if let identity = file.status?.identity, let what = files[identity] { return what }
    if missing.contains(where: file.isSame) { return "is to be read" }
    for folder in folders {
      if file.isSame(as: OutputFile(folder.path)) {
        return "is the folder of the \(folder.noun)"
      }
      if file.isInside(folder.path) { return "is in the folder of the \(folder.noun)" }
    }
    if file.target.split(separator: "/").contains(".git") { return "belongs to git" }
    // It may be in a folder that this run does not read.
    if file.status?.kind == .file, case .success = CounterexampleFile.read(file.target) {
      return "is a counterexample"
    }
    return nil
  }

  /// The reason why nothing may be written to an open file; nil if it may.
  func refusal(ofDescriptor descriptor: Int32) -> String? {
    guard let status = FileStatus(descriptor: descriptor), status.kind == .file else { return nil }
    return files[status.identity]
  }
}
