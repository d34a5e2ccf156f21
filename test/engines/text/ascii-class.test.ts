import { expect, test } from 'vitest';
import { asciiClass, consistsOf, endOfClass } from '@scangate/engines/text/ascii-class';

const word = asciiClass(/[\w.-]/);

test('a class has the ASCII characters that its expression matches, and no others', () => {
  const matched = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code)).filter((each) =>
    consistsOf(each, word),
  );
  expect(matched.join('')).toBe('-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz');
});

test('a run of a class ends at the first other character, or with the text', () => {
  expect(endOfClass('name==1.0', word)).toBe(4);
  expect(endOfClass('name==1.0', word, 6)).toBe(9);
  expect(endOfClass('naïve', word)).toBe(2);
  expect(endOfClass('name', word, 9)).toBe(9);
});

test('an empty text has no characters of a class', () => {
  expect(consistsOf('', word)).toBe(false);
});
