import Foundation
import TestSupport
import Testing

/// Tests the editor files in real editors, if they are installed. The scripts and the expectations are in the folder
/// `Scripts`, in the language of each editor.
@Suite("In real editors") struct EditorSessionTests {
  private static let scripts = RepositoryFolder.tests("EditorsTests").appending(path: "Scripts")

  private let folder: ScratchFolder

  /// A folder with a spec that has a mistake.
  init() throws {
    folder = try ScratchFolder()
    let text = try String(contentsOf: Self.scripts.appending(path: "broken.tray"), encoding: .utf8)
    for name in ["broken.tray", "lamp.tray"] { try folder.write(text, to: name) }
  }

  private func script(_ name: String) -> String { Self.scripts.appending(path: name).path }

  /// Writes the files of an editor to a folder of its home, or where the editor searches for them.
  private func install(_ editor: String, in place: String? = nil) throws {
    let words = ["editor", editor] + (place.map { [$0] } ?? []) + ["--write"]
    let result = try BuiltTool.run(words, in: folder.url, environment: home)
    #expect(result.status == 0, "\(result.stderr)")
  }

  private var home: [String: String] {
    let home = folder.url.path
    return [
      "HOME": home, "XDG_DATA_HOME": "\(home)/.local/share", "XDG_CONFIG_HOME": "\(home)/.config",
      "XDG_STATE_HOME": "\(home)/.local/state", "XDG_CACHE_HOME": "\(home)/.cache",
    ]
  }

  /// Runs a program that reports success at its end.
  private func play(_ program: String, _ arguments: [String]) throws {
    let result = try BuiltTool.run(
      installed: program, arguments, in: folder.url, environment: home)
    #expect(
      result.stdout.contains("all of it went well") && result.status == 0,
      "\(result.stdout)\n\(result.stderr)")
  }

  @Test(
    "VS Code's extension shows mistakes, completes, renames, formats, and outlives its server",
    .enabled(if: BuiltTool.isInstalled("node"), "there is no 'node' here"))
  func vsCode() throws {
    try install("vscode", in: "extension")
    try play(
      "node", [script("vscode-session.js"), "extension", BuiltTool.location().path, "."])
  }

  @Test(
    "the TextMate grammar knows words, names and comments",
    .enabled(if: BuiltTool.isInstalled("node"), "there is no 'node' here"))
  func grammar() throws {
    try install("jetbrains", in: "there")
    let text = """
      /// Doc.
      library Lamp
      use "a.tray"
      enum Kind { info, type }
      fair on open(kind: Kind) when tray[kind]?.set != nil { insert .info into tray }
      let x = 0x1F  // why
      /* a /* b */ let
      c */
      """
    try folder.write(text, to: "text.tray")
    let result = try BuiltTool.run(
      installed: "node",
      [script("grammar.js"), "there/bundle/syntaxes/tray.tmLanguage.json", "text.tray"],
      in: folder.url)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(
      result.stdout == """
        comment.line.documentation\t/// Doc.
        keyword.declaration\tlibrary
        entity.name.function\tLamp
        keyword.control.import\tuse
        string.quoted.double\t"a.tray"
        keyword.declaration\tenum
        entity.name.function\tKind
        keyword.declaration\tfair
        keyword.declaration\ton
        entity.name.function\topen
        entity.name.type\tKind
        keyword.other\twhen
        keyword.operator\t?
        variable.other.property\tset
        keyword.operator\t!=
        constant.language\tnil
        keyword.control\tinsert
        variable.other.enummember\t.info
        keyword.declaration\tlet
        entity.name.function\tx
        keyword.operator\t=
        constant.numeric\t0x1F
        comment.line.double-slash\t// why
        comment.block\t/*
        comment.block\t/*
        comment.block\t b */
        comment.block\tc */

        """)
  }

  @Test(
    "Neovim shows mistakes, completes, renames, formats, and restarts the server",
    .enabled(if: BuiltTool.isInstalled("nvim"), "there is no 'nvim' here"))
  func neovim() throws {
    try install("neovim")
    try play("nvim", ["--headless", "lamp.tray", "-c", "luafile \(script("neovim.lua"))"])
  }

  private static let vimHasColours =
    (try? BuiltTool.run(installed: "vim", ["--version"], in: RepositoryFolder.root))?
    .stdout.contains("+syntax") ?? false

  @Test(
    "Vim colours specs, and goes to mistakes",
    .enabled(if: vimHasColours, "there is no 'vim' with colours here"))
  func vim() throws {
    try install("vim")
    let script = try folder.write(
      """
      filetype plugin on
      syntax on
      edit lamp.tray
      let found = [&filetype, &shiftwidth]
      for word in ['spec', 'Bool', 'shines', 'true']
        call cursor(1, 1)
        call search('\\<' . word . '\\>')
        call add(found, synIDattr(synID(line('.'), col('.'), 1), 'name'))
      endfor
      silent make
      call add(found, map(filter(getqflist(), 'v:val.valid'), 'v:val.lnum . ":" . v:val.type'))
      call writefile([string(found)], 'found')
      quitall!

      """, to: "session.vim")
    _ = try BuiltTool.run(
      installed: "vim", ["-N", "-e", "-s", "-S", script], in: folder.url, environment: home)
    #expect(
      try folder.text(of: "found")
        == "['tray', 4, 'trayDeclaration', 'trayBuiltIn', 'trayDocumentation', 'trayConstant', ['11:e', '11:n']]\n"
    )
  }

  @Test(
    "Emacs has a mode for specs, also without Eglot",
    .enabled(if: BuiltTool.isInstalled("emacs"), "there is no 'emacs' here"))
  func emacs() throws {
    try install("emacs", in: "lisp")
    try play(
      "emacs", ["--batch", "-L", "lisp", "-l", script("emacs.el"), "-f", "tray-test-mode"])
  }

  private static let emacsHasEglot =
    (try? BuiltTool.run(
      installed: "emacs", ["--batch", "--eval", "(require 'eglot)"], in: RepositoryFolder.root))?
    .status == 0

  @Test(
    "Emacs with Eglot shows mistakes, completes, renames and formats",
    .enabled(if: emacsHasEglot, "there is no 'emacs' with Eglot here"))
  func eglot() throws {
    try install("emacs", in: "lisp")
    try play(
      "emacs", ["--batch", "-L", "lisp", "-l", script("emacs.el"), "-f", "tray-test-eglot"])
  }
}
