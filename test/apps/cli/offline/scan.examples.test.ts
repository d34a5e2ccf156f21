import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runScan } from '#test/support/cli/run-scan.ts';
import { makeRepository } from '#test/support/git/test-repository.ts';

const folder = join(import.meta.dirname, '../../../../examples/findings');

interface ShownFinding {
  kind: string;
  title: string;
  rule?: string;
  file?: string;
  flow?: { message: string }[];
  usage?: { imported: boolean; places: { file: string; line: number }[] };
}

/** Scans an example as a repository of its own. */
const findingsOf = async (example: string, ...args: string[]): Promise<ShownFinding[]> => {
  const root = join(folder, example);
  const paths = globSync('**', { cwd: root }).filter((path) => statSync(join(root, path)).isFile());
  const files = paths.map((path): [string, string] => [path, readFileSync(join(root, path), 'utf8')]);
  const { out } = await runScan([makeRepository(Object.fromEntries(files)), '--json', ...args]);
  return (JSON.parse(out) as { findings: ShownFinding[] }).findings;
};

test.each([
  ['laravel', 'php-sql-injection', 'app/Http/Controllers/UserController.php'],
  ['rails', 'rb-sql-injection', 'app/controllers/users_controller.rb'],
  ['aspnet', 'cs-sql-injection', 'Controllers/UsersController.cs'],
])('the injection of the sample %s is found with its path from the request', async (example, rule, file) => {
  const findings = await findingsOf(example, '--types', 'sast');
  expect(findings.map((found) => [found.rule, found.file])).toEqual([[rule, file]]);
  const messages = findings.flatMap(({ flow = [] }) => flow.map(({ message }) => message));
  expect(messages.length).toBeGreaterThan(1);
  expect(messages.at(-1)).toBe(findings[0]?.title);
});

test('a vulnerable package that is imported and one that is not are told apart', async () => {
  const findings = await findingsOf('usage', '--types', 'sca');
  const usages = new Map(findings.map(({ title, usage }) => [title.split(' ')[0], usage]));
  expect(usages.get('lodash')).toMatchObject({ imported: true, places: [{ file: 'index.js', line: 1 }] });
  expect(usages.get('minimist')).toMatchObject({ imported: false, places: [] });
});

test('a custom rule of the sample finds its line, which no built-in rule does', async () => {
  const rules = join(folder, 'own-rule/rules.yaml');
  expect(await findingsOf('own-rule', '--types', 'sast')).toEqual([]);
  const [found, ...others] = await findingsOf('own-rule', '--types', 'sast', '--rules', rules);
  expect([found?.title, found?.file, others]).toEqual(['Client without verification', 'client.py', []]);
});
