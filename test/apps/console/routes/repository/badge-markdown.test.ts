import { expect, test } from 'vitest';
import { badgeMarkdown } from '@scangate/console/routes/repository/badge-markdown.ts';

test('a badge has the URL of the service', () => {
  expect(badgeMarkdown('abc', 'https://scangate.example')).toBe(
    '![Scangate](https://scangate.example/badges/abc.svg)',
  );
});

test('an id never becomes more than one segment of the path', () => {
  expect(badgeMarkdown('../a)', 'https://scangate.example')).toContain('/badges/..%2Fa)');
});
