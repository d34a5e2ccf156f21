import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('no file, export, dependency or import is dead, missing or undeclared', () => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      'node_modules/knip/bin/knip.js',
      '--no-config-hints',
      '--include',
      'files,exports,types,dependencies,unlisted,unresolved',
    ],
    // The configuration of the tests says where there is no browser.
    { encoding: 'utf8', env: { ...process.env, SCANGATE_CHROMIUM: '/usr/bin/chromium' } },
  );
  expect(`${stdout}${stderr}`.trim()).toBe('');
  expect(status).toBe(0);
});
