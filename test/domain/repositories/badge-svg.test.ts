import { expect, test } from 'vitest';
import { badgeSvg, badgeWords, type BadgeWord } from '@scangate/domain/repositories/badge-svg';

const words = Object.keys(badgeWords) as BadgeWord[];

test.each(words)('the badge %s is readable for everybody, and wide enough', (word) => {
  const svg = badgeSvg(word);
  expect(svg).toContain(`aria-label="Scangate: ${word}"`);
  expect(svg).toContain(`>${word}</text>`);
  // A character of this font is about 7 pixels wide.
  expect(badgeWords[word].width).toBeGreaterThanOrEqual(word.length * 6);
});

test('only a pass is green', () => {
  const green = words.filter((word) => badgeWords[word].color === badgeWords.PASS.color);
  expect(green).toEqual(['PASS']);
});
