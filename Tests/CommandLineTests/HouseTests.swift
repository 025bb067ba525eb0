import TestSupport
import Testing

/// `Sources/README.md` is the law: the tests read its tables, and compare them with folders and imports.
@Suite("The house") struct HouseTests {
  /// Rooms that import a guest. This list may only shrink.
  private static let exceptions: Set<House.Exception> = [
    .init(room: "TrayKit", guest: "Certificates", reason: "certificates extend `check`"),
  ]

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
    let breaches = try Self.house.get().importBreaches(except: Self.exceptions)
    for breach in breaches { Issue.record("\(breach)") }
  }
}
