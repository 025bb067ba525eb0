import Foundation
import TestSupport
import Testing

/// Certificates that a check writes, and the command that judges them.
@Suite struct CertifyCommandTests {
  private static let spec = """
    spec P
    param limit: 0...5 = 3
    var x: 0...5 = 0
    on up when x < limit { x += 1 }
    on down when x > 0 { x -= 1 }
    invariant small { x <= 1 }
    """

  @Test("a certificate with other constants is rejected, unless the same are set")
  func otherConstants() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.spec, to: "p.tray")
    let check = ["check", "p.tray", "--set", "limit=1", "--certificate", "C", "--no-save"]
    #expect(try BuiltTool.run(check, in: folder.url).status == 0)
    let plain = try BuiltTool.run(["certify", "C"], in: folder.url)
    #expect(plain.status == 1)
    #expect(plain.stdout.contains("'limit' is 1 in the certificate and 3 in the world"))
    let set = try BuiltTool.run(["certify", "C", "--set", "limit=1"], in: folder.url)
    #expect(set.status == 0)
    #expect(set.stdout.contains("with limit = 1"))
  }

  @Test("certificates of two specs with one name are two files")
  func sameName() throws {
    let folder = try ScratchFolder()
    try folder.write(Self.spec, to: "a.tray")
    try folder.write(Self.spec, to: "b.tray")
    let check = [
      "check", "a.tray", "b.tray", "--set", "limit=1", "--certificate", "C", "--no-save",
    ]
    #expect(try BuiltTool.run(check, in: folder.url).status == 0)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "C").path)
    #expect(files.count == 2)
    #expect(files.allSatisfy { $0.contains("limit_1") })
  }
}
