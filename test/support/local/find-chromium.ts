import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const names = ['chromium', 'google-chrome'];

export const chromiumAdvice =
  'There is no Chromium: run `apt-get install chromium`, or name another one in SCANGATE_CHROMIUM.';

/** Finds the Chromium of this machine. */
export const findChromium = (): string | undefined => {
  const named = process.env['SCANGATE_CHROMIUM'];
  if (named !== undefined) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
};

/**
 * Returns the tests that this machine cannot run, and says so: without a browser those in one are skipped.
 * @throws Error where SCANGATE_BROWSER is `required`, as it is in CI.
 */
export const testsWithoutBrowser = (): string[] => {
  if (findChromium() !== undefined) return [];
  if (process.env['SCANGATE_BROWSER'] === 'required') throw new Error(chromiumAdvice);
  process.stderr.write(`The tests in a browser are skipped. ${chromiumAdvice}\n`);
  return ['test/browser/**'];
};
