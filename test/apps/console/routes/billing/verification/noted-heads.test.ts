import { expect, test } from 'vitest';
import { readNotedHeads } from '@scangate/console/routes/billing/verification/noted-heads.ts';

const [a, b] = ['a1'.repeat(32), 'b2'.repeat(32)];

test('hashes are read with any separator, each once', () => {
  const found = readNotedHeads(`${a}\n  ${b.toUpperCase()}, sha256:${a};`);
  expect(found).toEqual({ heads: [a, b], invalid: [] });
});

test('a word that is not a hash is named', () => {
  expect(readNotedHeads(`${a.slice(1)} ${b}`)).toEqual({ heads: [b], invalid: [a.slice(1)] });
});

test('an empty paste yields no hash', () => {
  expect(readNotedHeads(' \n ')).toEqual({ heads: [], invalid: [] });
});
