import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts a headless Chromium of this machine. @throws Error that says how to get one. */
export const startChromium = async (): Promise<Browser> => {
  const executablePath = process.env['CHROMIUM'] ?? places.find((path) => existsSync(path));
  if (executablePath === undefined)
    throw new Error('These tests need Chromium: apt-get install chromium, or name another one in CHROMIUM.');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
};

/** Chooses somebody at the local issuer. */
export const choose = (page: Page, subject: string): Promise<void> =>
  page.locator(`button[name="person"][value="${subject}"]`).click();

/** Goes to the sign-in and chooses somebody at the local issuer. */
export const signInAs = async (page: Page, url: string, subject: string): Promise<void> => {
  await page.goto(`${url}/v1/session/start`);
  await choose(page, subject);
  await page.waitForURL('**/console');
};

/** The secret of the session that the browser keeps. */
export const sessionSecret = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name === '__Host-scangate')?.value;
