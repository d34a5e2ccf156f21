import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScan } from '#test/support/cli/run-scan.ts';
import { makeRepository } from '#test/support/git/test-repository.ts';

const examples = join('examples', 'findings');

const findingsOf = async (name: string, args: readonly string[]) => {
  const folder = join(examples, name);
  const paths = globSync('**', { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile());
  const texts = paths.map((path): [string, string] => [path, readFileSync(join(folder, path), 'utf8')]);
  const { out } = await runScan([makeRepository(Object.fromEntries(texts)), '--json', ...args]);
  return (JSON.parse(out) as { findings: Record<string, unknown>[] }).findings;
};

test.each([
  ['laravel', 'php-sql-injection', [12, 14]],
  ['rails', 'rb-sql-injection', [3, 4]],
  ['aspnet', 'cs-sql-injection', [7, 10]],
])('the injection of the %s example is found with its path', async (name, rule, lines) => {
  const findings = await findingsOf(name, ['--types', 'sast']);
  expect(findings.map((finding) => finding['rule'])).toEqual([rule]);
  const flow = findings[0]!['flow'] as { line: number }[];
  expect([flow[0]!.line, flow.at(-1)!.line]).toEqual(lines);
});

test('the example of usage has a vulnerable package that is imported and one that is not', async () => {
  const findings = await findingsOf('usage', ['--types', 'sca']);
  const usage = findings.map(({ packageName, usage: use }): [unknown, unknown] => [
    packageName,
    (use as { imported: boolean }).imported,
  ]);
  expect(usage.length).toBeGreaterThan(1);
  expect(new Map(usage)).toEqual(
    new Map([
      ['lodash', true],
      ['minimist', false],
    ]),
  );
});

test('the custom rule of the example finds what it is written for', async () => {
  const rules = join(process.cwd(), examples, 'own-rule', 'rules.yaml');
  const findings = await findingsOf('own-rule', ['--types', 'sast', '--rules', rules]);
  expect(findings.map(({ rule, line }) => [rule, line])).toEqual([['custom/no-verification', 5]]);
});
