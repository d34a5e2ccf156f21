import { expect, test } from 'vitest';
import { DamagedDocument, storedJson } from '#app/stored-json.ts';

test('a stored document is returned as it was written, from bytes or a string', () => {
  const document = { name: 'Straße', list: [1, { deep: null }] };
  const text = JSON.stringify(document);
  expect(storedJson(text)).toEqual(document);
  expect(storedJson(Buffer.from(text))).toEqual(document);
  expect(storedJson(Buffer.from(`x[1]`).subarray(1))).toEqual([1]);
});

test.each(['', '{"name": "secret', 'null', '"secret"', '1', 'secret'])(
  'a damaged document is refused without being quoted: %j',
  (text) => {
    expect(() => storedJson(text)).toThrow(new DamagedDocument('a stored document is damaged'));
  },
);
