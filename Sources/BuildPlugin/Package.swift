// swift-tools-version: 6.2

import PackageDescription

// A separate package: SwiftPM builds the tools of a plugin a second time, with every build of their package, and here
// that is the whole checker. So only users of the plugin pay for it.
let package = Package(
  name: "TraycheckBuild",
  platforms: [.macOS(.v15)],
  products: [.plugin(name: "TraycheckBuildPlugin", targets: ["TraycheckBuildPlugin"])],
  dependencies: [.package(name: "Traycheck", path: "../..")],
  targets: [
    .plugin(
      name: "TraycheckBuildPlugin", capability: .buildTool(),
      dependencies: [.product(name: "traycheck", package: "Traycheck")], path: ".",
      sources: ["TraycheckBuildPlugin.swift"])
  ]
)
