import { expect, test } from 'vitest';
import { consolePages, consoleUrl } from '@scangate/domain/console-pages';
import { isReturnTo } from '@scangate/domain/identity/sessions/return-to';

test.each(Object.values(consolePages))('%s is a page to return to after a sign-in', (path) => {
  expect(isReturnTo(path)).toBe(true);
});

test('a secret comes after the fragment sign, which no browser sends', () => {
  const url = consoleUrl('https://scangate.example.com', 'sharedPack', 'sgl_secret');
  expect([new URL(url).pathname, new URL(url).hash]).toEqual(['/console/shared', '#sgl_secret']);
});
