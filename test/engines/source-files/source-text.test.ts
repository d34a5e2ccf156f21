import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readingsOf, sourceText, textBesideNuls } from '@scangate/engines/source-files/source-text';

const line = 'access = "0123456789abcdefghij"\n';
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const utf32 = (text: string): Buffer =>
  Buffer.concat(
    [...text].map((letter) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(letter.codePointAt(0) ?? 0);
      return bytes;
    }),
  );
const chinese = '设置文件的说明，请不要修改这里的内容。'.repeat(300);
const mark = Buffer.from([0xff, 0xfe]);
const read = (content: Buffer): string[] => readingsOf(content).map((text) => text.toString());

describe('a line is in a reading of its file', () => {
  test.each([
    ['in ASCII', Buffer.from(line)],
    ['after a mark of UTF-16 that is none', Buffer.concat([mark, Buffer.from(line)])],
    ['after the other mark', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(line)])],
    ['after such a mark, with a NUL', Buffer.concat([mark, Buffer.from(`\0${line}`)])],
    [
      'after text that is in UTF-16',
      Buffer.concat([mark, utf16('# settings\n'.repeat(1_000)), Buffer.from(line)]),
    ],
    ['after as much without a mark', Buffer.concat([utf16('# settings\n'.repeat(1_000)), Buffer.from(line)])],
    ['in UTF-16', Buffer.concat([mark, utf16(line)])],
    ['in UTF-16 of the other order', Buffer.concat([mark, utf16(line)]).swap16()],
    ['in UTF-16 after much ASCII', Buffer.concat([Buffer.from('# settings\n'.repeat(1_000)), utf16(line)])],
    ['after a mark, a letter and a NUL', Buffer.concat([mark, Buffer.from(`x\0${line}`)])],
    [
      'in UTF-16 of the other order before ASCII',
      Buffer.concat([utf16(line.trim()).swap16(), Buffer.from('\n')]),
    ],
    ['in UTF-16 among Chinese', utf16(`${chinese}\n${line}`)],
    ['in UTF-16 among Chinese, with a mark', Buffer.concat([mark, utf16(`${chinese}\n${line}`)])],
    ['in UTF-32', Buffer.concat([mark, Buffer.alloc(2), utf32(line)])],
    ['in UTF-32 without a mark', utf32(line.repeat(20))],
    ['in UTF-8 among Chinese, with a NUL', Buffer.from(`\0${chinese}\n${line}`)],
    ['between NULs', Buffer.from(`a=1\0${line}\0b=2\0`.repeat(3))],
  ])('%s', (_name, content) => {
    expect(read(content).some((text) => text.includes(line.trim()))).toBe(true);
  });

  test('whatever the committer mixes', () => {
    const part = fc.constantFrom<(text: string) => Buffer>(
      (text) => Buffer.from(text),
      utf16,
      (text) => utf16(text).swap16(),
      utf32,
    );
    const filler = fc.record({ part, text: fc.constantFrom('# settings\n', '设置\n', ';\0;', 'x') });
    fc.assert(
      fc.property(fc.array(filler, { maxLength: 6 }), part, fc.boolean(), (before, encode, isMarked) => {
        const parts = before.map(({ part: write, text }) => write(text.repeat(20)));
        const content = Buffer.concat([
          isMarked ? mark : Buffer.alloc(0),
          ...parts,
          encode(`\n${line.repeat(30)}`),
        ]);
        expect(read(content).some((text) => text.includes(line.trim()))).toBe(true);
      }),
    );
  });
});

test('a file in one encoding has one reading', () => {
  for (const content of [
    Buffer.from(line),
    utf16(line),
    Buffer.concat([mark, utf16(line)]),
    Buffer.from(chinese),
  ])
    expect(read(content)).toHaveLength(1);
});

test('the letters of UTF-16 beyond ASCII are read', () => {
  const text = `// ключ ${chinese}`;
  expect(sourceText(Buffer.concat([mark, utf16(text)]))?.toString()).toBe(text);
});

test('programs and compressed data are no text', () => {
  let state = 1;
  const random = Buffer.alloc(20_000).map(
    () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 24,
  );
  const program = Buffer.alloc(20_000).map((_, at) => (at % 7) * (at % 5));
  expect([textBesideNuls(random), textBesideNuls(program)]).toEqual([undefined, undefined]);
});
