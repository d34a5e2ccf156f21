import { beforeEach, expect, test } from 'vitest';
import { Transient } from '@scangate/domain/problem';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { failingPayments, openBuyerWorld, type BuyerWorld } from '#test/support/payments/buyer-world.ts';
import { newOrganization } from '#test/support/world.ts';

let buyer: BuyerWorld;
beforeEach(async () => {
  resetWorld();
  buyer = await openBuyerWorld();
});

const prices = (caller = buyer.owner) => call('get-prices', { caller });

test('200: every price that is sold, in the smallest units of one currency', async () => {
  const { status, body } = await prices();
  expect([status, body['currency']]).toEqual([200, 'usd']);
  expect(body['plans']).toEqual([
    { plan: 'Starter', interval: 'month', amount: 4_900, perLicense: false },
    { plan: 'Starter', interval: 'year', amount: 49_000, perLicense: false },
    { plan: 'Team', interval: 'month', amount: 2_900, perLicense: true },
    { plan: 'Team', interval: 'year', amount: 29_000, perLicense: true },
  ]);
  expect(body['packs']).toEqual([
    { pack: 'core-100', pool: 'core', credits: 100, amount: 1_500 },
    { pack: 'core-500', pool: 'core', credits: 500, amount: 6_500 },
    { pack: 'sast-25', pool: 'sast', credits: 25, amount: 2_500 },
  ]);
  expect(body['sastAddon']).toEqual([
    { size: 'starter', interval: 'month', amount: 1_900, perLicense: false },
    { size: 'team', interval: 'month', amount: 900, perLicense: true },
  ]);
});

test('200: the preview of a first plan costs what the list says', async () => {
  const { body } = await prices();
  const { amount = 0 } =
    (body['plans'] as { plan: string; interval: string; amount: number }[]).find(
      ({ plan, interval }) => plan === 'Team' && interval === 'year',
    ) ?? {};
  const change = { change: 'checkout', plan: 'Team', interval: 'year', licenses: 7 };
  const preview = await call('preview-change', { caller: buyer.owner, body: change });
  expect([preview.body['dueNow'], preview.body['currency']]).toEqual([7 * amount, body['currency']]);
});

test('200: a session of a Free organization sees them, and so do owner, admin and billing', async () => {
  for (const role of ['owner', 'admin', 'billing'] as const)
    expect((await prices(buyer.as(role, 'session'))).status).toBe(200);
});

test('403: a member, and a client organization, whose parent pays', async () => {
  expect((await prices(buyer.as('member'))).body['code']).toBe('role_required');
  const client = await newOrganization(world.store, { plan: 'Team', parent: buyer.accountId });
  expect((await prices(client.as('owner'))).body['code']).toBe('managed_by_parent');
});

test('409: nothing is sold; 503: the payment provider does not answer', async () => {
  world.paymentProvider = Object.assign(
    Object.create(buyer.paymentProvider) as typeof buyer.paymentProvider,
    {
      currentPrices: async () => [],
    },
  );
  expect((await prices()).body['code']).toBe('conflict');
  world.paymentProvider = failingPayments(buyer.paymentProvider, (name) =>
    name === 'currentPrices' ? new Transient('no answer') : undefined,
  );
  expect((await prices()).status).toBe(503);
});
