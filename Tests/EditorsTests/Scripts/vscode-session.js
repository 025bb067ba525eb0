'use strict';
// Plays an editing session with the extension: node vscode-session.js EXTENSION TOOL FOLDER
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const Module = require('node:module');
const fake = require('./vscode');

const [extensionFolder, tool, folder] = process.argv.slice(2).map((each) => path.resolve(each));
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? fake.module : load(name, ...rest));
const { events, state } = fake;

/** Waits until something is so; the test as a whole has a limit of time, and this has none. */
async function until(isSo) {
  for (;;) {
    const value = isSo();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const ask = (name, method, ...rest) => state.providers[name].provider[method](...rest);
const options = { tabSize: 4, insertSpaces: true };

async function session(extension) {
  const manifest = JSON.parse(fs.readFileSync(path.join(extensionFolder, 'package.json'), 'utf8'));
  assert.ok(manifest.contributes.configuration.properties['traycheck.path'].default);
  state.settings.set('traycheck.path', tool);

  const file = path.join(folder, 'lamp.tray');
  fs.writeFileSync(file, fs.readFileSync(path.join(folder, 'broken.tray')));
  const document = new fake.Document(file, fs.readFileSync(file, 'utf8'));
  const uri = document.uri.toString();
  state.documents.push(document);
  extension.activate();
  const diagnostics = () => state.diagnostics.get(uri) || [];

  // A mistake, what helps against it, and its end.
  const [mistake] = await until(() => diagnostics().length && diagnostics());
  assert.match(mistake.message, /lightt/);
  assert.strictEqual(mistake.severity, 0);
  assert.strictEqual(mistake.source, 'traycheck');
  assert.deepStrictEqual(Object.keys(state.providers).sort(), [
    'CodeActionsProvider', 'CodeLensProvider', 'CompletionItemProvider', 'DefinitionProvider',
    'DocumentFormattingEditProvider', 'DocumentHighlightProvider', 'DocumentRangeFormattingEditProvider',
    'DocumentSemanticTokensProvider', 'DocumentSymbolProvider', 'FoldingRangeProvider', 'HoverProvider',
    'InlayHintsProvider', 'ReferenceProvider', 'RenameProvider', 'SelectionRangeProvider', 'SignatureHelpProvider',
    'WorkspaceSymbolProvider',
  ]);
  const [action] = await ask('CodeActionsProvider', 'provideCodeActions', document, mistake.range, {});
  assert.ok(action.isPreferred);
  assert.strictEqual(action.kind.value, 'quickfix');
  assert.match(document.with(action.edit.texts.get(uri)), /\{ light = true \}/);
  const [all] = await ask('CodeActionsProvider', 'provideCodeActions', document, mistake.range,
    { only: { value: 'source.fixAll' } });
  assert.strictEqual(all.kind.value, 'source.fixAll.traycheck');
  assert.strictEqual(document.with(all.edit.texts.get(uri)), document.with(action.edit.texts.get(uri)));
  document.replace('lightt', 'light');
  await until(() => diagnostics().length === 0);

  // What stands at a place.
  const light = document.behind('var ');
  const hover = await ask('HoverProvider', 'provideHover', document, light);
  assert.match(hover.contents.value, /var light/);
  assert.match(hover.contents.value, /Whether it shines/);
  const uses = await ask('ReferenceProvider', 'provideReferences', document, light, { includeDeclaration: true });
  assert.ok(uses.length >= 4);
  const declared = await ask('DefinitionProvider', 'provideDefinition', document, document.behind('on switchOn { '));
  assert.deepStrictEqual(declared[0].range.start, light);
  const highlights = await ask('DocumentHighlightProvider', 'provideDocumentHighlights', document, light);
  assert.strictEqual(highlights.length, uses.length);
  assert.strictEqual(highlights[0].kind, 2);
  const selections = await ask('SelectionRangeProvider', 'provideSelectionRanges', document, [light]);
  assert.ok(selections[0].parent);
  document.replace('light = true', 'setTo(');
  const help = await ask('SignatureHelpProvider', 'provideSignatureHelp', document, document.behind('on switchOn { setTo('));
  assert.match(help.signatures[0].label, /value: Bool/);
  document.replace('switchOn { setTo(', 'switchOn { light = !li');
  const list = await ask('CompletionItemProvider', 'provideCompletionItems', document, document.behind('!li'));
  const proposal = list.items.find((each) => each.label === 'light');
  assert.match(proposal.detail, /var light/);
  assert.strictEqual(proposal.kind, 5);
  document.replace('switchOn { light = !li', 'switchOn { light = true');

  // Whole texts.
  const symbols = await ask('DocumentSymbolProvider', 'provideDocumentSymbols', document);
  assert.ok(symbols.some((each) => each.name === 'light') && symbols.every((each) => each.kind >= 0));
  const found = await ask('WorkspaceSymbolProvider', 'provideWorkspaceSymbols', 'switch');
  assert.deepStrictEqual([...new Set(found.map((each) => each.name))].sort(), ['switchOff', 'switchOn']);
  assert.ok((await ask('FoldingRangeProvider', 'provideFoldingRanges', document)).length);
  const tokens = await ask('DocumentSemanticTokensProvider', 'provideDocumentSemanticTokens', document);
  assert.strictEqual(tokens.data.length % 5, 0);
  assert.ok(tokens.data.length > 50);
  const everything = new fake.module.Range(document.position(0), document.position(document.text.length));
  const hints = await ask('InlayHintsProvider', 'provideInlayHints', document, everything);
  assert.deepStrictEqual(hints.map((each) => each.label), [': Bool']);

  // Edits. A refusal is told.
  const edit = await ask('RenameProvider', 'provideRenameEdits', document, light, 'shines');
  assert.match(document.with(edit.texts.get(uri)), /var shines = false/);
  await assert.rejects(ask('RenameProvider', 'provideRenameEdits', document, light, 'if'));
  await assert.rejects(ask('RenameProvider', 'prepareRename', document, document.position(0)));
  const formatted = await ask('DocumentFormattingEditProvider', 'provideDocumentFormattingEdits', document, options);
  assert.match(document.with(formatted), /\nfunc setTo\(_ value: Bool\) \{ light = value \}\n/);
  const part = new fake.module.Range(document.position(0), document.behind('spec Lamp'));
  assert.deepStrictEqual(await ask(
    'DocumentRangeFormattingEditProvider', 'provideDocumentRangeFormattingEdits', document, part, options), []);

  // What came of the check of a saved file.
  fs.writeFileSync(file, document.text);
  let refreshes = 0;
  state.providers.CodeLensProvider.provider.onDidChangeCodeLenses(() => { refreshes += 1; });
  events.save.fire(document);
  await until(() => refreshes);
  const lenses = await ask('CodeLensProvider', 'provideCodeLenses', document);
  assert.match(lenses[0].command.title, /^✓ /);
  state.commands.get(lenses[0].command.command)(...lenses[0].command.arguments);
  assert.deepStrictEqual(state.tasks[0].execution.args, ['check', file]);
  let saves = 0;
  document.save = async () => { saves += 1; };
  fake.module.window.activeTextEditor = { document };
  await state.commands.get('traycheck.check')();
  assert.deepStrictEqual([saves, state.tasks[1].execution.args], [1, ['check', file]]);

  // A server that dies is started again, and knows the text as it is.
  document.replace('light = true', 'lightt = true');
  await until(() => diagnostics().length === 1);
  const client = extension.client();
  const before = client.server.process.pid;
  process.kill(before, 'SIGKILL');
  await until(() => client.server.isReady && client.server.process.pid !== before && diagnostics().length === 1);
  await state.commands.get('traycheck.restart')();
  await until(() => client.server.isReady && diagnostics().length === 1);

  // One that cannot be started is told of, once.
  state.settings.set('traycheck.path', path.join(folder, 'nowhere'));
  events.configuration.fire({ affectsConfiguration: (name) => name === 'traycheck.path' });
  await until(() => state.messages.length);
  assert.match(state.messages[0], /nowhere.*traycheck\.path/);
  assert.strictEqual(await ask('HoverProvider', 'provideHover', document, light), undefined);
  state.settings.set('traycheck.path', tool);
  events.configuration.fire({ affectsConfiguration: (name) => name === 'traycheck.path' });
  await until(() => client.server.isReady && diagnostics().length === 1);

  // At the end nothing is left.
  await extension.deactivate();
  assert.strictEqual(client.server.process, null);
  assert.strictEqual(state.messages.length, 1);
  assert.deepStrictEqual([Object.keys(state.providers), [...state.commands.keys()]], [[], []]);
}

session(require(path.join(extensionFolder, 'extension.js'))).then(
  () => {
    console.log('all of it went well');
    process.exit(0);
  },
  (error) => {
    console.error(error, state.log);
    process.exit(1);
  });
