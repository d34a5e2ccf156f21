/**
 * `npm run bench [-- --record] [PART...]`: measures the costs and times of the service on this machine, or of some parts, and
 * writes bench.json. With `--record` the figures of goals are written to docs/performance.md.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { overLimit, type Figure } from '#test/bench/figures.ts';
import { formatTable } from '#test/bench/format-table.ts';
import { goalTable, judgeGoals, missedGoals } from '#test/bench/goals/goal-table.ts';
import { withFigures } from '#test/bench/goals/performance-page.ts';
import { BenchTools, parts } from '#test/bench/parts.ts';

// Lambda runs in UTC.
process.env['TZ'] = 'UTC';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false } },
});
const unknown = names.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0)
  throw new Error(`no part ${unknown.join(', ')}; there are ${parts.map(({ name }) => name).join(', ')}`);

const root = join(import.meta.dirname, '..');
const isWhole = names.length === 0;
const tools = new BenchTools();
const figures: Figure[] = [];
const failed: string[] = [];
try {
  for (const { name, measure } of parts.filter((part) => isWhole || names.includes(part.name))) {
    try {
      const some = await measure(tools);
      figures.push(...some);
      console.log(`${formatTable(some)}\n`);
    } catch (error) {
      failed.push(`${name}: ${String(error)}`);
      console.error(`The part ${name} failed:`, error);
    }
  }
} finally {
  await tools.close();
}

const goals = judgeGoals(figures).filter(({ worst }) => isWhole || worst);
const over = [...overLimit(figures), ...missedGoals(goals), ...failed];
const report = { measuredAt: new Date().toISOString(), node: process.version, over, figures };
writeFileSync(join(root, 'bench.json'), `${JSON.stringify(report, undefined, 2)}\n`);
if (values.record) {
  const page = join(root, 'docs/performance.md');
  const commit = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: root }).toString().trim();
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), goals, commit));
}
console.log(`Goals\n${goalTable(goals)}\n`);
console.log(over.length === 0 ? 'Everything is within its limit.' : `Over the limit:\n${over.join('\n')}`);
process.exitCode = over.length === 0 ? 0 : 1;
