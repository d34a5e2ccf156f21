import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { changesOfBug } from '#test/simulation/bugs/further-bugs.ts';
import type { FlowRun } from './run-flows.ts';
import type { BatchOptions } from './run-in-batches.ts';
import { replaceModules } from '#test/simulation/start/replace-modules.ts';

/** Runs the flows that the input names as JSON, and prints what became of them as JSON. */
enableCompileCache('build/simulation/compile-cache');
const { runs, bug, ...options } = JSON.parse(readFileSync(0, 'utf8')) as BatchOptions & { runs: FlowRun[] };
replaceModules(changesOfBug(bug));
const { runFlows } = await import('./run-flows.ts');
process.stdout.write(`${JSON.stringify(await runFlows(runs, options))}\n`, () => process.exit(0));
