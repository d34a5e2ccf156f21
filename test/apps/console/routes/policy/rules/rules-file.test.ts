import { expect, test } from 'vitest';
import { compareRules, readRulesFile } from '@scangate/console/routes/policy/rules/rules-file.ts';
import { acmeToken, noVerification } from '#test/support/rules/custom-rules.ts';

const read = (text: string, size = text.length) => readRulesFile({ size, text: async () => text });

test('rules are read from YAML and from JSON', async () => {
  expect(await read('rules:\n  - id: a\n    keywords: [b]\n')).toEqual({
    rules: [{ id: 'a', keywords: ['b'] }],
  });
  expect(await read(JSON.stringify({ rules: [acmeToken] }))).toEqual({ rules: [acmeToken] });
});

test.each([
  ['malformed', 'rules: ['],
  ['malformed', 'a: &a [1]\nrules: *a\n'],
  ['malformed', 'rules: []\nrules: []\n'],
  ['no_rules', '[]'],
  ['no_rules', 'rules: 1'],
  ['no_rules', ''],
])('%s: %j', async (problem, text) => {
  expect(await read(text)).toEqual({ problem });
});

test('a file that is too large is not read', async () => {
  const file = { size: 524_289, text: () => expect.unreachable('it is read') };
  expect(await readRulesFile(file)).toEqual({ problem: 'too_large' });
  const lost = { size: 1, text: async () => Promise.reject(new Error('gone')) };
  expect(await readRulesFile(lost)).toEqual({ problem: 'unreadable' });
});

test('a difference lists added, changed and removed rules, whatever the order of fields', () => {
  const { kind, ...rest } = acmeToken;
  const same = { ...rest, kind };
  expect(compareRules([acmeToken, noVerification], [same, { ...acmeToken, id: 'new' }])).toEqual({
    added: ['new'],
    changed: [],
    removed: ['no-verification'],
  });
  expect(compareRules([acmeToken], [{ ...acmeToken, severity: 'low' }]).changed).toEqual(['acme-token']);
  expect(compareRules([], [null as never]).added).toEqual(['?']);
});
