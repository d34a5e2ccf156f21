import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sharedPage, sharedPagePolicy } from '#runtime/http/pack-link-page.ts';

test('the policy permits the one script of the page, and this origin alone', () => {
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(sharedPage) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(sharedPagePolicy).toContain(`default-src 'none'; script-src 'sha256-${hash}'; connect-src 'self'`);
});

test('the page posts the fragment, and takes it out of the address', () => {
  expect(sharedPage).toContain(`location.hash.slice(1)`);
  expect(sharedPage).toContain(`history.replaceState(null, '', location.pathname)`);
  expect(sharedPage).toContain(`fetch('/v1/shared'`);
});
