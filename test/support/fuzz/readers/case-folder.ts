import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder whose files each case overwrites, and which is removed at the end of the process. */
export const caseFolder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'scangate-fuzz-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return path;
};
