// swift-tools-version: 6.2

import PackageDescription

let wholeModule = ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"]

/// What reads, searches, walks and evaluates is compiled for speed in debug builds as well, each module as a whole: its
/// tests take a third of the time so. Its assertions stay.
let fast: [SwiftSetting] = [
  .unsafeFlags(
    ["-O", "-assert-config", "Debug"] + wholeModule, .when(configuration: .debug))
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

/// The rooms of the core that most guests import.
let core: [Target.Dependency] = [
  "Reports", "Traces", "SpecLanguage", "Semantics", "Files", "Platform",
]

let nonisolated: [SwiftSetting] = [
  .enableUpcomingFeature("NonisolatedNonsendingByDefault")
]

/// A capability beside the core, which `Guests` registers. It imports these rooms of the core, and no other guest.
func guest(
  _ name: String, _ rooms: [Target.Dependency], exclude: [String] = [],
  resources: [Resource]? = nil, settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: ["Commands", "TrayKit"] + rooms, exclude: exclude,
    resources: resources, swiftSettings: nonisolated + settings)
}

let guests = [
  guest(
    "Certificates", core + ["Basics", "CertificateCheck", "Engine", "Replays"],
    exclude: ["CertificateCheck"]),
  guest(
    "AnySize", ["Reports", "Traces", "SpecLanguage", "Semantics", "Basics"], settings: fast),
  guest("Comparison", core + ["Basics", "Engine"]),
  guest("Mutation", core + ["Basics", "Edits", "Engine", "Replays"]),
  guest("Conformance", core + ["Basics", "Drivers", "Edits", "Replays"], exclude: ["Drivers"]),
  guest("CrossCheck", core + ["Basics", "Engine"]),
  guest(
    "Cluster", ["Reports", "Engine", "Basics", "SpecLanguage", "Semantics", "Files", "Platform"],
    resources: [.embedInCode("Programs")]),
  guest("Editors", core + ["Basics", "Replays"], resources: [.embedInCode("Files")]),
  guest("Explorer", ["Platform"]),
]

let package = Package(
  name: "Traycheck",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "traycheck", targets: ["traycheck"]),
    .library(name: "TrayKit", targets: ["TrayKit"] + guests.map(\.name)),
    .plugin(name: "TraycheckPlugin", targets: ["TraycheckPlugin"]),
    .plugin(name: "TraycheckDriverPlugin", targets: ["TraycheckDriverPlugin"]),
  ],
  targets: [
    .target(name: "Platform"),
    .target(name: "Basics", swiftSettings: fast),
    .target(name: "Files", dependencies: ["CFileSystem", "Basics", "Platform"]),
    .target(name: "Semantics", dependencies: ["Basics", "Platform"], swiftSettings: fast),
    .target(name: "SpecLanguage", dependencies: ["Semantics", "Basics"], swiftSettings: fast),
    .target(name: "CPrefetch", path: "Sources/Prefetch"),
    .target(name: "CFileSystem", path: "Sources/FileSystem"),
    .target(
      name: "Engine", dependencies: ["CPrefetch", "Semantics", "Files", "Basics", "Platform"],
      swiftSettings: fast),
    .target(name: "Traces", dependencies: ["Semantics", "Files", "Basics", "Platform"]),
    .target(
      name: "Replays",
      dependencies: [
        "Engine", "Traces", "SpecLanguage", "Semantics", "Files", "Basics", "Platform",
      ]),
    .target(
      name: "Reports",
      dependencies: ["Traces", "SpecLanguage", "Semantics", "Files", "Basics", "Platform"]),
    .target(
      name: "CertificateCheck", dependencies: ["Semantics", "Files", "Basics", "Platform"],
      path: "Sources/Certificates/CertificateCheck", swiftSettings: fast),
    .target(name: "Edits", dependencies: ["SpecLanguage", "Semantics", "Platform"]),
    .target(
      name: "TrayKit",
      dependencies: [
        "Replays", "Engine", "CFileSystem", "Basics",
      ] + core,
      resources: [.embedInCode("Begin/Templates")]),
    .target(
      name: "Commands", dependencies: ["TrayKit", "Platform"],
      path: "Sources/CommandLine", swiftSettings: nonisolated),
    .target(
      name: "Drivers", dependencies: ["SpecLanguage", "Semantics", "Files", "Basics"],
      path: "Sources/Conformance/Drivers"),
    .target(
      name: "Guests", dependencies: ["Commands"] + guests.map { .byName(name: $0.name) }),
    .executableTarget(
      name: "traycheck", dependencies: ["Guests", "Commands", "Platform"],
      path: "Sources/Executable",
      swiftSettings: alone.compiled, linkerSettings: alone.linked),
    .executableTarget(
      name: "traycheck-driver", dependencies: ["Drivers", "Files", "Platform"],
      path: "Sources/DriverTool"),
    .plugin(
      name: "TraycheckPlugin",
      capability: .command(
        intent: .custom(
          verb: "traycheck", description: "Check the rules of a notification tray.")),
      path: "Sources/Plugin"),
    .plugin(
      name: "TraycheckDriverPlugin", capability: .buildTool(), dependencies: ["traycheck-driver"],
      path: "Sources/DriverPlugin"),
    .executableTarget(
      name: "benchmark", path: "Tests/Benchmarks", exclude: ["Models", "README.md"]),
    .executableTarget(
      name: "fuzz",
      dependencies: ["TestSupport", "Guests", "Commands", "Editors", "TrayKit", "Semantics"],
      path: "Tests/Fuzz",
      exclude: ["README.md"]),
    .executableTarget(
      name: "faults", dependencies: ["TestSupport"], path: "Tests/Faults",
      exclude: ["Lists", "README.md"]),
    .executableTarget(
      name: "write-log",
      dependencies: ["TestSupport", "Conformance", "Traces", "Semantics"],
      path: "Tests/LogWriter"),
    .executableTarget(
      name: "tour", dependencies: ["TrayKit"], path: "Tests/Tour", packageAccess: false),
    .target(
      name: "TestSupport",
      dependencies: [
        "TrayKit", "AnySize", "Comparison", "Conformance", "CrossCheck", "Editors", "Files",
        "Engine", "SpecLanguage", "Semantics", "Basics",
      ],
      path: "Tests/Support",
      exclude: ["Drivers"]),
    .testTarget(
      name: "SpecLanguageTests",
      dependencies: ["TestSupport", "SpecLanguage", "Semantics", "Basics"],
      exclude: ["Golden"]),
    .testTarget(
      name: "EngineTests",
      dependencies: ["TestSupport", "Engine", "SpecLanguage", "Semantics", "Basics"],
      exclude: ["KnownAnswers"]),
    .testTarget(
      name: "TracesTests",
      dependencies: ["TestSupport", "Replays", "Traces", "Engine", "SpecLanguage", "Semantics"]),
    .testTarget(
      name: "ReportsTests",
      dependencies: [
        "TestSupport", "Commands", "TrayKit", "Reports", "Replays", "Traces", "SpecLanguage",
        "Semantics", "Basics",
      ],
      exclude: ["Broken", "Golden", "Schemas"]),
    .testTarget(
      name: "TrayKitTests",
      dependencies: ["TestSupport", "TrayKit", "Reports", "SpecLanguage", "Semantics", "Basics"],
      exclude: ["Sound"]),
    .testTarget(
      name: "SpecsTests",
      dependencies: [
        "TestSupport", "TrayKit", "Reports", "Comparison", "SpecLanguage", "Semantics",
      ],
      exclude: ["Golden", "Mutants"]),
    .testTarget(
      name: "CommandLineTests", dependencies: ["TestSupport", "Guests", "Commands", "TrayKit"],
      exclude: ["Golden"]),
    .testTarget(name: "AnySizeTests", dependencies: ["TestSupport", "AnySize", "TrayKit"]),
    .testTarget(
      name: "CertificatesTests",
      dependencies: ["TestSupport", "CertificateCheck", "Engine", "Semantics"]),
    .testTarget(
      name: "ComparisonTests",
      dependencies: [
        "TestSupport", "Comparison", "TrayKit", "Traces", "SpecLanguage", "Semantics",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "MutationTests",
      dependencies: [
        "TestSupport", "Mutation", "Edits", "TrayKit", "Reports", "SpecLanguage", "Semantics",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "TestSupport", "Conformance", "TrayKit", "Traces", "Semantics", "Files", "Basics",
      ]),
    .testTarget(
      name: "TypedDriverTests",
      dependencies: ["TestSupport", "Conformance", "Drivers"],
      exclude: ["Specs"]),
    .testTarget(
      name: "CrossCheckTests",
      dependencies: ["TestSupport", "CrossCheck", "Engine", "Semantics", "Basics"]),
    .testTarget(name: "ClusterTests", dependencies: ["TestSupport"]),
    .testTarget(
      name: "EditorsTests",
      dependencies: [
        "TestSupport", "Editors", "TrayKit", "Reports", "SpecLanguage", "Semantics", "Basics",
      ],
      exclude: ["Scripts"]),
    .testTarget(name: "ExplorerTests", dependencies: ["TestSupport"]),
  ]
)
package.targets += guests

// A build from source is for a first try. Modules that take little of the run time are not optimised, and nothing has
// debug information, which the linker would remove. The released tool is optimised everywhere.
let isReleased = Context.environment["TRAYCHECK_RELEASED"] != nil
let cold = Set(
  [
    "Traces", "Reports", "TrayKit", "Replays", "Commands", "CertificateCheck", "Edits", "Drivers",
    "Guests",
  ] + guests.map(\.name))
for target in package.targets where [.regular, .executable].contains(target.type) {
  let flags =
    ["-Xfrontend", "-gnone"] + (cold.contains(target.name) && !isReleased ? ["-Onone"] : [])
  target.swiftSettings =
    (target.swiftSettings ?? []) + [.unsafeFlags(flags, .when(configuration: .release))]
}

// `.ci/run` sets this, since it builds all from clean, once: each module as a whole takes less time than in parts, and
// no debugger and no editor asks for tables and an index of the system. What uses the plugin is tried each week, as
// SwiftPM makes all that its tool is built of once more.
if Context.environment["TRAYCHECK_CLEAN_BUILD"] != nil {
  let once = wholeModule + ["-Xfrontend", "-gnone", "-index-ignore-system-modules"]
  for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(once, .when(configuration: .debug))]
  }
  package.products.removeAll { $0.name == "TraycheckDriverPlugin" }
  package.targets.removeAll { $0.name == "TraycheckDriverPlugin" }
}
