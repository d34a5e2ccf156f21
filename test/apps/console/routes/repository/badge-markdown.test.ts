import { expect, test } from 'vitest';
import { badgeMarkdown } from '@scangate/console/routes/repository/badge-markdown.ts';

test('a badge has the address of the service', () => {
  expect(badgeMarkdown('abc', 'https://scangate.example')).toBe(
    '![Scangate](https://scangate.example/badges/abc.svg)',
  );
});

test('an id never becomes more than a part of the path', () => {
  expect(badgeMarkdown('../a)', 'https://scangate.example')).toContain('/badges/..%2Fa)');
});
