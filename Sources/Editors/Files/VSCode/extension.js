'use strict';
// Traycheck in VS Code: starts the language server, tells it what is written, and shows what it says.
const vscode = require('vscode');
const to = require('./convert');
const { register } = require('./features');
const { Server } = require('./server');

const SELECTOR = [{ scheme: 'file', language: 'tray' }, { scheme: 'untitled', language: 'tray' }];
const SETTINGS = ['traycheck.path', 'traycheck.violations'];
const isOurs = (document) => document.languageId === 'tray' && ['file', 'untitled'].includes(document.uri.scheme);

let client;

class Client {
  constructor() {
    this.channel = vscode.window.createOutputChannel('Traycheck');
    this.diagnostics = vscode.languages.createDiagnosticCollection('traycheck');
    this.changes = { codeLens: new vscode.EventEmitter(), inlayHint: new vscode.EventEmitter() };
    this.features = [];
    const files = vscode.workspace.createFileSystemWatcher('**/*.tray');
    this.parts = [
      this.channel, this.diagnostics, this.changes.codeLens, this.changes.inlayHint, files,
      files.onDidCreate((uri) => this.saw(uri, 1)),
      files.onDidChange((uri) => this.saw(uri, 2)),
      files.onDidDelete((uri) => this.saw(uri, 3)),
      vscode.workspace.onDidOpenTextDocument((document) => this.opened(document)),
      vscode.workspace.onDidChangeTextDocument((event) => this.changed(event)),
      vscode.workspace.onDidSaveTextDocument((document) => this.tell('didSave', document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.tell('didClose', document)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (SETTINGS.some((name) => event.affectsConfiguration(name))) this.startAnew();
      }),
      vscode.commands.registerCommand('traycheck.restart', () => this.startAnew()),
      vscode.commands.registerCommand('traycheck.page', (uri) => vscode.env.openExternal(vscode.Uri.parse(uri))),
      vscode.commands.registerCommand('traycheck.show', (path) => this.check(path)),
      vscode.commands.registerCommand('traycheck.check', () => {
        const editor = vscode.window.activeTextEditor;
        if (!editor || !isOurs(editor.document) || editor.document.uri.scheme !== 'file') return undefined;
        return editor.document.save().then(() => this.check(editor.document.uri.fsPath));
      }),
    ];
    this.life = Promise.resolve();
    this.start();
  }

  get tool() {
    return vscode.workspace.getConfiguration('traycheck').get('path') || 'traycheck';
  }

  start() {
    this.server = new Server(this.tool, ['editor', 'language-server'], this);
    this.server.start();
  }

  /** One after the other, so that no server is left alone. */
  startAnew() {
    this.life = this.life.then(() => this.server.stop()).then(() => this.start());
    return this.life;
  }

  // What the server tells.

  log(text) {
    this.channel.append(text);
  }

  initialization() {
    const folders = (vscode.workspace.workspaceFolders || []).map((each) =>
      ({ uri: each.uri.toString(), name: each.name }));
    return {
      processId: process.pid,
      clientInfo: { name: 'Visual Studio Code', version: vscode.version },
      rootUri: folders.length ? folders[0].uri : null,
      workspaceFolders: folders.length ? folders : null,
      initializationOptions: { violations: vscode.workspace.getConfiguration('traycheck').get('violations') },
      capabilities: {
        general: { positionEncodings: ['utf-16'] },
        workspace: {
          codeLens: { refreshSupport: true }, inlayHint: { refreshSupport: true }, workspaceEdit: {},
        },
        textDocument: {
          synchronization: { didSave: true },
          publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: true },
          rename: { prepareSupport: true },
          hover: { contentFormat: ['markdown', 'plaintext'] },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
          codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
        },
      },
    };
  }

  ready(capabilities) {
    this.diagnostics.clear();
    for (const feature of this.features) feature.dispose();
    this.features = register(
      SELECTOR, capabilities, (method, params) => this.server.request(method, params), this.changes);
    for (const document of vscode.workspace.textDocuments) this.opened(document);
  }

  notified(method, params) {
    if (method !== 'textDocument/publishDiagnostics') return;
    const uri = vscode.Uri.parse(params.uri);
    const open = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    // Those of an earlier text would stand at wrong places; those of the present one are on their way.
    if (open && params.version !== undefined && params.version !== open.version) return;
    this.diagnostics.set(uri, params.diagnostics.map(to.toDiagnostic));
  }

  asked(method) {
    const match = /^workspace\/(codeLens|inlayHint)\/refresh$/.exec(method);
    if (!match) return undefined;
    this.changes[match[1]].fire();
    return null;
  }

  failed(reason) {
    this.diagnostics.clear();
    vscode.window.showErrorMessage(
      `Traycheck: '${this.tool}' does not run as a language server (${reason}). `
      + "The setting 'traycheck.path' says where it is.", 'Try again')
      .then((choice) => choice && this.startAnew());
  }

  // What the server is told.

  opened(document) {
    if (!isOurs(document) || !this.server.isReady) return;
    this.server.notify('textDocument/didOpen', {
      textDocument: {
        uri: document.uri.toString(), languageId: 'tray', version: document.version, text: document.getText(),
      },
    });
  }

  changed({ document, contentChanges }) {
    if (!isOurs(document) || !this.server.isReady || !contentChanges.length) return;
    this.server.notify('textDocument/didChange', {
      textDocument: { uri: document.uri.toString(), version: document.version },
      contentChanges: contentChanges.map(({ range, text }) => ({ range: to.fromRange(range), text })),
    });
  }

  tell(what, document) {
    if (!isOurs(document) || !this.server.isReady) return;
    this.server.notify(`textDocument/${what}`, { textDocument: to.fromDocument(document) });
  }

  saw(uri, type) {
    if (!this.server.isReady) return;
    this.server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uri.toString(), type }] });
  }

  /** Checks a spec, for a person to read. */
  check(path) {
    const run = new vscode.ProcessExecution(this.tool, ['check', path]);
    const task = new vscode.Task(
      { type: 'process' }, vscode.TaskScope.Workspace, 'check', 'traycheck', run, []);
    return vscode.tasks.executeTask(task);
  }

  async dispose() {
    await this.life;
    await this.server.stop();
    for (const part of [...this.features, ...this.parts]) part.dispose();
  }
}

function activate() {
  client = new Client();
}

function deactivate() {
  return client && client.dispose();
}

module.exports = { activate, client: () => client, deactivate };
