import { expect, test } from 'vitest';
import { tagOf, tags } from '#contract/openapi/tags.ts';

test.each([
  ['/v1/scans', 'Scans'],
  ['/v1/scans/{scanId}/attestation', 'Evidence'],
  ['/v1/organization', 'Organization'],
  ['/v1/organization/gate/simulate', 'Gate'],
  ['/v1/shared/open', 'Evidence'],
])('the longest path that covers %s decides: %s', (path, tag) => {
  expect(tagOf(path)).toBe(tag);
});

test.each(['/v1/scansion', '/v2/scans', '/'])('a path that no tag covers is an error: %s', (path) => {
  expect(() => tagOf(path)).toThrow(`no tag covers ${path}`);
});

test('every tag has a distinct name', () => {
  expect(new Set(tags.map(({ name }) => name)).size).toBe(tags.length);
});
