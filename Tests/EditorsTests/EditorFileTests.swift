import Foundation
import TestSupport
import Testing

/// The output and the files of `traycheck editor`.
@Suite("The files of an editor") struct EditorFileTests {
  static let names = ["emacs", "helix", "jetbrains", "neovim", "vim", "vscode", "zed"]

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func run(
    _ words: String..., environment: [String: String] = [:]
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(["editor"] + words, in: folder.url, environment: environment)
  }

  private var contents: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted() }
  }

  @Test("are listed with the places where editors look for them")
  func list() throws {
    let list = try run(environment: ["HOME": "/home/ada", "XDG_CONFIG_HOME": "/settings"])
    #expect(list.status == 0)
    for name in Self.names {
      #expect(list.stdout.contains("\n\(name) ") || list.stdout.hasPrefix(name))
    }
    #expect(list.stdout.contains(" ~/.local/share/nvim/site/pack/traycheck/start/tray\n"))
    #expect(list.stdout.contains(" /settings/helix\n"))
    #expect(try run("--write").status == 64)
  }

  @Test("are shown before they are written, and written once", arguments: names)
  func writing(_ name: String) throws {
    let shown = try run(name, "there")
    #expect(shown.status == 0)
    #expect(shown.stdout.contains("nothing was written"))
    #expect(try contents.isEmpty)
    let written = try run(name, "there", "--write")
    #expect(written.status == 0)
    #expect(written.stderr.isEmpty)
    #expect(written.stdout.contains("\nnext: "))
    let files = try contents.filter { !FileStatusOf.isFolder(folder.url.path + "/" + $0) }
    #expect(!files.isEmpty)
    for file in files {
      #expect(shown.stdout.contains("new      \(file.dropFirst("there/".count))\n"))
      let text = try folder.text(of: file)
      #expect(text.firstMatch(of: /@[A-Z_]+@/) == nil, "a word of \(file) is not filled in")
      if file.hasSuffix(".json") {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
      }
    }
    let again = try run(name, "there", "--write")
    #expect(again.status == 0)
    #expect(!again.stdout.contains("written"))
    #expect(try run(name, "there").stdout.contains("all of it is there"))
  }

  @Test("are written where the editor looks, if no folder is named")
  func standardFolder() throws {
    let home = ["HOME": folder.url.path, "XDG_DATA_HOME": ""]
    #expect(try run("neovim", "--write", environment: home).stdout.contains(", in ~/.local/share/"))
    #expect(
      try contents.contains(".local/share/nvim/site/pack/traycheck/start/tray/syntax/tray.vim"))
  }

  @Test("that differ from what is there stay, and so do all others, unless they are to be replaced")
  func differing() throws {
    try folder.makeFolders("there")
    try folder.write("mine", to: "there/tray-mode.el")
    #expect(try run("emacs", "there").stdout.contains("differs  tray-mode.el\n"))
    let refused = try run("emacs", "there", "--write")
    #expect(refused.status == 2)
    #expect(refused.stderr.contains("there/tray-mode.el differs"))
    #expect(refused.stderr.contains("nothing was written"))
    #expect(try folder.text(of: "there/tray-mode.el") == "mine")
    #expect(try run("emacs", "there", "--force").status == 0)
    #expect(try folder.text(of: "there/tray-mode.el").contains("(provide 'tray-mode)"))

    try folder.makeFolders("vim/syntax")
    try folder.write("mine", to: "vim/syntax/tray.vim")
    #expect(try run("vim", "vim", "--write").status == 2)
    #expect(try contents.filter { $0.hasPrefix("vim/") } == ["vim/syntax", "vim/syntax/tray.vim"])
  }

  @Test("that a user has for other things as well are never replaced")
  func shared() throws {
    try folder.makeFolders("there")
    try folder.write("theme = \"dark\"\n", to: "there/languages.toml")
    #expect(try run("helix", "there").stdout.contains("shared   languages.toml\n"))
    for flag in ["--write", "--force"] {
      let refused = try run("helix", "there", flag)
      #expect(refused.status == 2)
      #expect(refused.stdout.contains("[language-server.traycheck]"))
    }
    #expect(try folder.text(of: "there/languages.toml") == "theme = \"dark\"\n")
    #expect(try run("helix", "other", "--write").status == 0)
    let ours = try folder.text(of: "other/languages.toml")
    try folder.write("theme = \"dark\"\n\n" + ours, to: "there/languages.toml")
    #expect(try run("helix", "there", "--write").status == 0)
  }

  @Test("cannot be where a file is, and are of editors that are known")
  func mistakes() throws {
    try folder.write("", to: "there")
    let refused = try run("emacs", "there", "--write")
    #expect(refused.status == 2)
    #expect(refused.stderr.contains("a part of its path is no folder"))
    let unknown = try run("vscod")
    #expect(unknown.status == 64)
    #expect(unknown.stderr.contains("did you mean 'vscode'?"))
  }

  @Test("have snippets that are specs")
  func snippets() throws {
    #expect(try run("vscode", "there", "--write").status == 0)
    let data = Data(try folder.text(of: "there/snippets/tray.json").utf8)
    let snippets = try #require(
      JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])
    let body = try #require(snippets["A new spec"]?["body"] as? [String])
    let text = body.joined(separator: "\n")
      .replacing(/\$\{[0-9]+:((?:[^{}]|\{[^{}]*\})*)\}/) { String($0.1) }
    try folder.write(text + "\n", to: "new.tray")
    let check = try BuiltTool.run(["check", "new.tray"], in: folder.url)
    #expect(check.status == 0, "\(text)\n\(check.stdout)\(check.stderr)")
  }
}

/// A check for existing files.
private enum FileStatusOf {
  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
