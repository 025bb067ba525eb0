'use strict';
// Asks the server whatever VS Code wants to know, for all that the server says it can do.
const vscode = require('vscode');
const to = require('./convert');

const at = (document, position) => ({
  textDocument: to.fromDocument(document), position: to.fromPosition(position),
});
const whole = (document) => ({ textDocument: to.fromDocument(document) });

/** What VS Code is given for a place of a text. */
function placeFeatures(ask) {
  return {
    hoverProvider: (selector) => vscode.languages.registerHoverProvider(selector, {
      provideHover: (document, position) => ask('textDocument/hover', at(document, position),
        (hover) => new vscode.Hover(to.toMarkdown(hover.contents), hover.range && to.toRange(hover.range))),
    }),
    definitionProvider: (selector) => vscode.languages.registerDefinitionProvider(selector, {
      provideDefinition: (document, position) => ask('textDocument/definition', at(document, position),
        (places) => places.map(to.toLocation)),
    }),
    referencesProvider: (selector) => vscode.languages.registerReferenceProvider(selector, {
      provideReferences: (document, position, context) => ask('textDocument/references',
        { ...at(document, position), context: { includeDeclaration: context.includeDeclaration } },
        (places) => places.map(to.toLocation)),
    }),
    documentHighlightProvider: (selector) => vscode.languages.registerDocumentHighlightProvider(selector, {
      provideDocumentHighlights: (document, position) => ask(
        'textDocument/documentHighlight', at(document, position),
        (found) => found.map((each) => new vscode.DocumentHighlight(to.toRange(each.range), each.kind - 1))),
    }),
    completionProvider: (selector, { triggerCharacters = [] }) =>
      vscode.languages.registerCompletionItemProvider(selector, {
        provideCompletionItems: (document, position) => ask('textDocument/completion', at(document, position),
          (list) => new vscode.CompletionList(list.items.map(to.toCompletion), list.isIncomplete)),
      }, ...triggerCharacters),
    signatureHelpProvider: (selector, { triggerCharacters = [] }) =>
      vscode.languages.registerSignatureHelpProvider(selector, {
        provideSignatureHelp: (document, position) => ask(
          'textDocument/signatureHelp', at(document, position), to.toSignatureHelp),
      }, ...triggerCharacters),
    selectionRangeProvider: (selector) => vscode.languages.registerSelectionRangeProvider(selector, {
      provideSelectionRanges: (document, positions) => ask('textDocument/selectionRange',
        { ...whole(document), positions: positions.map(to.fromPosition) },
        (ranges) => ranges.map(to.toSelection)),
    }),
  };
}

/** Edits: a refusal of the server is told to who asked for them. */
function editFeatures(ask) {
  const format = (method, document, options, rest = {}) => ask(method, {
    ...whole(document), ...rest,
    options: { tabSize: options.tabSize, insertSpaces: options.insertSpaces },
  }, (edits) => edits.map(to.toEdit), true);
  return {
    renameProvider: (selector) => vscode.languages.registerRenameProvider(selector, {
      prepareRename: (document, position) => ask('textDocument/prepareRename', at(document, position),
        to.toRange, true),
      provideRenameEdits: (document, position, newName) => ask('textDocument/rename',
        { ...at(document, position), newName }, to.toWorkspaceEdit, true),
    }),
    documentFormattingProvider: (selector) => vscode.languages.registerDocumentFormattingEditProvider(
      selector, {
        provideDocumentFormattingEdits: (document, options) =>
          format('textDocument/formatting', document, options),
      }),
    documentRangeFormattingProvider: (selector) => vscode.languages.registerDocumentRangeFormattingEditProvider(
      selector, {
        provideDocumentRangeFormattingEdits: (document, range, options) =>
          format('textDocument/rangeFormatting', document, options, { range: to.fromRange(range) }),
      }),
    codeActionProvider: (selector) => vscode.languages.registerCodeActionsProvider(selector, {
      provideCodeActions: (document, range, context) => ask('textDocument/codeAction', {
        ...whole(document), range: to.fromRange(range),
        context: { diagnostics: [], only: context.only && [context.only.value] },
      }, (actions) => actions.map(to.toAction)),
    }, { providedCodeActionKinds: ['quickfix', 'refactor', 'source.fixAll.traycheck'].map(to.toActionKind) }),
  };
}

/** What is told of whole texts; `changes` has what VS Code has to be told when there is more to tell. */
function textFeatures(ask, changes) {
  return {
    documentSymbolProvider: (selector) => vscode.languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: (document) => ask('textDocument/documentSymbol', whole(document),
        (symbols) => symbols.map(to.toSymbol)),
    }),
    workspaceSymbolProvider: () => vscode.languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: (query) => ask('workspace/symbol', { query }, (symbols) => symbols.map((each) =>
        new vscode.SymbolInformation(each.name, each.kind - 1, '', to.toLocation(each.location)))),
    }),
    foldingRangeProvider: (selector) => vscode.languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: (document) => ask('textDocument/foldingRange', whole(document),
        (folds) => folds.map(to.toFold)),
    }),
    semanticTokensProvider: (selector, { legend }) => vscode.languages.registerDocumentSemanticTokensProvider(
      selector, {
        provideDocumentSemanticTokens: (document) => ask('textDocument/semanticTokens/full', whole(document),
          (tokens) => new vscode.SemanticTokens(new Uint32Array(tokens.data))),
      }, new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)),
    inlayHintProvider: (selector) => vscode.languages.registerInlayHintsProvider(selector, {
      onDidChangeInlayHints: changes.inlayHint.event,
      provideInlayHints: (document, range) => ask('textDocument/inlayHint',
        { ...whole(document), range: to.fromRange(range) }, (hints) => hints.map(to.toHint)),
    }),
    codeLensProvider: (selector) => vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: changes.codeLens.event,
      provideCodeLenses: (document) => ask('textDocument/codeLens', whole(document),
        (lenses) => lenses.map((lens) => new vscode.CodeLens(to.toRange(lens.range), lens.command))),
    }),
  };
}

/**
 * Registers whatever the server can do.
 *
 * @param {object} capabilities of the server.
 * @param {Function} request asks the server, as `Server.request` does.
 * @returns {object[]} what ends that.
 */
function register(selector, capabilities, request, changes) {
  // An answer that does not come is none, unless somebody waits for what becomes of it.
  const ask = (method, params, convert, isTold = false) => request(method, params).then(
    (result) => (result === null || result === undefined ? undefined : convert(result)),
    (error) => {
      if (isTold) throw error;
      return undefined;
    });
  const features = { ...placeFeatures(ask), ...editFeatures(ask), ...textFeatures(ask, changes) };
  return Object.entries(features)
    .filter(([name]) => capabilities[name])
    .map(([name, start]) => start(selector, capabilities[name]));
}

module.exports = { register };
