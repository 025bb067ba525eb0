'use strict';
// As much of VS Code's module as the extension uses, and what a test does with it: texts are opened and changed, and
// what is registered is asked. A call of what is not here fails.

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
}
class Range {
  constructor(start, end) { Object.assign(this, { start, end }); }
}
class Uri {
  constructor(text) { this.text = text; }
  static parse(text) { return new Uri(text); }
  toString() { return this.text; }
  get scheme() { return this.text.slice(0, this.text.indexOf(':')); }
  get fsPath() { return decodeURIComponent(this.text.replace(/^file:\/\//, '')); }
}
class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener) => {
      this.listeners.add(listener);
      return { dispose: () => this.listeners.delete(listener) };
    };
  }
  fire(value) { for (const each of [...this.listeners]) each(value); }
  dispose() { this.listeners.clear(); }
}
class WorkspaceEdit {
  constructor() { this.texts = new Map(); }
  set(uri, edits) { this.texts.set(uri.toString(), edits); }
}
class MarkdownString {
  constructor(value = '') { this.value = value; }
  appendText(text) { this.value += text; return this; }
}

/** A class that keeps what it is made with under these names. */
const plain = (...names) => class {
  constructor(...values) { names.forEach((name, index) => { this[name] = values[index]; }); }
};

const events = {
  open: new EventEmitter(), change: new EventEmitter(), save: new EventEmitter(), close: new EventEmitter(),
  configuration: new EventEmitter(), files: new EventEmitter(),
};
const state = {
  documents: [], diagnostics: new Map(), providers: {}, commands: new Map(), settings: new Map(), messages: [],
  tasks: [], log: '', error: null,
};

/** What is registered under a name, until it is disposed of. */
const registering = (name) => (...values) => {
  const provider = values.find((each) => each && Object.values(each).some((f) => typeof f === 'function'));
  state.providers[name] = { provider, rest: values };
  return { dispose: () => { delete state.providers[name]; } };
};

const languages = {
  createDiagnosticCollection: () => ({
    set: (uri, found) => state.diagnostics.set(uri.toString(), found),
    clear: () => state.diagnostics.clear(),
    dispose: () => state.diagnostics.clear(),
  }),
};
for (const name of [
  'HoverProvider', 'DefinitionProvider', 'ReferenceProvider', 'DocumentHighlightProvider', 'CompletionItemProvider',
  'SignatureHelpProvider', 'SelectionRangeProvider', 'RenameProvider', 'DocumentFormattingEditProvider',
  'DocumentRangeFormattingEditProvider', 'CodeActionsProvider', 'DocumentSymbolProvider', 'WorkspaceSymbolProvider',
  'FoldingRangeProvider', 'DocumentSemanticTokensProvider', 'InlayHintsProvider', 'CodeLensProvider',
]) languages[`register${name}`] = registering(name);

const module_ = {
  version: '1.75.0',
  Position, Range, Uri, EventEmitter, WorkspaceEdit, MarkdownString, languages,
  Location: plain('uri', 'range'), TextEdit: plain('range', 'newText'), Hover: plain('contents', 'range'),
  Diagnostic: plain('range', 'message', 'severity'),
  DiagnosticRelatedInformation: plain('location', 'message'),
  CompletionItem: plain('label', 'kind'), CompletionList: plain('items', 'isIncomplete'),
  SignatureHelp: plain(), SignatureInformation: plain('label', 'documentation'),
  ParameterInformation: plain('label', 'documentation'), DocumentHighlight: plain('range', 'kind'),
  DocumentSymbol: plain('name', 'detail', 'kind', 'range', 'selectionRange'),
  SymbolInformation: plain('name', 'kind', 'containerName', 'location'),
  SelectionRange: plain('range', 'parent'), FoldingRange: plain('start', 'end', 'kind'),
  SemanticTokens: plain('data'), SemanticTokensLegend: plain('tokenTypes', 'tokenModifiers'),
  InlayHint: plain('position', 'label', 'kind'), CodeAction: plain('title', 'kind'), CodeLens: plain('range', 'command'),
  Task: plain('definition', 'scope', 'name', 'source', 'execution', 'matchers'),
  ProcessExecution: plain('process', 'args'),
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  FoldingRangeKind: { Comment: 1, Imports: 2, Region: 3 }, CodeActionKind: { Empty: { append: (value) => ({ value }) } },
  TaskScope: { Workspace: 2 },
  workspace: {
    workspaceFolders: undefined,
    get textDocuments() { return state.documents; },
    getConfiguration: (section) => ({ get: (name) => state.settings.get(`${section}.${name}`) }),
    createFileSystemWatcher: () => ({
      onDidCreate: events.files.event, onDidChange: () => ({ dispose() {} }), onDidDelete: () => ({ dispose() {} }),
      dispose() {},
    }),
    onDidOpenTextDocument: events.open.event, onDidChangeTextDocument: events.change.event,
    onDidSaveTextDocument: events.save.event, onDidCloseTextDocument: events.close.event,
    onDidChangeConfiguration: events.configuration.event,
  },
  window: {
    activeTextEditor: undefined,
    createOutputChannel: () => ({ append: (text) => { state.log += text; }, dispose() {} }),
    showErrorMessage: (message) => { state.messages.push(message); return Promise.resolve(undefined); },
  },
  commands: {
    registerCommand: (name, run) => {
      state.commands.set(name, run);
      return { dispose: () => state.commands.delete(name) };
    },
  },
  tasks: { executeTask: (task) => { state.tasks.push(task); return Promise.resolve(); } },
};

/** A text that is open; `replace` edits it as somebody who types. */
class Document {
  constructor(path, text) {
    Object.assign(this, { uri: new Uri(`file://${path}`), languageId: 'tray', version: 1, text });
  }
  getText() { return this.text; }
  offset({ line, character }) {
    return this.text.split('\n').slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
  }
  position(offset) {
    const lines = this.text.slice(0, offset).split('\n');
    return new Position(lines.length - 1, lines[lines.length - 1].length);
  }
  /** The place behind the first occurrence of a text. */
  behind(part) {
    const start = this.text.indexOf(part);
    if (start < 0) throw new Error(`'${part}' is not in the text`);
    return this.position(start + part.length);
  }
  replace(old, text) {
    const start = this.text.indexOf(old);
    if (start < 0) throw new Error(`'${old}' is not in the text`);
    const range = new Range(this.position(start), this.position(start + old.length));
    this.text = this.text.slice(0, start) + text + this.text.slice(start + old.length);
    this.version += 1;
    events.change.fire({ document: this, contentChanges: [{ range, text }] });
  }
  /** The text with edits, which are those of the text as it is. */
  with(edits) {
    return [...edits].sort((a, b) => this.offset(b.range.start) - this.offset(a.range.start)).reduce(
      (text, edit) => text.slice(0, this.offset(edit.range.start)) + edit.newText
        + text.slice(this.offset(edit.range.end)), this.text);
  }
}

module.exports = { Document, events, module: module_, state };
