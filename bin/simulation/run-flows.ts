import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import type { FlowRun } from '#test/simulation/flows/run-flows.ts';
import { replaceModules } from '#test/simulation/start/replace-modules.ts';

/** Runs the flows that the input names as JSON, and prints what became of them as JSON. */
enableCompileCache('build/simulation/compile-cache');
replaceModules();
const { runFlows } = await import('#test/simulation/flows/run-flows.ts');
const { runs, seed } = JSON.parse(readFileSync(0, 'utf8')) as { runs: FlowRun[]; seed: number };
process.stdout.write(`${JSON.stringify(await runFlows(runs, seed))}\n`, () => process.exit(0));
