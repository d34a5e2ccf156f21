import { expect, test } from 'vitest';
import { safeHref } from '@scangate/console/parts/text/external-link.tsx';

test('only https is followed, and no URL with a user name or a password', () => {
  expect(safeHref('https://github.com/acme/storefront')).toBe('https://github.com/acme/storefront');
  for (const href of [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://github.com/acme',
    'https://user:secret@github.com/',
    'https://github.com@evil.example/',
    '//evil.example',
    '/console',
    '',
  ])
    expect(safeHref(href)).toBeUndefined();
});
