import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumAdvice, findChromium } from './find-chromium.ts';

/** Starts a headless Chromium of this machine. @throws Error that says how to get one. */
export const startChromium = async (): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(chromiumAdvice);
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
