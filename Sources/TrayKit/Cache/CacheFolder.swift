import Files
import Platform
import Traces

extension CheckRequest {
  /// Throws if the cache folder is a folder of specs or counterexamples, whatever path leads there.
  ///
  /// Files of a cache are replaced without confirmation, so a folder with other contents must not be used. Specs are
  /// recognised by name, counterexamples by content.
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
