/**
 * Measures speed and quality of the engines on this machine: `npm run bench:engines`. `--json <file>` names the
 * output file; `--beside <folder>` is where programs to compare with are installed. Names of lockfiles, such as
 * `-- go.sum conan.lock`, measure their readers only.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureConfiguration } from '#test/bench-engines/configuration.ts';
import { measureDependencies } from '#test/bench-engines/dependencies.ts';
import { measureLoading, measureMemory } from '#test/bench-engines/loading.ts';
import { measureQuality } from '#test/bench-engines/quality/measure-quality.ts';
import { measureReaders } from '#test/bench-engines/readers.ts';
import { ratioOf, tableOf, verdictOf, type Row } from '#test/bench-engines/row.ts';
import { measureSast } from '#test/bench-engines/sast.ts';
import { measureSecrets } from '#test/bench-engines/secrets.ts';
import { measureUnderstanding } from '#test/bench-engines/understanding.ts';

const { values, positionals: names } = parseArgs({
  options: { json: { type: 'string' }, beside: { type: 'string' } },
  allowPositionals: true,
});

const everything: readonly ((beside?: string) => Promise<Row[]>)[] = [
  measureSecrets,
  measureDependencies,
  measureUnderstanding,
  measureSast,
  measureConfiguration,
  measureMemory,
  measureLoading,
  measureQuality,
];
const rows: Row[] = [];
for (const measure of names.length > 0 ? [() => measureReaders(names)] : everything) {
  const own = await measure(values.beside);
  if (own.length > 0) console.log(`${tableOf(own)}\n`);
  rows.push(...own);
}

const report = {
  measuredAt: new Date().toISOString(),
  node: process.version,
  rows: rows.map((row) => ({ ...row, verdict: verdictOf(row), ratio: ratioOf(row) })),
};
const path =
  values.json ?? join(mkdtempSync(join(tmpdir(), 'scangate-bench-engines-')), 'bench-engines.json');
writeFileSync(path, `${JSON.stringify(report, undefined, 2)}\n`);
const failed = rows.filter((row) => verdictOf(row) === 'FAIL');
console.log(`Figures: ${path}`);
console.log(failed.length === 0 ? 'Every limit is met.' : `${failed.length} limits are not met.`);
process.exitCode = failed.length === 0 ? 0 : 1;
