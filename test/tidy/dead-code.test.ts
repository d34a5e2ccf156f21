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
    { encoding: 'utf8' },
  );
  expect(`${stdout}${stderr}`.trim()).toBe('');
  expect(status).toBe(0);
});
