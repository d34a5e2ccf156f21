import { expect, test } from 'vitest';
import { repositoryId, runWith, scanId } from '#test/support/cli/stored-world.ts';

const yaml = `rules:
  - { kind: secret, id: acme }
`;
const withFile = { files: { read: async () => Buffer.from(yaml) } };
const rule = { kind: 'secret', id: 'acme', title: 'Token of \u001b[31mAcme', severity: 'critical' };
const trial = {
  tried: 1,
  scans: [
    {
      scanId,
      repositoryId,
      fullName: 'acme/shop',
      commitHash: 'a'.repeat(40),
      verdict: 'PASS',
      wouldFail: true,
      rules: [
        { rule: 'custom/acme', severity: 'critical', findings: 2, places: [{ file: 'src/a.ts', line: 3 }] },
      ],
      gaps: [{ reason: 'files were not fetched', count: 2 }],
    },
  ],
  notLookedAt: [{ reason: 'time', scans: 1 }],
};

test('rules check reports what rules find in the newest scans, and what was not scanned', async () => {
  const answers = { 'POST /v1/organization/rules/simulate': { json: trial } };
  const { exitCode, out, sent } = await runWith(
    ['rules', 'check', 'r.yaml', '--scans', '2'],
    answers,
    withFile,
  );
  expect(exitCode).toBe(0);
  expect(sent[0]?.body).toEqual({ rules: [{ kind: 'secret', id: 'acme' }], scans: 2 });
  for (const text of [
    'acme/shop aaaaaaaaaaaa: would fail',
    'custom/acme',
    'src/a.ts:3',
    'files were not fetched (2)',
    '1 by time',
  ])
    expect(out).toContain(text);
});

test('rules set sends the ETag that it read, and rules list shows no control character', async () => {
  const rules = { rules: [rule] };
  const answers = {
    'GET /v1/organization/rules': { json: rules, headers: { ETag: '"3"' } },
    'PUT /v1/organization/rules': { json: rules },
  };
  const { sent, out } = await runWith(['rules', 'set', 'r.yaml'], answers, withFile);
  expect(sent.at(-1)).toMatchObject({ method: 'PUT', body: { rules: [{ id: 'acme' }] } });
  expect(out).toContain('custom/acme');
  const listed = await runWith(['rules', 'list'], answers, withFile);
  expect(listed.out).toContain('custom/acme');
  expect(listed.out).not.toContain('\u001b');
  const asJson = await runWith(['rules', 'list', '--json'], answers, withFile);
  expect(JSON.parse(asJson.out)).toMatchObject({ rules: [{ id: 'acme' }] });
});

test('a file that is not an object is refused with its place', async () => {
  const file = { files: { read: async () => Buffer.from('- a') } };
  const { exitCode, log } = await runWith(['rules', 'set', 'r.yaml'], {}, file);
  expect(exitCode).toBe(6);
  expect(log).toContain('r.yaml:1:1: the file must be an object with the list "rules".');
});
