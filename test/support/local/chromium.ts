import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { describe as describeAnywhere, test as testAnywhere } from 'vitest';

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const names = ['chromium', 'google-chrome'];

const findChromium = (): string | undefined => {
  const named = process.env['SCANGATE_CHROMIUM'];
  if (named !== undefined) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
};

const executablePath = findChromium();
const advice =
  'There is no Chromium: run `apt-get install chromium`, or name another one in SCANGATE_CHROMIUM.';

if (executablePath === undefined) {
  if (process.env['SCANGATE_BROWSER'] === 'required') throw new Error(advice);
  process.stderr.write(`Tests in a browser are skipped. ${advice}\n`);
}

/** Like those of Vitest, and skipped on a machine without a browser, unless SCANGATE_BROWSER is `required`. */
export const test = testAnywhere.skipIf(executablePath === undefined);
export const describe = describeAnywhere.skipIf(executablePath === undefined);

/** Starts a headless Chromium of this machine. */
export const startChromium = async (): Promise<Browser> => {
  if (executablePath === undefined) throw new Error(advice);
  // Debian's wrapper of root, and a container's small /dev/shm.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
};

/** Chooses somebody at the local issuer. */
export const choose = (page: Page, subject: string): Promise<void> =>
  page.locator(`button[name="person"][value="${subject}"]`).click();

/** Signs in at the sign-in page of the console, by the link of the demo's person with this role. */
export const signInAs = async (page: Page, url: string, role: string): Promise<void> => {
  await page.goto(`${url}/console/`);
  await page.getByRole('link', { name: `Sign in as Demo ${role}` }).click();
  await page.waitForURL('**/console/o/**');
};

/** The secret of the session that the browser keeps. */
export const sessionSecret = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name === '__Host-scangate')?.value;
