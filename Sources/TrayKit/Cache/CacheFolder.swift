import Files
import Platform
import Traces

extension CheckRequest {
  /// Throws if results were to be kept among specs or counterexamples, whatever path leads there.
  ///
  /// Files of a cache are replaced without asking, so it must not be taken for a folder that somebody
  /// keeps things in. Specs are known by their names, counterexamples by what is in them.
  func requireCacheFolder() throws(RequestError) {
    guard let folder = cacheFolder else { return }
    let cache = OutputFile(folder)
    let what = "\(vocabulary.cacheFolder): '\(folder)'"
    if let stored = counterexampleFolder,
      cache.isSame(as: OutputFile(stored)) || cache.isInside(stored)
    {
      throw RequestError("\(what) is the folder of the counterexamples")
    }
    let real = RealPath.of(folder)
    for path in paths {
      let isInside = RealPath.folders(of: RealPath.of(path)).first == real
      if cache.isSame(as: OutputFile(path)) || isInside && FileStatus.isFile(path) {
        throw RequestError("\(what) holds specs")
      }
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names {
      if FolderWalk.ends(name.utf8, in: SpecLoader.suffix) {
        throw RequestError("\(what) holds specs")
      }
      guard FolderWalk.ends(name.utf8, in: ".json"), !VerdictCache.isName(name),
        case .success = CounterexampleFile.read("\(folder)/\(name)")
      else { continue }
      throw RequestError("\(what) holds counterexamples")
    }
  }
}
