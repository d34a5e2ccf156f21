import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataFolder } from '@scangate/emulator-host/data-folder';
import { openErrorLog } from '#local/error-log.ts';

test('errors are logged until the log is closed; later ones need no folder', async () => {
  const path = mkdtempSync(join(tmpdir(), 'scangate-log-'));
  const folder = await openDataFolder(path);
  const log = openErrorLog(folder);
  log.report(new Error('a bug'));
  log.report('something else');
  const text = readFileSync(join(path, 'logs', 'local.log'), 'utf8');
  expect(text).toMatch(/Z Error: a bug\n[^]*Z something else\n$/);
  log.close();
  await folder.release();
  rmSync(path, { recursive: true });
  log.report(new Error('late'));
  expect(existsSync(path)).toBe(false);
});
