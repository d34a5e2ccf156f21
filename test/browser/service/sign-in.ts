import { build } from 'esbuild';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { roles } from '@scangate/domain/identity/roles';
import { isNightly } from '#test/support/runs/samples.ts';
import { consoleWorld } from '#test/support/console/console-world.ts';
import { choose, sessionSecret, signInAs } from '#test/support/local/chromium.ts';
import { makeRepository, type TestCloud } from '#test/support/local/cloud.ts';

/** People sign in with a real browser, and pages of other origins gain nothing from it. */

/** `npm test` takes two roles; each night takes all. */
const people = isNightly ? roles : (['owner', 'member'] as const);

let cloud: TestCloud;
let context: BrowserContext;
let page: Page;
/** The links that the people are mailed, by address. */
let links: Map<string, string>;
/** The id of the first organization. */
let organizationId: string;

/** Invites each person to another organization, and waits for the mails. */
const inviteAll = async (): Promise<Map<string, string>> => {
  const { tokens } = await cloud.newOrganization({ name: 'Second' });
  for (const role of people) {
    const body = { email: `${role}@demo.example`, role };
    const { status } = await cloud.ask('POST', '/v1/invitations', { token: tokens['owner'] ?? '', body });
    if (status !== 201) throw new Error(`the invitation was answered with ${status}`);
  }
  await cloud.ask('POST', '/_local/clock', { body: { advanceSeconds: 900 } });
  return vi.waitFor(
    async () => {
      const found = await linksOf();
      if (found.size < people.length) throw new Error(`${found.size} invitations are mailed`);
      return found;
    },
    { timeout: 60_000, interval: 200 },
  );
};

/** The links of the mails that were sent, by address. */
const linksOf = async (): Promise<Map<string, string>> => {
  const { text } = await cloud.ask('GET', '/_local/mail');
  const mails = JSON.parse(text) as { to: string[]; text: string }[];
  return new Map(
    mails.flatMap(({ to, text: content }) => {
      const [link] = /http\S+#sgi_\w+/.exec(content) ?? [];
      return link === undefined ? [] : to.map((address): [string, string] => [address, link]);
    }),
  );
};

const fresh = async (): Promise<void> => {
  await context?.close();
  context = await consoleWorld().browser.newContext();
  page = await context.newPage();
  page.setDefaultTimeout(10_000);
};
/** The session of the browser, as the service knows it. */
const who = (): Promise<string> =>
  page.evaluate(
    `fetch('/v1/session').then((answer) => answer.json()).then(({ person, role, organization }) =>
      person.email + ' is ' + role + ' of ' + organization.name)`,
  );
const isIn = (url: RegExp | string) => page.waitForURL(url);
const press = (name: string) => page.getByRole('button', { name }).click();
/** The status of a request with a secret, and with whatever the browser keeps. */
const statusWith = async (secret: string | undefined): Promise<number> =>
  (await cloud.ask('GET', '/v1/session', { headers: { Cookie: `__Host-scangate=${secret}` } })).status;

describe('people', () => {
  beforeAll(async () => {
    ({ cloud } = consoleWorld());
    ({ organizationId } = await cloud.newOrganization({ name: 'First' }));
    const path = `/_local/organizations/${organizationId}/demo-people`;
    await cloud.ask('POST', path);
    links = await inviteAll();
  }, 180_000);
  afterAll(() => context?.close());

  describe.each(people)('the %s', (role) => {
    test('signs in, accepts an invitation, switches, signs in again to confirm and signs out', async () => {
      await fresh();
      const { url } = cloud.cloud;
      await signInAs(page, url, role);
      expect(await who()).toBe(`${role}@demo.example is ${role} of First`);
      const first = await sessionSecret(page);

      const link = links.get(`${role}@demo.example`) ?? '';
      await page.goto(link);
      await press('Accept and sign in');
      await choose(page, `demo-${role}`);
      await isIn('**/console/o/**');
      expect(await who()).toBe(`${role}@demo.example is ${role} of Second`);
      const second = await sessionSecret(page);
      expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);

      await page.goto(`${url}/console/o/${organizationId}`);
      await press('Switch to First');
      await page.getByRole('navigation').waitFor();
      expect(await who()).toBe(`${role}@demo.example is ${role} of First`);
      const third = await sessionSecret(page);
      expect([await statusWith(second), await statusWith(third)]).toEqual([401, 200]);

      await page.goto(`${url}/v1/session/start?recent=true`);
      await choose(page, `demo-${role}`);
      await isIn('**/console/o/**');
      const fourth = await sessionSecret(page);
      expect([await statusWith(third), await statusWith(fourth)]).toEqual([401, 200]);

      await page.goto(`${url}/console/o/${organizationId}/you`);
      await press('Sign out');
      await page.getByRole('heading', { name: 'Sign in to Scangate' }).waitFor();
      expect([await sessionSecret(page), await statusWith(fourth)]).toEqual([undefined, 401]);

      await page.goto(link);
      await press('Accept and sign in');
      const refused = page.waitForResponse(/session\/callback/);
      await choose(page, `demo-${role}`);
      expect((await refused).status()).toBe(410);
      expect(await page.locator('main').innerText()).toContain('invitation_expired');
      expect(await sessionSecret(page)).toBe(undefined);
    }, 60_000);
  });

  describe('a command line', () => {
    const post = async (path: string, body: object) =>
      JSON.parse((await cloud.ask('POST', path, { body })).text) as Record<string, string>;
    const enter = async (code: string, act: string): Promise<void> => {
      await page.getByLabel('Code').fill(code);
      await press(act);
    };
    const said = (text: string) => page.getByText(text).waitFor();

    test('is approved at the page that it shows, by a person who signs in there', async () => {
      const { deviceCode = '', userCode = '', verificationUri = '' } = await post('/v1/device', {});
      await fresh();
      await page.goto(verificationUri);
      await page.getByRole('link', { name: 'Sign in as Demo owner' }).click();
      await enter('BCDF-GHJK', 'Approve');
      await page.getByRole('alert').waitFor();
      await enter(userCode.toLowerCase(), 'Approve');
      await said('The command line is approved');
      const { token = '' } = await post('/v1/device/token', { deviceCode });
      const { text } = await cloud.ask('GET', '/v1/me', { token });
      expect(JSON.parse(text)).toMatchObject({ email: 'owner@demo.example' });
    }, 60_000);

    test('is denied, after the person has signed in again to confirm', async () => {
      await cloud.ask('POST', '/_local/clock', { body: { advanceSeconds: 960 } });
      const { deviceCode = '', userCode = '', verificationUri = '' } = await post('/v1/device', {});
      await page.goto(verificationUri);
      await enter(userCode, 'Deny');
      const [tab] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('link', { name: 'Sign in', exact: true }).click(),
      ]);
      await choose(tab, 'demo-owner');
      await tab.getByText('You can close this tab').waitFor();
      await said('The command line is denied');
      expect(await post('/v1/device/token', { deviceCode })).toMatchObject({ code: 'access_denied' });
    }, 60_000);
  });

  /** Bundles the client as a page would, under the global name `sdk`. */
  const clientBundle = async (): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: ['lib/client/index.ts'],
      bundle: true,
      format: 'iife',
      globalName: 'sdk',
      platform: 'browser',
      write: false,
    });
    return outputFiles[0]?.text ?? '';
  };

  /** Runs in the page: scans a commit with the session of the browser. */
  const scanFromPage = `async ({ path, commitHash }) => {
  const { organization } = await (await fetch('/v1/session')).json();
  // The CSRF token is an old one, as after a sign-in in another tab.
  const client = sdk.createClient({ baseUrl: location.origin, csrfToken: 'old', organizationId: organization.organizationId });
  const { body: repository } = await client.call('connect-repository', { body: { url: path } });
  const { body: scan } = await client.call('create-scan', { body: { repositoryId: repository.repositoryId, commitHash, scanTypes: ['secrets'] } });
  const changes = [];
  const onUnitChange = ({ status }) => changes.push(status);
  const { verdict } = await client.waitForVerdict(scan.scanId, { intervalSeconds: 1, onUnitChange });
  const titles = [];
  for await (const { title } of client.items('list-findings', { params: { scanId: scan.scanId }, query: { limit: 1 } })) titles.push(title);
  return { verdict, changes, titles, sourceTrigger: scan.sourceTrigger };
}`;

  test('the client scans from a page with the session of its browser, and without a token', async () => {
    const secret = (letter: string) => `token = "ghp_${letter}R7mK2pX9vB4nT6wY8zQ1sD3fG5hJ0kL7a"\n`;
    const source = { 'one.py': secret('Z'), 'two.py': secret('Y') };
    const { path, hashes } = makeRepository(source);
    await fresh();
    await signInAs(page, cloud.cloud.url, 'owner');
    const headers: Record<string, string>[] = [];
    page.on('request', (request) => void headers.push(request.headers()));
    await page.evaluate(`${await clientBundle()};globalThis.sdk = sdk`);
    const order = JSON.stringify({ path, commitHash: hashes[0] });
    const found = await page.evaluate(`(${scanFromPage})(${order})`);
    expect(found).toMatchObject({
      verdict: expect.stringMatching(/^(?:PASS|FAIL)$/),
      sourceTrigger: 'manual',
    });
    const { changes, titles } = found as { changes: string[]; titles: string[] };
    expect(changes.at(-1)).toBe('completed');
    expect(titles.length).toBeGreaterThan(1);
    expect(headers.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  }, 60_000);

  /** Tries to read, to change and to show what belongs to the service, with the cookies of the browser. */
  const hostilePage = `<!doctype html><title>elsewhere</title><script>
const url = new URLSearchParams(location.search).get('url');
const outcome = (asked) => asked.then(() => 'answered', () => 'failed');
const credentials = 'include';
const body = JSON.stringify({ organizationId: '00000000-0000-4000-8000-000000000000' });
const frame = document.createElement('iframe');
const shown = new Promise((done) => frame.addEventListener('load', done));
onload = async () => {
  frame.src = url + '/console';
  document.body.append(frame);
  const read = await outcome(fetch(url + '/v1/session', { credentials }));
  const posted = await outcome(fetch(url + '/v1/session/organization', { method: 'POST', mode: 'no-cors', credentials, body }));
  const ended = await outcome(fetch(url + '/v1/session', { method: 'DELETE', credentials }));
  await shown;
  document.title = JSON.stringify({ read, posted, ended });
};
const send = () => {
  const form = Object.assign(document.createElement('form'), { method: 'POST', action: url + '/v1/session/start' });
  form.append(Object.assign(document.createElement('input'), { name: 'recent', value: 'true' }));
  document.body.append(form);
  form.submit();
};
</script>`;

  describe('a page of another origin', () => {
    let elsewhere: Server;
    beforeAll(async () => {
      elsewhere = createServer((_request, response) =>
        response.setHeader('Content-Type', 'text/html').end(hostilePage),
      );
      await new Promise<void>((listening) => void elsewhere.listen(0, listening));
      await fresh();
      await signInAs(page, cloud.cloud.url, 'owner');
      await page.getByRole('navigation').waitFor();
    });
    afterAll(() => void elsewhere.close());

    // Two ports of one host are one site; two hosts are two.
    test.each(['127.0.0.1', 'localhost'])(
      'on %s: it reads nothing, changes nothing and shows nothing',
      async (host) => {
        const before = await sessionSecret(page);
        const other = await context.newPage();
        const { port } = elsewhere.address() as AddressInfo;
        await other.goto(`http://${host}:${port}/?url=${cloud.cloud.url}`);
        await other.waitForFunction('document.title !== "elsewhere"');
        expect(JSON.parse(await other.title())).toEqual({
          read: 'failed',
          posted: 'failed',
          ended: 'failed',
        });
        const frame = other.frames().find((each) => each.parentFrame());
        expect(await frame?.content()).not.toContain('Overview');
        expect([await sessionSecret(page), await statusWith(before)]).toEqual([before, 200]);

        const refused = other.waitForResponse(/session\/start/);
        await other.evaluate('send()');
        expect((await refused).status()).toBe(403);
        // A page that is closed while it moves on can hang.
        await other.waitForURL('**/v1/session/start');
        await other.close();
      },
      60_000,
    );
  });
});
