import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleBuild } from '#local/console/console-build.ts';
import { startTestCloud, type TestCloud } from '../support/local/cloud.ts';
import { formOf, openTestBrowser, type TestBrowser } from '../support/identity/browser.ts';

/** The emulators for sign-in and the service with each other: people, invitations, an identity provider, a pipeline. */

let cloud: TestCloud;
let organizationId: string;
let sessions: Record<string, string>;
let tokens: Record<string, string>;
beforeAll(async () => {
  cloud = await startTestCloud([], { buildConsole: consoleBuild });
  ({ organizationId, sessions, tokens } = await cloud.newOrganization({ plan: 'Team', licenses: 5 }));
  await cloud.ask('POST', `/_local/organizations/${organizationId}/demo-people`);
}, 120_000);
afterAll(() => cloud.stop());

interface Session {
  person: { personId: string; email: string };
  organization: { organizationId: string };
  organizations: { organizationId: string }[];
  role: string;
  plan: string;
  csrfToken: string;
}

const at = (path: string): string => cloud.cloud.url + path;
const sessionOf = async (browser: TestBrowser): Promise<Session> => {
  const { status, html } = await browser.open(at('/v1/session'));
  expect(status).toBe(200);
  return JSON.parse(html) as Session;
};

/** Chooses on the page of the issuer that `open` leads to. */
const choose = async (
  browser: TestBrowser,
  start: string,
  choice: Record<string, string>,
): Promise<Session> => {
  const page = await browser.open(start);
  const { action } = formOf(
    page,
    Object.keys(choice).includes('new') ? 'Somebody new' : (choice['person'] ?? ''),
  );
  expect((await browser.open(action, { form: choice })).status).toBe(200);
  return sessionOf(browser);
};

describe('the issuer of the service', () => {
  test.each(['owner', 'admin', 'billing', 'member'])(
    'one click signs in the %s of the demo',
    async (role) => {
      const session = await choose(openTestBrowser(), at('/v1/session/start'), { person: `demo-${role}` });
      expect(session).toMatchObject({
        person: { email: `${role}@demo.example` },
        organization: { organizationId },
        role,
      });
    },
  );

  test('the links of the sign-in page sign in each role without a form', async () => {
    const { body } = await cloud.ask<{ items: { label: string; startUrl: string }[] }>(
      'GET',
      '/v1/session/providers',
    );
    expect(body.items.map(({ label }) => label)).toEqual([
      'Sign in',
      ...['owner', 'admin', 'billing', 'member'].map((role) => `Demo ${role}`),
    ]);
    const browser = openTestBrowser();
    await browser.open(at(body.items.find(({ label }) => label === 'Demo billing')?.startUrl ?? ''));
    expect(await sessionOf(browser)).toMatchObject({ organization: { organizationId }, role: 'billing' });
  });

  test('a new person gets an organization with the Free plan', async () => {
    const choice = { new: 'yes', email: '', verified: 'yes' };
    const session = await choose(openTestBrowser(), at('/v1/session/start'), choice);
    expect(session).toMatchObject({ role: 'owner', plan: 'Free' });
    expect(session.organization.organizationId).not.toBe(organizationId);
  });
});

test('an invitation is in the inbox with a link that works, and the owner of the address accepts it', async () => {
  const cookie = `__Host-scangate=${sessions['owner']}`;
  const { body: owner } = await cloud.ask<Session>('GET', '/v1/session', { headers: { cookie } });
  const headers = { cookie, 'Scangate-CSRF': owner.csrfToken };
  const body = { email: 'invitee@guest.example', role: 'billing' };
  expect((await cloud.ask('POST', '/v1/invitations', { headers, body })).status).toBe(201);
  await cloud.ask('POST', '/_local/clock', { body: { advanceSeconds: 120 } });
  const { text: inbox } = await cloud.ask('GET', '/_local/inbox');
  const [, link = ''] = /<a href="([^"]+)"/.exec(inbox) ?? [];
  expect(link.startsWith(at('/console/invitation#sgi_'))).toBe(true);
  expect((await fetch(link)).headers.get('content-type')).toMatch(/^text\/html/);
  const browser = openTestBrowser();
  const page = await browser.open(at('/v1/session/start'), {
    form: { invitation: link.split('#')[1] ?? '' },
    headers: { origin: cloud.cloud.url, 'sec-fetch-site': 'same-origin' },
  });
  const { action } = formOf(page, 'Somebody new');
  await browser.open(action, { form: { new: 'yes', email: 'invitee@guest.example', verified: 'yes' } });
  expect(await sessionOf(browser)).toMatchObject({ organization: { organizationId }, role: 'billing' });
});

test('an organization proves its domain with the local name server, and signs its people in with a company issuer', async () => {
  const own = await cloud.newOrganization({ plan: 'Team', licenses: 5 });
  const cookie = `__Host-scangate=${own.sessions['owner']}`;
  const { body: owner } = await cloud.ask<Session>('GET', '/v1/session', { headers: { cookie } });
  const headers = { cookie, 'Scangate-CSRF': owner.csrfToken, 'If-Match': '*' };
  const { body: identity } = await cloud.ask<{
    company: { issuer: string; clientId: string; clientSecret: string; domain: string };
  }>('GET', '/_local/identity');
  const { domain, ...client } = identity.company;
  const domains = '/v1/organization/domains';
  const { body: added } = await cloud.ask<{ record: { name: string; value: string } }>('POST', domains, {
    headers,
    body: { domain },
  });
  const verify = () => cloud.ask('POST', `${domains}/${domain}/verify`, { headers });
  expect((await verify()).body['code']).toBe('domain_not_verified');
  const { name, value } = added.record;
  await cloud.ask('POST', '/_local/dns', { body: { name, values: [value] } });
  expect((await verify()).body['status']).toBe('verified');
  const body = { issuer: { kind: 'oidc', ...client } };
  expect((await cloud.ask('PUT', '/v1/organization/sso', { headers, body })).status).toBe(200);
  const start = at(`/v1/session/start?email=first@${domain}`);
  const session = await choose(openTestBrowser(), start, { person: 'company-first' });
  expect(session).toMatchObject({
    person: { email: `first@${domain}` },
    organization: { organizationId: own.organizationId },
    role: 'member',
  });
});

test('a Regulated demo is created once, signs people in by group with SAML, and the demo owner owns it', async () => {
  const create = async () => (await cloud.ask('POST', '/_local/regulated-demo')).body;
  const demo = await create();
  expect(await create()).toEqual(demo);
  for (const role of ['admin', 'billing', 'member']) {
    const browser = openTestBrowser();
    const page = await browser.open(String(demo['signInUrl']));
    const { action, fields } = formOf(page, `regulated-${role}`);
    const form = { ...fields, person: `regulated-${role}` };
    const answer = formOf(await browser.open(action, { form }), 'SAMLResponse');
    await browser.open(answer.action, { form: answer.fields });
    expect(await sessionOf(browser)).toMatchObject({
      organization: { organizationId: demo['organizationId'] },
      organizations: [{ organizationId: demo['organizationId'] }],
      role,
      plan: 'Regulated',
    });
  }
  const { url, token } = demo['directory'] as { url: string; token: string };
  const users = await fetch(`${url}/Users`, { headers: { authorization: `Bearer ${token}` } });
  expect([users.status, await users.json()]).toEqual([
    200,
    expect.objectContaining({ Resources: expect.any(Array) }),
  ]);
  const owner = await choose(openTestBrowser(), at('/v1/session/start'), { person: 'demo-owner' });
  expect(owner.organizations.map((one) => one.organizationId)).toContain(demo['organizationId']);
});

test('a local JWT is exchanged by a trust rule, once, until the rule is deleted', async () => {
  const { body: identity } = await cloud.ask<{ ci: string[] }>('GET', '/_local/identity');
  const rule = {
    name: 'CI',
    provider: 'github',
    issuer: identity.ci.find((url) => url.endsWith('/github')),
    match: { repository_id: '424242' },
    repositories: 'all',
  };
  const owner = { token: tokens['owner'] ?? '' };
  const { body: made } = await cloud.ask('POST', '/v1/oidc/trust', { ...owner, body: rule });
  const claims = { aud: `scangate:${organizationId}` };
  const { body: jwt } = await cloud.ask('POST', '/_local/ci-token', { body: { provider: 'github', claims } });
  const exchange = () =>
    cloud.ask('POST', '/v1/oidc/exchange', { body: { organizationId, token: jwt['token'] } });
  const { status, body: exchanged } = await exchange();
  expect([status, exchanged['trustId']]).toEqual([201, made['trustId']]);
  expect((await exchange()).status).toBe(409);
  const list = () => cloud.ask('GET', '/v1/repositories', { token: String(exchanged['token']) });
  expect((await list()).status).toBe(200);
  expect((await cloud.ask('DELETE', `/v1/oidc/trust/${String(made['trustId'])}`, owner)).status).toBe(204);
  expect((await list()).status).toBe(401);
});
