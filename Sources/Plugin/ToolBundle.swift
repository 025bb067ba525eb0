import Foundation
import PackagePlugin

/// The optional artifact bundle in a package's folder, as `.ci/release/bundle` writes it.
enum ToolBundle {
  private struct Info: Decodable {
    struct Artifact: Decodable { var variants: [Variant] }

    struct Variant: Decodable {
      var path: String
      var supportedTriples: [String]
    }

    var artifacts: [String: Artifact]
  }

  /// The tool for this platform; nil if there is no bundle.
  ///
  /// - Throws: `TraycheckPlugin.Failure` if a bundle has none.
  static func tool(for package: Package) throws -> URL? {
    let folder = package.directoryURL.appending(path: "traycheck.artifactbundle")
    guard FileManager.default.fileExists(atPath: folder.path) else { return nil }
    let data = try Data(contentsOf: folder.appending(path: "info.json"))
    let info = try JSONDecoder().decode(Info.self, from: data)
    let variants = info.artifacts["traycheck"]?.variants ?? []
    guard let variant = variants.first(where: { $0.supportedTriples.contains(where: isOwn) })
    else {
      throw TraycheckPlugin.Failure(
        description:
          "\(folder.path) has no tool for this platform; the bundle of a release has one")
    }
    return folder.appending(path: variant.path)
  }

  private static func isOwn(_ triple: String) -> Bool {
    #if arch(arm64)
      let processors = ["arm64", "aarch64"]
    #else
      let processors = ["x86_64"]
    #endif
    #if os(macOS)
      let system = "apple-macosx"
    #else
      let system = "linux-gnu"
    #endif
    return triple.contains(system) && processors.contains { triple.hasPrefix("\($0)-") }
  }
}
