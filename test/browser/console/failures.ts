import { beforeAll, expect, test } from 'vitest';
import type { Page, Route } from 'playwright-core';
import { consoleUrl, consoleWorld, openAs, openSignedOut } from '#test/support/console/console-world.ts';
import { newSampleOrganization, type SampleOrganization } from '#test/support/console/sample-organization.ts';
import { settle, type Visit } from '#test/support/console/visit.ts';
import { choose, sessionSecret, signInAs } from '#test/support/local/chromium.ts';
import { makeRepository } from '#test/support/local/cloud.ts';

/** Failures around a page, where a browser matters: sessions, the network, streams, files and storage. */

let organization: SampleOrganization;
beforeAll(async () => void (organization = await newSampleOrganization()), 120_000);

const at = (path: string): string => `${consoleUrl()}/console/o/${organization.organizationId}/${path}`;

/** A step that does not come fails by itself, before the test does. */
const stepMs = 15_000;

const openPage = async (path: string): Promise<Visit> => {
  const visit = await openAs(organization, 'owner');
  visit.page.setDefaultTimeout(stepMs);
  await visit.page.goto(at(path));
  await settle(visit);
  return visit;
};

/**
 * A window in which a person signed in at the issuer, and can again. The issuer's people belong to the last
 * caller.
 */
const signedIn = async (): Promise<Visit> => {
  const people = `/_local/organizations/${organization.organizationId}/demo-people`;
  await consoleWorld().cloud.ask('POST', people);
  const visit = await openSignedOut();
  visit.context.setDefaultTimeout(stepMs);
  await signInAs(visit.page, consoleUrl(), 'owner');
  await settle(visit);
  return visit;
};

const endSession = async ({ page }: Visit): Promise<void> => {
  const token = (await sessionSecret(page)) ?? '';
  const { status } = await consoleWorld().cloud.ask('DELETE', '/v1/session', { token });
  expect(status).toBe(204);
};

/** The pages of the local issuer are of another origin. */
const atIssuer = /^foreign request: http:\/\/localhost:\d+\/oidc\//;

/** Signs in again in the tab that the page opens. */
const signInElsewhere = async ({ page, context }: Visit): Promise<void> => {
  const opened = context.waitForEvent('page');
  await page.getByRole('dialog').getByRole('link', { name: 'Sign in' }).click();
  const tab = await opened;
  await choose(tab, 'demo-owner');
  await tab.getByText(/close this tab/).waitFor();
  await tab.close();
};

/** The keys of requests that were sent to a path, in their order. */
const keysOf = ({ page }: Visit, path: string): (string | undefined)[] => {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path)
      keys.push(request.headers()['idempotency-key']);
  });
  return keys;
};

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).click();

const finish = async (visit: Visit, expected: RegExp[] = []): Promise<void> => {
  await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
  await visit.close();
  expect(visit.problems.filter((problem) => !expected.some((each) => each.test(problem)))).toEqual([]);
};

test('a session that ended during a form: the dialog opens over it, and the same request continues under its key', async () => {
  const visit = await signedIn();
  const { page } = visit;
  await page.goto(at('connect-repository'));
  const { path } = makeRepository({ 'package.json': '{"name":"second"}' });
  await page.getByRole('textbox', { name: 'URL' }).fill(path);
  await press(page, 'Test access');
  await page.getByRole('textbox', { name: /^Name/ }).fill('acme/second');
  const keys = keysOf(visit, '/v1/repositories');
  await endSession(visit);
  await press(page, 'Connect');
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  await signInElsewhere(visit);
  await page.waitForURL('**/new-scan?**');
  expect(keys).toEqual([expect.any(String), keys[0]]);
  await finish(visit, [atIssuer]);
}, 60_000);

test('a stream that is cut, and a session that is revoked during it: after the sign-in the verdict arrives without a reload', async () => {
  const visit = await signedIn();
  const { page } = visit;
  let waits = 0;
  let isShown = (): void => undefined;
  const shown = new Promise<void>((resolve) => void (isShown = resolve));
  const unit = { projectUnitId: 'u', path: 'tomorrow', type: 'npm', status: 'running' };
  await page.route(`**/v1/scans/${organization.scanId}`, async (route) => {
    const answer = await route.fetch();
    if (waits > 2 || !answer.ok()) return route.fulfill({ response: answer });
    await route.fulfill({ response: answer, json: { ...(await answer.json()), status: 'running' } });
    isShown();
  });
  await page.route('**/wait?**', async (route) => {
    waits += 1;
    if (waits > 1) return route.continue();
    // A session that ends before the page has the scan leaves nothing to show.
    await shown;
    await endSession(visit);
    // One event, and then nothing: the connection is gone.
    await route.fulfill({
      contentType: 'text/event-stream',
      body: `event: unit\ndata: ${JSON.stringify(unit)}\n\n`,
    });
  });
  await page.goto(at(`scans/${organization.scanId}`));
  await page.getByText('tomorrow').waitFor();
  const ended = page.getByRole('alert').filter({ hasText: 'Your session has ended' });
  await ended.getByRole('button', { name: 'Sign in' }).click();
  await signInElsewhere(visit);
  await page.getByText('FAIL', { exact: true }).first().waitFor();
  await expect.poll(() => page.getByRole('alert').count(), { timeout: stepMs }).toBe(0);
  await finish(visit, [atIssuer]);
}, 60_000);

test('a double click and a reload in the middle of a purchase: one key, one charge', async () => {
  const visit = await openPage('billing?tab=packs&change=pack&pack=core-100');
  const { page } = visit;
  const keys = keysOf(visit, '/billing/packs');
  let sent = false;
  await page.route('**/billing/packs', async (route) => {
    if (sent) return route.continue();
    sent = true;
    // The service has it; its answer never arrives.
    await route.fetch();
  });
  await page.getByRole('button', { name: /^Continue to pay/ }).dblclick();
  await expect.poll(() => sent, { timeout: stepMs }).toBe(true);
  await page.reload();
  await page.getByText('No response was received').first().waitFor();
  expect(keys).toHaveLength(1);
  await press(page, 'Send again');
  await page.waitForURL('**/_local/stripe/checkout/**');
  expect(keys).toEqual([keys[0], keys[0]]);
  const { cloud } = consoleWorld();
  await cloud.ask('POST', `${new URL(page.url()).pathname}/complete`, { body: {} });
  await cloud.ask('POST', '/_local/settle');
  const { body } = await cloud.ask('GET', '/billing/status', { token: organization.sessions['owner'] ?? '' });
  expect(body['pools']).toMatchObject({ core: { purchased: 100 } });
  await page.goto(at('billing?tab=packs&checkout=success'));
  await page.getByText('The payment is confirmed, and the change is in effect.').waitFor();
  await finish(visit);
}, 60_000);

test('without a network nothing is sent, not even later, and what was entered stays', async () => {
  const visit = await openAs(organization, 'owner');
  const { page, context } = visit;
  await page.clock.install();
  await page.goto(at('connect-repository'));
  await settle(visit);
  const checks = keysOf(visit, '/v1/repositories/check');
  const url = page.getByRole('textbox', { name: 'URL' });
  const { path } = makeRepository({ 'package.json': '{"name":"third"}' });
  await url.fill(path);

  await context.setOffline(true);
  await page.getByText('Nothing is sent now, or automatically later.').waitFor();
  await press(page, 'Test access');
  await page.getByText('Nothing was sent.').waitFor();
  await context.setOffline(false);
  await page.clock.runFor(60_000);
  expect(checks).toEqual([]);

  let isHeld = false;
  await page.route('**/v1/repositories/check', () => void (isHeld = true));
  await press(page, 'Test access');
  await expect.poll(() => isHeld, { timeout: stepMs }).toBe(true);
  await context.setOffline(true);
  await page.getByText('The connection was lost').waitFor();
  await context.setOffline(false);
  await page.clock.runFor(60_000);
  expect([checks.length, await url.inputValue()]).toEqual([1, path]);

  await page.unroute('**/v1/repositories/check');
  await press(page, 'Test access');
  await page.getByText('Access works').waitFor();
  await finish(visit);
}, 60_000);

test('a file that is missing after a deployment offers a reload, which keeps the draft', async () => {
  const visit = await openPage('connect-repository');
  const { page } = visit;
  const url = page.getByRole('textbox', { name: 'URL' });
  await url.fill('https://example.com/draft');
  await page.route('**/console/assets/*', (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.getByRole('link', { name: 'Inventory' }).click();
  await page.getByText('A new version is available').waitFor();
  await page.unroute('**/console/assets/*');
  await press(page, 'Reload');
  await page.getByRole('heading', { name: 'Inventory' }).waitFor();
  await page.goto(at('connect-repository'));
  expect(await url.inputValue()).toBe('https://example.com/draft');
  await finish(visit, [/dynamically imported module/, /preload CSS/]);
}, 60_000);

test('an answer that takes 30 s can be canceled after 5 s, which ends the request, and be requested again', async () => {
  const visit = await openAs(organization, 'owner');
  const { page } = visit;
  await page.clock.install();
  const held: Route[] = [];
  await page.route('**/v1/audit-events?**', (route) => void held.push(route));
  await page.goto(at('audit'));
  await expect.poll(() => held.length, { timeout: stepMs }).toBe(1);
  const delay = `getComputedStyle(document.querySelector('[aria-busy="true"] > span:not([role])')).animationDelay`;
  expect(await page.evaluate(delay)).toBe('0.2s');
  await page.clock.runFor(5_000);
  const failed = page.waitForEvent('requestfailed');
  await press(page, 'Cancel');
  expect((await failed).url()).toContain('/v1/audit-events');
  await page.getByText('You stopped this.').waitFor();
  await page.unroute('**/v1/audit-events?**');
  await press(page, 'Try again');
  await page.getByRole('table').waitFor();
  await finish(visit);
}, 60_000);

/** The storage of a page where cookies are blocked. */
const keepsNothing = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, {
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });`;

test('a browser without cookies and storage is told what is missing', async () => {
  const visit = await openSignedOut();
  const { page } = visit;
  await page.addInitScript(keepsNothing);
  await page.goto(`${consoleUrl()}/console/`);
  await settle(visit);
  expect(await page.getByRole('alert').innerText()).toContain('Scangate needs cookies to sign you in.');
  await finish(visit);
}, 60_000);

test('a machine whose clock is a day late shows the times of the service, and says so', async () => {
  const visit = await openAs(organization, 'owner');
  const { page } = visit;
  await page.clock.install({ time: Date.now() - 86_400_000 });
  await page.goto(at(`repositories/${organization.repositoryId}`));
  await settle(visit);
  await page.getByText('It is 24 hours behind. Times shown here use the service’s clock.').waitFor();
  expect(await page.locator('main').innerText()).not.toMatch(/in \d+ (?:hours|days)|tomorrow/);
  await finish(visit);
}, 60_000);
