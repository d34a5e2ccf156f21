import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Transient } from '@scangate/domain/problem';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { openSubscriber, failingPayments, type BuyerWorld } from '#test/support/payments/buyer-world.ts';
import { poolOf } from '#test/support/billing/accounts.ts';
import { adjust } from '#test/support/billing/operator-actions.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { newOrganization, noon, testIds, write } from '#test/support/world.ts';

let buyer: BuyerWorld;
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.setSystemTime(noon);
  resetWorld();
  buyer = await openSubscriber({ plan: 'Starter', interval: 'month' });
});
afterEach(() => void vi.restoreAllMocks());

const forecast = async (caller = buyer.owner) => {
  const { status, body } = await call('get-forecast', { caller });
  expect(status).toBe(200);
  return body as Record<'pools' | 'licenses' | 'nextInvoice', Record<string, unknown>>;
};
const spend = (credits: number) =>
  write(world.store, [
    {
      change: 'update',
      record: 'pool',
      id: { accountId: buyer.accountId, pool: 'core' },
      add: { available: -credits, consumed: credits },
    },
  ]);

describe('GET /billing/forecast', () => {
  test('counts debits from a promotional grant, also after it has expired', async () => {
    const grant = { organizationId: buyer.accountId, pool: 'core' as const, amount: 100, motif: 'welcome' };
    const expiresAt = '2026-03-15T12:00:00.000Z';
    await adjust({ ...grant, adjustmentId: testIds.uuid(), expiresAt }, world.store, noon);
    await spend(850);
    vi.setSystemTime(new Date('2026-03-20T12:00:00.000Z'));
    expect((await forecast()).pools['core']).toMatchObject({ creditsPerDay: 85 });
  });

  test('forecasts days to the threshold, packs to the cap, licenses of the month and the next invoice', async () => {
    await call('change-auto-recharge', {
      caller: buyer.owner,
      query: { pool: 'core' },
      headers: { 'If-Match': '*' },
      body: { enabled: true, threshold: 100, monthlyCap: 4 },
    });
    await spend(210);
    vi.setSystemTime(new Date('2026-03-20T12:00:00.000Z'));
    const { pools, licenses, nextInvoice } = await forecast();
    expect(pools).toEqual({
      core: {
        threshold: 100,
        creditsPerDay: 21,
        daysToThreshold: 23,
        packsLeft: 4,
        periodEndsAt: '2026-04-10T12:00:00.000Z',
      },
      sast: expect.objectContaining({ threshold: 0, creditsPerDay: 0, daysToThreshold: 0, packsLeft: null }),
    });
    expect(licenses).toEqual({ left: 10, month: '2026-03', monthEndsAt: '2026-04-01T00:00:00.000Z' });
    expect(nextInvoice).toEqual({
      amountDue: expect.any(Number),
      currency: 'usd',
      at: '2026-04-10T12:00:00.000Z',
    });
  });

  test('has no rate on the first day of a period, and no day without consumption', async () => {
    await spend(50);
    expect((await forecast()).pools['core']).toMatchObject({ creditsPerDay: null, daysToThreshold: null });
    const idle = await newOrganization(world.store, { plan: 'Team' });
    vi.setSystemTime(new Date('2026-03-25T12:00:00.000Z'));
    expect((await forecast(idle.as('admin'))).pools['core']).toMatchObject({
      creditsPerDay: 0,
      daysToThreshold: null,
    });
  });

  test('counts one credit a day as a rate', async () => {
    await spend(10);
    const { periodStartAt } = poolOf(world.store, buyer.accountId);
    vi.setSystemTime(Date.parse(periodStartAt) + 10 * 86_400_000);
    const pool = { creditsPerDay: 1, daysToThreshold: 790 };
    expect((await forecast()).pools['core']).toMatchObject(pool);
  });

  test('has none left when more licenses and packs are used than there are now', async () => {
    const { accountId } = buyer;
    const settings = { enabled: true, threshold: 5, pack: 'core-100' as const, monthlyCap: 2, version: 1 };
    const counts = { packs: 3, failures: 0, version: 1 };
    const { periodStartAt } = poolOf(world.store, accountId);
    const recharge = { accountId, pool: 'core' as const, periodStartAt, ...counts };
    await write(world.store, [
      { change: 'insert', record: 'licenseMonth', item: { accountId, month: '2026-03', used: 12 } },
      { change: 'insert', record: 'recharge', item: recharge },
      { change: 'update', record: 'account', id: { accountId }, set: { autoRecharge: { core: settings } } },
    ]);
    expect(await forecast()).toMatchObject({ licenses: { left: 0 }, pools: { core: { packsLeft: 0 } } });
  });

  test.each([
    [
      'an idle SAST pool and a renewal that is not paid',
      '2026-08-20T00:00:00.000Z',
      '2026-09-10T12:00:00.000Z',
    ],
    ['years without any renewal', '2031-08-20T00:00:00.000Z', '2031-09-10T12:00:00.000Z'],
  ])('names no period end in the past, after %s', async (_case, at, endsAt) => {
    vi.setSystemTime(new Date(at));
    const { pools } = await forecast();
    expect([pools['core'], pools['sast']]).toMatchObject([{ periodEndsAt: endsAt }, {}]);
    expect(
      Object.values(pools).filter((pool) => (pool as { periodEndsAt: string }).periodEndsAt <= at),
    ).toEqual([]);
    const free = await newOrganization(world.store, { plan: 'Free' });
    vi.setSystemTime(Date.parse(at) + 7 * 365 * 86_400_000);
    const later = Object.values((await forecast(free.as('owner'))).pools) as { periodEndsAt: string }[];
    expect(later.filter(({ periodEndsAt }) => periodEndsAt <= new Date().toISOString())).toEqual([]);
  });

  test('ends the month of December with the year', async () => {
    vi.setSystemTime(new Date('2026-12-31T23:59:59.999Z'));
    expect((await forecast()).licenses).toMatchObject({ monthEndsAt: '2027-01-01T00:00:00.000Z' });
  });

  test('is null without a license limit and without a subscription', async () => {
    const agreed = await newOrganization(world.store, { plan: 'Regulated', credits: { core: 10 } });
    world.paymentProvider = undefined;
    expect(await forecast(agreed.as('owner'))).toMatchObject({ licenses: { left: null }, nextInvoice: null });
  });

  test.each([
    [
      'does not answer',
      () =>
        (world.paymentProvider = failingPayments(buyer.paymentProvider, () => new Transient('no answer'))),
    ],
    ['is not configured', () => (world.paymentProvider = undefined)],
    [
      'fails',
      () => (world.paymentProvider = failingPayments(buyer.paymentProvider, () => new Error('a bug'))),
    ],
  ])('an unknown next invoice does not fail the rest: Stripe %s', async (_, breakProvider) => {
    breakProvider();
    expect(await forecast()).toMatchObject({ nextInvoice: null, licenses: { left: 10 } });
  });

  test('has no next invoice for a subscription that ends', async () => {
    await call('set-auto-renew', { caller: buyer.owner, body: { enabled: false } });
    expect((await forecast()).nextInvoice).toBeNull();
  });

  test('takes one round trip and writes nothing', async () => {
    const before = allRecords(world.store);
    const calls = (['load', 'get', 'list', 'commit'] as const).map((name) => vi.spyOn(world.store, name));
    await forecast();
    expect(calls.map((spy) => spy.mock.calls.length)).toEqual([1, 0, 0, 0]);
    expect(allRecords(world.store)).toEqual(before);
  });

  test('is for owners and admins', async () => {
    for (const role of ['billing', 'member'] as const)
      expect((await call('get-forecast', { caller: buyer.as(role) })).status).toBe(403);
  });
});
