import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { citedTests, hasTest, pageText } from './cited-tests.ts';

const pages = readdirSync('docs/security').filter((page) => page.endsWith('.md'));
const cited = pages.flatMap((page) => citedTests(pageText(page), page).map((one) => ({ page, ...one })));

test('every test that a page links exists, under the title of the link', () => {
  expect(cited.length).toBeGreaterThan(5);
  expect(
    cited.filter((one) => !hasTest(one)).map(({ page, title, file }) => `${page}: ${title} (${file})`),
  ).toEqual([]);
});

test('a title that no test has is detected', () => {
  const [some] = cited;
  expect(hasTest({ file: some?.file ?? '', title: 'a guarantee that nobody gave' })).toBe(false);
  expect(hasTest({ file: 'test/none.test.ts', title: some?.title ?? '' })).toBe(false);
});
