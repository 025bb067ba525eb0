// The files are stored in their final form, by folder, and are embedded in the executable (Package.swift).
extension Editor {
  /// The folder for data files of programs, by the XDG Base Directory Specification.
  private static func data(_ path: String) -> Folder {
    Folder(variable: "XDG_DATA_HOME", standard: ".local/share", path: path)
  }

  private static let grammar = File(
    path: "syntaxes/tray.tmLanguage.json", template: PackageResources.tray_tmLanguage_json,
    separator: "|")
  private static let configuration = File(
    path: "language-configuration.json", template: PackageResources.language_configuration_json)
  private static let snippets = File(
    path: "snippets/tray.json", template: PackageResources.snippets_json)

  static let vsCode = Editor(
    name: "vscode", title: "Visual Studio Code, from 1.75 on",
    abstract: "an extension with all that the language server can, colours and snippets",
    steps: [
      "In its command palette: 'Developer: Install Extension from Location…', and that folder, which has to stay.",
      "The setting 'traycheck.path' says where the tool is, if not where it is now.",
    ],
    folder: data("traycheck/vscode"),
    files: [
      File(path: "package.json", template: PackageResources.package_json),
      File(path: "settings.schema.json", template: PackageResources.settings_schema_json),
      File(path: "extension.js", template: PackageResources.extension_js),
      File(path: "features.js", template: PackageResources.features_js),
      File(path: "convert.js", template: PackageResources.convert_js),
      File(path: "server.js", template: PackageResources.server_js),
      configuration, grammar, snippets,
    ])

  private static let vimFiles = [
    File(path: "ftdetect/tray.vim", template: PackageResources.ftdetect_vim),
    File(path: "ftplugin/tray.vim", template: PackageResources.ftplugin_vim),
    File(path: "syntax/tray.vim", template: PackageResources.syntax_vim),
  ]

  static let neovim = Editor(
    name: "neovim", title: "Neovim, from 0.7 on",
    abstract: "a package: the language server, colours, settings",
    steps: [
      "Neovim loads it by itself; ':help lsp' lists its keys, ':TrayCheck' checks a spec, ':TrayRestart' restarts the server.",
      "vim.g.traycheck_path says where the tool is, if not where it is now.",
    ],
    folder: data("nvim/site/pack/traycheck/start/tray"),
    files: vimFiles + [
      File(path: "ftplugin/tray.lua", template: PackageResources.ftplugin_lua),
      File(path: "lua/traycheck.lua", template: PackageResources.traycheck_lua),
    ])

  static let vim = Editor(
    name: "vim", title: "Vim, from 8 on",
    abstract: "a package: colours, settings, and ':make' that checks a spec",
    steps: [
      "Vim loads it by itself, if your settings have ':filetype plugin on' and ':syntax on'.",
      "With a plugin for language servers, let it start 'traycheck editor language-server' for the file type 'tray'.",
    ],
    folder: Folder(standard: ".vim", path: "pack/traycheck/start/tray"),
    files: vimFiles)

  static let emacs = Editor(
    name: "emacs", title: "Emacs, from 27 on",
    abstract: "a major mode; with Eglot, the language server",
    steps: [
      "In your init file: (add-to-list 'load-path \"~/.emacs.d/lisp\") (require 'tray-mode)",
      "and, for the language server, (add-hook 'tray-mode-hook #'eglot-ensure).",
    ],
    folder: Folder(standard: ".emacs.d", path: "lisp"),
    files: [File(path: "tray-mode.el", template: PackageResources.tray_mode_el)])

  static let helix = Editor(
    name: "helix", title: "Helix, from 23.10 on",
    abstract: "the language server; no colours, for which Helix wants a compiled grammar",
    steps: [
      "Helix reads it when it starts; its health check for 'tray' shows whether it finds the server."
    ],
    folder: Folder(variable: "XDG_CONFIG_HOME", standard: ".config", path: "helix"),
    files: [
      File(path: "languages.toml", template: PackageResources.languages_toml, isShared: true)
    ])

  static let zed = Editor(
    name: "zed", title: "Zed",
    abstract: "tasks to check, format and watch; a language needs a compiled extension there",
    steps: [
      "'task: spawn' in its command palette has the tasks, with their output in its terminal.",
      "In the settings, \"file_types\": {\"Swift\": [\"tray\"]} colours specs roughly, if you have no Swift beside them.",
    ],
    folder: Folder(standard: nil, path: ".zed"),
    files: [File(path: "tasks.json", template: PackageResources.tasks_json, isShared: true)])

  static let jetBrains = Editor(
    name: "jetbrains", title: "IDEs of JetBrains, with the plugin LSP4IJ",
    abstract: "a template for the language server, and a TextMate bundle for colours",
    steps: [
      "Settings | Editor | TextMate Bundles: add the folder 'bundle', which has to stay.",
      "Settings | Languages & Frameworks | Language Servers: '+', import a custom template, and the folder 'template'.",
    ],
    folder: data("traycheck/jetbrains"),
    files: [
      File(path: "template/template.json", template: PackageResources.template_json),
      File(path: "bundle/package.json", template: PackageResources.bundle_json),
    ]
      + [configuration, grammar, snippets].map { file in
        var file = file
        file.path = "bundle/\(file.path)"
        return file
      })
}
