'use strict';
// What the Language Server Protocol says, as VS Code has it, and back. Places are counted alike.
const vscode = require('vscode');

const toPosition = (place) => new vscode.Position(place.line, place.character);
const toRange = (range) => new vscode.Range(toPosition(range.start), toPosition(range.end));
const toLocation = (place) => new vscode.Location(vscode.Uri.parse(place.uri), toRange(place.range));
const toEdit = (edit) => new vscode.TextEdit(toRange(edit.range), edit.newText);

const fromPosition = (place) => ({ line: place.line, character: place.character });
const fromRange = (range) => ({ start: fromPosition(range.start), end: fromPosition(range.end) });
const fromDocument = (document) => ({ uri: document.uri.toString() });

/** Text is shown as it is; only what says that it is Markdown may have any. */
function toMarkdown(content) {
  if (content === undefined || content === null) return undefined;
  if (content.kind === 'markdown') return new vscode.MarkdownString(content.value);
  const text = typeof content === 'string' ? content : content.value;
  return new vscode.MarkdownString().appendText(text);
}

function toWorkspaceEdit(edit) {
  const result = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries((edit && edit.changes) || {})) {
    result.set(vscode.Uri.parse(uri), edits.map(toEdit));
  }
  return result;
}

function toDiagnostic(found) {
  const severity = [
    vscode.DiagnosticSeverity.Error, vscode.DiagnosticSeverity.Warning,
    vscode.DiagnosticSeverity.Information, vscode.DiagnosticSeverity.Hint,
  ][(found.severity || 1) - 1];
  const diagnostic = new vscode.Diagnostic(toRange(found.range), found.message, severity);
  // VS Code would open the page as text.
  const page = found.codeDescription && encodeURIComponent(JSON.stringify([found.codeDescription.href]));
  diagnostic.code = page ? { value: found.code, target: vscode.Uri.parse(`command:traycheck.page?${page}`) } : found.code;
  diagnostic.source = found.source;
  diagnostic.relatedInformation = (found.relatedInformation || []).map((note) =>
    new vscode.DiagnosticRelatedInformation(toLocation(note.location), note.message));
  return diagnostic;
}

function toCompletion(item) {
  // The protocol counts kinds from 1, VS Code from 0.
  const completion = new vscode.CompletionItem(item.label, item.kind ? item.kind - 1 : undefined);
  completion.detail = item.detail;
  completion.documentation = toMarkdown(item.documentation);
  if (item.textEdit) {
    completion.range = toRange(item.textEdit.range);
    completion.insertText = item.textEdit.newText;
  }
  return completion;
}

function toSignatureHelp(help) {
  const result = new vscode.SignatureHelp();
  result.signatures = help.signatures.map((signature) => {
    const information = new vscode.SignatureInformation(signature.label, toMarkdown(signature.documentation));
    information.parameters = (signature.parameters || [])
      .map((each) => new vscode.ParameterInformation(each.label, toMarkdown(each.documentation)));
    return information;
  });
  result.activeSignature = help.activeSignature || 0;
  result.activeParameter = help.activeParameter || 0;
  return result;
}

function toSymbol(symbol) {
  const result = new vscode.DocumentSymbol(
    symbol.name, symbol.detail || '', symbol.kind - 1, toRange(symbol.range), toRange(symbol.selectionRange));
  result.children = (symbol.children || []).map(toSymbol);
  return result;
}

function toSelection(selection) {
  const parent = selection.parent ? toSelection(selection.parent) : undefined;
  return new vscode.SelectionRange(toRange(selection.range), parent);
}

const FOLDS = {
  comment: vscode.FoldingRangeKind.Comment,
  imports: vscode.FoldingRangeKind.Imports,
  region: vscode.FoldingRangeKind.Region,
};
const toFold = (fold) => new vscode.FoldingRange(fold.startLine, fold.endLine, FOLDS[fold.kind]);

function toHint(hint) {
  const result = new vscode.InlayHint(toPosition(hint.position), hint.label, hint.kind);
  result.paddingLeft = hint.paddingLeft;
  result.paddingRight = hint.paddingRight;
  return result;
}

const toActionKind = (name) => vscode.CodeActionKind.Empty.append(name);

function toAction(action) {
  const result = new vscode.CodeAction(action.title, toActionKind(action.kind));
  result.isPreferred = action.isPreferred;
  result.diagnostics = (action.diagnostics || []).map(toDiagnostic);
  if (action.edit) result.edit = toWorkspaceEdit(action.edit);
  return result;
}

module.exports = {
  fromDocument, fromPosition, fromRange, toAction, toActionKind, toCompletion, toDiagnostic, toEdit, toFold, toHint,
  toLocation, toMarkdown, toRange, toSelection, toSignatureHelp, toSymbol, toWorkspaceEdit,
};
