import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One folder for all that tests leave in the system's: it goes with them. */
export default (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};
