import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TokenKind } from '@scangate/domain/identity/caller';
import {
  isLiveToken,
  isWellFormedToken,
  generateToken,
  tokenHash,
  tokenHint,
  tokenView,
} from '@scangate/domain/identity/tokens';
import { noon, later, testIds } from '#test/support/world.ts';
import { runs } from '#test/support/runs/samples.ts';

const kinds: readonly TokenKind[] = ['service', 'personal', 'session'];
const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
/** Enough bytes below 248 for 30 characters. */
const randomness = fc.uint8Array({ minLength: 60, maxLength: 80, max: 247 });
const tokens = fc
  .tuple(fc.constantFrom(...kinds), randomness)
  .map(([kind, random]) => generateToken(kind, random));

describe('a token', () => {
  test('is well-formed and has the prefix of its kind', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), randomness, (kind, random) => {
        const token = generateToken(kind, random);
        expect(token).toMatch(/^sg[spcwd]_[0-9A-Za-z]{36}$/);
        expect(token.slice(0, 4)).toBe(
          { service: 'sgs_', personal: 'sgp_', session: 'sgc_', pipeline: 'sgw_', directory: 'sgd_' }[kind],
        );
        expect(isWellFormedToken(token)).toBe(true);
      }),
    );
  });

  test('with any one character changed is not well-formed', () => {
    fc.assert(
      fc.property(tokens, fc.nat(39), fc.constantFrom(...alphabet), (token, at, other) => {
        fc.pre(token[at] !== other);
        expect(isWellFormedToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
      }),
      { numRuns: runs(2_000) },
    );
  });

  test('with two characters swapped, one left out or one more is not well-formed', () => {
    fc.assert(
      fc.property(tokens, fc.integer({ min: 4, max: 38 }), (token, at) => {
        const swapped = token.slice(0, at) + token[at + 1] + token[at] + token.slice(at + 2);
        fc.pre(swapped !== token);
        expect(isWellFormedToken(swapped)).toBe(false);
        expect(isWellFormedToken(token.slice(0, at) + token.slice(at + 1))).toBe(false);
        expect(isWellFormedToken(`${token}0`)).toBe(false);
      }),
    );
  });

  test('no other text is well-formed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(isWellFormedToken(text)).toBe(false);
      }),
    );
    for (const text of ['', 'sgs_', `sgs_${'0'.repeat(36)}`, `sgs_${'0'.repeat(36)}\n`])
      expect(isWellFormedToken(text)).toBe(false);
  });

  test('needs enough random bytes, and skips those that would favor some characters', () => {
    expect(() => generateToken('service', new Uint8Array(29))).toThrow('randomness');
    const skipping = Uint8Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? 255 : index));
    expect(generateToken('service', skipping)).toHaveLength(40);
    expect(() => generateToken('service', new Uint8Array(60).fill(250))).toThrow('randomness');
  });

  test('cannot be derived from its hash or its hint', () => {
    const token = generateToken('service', testIds.bytes(60));
    expect(tokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(tokenHint(token)).toBe(`${token.slice(0, 8)}…`);
  });
});

describe('a stored token', () => {
  const member = { joinedAt: noon.toISOString() };
  const stored = { createdAt: later(60).toISOString() };
  const at = later(120).toISOString();

  test.each([
    ['after it was issued', stored, member, true],
    ['issued when its person joined', { createdAt: noon.toISOString() }, member, true],
    ['issued before its person joined', { createdAt: later(-1).toISOString() }, member, false],
    ['revoked', { ...stored, revokedAt: at }, member, false],
    ['that expires later', { ...stored, expiresAt: later(121).toISOString() }, member, true],
    ['that expires now', { ...stored, expiresAt: at }, member, false],
    ['of a removed member', stored, { ...member, removedAt: later(90).toISOString() }, false],
    ['without a person', stored, undefined, false],
  ])('%s: %#', (_name, token, of, live) => {
    expect(isLiveToken(token, of, at)).toBe(live);
  });

  test('shows neither hash nor request counts in lists', () => {
    const token = {
      tokenHash: 'a'.repeat(64),
      tokenId: testIds.uuid(),
      organizationId: testIds.uuid(),
      kind: 'service' as const,
      personId: testIds.uuid(),
      name: 'ci',
      billingAccountId: 'a-1',
      scopes: [],
      hint: 'sgs_abcd…',
      createdAt: noon.toISOString(),
      lastUsedAt: noon.toISOString(),
    };
    expect(Object.keys(tokenView(token)).toSorted()).toEqual(
      ['createdAt', 'hint', 'kind', 'lastUsedAt', 'name', 'personId', 'scopes', 'tokenId'].toSorted(),
    );
  });
});
