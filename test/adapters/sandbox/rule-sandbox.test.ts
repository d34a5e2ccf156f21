import { expect, test } from 'vitest';
import { sandboxBeside } from '#adapters/sandbox/open-sandbox.ts';
import { sandboxedRules } from '#adapters/sandbox/rule-sandbox.ts';
import { tarSourceArchive } from '#adapters/source-archive/source-archive.ts';
import { unitOf } from '#test/engines/source-unit.ts';
import { acmeSecret, acmeToken, noVerification } from '#test/support/rules/custom-rules.ts';

const rules = sandboxedRules(
  sandboxBeside(import.meta.url, { name: 'try-rules', source: 'functions/workflow/try-rules/sandbox.ts' }),
);
const { signal } = new AbortController();

test('a sandbox compiles rules, runs their examples, and names what is wrong', async () => {
  const wrong = { ...acmeToken, id: 'wrong', expression: '(a)\\1' };
  expect(await rules.check([acmeToken, noVerification, wrong], signal)).toMatchObject([
    { pointer: '/2/expression', code: 'expression_unfit' },
  ]);
});

test('a sandbox finds matches of custom rules alone in the files of a commit', async () => {
  const files = unitOf({
    'app.py': 'import acme\nacme.connect("a", verify=False)\n',
    'test/config.txt': `AKIA${'QWERTYUIOPASDFGH'} ${acmeSecret}\n`,
  });
  const packed = { paths: files.entries.map(({ path }) => path), read: files.read };
  const archive = tarSourceArchive.pack({ ...packed, relative: (path) => path }, []);
  const scope = { unitPaths: [''], scanTypes: ['secrets', 'sast'] as const };
  const question = { rules: [acmeToken, noVerification], lineKey: 'key', ...scope };
  expect(await rules.try(archive, question, signal)).toEqual({
    findings: [
      { rule: 'custom/acme-token', severity: 'critical', file: 'test/config.txt', line: 1, sample: true },
      { rule: 'custom/no-verification', severity: 'critical', file: 'app.py', line: 2 },
    ],
    gaps: [],
  });
});
