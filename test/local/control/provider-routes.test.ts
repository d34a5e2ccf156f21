import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZodError } from 'zod';
import { providerRoutes } from '#local/control/provider-routes.ts';
import { providerEmulators } from '@scangate/emulator-providers/provider-emulators';
import { openProviders, type ProviderServer } from '@scangate/emulator-providers/open-providers';

let providers: ProviderServer;
beforeAll(async () => {
  providers = await openProviders({ clock: { now: () => 0 } });
});
afterAll(() => providers.close());

const call = async (method: string, path: string, body: unknown = {}) => {
  for (const [wanted, pattern, handle] of providerRoutes(providers.control)) {
    const found = wanted === method ? pattern.exec(path) : null;
    if (found) return handle({ body: async () => body, id: found[1] ?? '', now: new Date(0) });
  }
  throw new Error('no route');
};

test('the page shows every provider, and the state of each is available as JSON', async () => {
  expect((await call('GET', '/_local/providers')).html).toContain('#security');
  expect((await call('GET', '/_local/providers/slack')).body).toMatchObject({ messages: [] });
});

test('an action of a person changes the state', async () => {
  const input = { channel: 'C0SECURITY', archived: true };
  expect((await call('POST', '/_local/providers/slack/archive-channel', input)).body).toMatchObject({
    isArchived: true,
  });
});

const actions = providerEmulators([]).flatMap(({ name, initial, open }) => {
  const context = { now: () => 0, base: () => '' };
  return open(initial(), context).actions.map((action) => `${name}/${action.name}`);
});

test.each(actions)('%s is an available action', async (action) => {
  await expect(call('POST', `/_local/providers/${action}`, 'no object')).rejects.toThrow(ZodError);
});

test('404 for an unknown emulator or action', async () => {
  await expect(call('GET', '/_local/providers/pager')).rejects.toThrow('no such emulator');
  await expect(call('POST', '/_local/providers/slack/explode')).rejects.toThrow('no such emulator');
});
