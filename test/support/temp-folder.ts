import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives all tests one temporary folder, which is removed after them. */
export default (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};
