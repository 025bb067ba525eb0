// swift-tools-version: 6.2

import PackageDescription

/// What searches, walks and evaluates is compiled for speed in debug builds as well: its tests take a third of
/// the time so. Its assertions stay.
let fast: [SwiftSetting] = [
  .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
]

/// The tool carries Swift's libraries in itself: to find them takes longer than to check a small spec.
let alone = (
  compiled: [
    SwiftSetting.unsafeFlags(
      ["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
  ],
  linked: [
    LinkerSetting.unsafeFlags(
      [
        "-static-stdlib", "-use-ld=lld", "-Xlinker", "--strip-debug", "-Xlinker", "--build-id=sha1",
      ],
      .when(platforms: [.linux], configuration: .release))
  ]
)

let package = Package(
  name: "Traycheck",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "traycheck", targets: ["traycheck"]),
    .library(name: "TrayKit", targets: ["TrayKit"]),
    .plugin(name: "TraycheckPlugin", targets: ["TraycheckPlugin"]),
  ],
  targets: [
    .target(name: "Files"),
    .target(name: "SpecLanguage", swiftSettings: fast),
    .target(name: "CPrefetch", path: "Sources/Prefetch"),
    .target(
      name: "Engine", dependencies: ["CPrefetch", "SpecLanguage"], swiftSettings: fast),
    .target(name: "Traces", dependencies: ["Engine", "SpecLanguage", "Files"]),
    .target(name: "Analysis", dependencies: ["Traces", "Engine", "SpecLanguage"]),
    .target(
      name: "Reports", dependencies: ["Analysis", "Traces", "Engine", "SpecLanguage", "Files"]),
    .target(
      name: "TrayKit",
      dependencies: ["Reports", "Analysis", "Traces", "Engine", "SpecLanguage", "Files"]),
    .target(
      name: "Commands", dependencies: ["TrayKit"], path: "Sources/CommandLine",
      packageAccess: false,
      swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]),
    .executableTarget(
      name: "traycheck", dependencies: ["Commands"], path: "Sources/Executable",
      swiftSettings: alone.compiled, linkerSettings: alone.linked),
    .plugin(
      name: "TraycheckPlugin",
      capability: .command(
        intent: .custom(
          verb: "traycheck", description: "Check the rules of a notification tray.")),
      path: "Sources/Plugin"),
    .executableTarget(
      name: "benchmark", path: "Tests/Benchmarks", exclude: ["Models", "README.md"]),
    .executableTarget(
      name: "fuzz", dependencies: ["TestSupport", "Commands", "Engine", "SpecLanguage"],
      path: "Tests/Fuzz", exclude: ["README.md"]),
    .executableTarget(
      name: "tour", dependencies: ["TrayKit"], path: "Tests/Tour", packageAccess: false),
    .target(
      name: "TestSupport",
      dependencies: ["TrayKit", "Reports", "Traces", "Engine", "SpecLanguage"],
      path: "Tests/Support"),
    .testTarget(
      name: "SpecLanguageTests", dependencies: ["TestSupport", "Reports", "SpecLanguage"]),
    .testTarget(
      name: "EngineTests", dependencies: ["TestSupport", "Engine", "SpecLanguage"],
      exclude: ["KnownAnswers"]),
    .testTarget(
      name: "TracesTests", dependencies: ["TestSupport", "Traces", "Engine", "SpecLanguage"]),
    .testTarget(
      name: "AnalysisTests",
      dependencies: ["TestSupport", "Analysis", "Traces", "Engine", "SpecLanguage"]),
    .testTarget(
      name: "ReportsTests",
      dependencies: [
        "TestSupport", "Commands", "TrayKit", "Reports", "Traces", "Engine", "SpecLanguage",
      ],
      exclude: ["Broken", "Golden", "Schemas"]),
    .testTarget(
      name: "TrayKitTests",
      dependencies: ["TestSupport", "TrayKit", "Reports", "Traces", "Engine", "SpecLanguage"]),
    .testTarget(
      name: "SpecsTests",
      dependencies: ["TestSupport", "TrayKit", "Reports", "Analysis", "Engine", "SpecLanguage"],
      exclude: ["Mutants"]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: ["TestSupport", "Commands", "traycheck", "fuzz", "tour", "TrayKit"],
      exclude: ["Golden"]),
  ]
)
