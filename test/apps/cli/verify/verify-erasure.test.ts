import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { runMain } from '#test/support/cli/run-main.ts';
import { erasureText, type ErasureStatement } from '@scangate/domain/offboarding/erasure-proof';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const statement: ErasureStatement = {
  kind: 'erasure',
  organizationId: 'o-1',
  closedAt: '2026-03-01T12:00:00.000Z',
  erasedAt: '2026-04-01T12:00:00.000Z',
  counts: { MEMBER: 3, objects: 12 },
  keysDigest: 'digest',
  kept: ['invoices'],
};
const signature = sign('sha256', Buffer.from(erasureText(statement)), privateKey).toString('base64');
const key = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' }));

const run = async (
  proof: unknown,
  args: string[] = ['p.json', '--public-key', 'k'],
  given: Uint8Array = key,
) => {
  const { exitCode, out, log } = await runMain(['verify', 'erasure', ...args], {
    files: {
      read: async (file) =>
        file === 'k' ? given : Buffer.from(typeof proof === 'string' ? proof : JSON.stringify(proof)),
    },
  });
  return { exitCode, out, notes: log.trimEnd() };
};

describe('the proof of an erasure', () => {
  test('0: it is signed by the key, whatever the order of its fields', async () => {
    const shuffled = Object.fromEntries(Object.entries(statement).toReversed());
    const { exitCode, out } = await run({ signature, statement: shuffled });
    expect(exitCode).toBe(0);
    expect(out).toContain(
      'o-1 was closed at 2026-03-01T12:00:00.000Z and erased at 2026-04-01T12:00:00.000Z.',
    );
    expect(out).toContain('objects: 12');
  });

  test.each(Object.keys(statement).filter((field) => field !== 'kind'))(
    '1: %s was changed',
    async (field) => {
      const original = statement[field as 'closedAt'];
      const changed = typeof original === 'string' ? `${original}x` : { MEMBER: 4 };
      const { exitCode } = await run({
        signature,
        statement: { ...statement, [field]: field === 'kept' ? [] : changed },
      });
      expect(exitCode).toBe(1);
    },
  );

  test('1: it is signed by another key', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const pem = Buffer.from(other.export({ type: 'spki', format: 'pem' }));
    expect((await run({ signature, statement }, undefined, pem)).exitCode).toBe(1);
  });

  test.each([
    ['text that is not JSON', '{', undefined],
    ['a statement about the ledger', { statement: { kind: 'seal' }, signature }, undefined],
    ['no key', { statement, signature }, ['p.json']],
    ['two proofs', { statement, signature }, ['p.json', 'q.json', '--public-key', 'k']],
    ['an unknown option', { statement, signature }, ['p.json', '--key', 'k']],
  ])('6: %s', async (_what, proof, args) => {
    const { exitCode, notes } = await run(proof, args);
    expect(exitCode).toBe(6);
    expect(notes).not.toBe('');
  });
});
