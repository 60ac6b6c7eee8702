// extension.js - starts `mazurka dap` as a debug adapter, and asks which trace to step through.
const vscode = require('vscode');

async function pickTrace() {
    const found = await vscode.workspace.findFiles('**/*.mzt');
    const names = found.map((file) => file.fsPath).sort();
    return vscode.window.showQuickPick(names, {placeHolder: 'Trace of mazurka check'});
}

function activate(context) {
    const factory = {
        createDebugAdapterDescriptor: () =>
            new vscode.DebugAdapterExecutable(vscode.workspace.getConfiguration('mazurka').get('command'), ['dap']),
    };
    context.subscriptions.push(
        vscode.debug.registerDebugAdapterDescriptorFactory('mazurka', factory),
        vscode.commands.registerCommand('mazurka.pickTrace', pickTrace));
}

module.exports = {activate};
