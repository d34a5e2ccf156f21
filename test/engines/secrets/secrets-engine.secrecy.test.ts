import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rules } from '@scangate/engines/secrets/rule-table';
import { runs } from '#test/support/runs/samples.ts';
import { scanSecrets, unitOf } from './scan-secrets.ts';

/** A key store is only recognized at the beginning of a file. */
const samples = rules
  .filter(({ id }) => id !== 'key-store-file')
  .flatMap((rule) => rule.positives().map((sample) => ({ ...sample, path: rule.samplePath ?? 'a.env' })));
/** The samples that are secrets in any file. */
const anywhere = rules.filter(({ files }) => files === undefined).flatMap((rule) => rule.positives());
const keywords = rules.flatMap((rule) => [...rule.keywords]);

/** Returns parts behind the issuer's prefix that are long enough to be useful. */
const pieces = (whole: string): string[] => {
  // The enclosing lines are not part of the key.
  const secret = whole.replaceAll(/-----(?:BEGIN|END) [A-Z ]+-----/g, '').trim();
  return secret.length <= 20 ? [secret.slice(-8)] : [secret.slice(6, 20), secret.slice(-12)];
};

const paths = [
  'a.env',
  'src/a.ts',
  'test/a.test.ts',
  'package-lock.json',
  'node_modules/a/index.js',
  'a.min.js',
];
const path = fc.constantFrom(...paths);

test('no part of a secret appears in the result, whatever surrounds it', () => {
  const surroundings = fc.tuple(
    fc.string({ maxLength: 60 }),
    fc.constantFrom('', '# scangate:allow generic-secret '),
    fc.string({ maxLength: 60 }),
  );
  fc.assert(
    fc.property(
      path,
      fc.constantFrom(...anywhere),
      fc.constantFrom(...anywhere),
      surroundings,
      (file, one, other, [before, comment, after]) => {
        const text = `${before}\n${one.text} ${other.text} ${comment}${one.secret} ${after}`;
        const result = JSON.stringify(
          scanSecrets(unitOf({ [file]: text, '.scangateignore': `x # ${other.secret}` })),
        );
        for (const piece of [...pieces(one.secret), ...pieces(other.secret)]) {
          expect(result).not.toContain(JSON.stringify(piece).slice(1, -1));
        }
      },
    ),
    { numRuns: runs(400) },
  );
});

test('a reason does not repeat a password, even where no rule finds it', () => {
  const password = ['sucMy1', 'CMGhfelb'].join('');
  const text = `ENV.fetch("SECRET_KEY_BASE", "${'525947b784c4fc27cd88f96ee34479f5'}") # scangate:allow generic-secret was ${password}, see PAY-1234`;
  const { findings } = scanSecrets(unitOf({ 'test/a.test.ts': text }));
  expect(findings.map((finding) => finding.suppressed?.reason)).toEqual(['was … see PAY-1234']);
});

test('every sample is found at any position in a file', () => {
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.nat(5000), (sample, before) => {
      const text = `${'# a line\n'.repeat(before)}${sample.text}`;
      expect(scanSecrets(unitOf({ [sample.path]: text })).findings).not.toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('arbitrary bytes and paths never throw, and the result is the same every time', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.uint8Array({ maxLength: 3000 }), (file, bytes) => {
      const files = unitOf({ [file]: bytes, '.scangateignore': bytes });
      expect(scanSecrets(files)).toEqual(scanSecrets(files));
    }),
    { numRuns: runs(300) },
  );
});

test('keywords in any order with any bytes in between never throw', () => {
  const piece = fc.oneof(
    fc.constantFrom(...keywords, 'scangate:allow', '-----END', '"', "'", '=', ': ', '\n', '\0', '\\n'),
    fc.string({ maxLength: 20 }),
  );
  fc.assert(
    fc.property(path, fc.array(piece, { maxLength: 200 }), (file, parts) => {
      const { coverage } = scanSecrets(unitOf({ [file]: parts.join('') }));
      expect(coverage.scanType).toBe('secrets');
    }),
    { numRuns: runs(300) },
  );
});
