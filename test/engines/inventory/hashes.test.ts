import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  fileHashes,
  fileHashesAt,
  hexHash,
  integrityHashes,
  IntegrityHashes,
  sha256Hashes,
} from '@scangate/engines/inventory/hashes';
import { readJson } from '@scangate/engines/inventory/parse/parse-document';

const integrityOf = (text: string): string => `sha512-${createHash('sha512').update(text).digest('base64')}`;

const converted = (stated: readonly unknown[]) => {
  const hashes = new IntegrityHashes();
  const lists = stated.map((each) => hashes.listFor(each));
  hashes.convert();
  return lists;
};

test('hashes that are converted together equal those that are converted one by one', () => {
  const usual = ['a', 'b', 'c'].map(integrityOf);
  const stated = [
    ...usual,
    'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=',
    undefined,
    7,
    'sha512-short==',
    `${usual[0]}\n`,
  ];
  const one = (each: unknown) => (typeof each === 'string' ? integrityHashes(each.trim()) : []);
  expect(converted(stated)).toEqual(stated.map(one));
  expect(converted(usual).map(([hash]) => hash?.content)).toEqual(
    ['a', 'b', 'c'].map((text) => createHash('sha512').update(text).digest('hex')),
  );
});

test.each(['*', '=', ' ', 'é', '\u0000'])('a hash with %j in it does not shift those around it', (sign) => {
  const [before, damaged, after] = ['a', 'b', 'c'].map(integrityOf) as [string, string, string];
  const broken = `${damaged.slice(0, 40)}${sign}${damaged.slice(41)}`;
  expect(converted([before, broken, after])).toEqual([integrityHashes(before), [], integrityHashes(after)]);
});

test('one damaged hash among hundreds is ignored, and the others are converted', () => {
  const stated = Array.from({ length: 300 }, (_, index) => integrityOf(`file ${index}`));
  stated[130] = `${integrityOf('x').slice(0, 40)}*${integrityOf('x').slice(41)}`;
  expect(converted(stated)).toEqual(stated.map((each) => integrityHashes(each)));
  expect(converted(stated).filter((hashes) => hashes.length === 0)).toHaveLength(1);
});

test.each(['g', ' ', '-', 'é', '\u0000'])(
  'a hash in hex with %j in it is ignored, whatever its length',
  (sign) => {
    const whole = 'ab'.repeat(32);
    const damaged = `${whole.slice(0, 20)}${sign}${whole.slice(21)}`;
    expect(hexHash('sha256', damaged)).toBeUndefined();
    expect(hexHash('SHA-256', whole.toUpperCase())).toEqual({ alg: 'SHA-256', content: whole });
    expect(fileHashes([`sha256:${damaged}`, `sha256:${whole}`])).toEqual([
      { alg: 'SHA-256', content: whole },
    ]);
  },
);

test('a SHA-512 without its name is converted like one with it', () => {
  const whole = integrityOf('a').slice('sha512-'.length);
  const stated = [whole, `${whole.slice(1)}a`, whole.slice(2), '', ` ${whole}`];
  const hashes = new IntegrityHashes();
  const lists = stated.map((each) => hashes.listForSha512(each));
  hashes.convert();
  expect(lists).toEqual(stated.map((each) => integrityHashes(`sha512-${each}`)));
});

test('hashes in a JSON list, and sums without their algorithm, are read like their texts', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((text) => createHash('sha256').update(text).digest('hex'));
  const texts = [`sha256:${b}`, `sha256:${a}`, ` SHA256:${c!.toUpperCase()} `, `sha256:${b}`, 'sha256:x', ''];
  const expected = fileHashes(texts.map((each) => each.trim()));
  let found: unknown;
  readJson(JSON.stringify({ hashes: [...texts, 7, null, {}] }), (cursor) => {
    while (cursor.nextKey() !== undefined) found = fileHashesAt(cursor);
  });
  expect(found).toEqual(expected);
  expect(expected).toHaveLength(3);
  expect(sha256Hashes([b!, a!, c!.toUpperCase(), b!, 'x'])).toEqual(expected);
});
