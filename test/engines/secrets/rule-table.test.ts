import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '@scangate/engines/secrets/rule-table';
import { secretsIn } from './scan-secrets.ts';

const root = join(import.meta.dirname, '../../..');
const ruleFiles = readdirSync(join(root, 'lib/engines/secrets/rules')).filter((name) => name !== 'index.ts');

test('every rule has its own file with its name', () => {
  expect(rules.map(({ id }) => `${id}.ts`).sort()).toEqual(ruleFiles.sort());
});

test('provider tokens and private keys are critical, generic secrets are high', () => {
  for (const { id, kind, severity } of rules) {
    const critical = kind === 'provider' || id.includes('private');
    expect([id, severity]).toEqual([id, critical ? 'critical' : 'high']);
  }
});

test('at least 280 rules match the tokens of an issuer', () => {
  expect(rules.filter(({ kind }) => kind === 'provider').length).toBeGreaterThanOrEqual(280);
});

test('keywords are lower-case ASCII of at least two characters', () => {
  const odd = rules.flatMap(({ keywords }) =>
    keywords.filter((word) => !/^[\x20-\x40\x5b-\x7e]{2,40}$/.test(word)),
  );
  expect(odd).toEqual([]);
});

test.each(['lib/engines/secrets', 'test/engines/secrets', 'test/corpora/secrets'])(
  'no secret occurs literally in %s',
  (folder) => {
    const contents = Object.fromEntries(
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => [`src/${path}`, readFileSync(join(root, folder, path))]),
    );
    const found = secretsIn(contents).map(({ rule, file, line }) => `${rule} ${file}:${line}`);
    expect(found).toEqual([]);
  },
);
