// swift-tools-version: 6.2

import PackageDescription

// A package of its own: SwiftPM builds what a plugin runs a second time, with every build of its package, and here that is
// the whole checker. So only those who use the plugin pay for it.
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
