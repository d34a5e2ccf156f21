import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodedObject, encodedText } from '@scangate/client';
import { jsonPieces } from '@scangate/client/json-pieces';

const utf8 = new TextEncoder();
const sent = (value: unknown): string => [...jsonPieces(value)].join('');

test('the bytes of a text are sent like the text', () => {
  const unit = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('漢é😀"\\\n'.repeat(5_000)));
  fc.assert(
    fc.property(unit, fc.nat({ max: 4 }), (text, before) => {
      const content = `${'x'.repeat(before)}${text}`;
      const encoded = { lockfile: { path: 'a', content: encodedText(utf8.encode(content)) } };
      const plain = JSON.stringify({ lockfile: { path: 'a', content } });
      expect([sent(encoded), JSON.stringify(encoded)]).toEqual([plain, plain]);
    }),
  );
});

test('the bytes of an object are sent like the object', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (object) => {
      const encoded = { sbom: encodedObject(utf8.encode(JSON.stringify(object))) };
      expect(sent(encoded)).toBe(JSON.stringify({ sbom: object }));
      expect(JSON.stringify(encoded)).toBe(JSON.stringify({ sbom: object }));
    }),
  );
});

test('bytes that are not text are refused, and never sent altered', () => {
  expect(() => sent({ content: encodedText(new Uint8Array([0x61, 0xff])) })).toThrow(TypeError);
  expect(() => sent({ content: encodedText(new Uint8Array([0xe6, 0xbc])) })).toThrow(TypeError);
});

test('many bytes are sent in small pieces', () => {
  const pieces = [...jsonPieces({ content: encodedText(new Uint8Array(300_000)) })];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(7 * 16_384);
});
