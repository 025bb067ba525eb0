import TestSupport
import Testing

/// `Sources/README.md` is the law: the tests read its tables, and compare them with folders and imports.
@Suite("The house") struct HouseTests {
  private static let house = Result { try House(root: RepositoryFolder.root) }

  @Test("has as many rooms, guests and targets as the tests need to see anything")
  func parts() throws {
    let house = try Self.house.get()
    #expect(house.rooms.count > 10)
    #expect(house.guests.count > 5)
    #expect(house.targets.count > 30)
  }

  @Test("shows each folder in the map, and no others")
  func folders() throws {
    for breach in try Self.house.get().folderBreaches { Issue.record("\(breach)") }
  }

  @Test("declares for each target exactly the modules that it imports")
  func dependencies() throws {
    for breach in try Self.house.get().dependencyBreaches { Issue.record("\(breach)") }
  }

  @Test("imports only as the map allows: rooms from above, and no guest outside itself")
  func imports() throws {
    for breach in try Self.house.get().importBreaches { Issue.record("\(breach)") }
  }

  @Test("checks certificates without the engine that found the verdicts")
  func certifier() throws {
    let targets = try Self.house.get().targets
    var names: Set = ["CertificateCheck"]
    var rest = names
    while let name = rest.popFirst() {
      let imports = targets.first { $0.name == name }?.imports ?? [:]
      for module in imports.keys where names.insert(module).inserted { rest.insert(module) }
    }
    #expect(names.contains("Semantics"))
    #expect(names.isDisjoint(with: ["Engine", "TrayKit", "Certificates"]))
  }
}
