// findings.js - what is in a SARIF file of `mazurka check` or `mazurka test`, as an editor shows it. Nothing of the editor is needed here.

// The file of a location, absolute, and its line, from 0; undefined where it has none.
function place(location, bases) {
    const physical = location && location.physicalLocation;
    if (!physical || !physical.artifactLocation || !physical.region) return undefined;
    const {uri, uriBaseId} = physical.artifactLocation;
    const base = bases && bases[uriBaseId] ? bases[uriBaseId].uri : undefined;
    if (!uri || (!base && !/^file:/.test(uri))) return undefined;
    return {file: new URL(uri, base).href, line: physical.region.startLine - 1};
}

const MOST_STEPS = 50;

// Of each bug: where, what, and the last steps of its interleaving.
function findings(text) {
    const shown = [];
    for (const run of JSON.parse(text).runs || []) {
        if (!run.tool || run.tool.driver.name !== 'Mazurka') continue;
        for (const result of run.results || []) {
            const flow = result.codeFlows && result.codeFlows[0].threadFlows[0].locations;
            const steps = (flow || [])
                .map((s) => ({at: place(s.location, run.originalUriBaseIds), message: s.location.message && s.location.message.text}))
                .filter((s) => s.at && s.message).slice(-MOST_STEPS);
            const at = place(result.locations && result.locations[0], run.originalUriBaseIds);
            if (at) shown.push({at, message: result.message.text, kind: result.ruleId, steps, known: result.baselineState === 'unchanged'});
        }
    }
    return shown;
}

module.exports = {findings};
