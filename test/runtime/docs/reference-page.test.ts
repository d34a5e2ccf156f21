import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { referencePage, referencePolicy } from '#runtime/docs/reference-page.ts';

test('the policy permits the scripts of the page by their hashes', () => {
  const inline = [...referencePage.matchAll(/<script>([^<]*)<\/script>/g)].map(([, script = '']) => script);
  expect(inline).toHaveLength(1);
  for (const script of inline)
    expect(referencePolicy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
});

test('every URL of the page is relative, so that it works below the stage of the gateway', () => {
  const addresses = [...referencePage.matchAll(/(?:src|href)="([^"]*)"|init\('([^']*)'/g)];
  expect(addresses.map(([, address, document]) => address ?? document)).toEqual([
    'data:,',
    'v1/openapi.json',
    'docs/redoc.js',
    'v1/openapi.json',
  ]);
});
