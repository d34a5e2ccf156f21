import { settle, type Visit } from './visit.ts';

/** Begins to move within the console, as a link does, and waits for the heading of the page. */
export const begin = async ({ page }: Visit, organizationId: string, path: string): Promise<void> => {
  const address = `/console/o/${organizationId}/${path}`.replace(/\/$/, '');
  // The heading of the page that is left goes with it.
  await page.evaluate(`document.querySelector('main h1')?.setAttribute('data-left', '');
    history.pushState(null, '', ${JSON.stringify(address)})`);
  const heading = page.locator('main h1:not([data-left])');
  await heading.waitFor({ timeout: 10_000 }).catch(() => {
    throw new Error(`${path} shows no heading`);
  });
};

/** Moves within the console, and waits until the page is at rest. */
export const moveTo = async (visit: Visit, organizationId: string, path: string): Promise<void> => {
  await begin(visit, organizationId, path);
  await settle(visit);
};
