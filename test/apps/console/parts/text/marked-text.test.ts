import { describe, expect, test } from 'vitest';
import { cutMiddle, headAndTail, markSigns, markedText } from '@scangate/console/parts/text/marked-text.ts';

describe('characters that are invisible or that reorder others become marks', () => {
  test.each([
    ['a right-to-left override', 'photo\u202Egpj.exe', 'photo[U+202E]gpj.exe'],
    ['isolates', '\u2066a\u2069', '[U+2066]a[U+2069]'],
    ['a zero-width space', 'a\u200Bb', 'a[U+200B]b'],
    ['a byte order mark', '\uFEFFa', '[U+FEFF]a'],
    ['a soft hyphen', 'a\u00ADb', 'a[U+00AD]b'],
    ['a no-break space', 'a\u00A0b', 'a[U+00A0]b'],
    ['a line break and a tab', 'a\nb\tc', 'a[U+000A]b[U+0009]c'],
    ['an escape sequence of a terminal', '\u001B[31mred', '[U+001B][31mred'],
    ['a tag character', 'a\u{E0041}b', 'a[U+E0041]b'],
    ['a lone surrogate', 'a\uD800b', 'a[U+D800]b'],
    ['a private character', 'a\uE000b', 'a[U+E000]b'],
    ['a Hangul filler, which looks like a space', 'a\u3164b', 'a[U+3164]b'],
  ])('%s', (_what, text, marked) => {
    expect(markedText(text)).toBe(marked);
  });

  test('markup, other scripts and emoji made of several characters stay unchanged', () => {
    for (const text of [
      '<img src=x onerror=alert(1)>',
      'файл.ts',
      'ファイル',
      'مرحبا',
      '👩‍💻.ts',
      '❤️‍🔥',
      '🏳️‍🌈',
      'é',
    ])
      expect(markedText(text)).toBe(text);
  });

  test('a joiner outside an emoji is a mark', () => {
    expect(markedText('pay\u200Dpal')).toBe('pay[U+200D]pal');
  });

  test('an empty text has no parts', () => {
    expect(markSigns('')).toEqual([]);
  });
});

describe('long texts are shortened in the middle', () => {
  test('a text that fits stays unchanged', () => {
    expect(cutMiddle('short', 10)).toBe('short');
  });

  test('both ends stay visible', () => {
    expect(cutMiddle('abcdefghij', 5)).toBe('ab…ij');
    expect(cutMiddle(`${'x'.repeat(4_000)}.ts`, 600)).toHaveLength(600);
  });

  test('no emoji of several characters is split', () => {
    expect(cutMiddle('👩‍💻'.repeat(10), 5)).toBe('👩‍💻👩‍💻…👩‍💻👩‍💻');
  });

  test('a short text is one part, a long one keeps its tail', () => {
    expect(headAndTail('Demo', 12)).toEqual(['Demo', '']);
    expect(headAndTail('src/some/long/folder/index.ts', 8)).toEqual(['src/some/long/folder/', 'index.ts']);
  });
});
