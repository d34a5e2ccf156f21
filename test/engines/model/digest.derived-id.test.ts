import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { derivedId, derivedRandomId } from '@scangate/engines/model/digest';

describe('a derived id', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  test('is a UUID of version 8 that its name determines', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (name) => {
        expect(derivedId(...name)).toMatch(uuid);
        expect(derivedId(...name)).toBe(derivedId(...name));
      }),
    );
  });

  test('differs for another name, even when its parts concatenate to the same text', () => {
    expect(derivedId('a', 'bc')).not.toBe(derivedId('ab', 'c'));
    expect(derivedId('a', 'b')).not.toBe(derivedId('a","b'));
  });
});

test('an id of version 4 is derived in the same way, for services that accept no other', () => {
  expect(derivedRandomId('a', 'b')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(derivedRandomId('a', 'b')).toBe(derivedRandomId('a', 'b'));
  expect(derivedRandomId('a', 'b')).not.toBe(derivedRandomId('ab'));
});
