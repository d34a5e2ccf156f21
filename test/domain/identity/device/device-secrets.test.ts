import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isDeviceCode,
  newDeviceCode,
  newUserCode,
  randomnessOfToken,
  shownUserCode,
  userCodeHash,
} from '@scangate/domain/identity/device/device-secrets';
import { generateToken } from '@scangate/domain/identity/tokens';

const bytes = fc.uint8Array({ minLength: 60, maxLength: 60, max: 239 });

describe('a user code', () => {
  test('has eight consonants, each of them equally likely', () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 240; byte++)
      for (const letter of newUserCode(new Uint8Array(8).fill(byte)))
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect([...counts.keys()].toSorted().join('')).toBe('BCDFGHJKLMNPQRSTVWXZ');
    expect(new Set(counts.values()).size).toBe(1);
  });

  test('skips bytes that would make a letter more likely, and needs enough others', () => {
    const random = Uint8Array.from([240, 255, 0, 1, 2, 3, 4, 5, 6, 7]);
    expect(shownUserCode(newUserCode(random))).toBe('BCDF-GHJK');
    expect(() => newUserCode(new Uint8Array(32).fill(250))).toThrow('not enough randomness');
  });

  test('has one hash, however it is typed', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const code = newUserCode(random);
        const typed = [shownUserCode(code), code.toLowerCase(), ` ${code.slice(0, 4)} ${code.slice(4)}`];
        expect(new Set(typed.map(userCodeHash))).toEqual(new Set([userCodeHash(code)]));
      }),
    );
  });
});

describe('a device code', () => {
  test('is not a token, and no token is a device code', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        expect(isDeviceCode(newDeviceCode(random))).toBe(true);
        for (const kind of ['personal', 'link', 'invitation'] as const)
          expect(isDeviceCode(generateToken(kind, random))).toBe(false);
      }),
    );
  });

  test('always yields the same token, which no other code yields, and which does not reveal the code', () => {
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const [first, second] = [newDeviceCode(one), newDeviceCode(other)];
        const token = (code: string) => generateToken('personal', randomnessOfToken(code));
        expect(token(first)).toBe(token(first));
        expect(token(first) === token(second)).toBe(first === second);
        expect(token(first)).not.toContain(first.slice(4, 20));
      }),
    );
  });
});
