import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runScan } from '#test/support/cli/run-scan.ts';
import { acmeSecret, acmeToken, noVerification } from '#test/support/rules/custom-rules.ts';
import { makeRepository } from '#test/support/git/test-repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'scangate-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (name: string, rules: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ rules }));
  return file;
};

test('scan --offline runs the rules of a file beside those of the engines', async () => {
  const text = `import acme\n\nACME = "${acmeSecret}"\nacme.connect("a", verify=False)\n`;
  const repository = makeRepository({ 'app.py': text });
  const types = ['--types', 'secrets,sast'];
  expect((await runScan([repository, ...types])).exitCode).toBe(0);
  const file = fileOf('rules.yaml', [acmeToken, noVerification]);
  const ran = await runScan([repository, ...types, '--rules', file, '--json']);
  const { findings } = JSON.parse(ran.out) as { findings: { rule: string }[] };
  expect([ran.exitCode, findings.map(({ rule }) => rule).toSorted()]).toEqual([
    1,
    ['custom/acme-token', 'custom/no-verification'],
  ]);
  expect(ran.out).not.toContain(acmeSecret);
});

test('rules that the service would refuse end with 6', async () => {
  const repository = makeRepository({ a: 'a' });
  const told = async (rules: unknown): Promise<unknown> => {
    const { exitCode, notes } = await runScan([repository, '--rules', fileOf('bad.json', rules)]);
    return [exitCode, notes];
  };
  const missed = { ...acmeToken, examples: { positive: ['acme_'], negative: ['acme_'] } };
  expect(await told([{ ...acmeToken, kind: 'other' }])).toEqual([
    6,
    expect.stringContaining('/rules/0/kind'),
  ]);
  expect(await told([acmeToken, acmeToken])).toEqual([6, expect.stringContaining('has the id acme-token')]);
  expect(await told([missed])).toEqual([
    6,
    expect.stringContaining('finds nothing in its positive example 1'),
  ]);
});
