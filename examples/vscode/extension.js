// extension.js - starts `mazurka dap` as a debug adapter, asks which trace to step through, and shows the bugs of SARIF files among the
// problems of the editor.
const vscode = require('vscode');
const {findings} = require('./findings.js');

async function pickTrace() {
    const found = await vscode.workspace.findFiles('**/*.mzt');
    const names = found.map((file) => file.fsPath).sort();
    return vscode.window.showQuickPick(names, {placeHolder: 'Trace of mazurka check'});
}

function diagnostic(finding) {
    const line = (at) => new vscode.Range(at.line, 0, at.line, 1000);
    const severity = finding.known ? vscode.DiagnosticSeverity.Information : vscode.DiagnosticSeverity.Error;
    const shown = new vscode.Diagnostic(line(finding.at), finding.message, severity);
    shown.source = 'mazurka';
    shown.code = finding.kind;
    shown.relatedInformation = finding.steps.map((step) => new vscode.DiagnosticRelatedInformation(
        new vscode.Location(vscode.Uri.parse(step.at.file), line(step.at)), step.message));
    return shown;
}

// All files together: one that is written anew may have fewer bugs. A file that is not whole yet says nothing.
async function showProblems(problems) {
    const byFile = new Map();
    for (const file of await vscode.workspace.findFiles('**/*.sarif')) {
        try {
            const text = Buffer.from(await vscode.workspace.fs.readFile(file)).toString('utf8');
            for (const finding of findings(text)) {
                const list = byFile.get(finding.at.file) || [];
                list.push(diagnostic(finding));
                byFile.set(finding.at.file, list);
            }
        } catch (error) {
            console.warn(`mazurka: ${file.fsPath}: ${error.message}`);
        }
    }
    problems.clear();
    for (const [file, list] of byFile) problems.set(vscode.Uri.parse(file), list);
}

function activate(context) {
    const factory = {
        createDebugAdapterDescriptor: () =>
            new vscode.DebugAdapterExecutable(vscode.workspace.getConfiguration('mazurka').get('command'), ['dap']),
    };
    const problems = vscode.languages.createDiagnosticCollection('mazurka');
    const watcher = vscode.workspace.createFileSystemWatcher('**/*.sarif');
    const show = () => showProblems(problems);
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) event.call(watcher, show);
    show();
    context.subscriptions.push(
        problems, watcher,
        vscode.debug.registerDebugAdapterDescriptorFactory('mazurka', factory),
        vscode.commands.registerCommand('mazurka.pickTrace', pickTrace));
}

module.exports = {activate};
