import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, digestOf, sha256 } from '@scangate/engines/model/digest';

describe('the digest of the inputs of a verdict', () => {
  test('is that of its whole text, even for a list that is read item by item', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 }),
        (value, list) => {
          expect(digestOf(value)).toBe(`sha256:${sha256(canonicalJson(value))}`);
          expect(digestOf(list)).toBe(`sha256:${sha256(canonicalJson(list))}`);
        },
      ),
    );
    expect(digestOf([undefined, 1])).toBe(`sha256:${sha256('[null,1]')}`);
  });

  test('does not depend on the order of members', () => {
    expect(digestOf([{ a: 1, b: { c: 2, d: 3 } }])).toBe(digestOf([{ b: { d: 3, c: 2 }, a: 1 }]));
  });
});
