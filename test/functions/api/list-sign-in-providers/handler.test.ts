import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { fakeSignIn, type FakeSignIn } from '#test/support/identity/fake-sign-in.ts';

let fake: FakeSignIn;
beforeEach(() => {
  resetWorld();
  fake = fakeSignIn();
  world.signIn = fake;
});

test('200: the issuer of the deployment', async () => {
  const { status, body } = await call('list-sign-in-providers', {});
  expect([status, body]).toEqual([
    200,
    { items: [{ providerId: 'default', label: 'Sign in', startUrl: '/v1/session/start' }] },
  ]);
});

test('200: a link for each person whom the issuer signs in by a click', async () => {
  const { configuration } = fake;
  fake.configuration = async () => {
    const found = await configuration();
    return found && { ...found, people: [{ label: 'Demo owner', email: 'owner+1@demo.example' }] };
  };
  const { body } = await call('list-sign-in-providers', {});
  expect(body['items']).toEqual([
    { providerId: 'default', label: 'Sign in', startUrl: '/v1/session/start' },
    {
      providerId: 'default-1',
      label: 'Demo owner',
      startUrl: '/v1/session/start?email=owner%2B1%40demo.example',
    },
  ]);
});

test('200: nothing is listed if sign-in is not set up', async () => {
  world.signIn = undefined;
  expect((await call('list-sign-in-providers', {})).body).toEqual({ items: [] });
});
