import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { devicePage, devicePagePolicy } from '#runtime/http/device-page.ts';
import { scopes } from '@scangate/domain/identity/roles';

test('the policy of the page permits its one script, and nothing of another origin', () => {
  const scripts = [...devicePage.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);
  expect(scripts).toHaveLength(1);
  const hash = createHash('sha256')
    .update(scripts[0] ?? '')
    .digest('base64');
  expect(devicePagePolicy).toContain(`script-src 'sha256-${hash}'; connect-src 'self'`);
  expect(devicePage).not.toMatch(/innerHTML|eval|https?:/);
});

test('every scope can be given, and the page comes back after a sign-in', () => {
  for (const scope of scopes) expect(devicePage).toContain(JSON.stringify(scope));
  expect(devicePage).toContain('returnTo=%2Fconsole%2Fdevice');
});
