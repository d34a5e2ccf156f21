import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { flows } from '#test/simulation/flows/all-flows.ts';
import { explore } from '#test/simulation/flows/explore.ts';
import type { FlowRun } from '#test/simulation/flows/run-flows.ts';

/** Looks for faults after which the service does what it never did before, and keeps few that show it all. */
const path = 'test/simulation/flows/corpus.json';
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' } },
});
const before = JSON.parse(readFileSync(path, 'utf8')) as FlowRun[];
const plain = flows.map(({ name }) => ({ flow: name, faults: '' }));
const { corpus, runs, seen, violations } = explore([...plain, ...before], {
  seed: Number(values.seed),
  until: Date.now() + Number(values.minutes) * 60_000,
  onBatch: (progress) => console.error(progress),
});
const inOrder = corpus.toSorted((one, other) =>
  `${one.flow} ${one.faults}` < `${other.flow} ${other.faults}` ? -1 : 1,
);
writeFileSync(path, `${JSON.stringify(inOrder, undefined, 2)}\n`);
for (const { flow, faults, what } of violations)
  console.log(`--flow '${flow}' --at ${faults}: ${what.slice(0, 300)}`);
console.log(`${runs} runs saw ${seen} outcomes; ${corpus.length} runs see them all`);
process.exit(violations.length === 0 ? 0 : 1);
