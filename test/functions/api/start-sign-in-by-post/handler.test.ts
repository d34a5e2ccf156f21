import { beforeEach, expect, test } from 'vitest';
import { generateToken, tokenHash } from '@scangate/domain/identity/tokens';
import { signInHash } from '@scangate/domain/identity/sessions/sign-in-secrets';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { withIssuer } from '#test/support/api/session-calls.ts';
import { testIds } from '#test/support/world.ts';

beforeEach(resetWorld);

const name = 'start-sign-in-by-post';
const form: CallOptions['headers'] = { 'Content-Type': 'application/x-www-form-urlencoded' };
const storedAt = async (url: string) => {
  const stateHash = signInHash(new URL(url).searchParams.get('state') ?? '');
  return world.store.get('signIn', { stateHash });
};

test('a form is answered with a redirect, JSON with the URL; the secret of an invitation is stored as a hash', async () => {
  withIssuer();
  const invitation = generateToken('invitation', testIds.bytes(60));
  const json = await call(name, { body: { invitation } });
  const sent = await call(name, { raw: new URLSearchParams({ invitation }).toString(), headers: form });
  expect([json.status, sent.status]).toEqual([200, 303]);
  for (const url of [String(json.body['url']), sent.headers['Location'] ?? '']) {
    const stored = await storedAt(url);
    expect(stored).toMatchObject({ invitationHash: tokenHash(invitation), returnTo: '/console' });
    expect(JSON.stringify(stored)).not.toContain(invitation);
  }
});

test.each(['sgi_short', 'sgp_'.padEnd(40, 'a'), ''])('410 for the invitation %j', async (invitation) => {
  withIssuer();
  const { status, body } = await call(name, { body: { invitation } });
  expect([status, body['code']]).toEqual([410, 'invitation_expired']);
});

const elsewhere: Record<string, string>[] = [
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'https://elsewhere.example' },
  { Origin: 'null' },
  { Origin: 'https://scangate.example.com.elsewhere.example' },
];

test.each(elsewhere)('403 for a page of another origin: %j', async (headers) => {
  withIssuer();
  const { status, body } = await call(name, { body: {}, headers });
  expect([status, body['code']]).toEqual([403, 'csrf_failed']);
});

test('200 for a page of this origin', async () => {
  withIssuer();
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://scangate.example.com' };
  expect((await call(name, { body: {}, headers })).status).toBe(200);
});

test.each(['//x', '/console/..//x'])('422 for returnTo %s in the body', async (returnTo) => {
  withIssuer();
  expect((await call(name, { body: { returnTo } })).status).toBe(422);
});

test('422 for a field that a form sends twice', async () => {
  withIssuer();
  expect((await call(name, { raw: 'recent=true&recent=false', headers: form })).status).toBe(422);
});
