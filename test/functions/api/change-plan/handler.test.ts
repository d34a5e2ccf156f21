import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { applySubscription } from '#app/payments/apply-subscription.ts';
import { reconcilePayments } from '#app/payments/reconcile-payments.ts';
import { Transient } from '@scangate/domain/problem';
import { call, resetWorld, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import {
  openBuyerWorld,
  openSubscriber,
  failingPayments,
  type BuyerWorld,
} from '#test/support/payments/buyer-world.ts';
import { allRecords } from '#test/support/store/all-records.ts';
import { newOrganization, noon } from '#test/support/world.ts';

const renewal = '2026-04-10T12:00:00.000Z';

let buyer: BuyerWorld;
beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.setSystemTime(noon);
  resetWorld();
});
afterEach(() => void vi.restoreAllMocks());

const on = async (plan: 'Starter' | 'Team', licenses?: number): Promise<void> => {
  buyer = await openSubscriber({ plan, interval: 'month', ...(licenses !== undefined && { licenses }) });
};
const onTeam = (licenses = 6) => on('Team', licenses);
const onStarter = () => on('Starter');
const ask = (name: string, more: CallOptions = {}) => call(name, { caller: buyer.owner, ...more });
const licenses = (count: number, more: CallOptions = {}) =>
  ask('change-licenses', { body: { licenses: count }, ...more });
const choose = (body: object, more: CallOptions = {}) => ask('change-plan', { body, ...more });
const renew = (enabled: boolean) => ask('set-auto-renew', { body: { enabled } });
const addon = (size: string, more: CallOptions = {}) => ask('start-sast-addon', { body: { size }, ...more });
const status = async () => (await ask('get-billing-status')).body;

const account = () => {
  const found = world.store.all('account').find(({ accountId }) => accountId === buyer.accountId);
  if (!found) throw new Error('no account');
  return found;
};
const tillRow = () =>
  world.store.all('paymentAccount').find(({ accountId }) => accountId === buyer.accountId);
const subscription = async () => {
  const { subscriptionId = '' } = tillRow() ?? {};
  const found = await buyer.paymentProvider.subscription(subscriptionId);
  if (!found) throw new Error('no subscription');
  return found;
};
const invoices = () => buyer.stripe.control.state()['invoice'] as { status: string; amount_paid: number }[];
const subscriptions = () => buyer.stripe.control.state()['subscription'] as { status: string }[];
const pool = (name: 'core' | 'sast') =>
  world.store.all('pool').find((one) => one.accountId === buyer.accountId && one.pool === name)?.available;
const card = (kind: 'ok' | 'declined') => {
  buyer.stripe.control.setCard({ organizationId: buyer.accountId }, kind);
};
const toRenewal = async () => {
  await buyer.to('2026-04-10T13:30:00.000Z');
  vi.setSystemTime(buyer.now());
  await applySubscription((await subscription()).subscriptionId, buyer, buyer.now());
};
const key = (name: string) => ({ headers: { 'Idempotency-Key': name } });
const noAnswer = (...calls: string[]) => {
  world.paymentProvider = failingPayments(buyer.paymentProvider, (name) =>
    calls.length === 0 || calls.includes(name) ? new Transient('no answer') : undefined,
  );
};

describe('POST /billing/plan', () => {
  test('200: at the renewal, here and at the till; what is in force stays', async () => {
    await onStarter();
    const { body } = await choose({ plan: 'Team', interval: 'year', licenses: 7 });
    expect(body).toEqual({
      plan: 'Starter',
      interval: 'month',
      licenses: null,
      autoRenew: true,
      sastAddon: null,
      pending: [
        { change: 'plan', to: 'Team', effectiveAt: renewal },
        { change: 'interval', to: 'year', effectiveAt: renewal },
        { change: 'licenses', to: 7, effectiveAt: renewal },
      ],
    });
    expect((await subscription()).schedule?.next).toMatchObject({ price: 'team_year', quantity: 7 });
    await toRenewal();
    expect(account()).toMatchObject({ plan: 'Team', interval: 'year', licenses: 7 });
  });

  test('200 while the till does not answer: it stands, and the till is told later', async () => {
    await onStarter();
    noAnswer();
    expect((await choose({ plan: 'Team', interval: 'month', licenses: 5 })).status).toBe(200);
    expect((await subscription()).schedule).toBeUndefined();
    expect(tillRow()?.dueAt).toBe(noon.toISOString());
    await reconcilePayments(buyer.accountId, buyer, noon);
    expect((await subscription()).schedule?.next).toMatchObject({ price: 'team_month', quantity: 5 });
  });

  test('DELETE /billing/plan/pending: it goes on as it is; once more is 409', async () => {
    await onStarter();
    await choose({ plan: 'Team', interval: 'month', licenses: 5 });
    expect((await ask('undo-plan-change')).body['pending']).toEqual([]);
    expect((await subscription()).schedule?.next).toBeUndefined();
    expect((await ask('undo-plan-change')).body).toMatchObject({ status: 409, code: 'conflict' });
  });

  test('by agreement it is chosen without a till', async () => {
    buyer = await openBuyerWorld();
    const agreed = await newOrganization(world.store, { plan: 'Starter' });
    world.paymentProvider = undefined;
    const { status: answered, body } = await choose(
      { plan: 'Team', interval: 'month', licenses: 5 },
      { caller: agreed.as('billing') },
    );
    expect([answered, body['pending']]).toEqual([200, expect.arrayContaining([expect.anything()])]);
  });

  test.each([
    [{ plan: 'Team', interval: 'month' }, '/licenses'],
    [{ plan: 'Starter', interval: 'month', licenses: 9 }, '/licenses'],
    [{ plan: 'Free', interval: 'month' }, '/plan'],
  ])('422 %j, and nothing is written', async (body, pointer) => {
    await onStarter();
    const before = allRecords(world.store);
    const answer = await choose(body);
    expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
    expect(allRecords(world.store)).toEqual(before);
  });

  test('409 on Free, and where auto-renew is off', async () => {
    buyer = await openBuyerWorld();
    expect((await choose({ plan: 'Starter', interval: 'month' })).status).toBe(409);
    await onStarter();
    await renew(false);
    expect((await choose({ plan: 'Starter', interval: 'year' })).status).toBe(409);
  });
});

describe('PATCH /billing/auto-renew', () => {
  test('off: the plan ends with its period, and what was pending is dropped; on: it renews', async () => {
    await onStarter();
    await choose({ plan: 'Starter', interval: 'year' });
    expect((await renew(false)).body).toMatchObject({
      autoRenew: false,
      pending: [{ change: 'plan_end', effectiveAt: renewal }],
    });
    expect(await subscription()).toMatchObject({ cancelsAtPeriodEnd: true });
    expect((await renew(true)).body).toMatchObject({ autoRenew: true, pending: [] });
    expect(await subscription()).toMatchObject({ cancelsAtPeriodEnd: false });
  });

  test('409 on Free', async () => {
    buyer = await openBuyerWorld();
    expect((await renew(false)).status).toBe(409);
  });
});

describe('POST /billing/licenses', () => {
  test('more: charged at once, then in force with their credits', async () => {
    await onTeam();
    const { status: answered, body } = await licenses(9);
    expect([answered, body['licenses'], body['pending']]).toEqual([200, 9, []]);
    expect([pool('core'), (await subscription()).quantity]).toEqual([900, 9]);
    expect(tillRow()?.licensesOrder).toBeUndefined();
    expect(invoices().filter(({ status: is }) => is === 'paid')).toHaveLength(2);
  });

  test('a card that declines: 402, nothing changed, and nothing is tried again', async () => {
    await onTeam();
    card('declined');
    const { body } = await licenses(9);
    expect(body).toMatchObject({ status: 402, code: 'card_declined', retryable: false });
    expect([account().licenses, pool('core'), (await subscription()).quantity]).toEqual([6, 600, 6]);
    expect((await status())['ordered']).toEqual([]);
    card('ok');
    await reconcilePayments(buyer.accountId, buyer, noon);
    expect([account().licenses, (await subscription()).quantity]).toEqual([6, 6]);
  });

  test('repeated with its Idempotency-Key they are charged once', async () => {
    await onTeam();
    const first = await licenses(8, key('k'));
    const again = await licenses(8, key('k'));
    expect([first.status, again.body]).toEqual([200, first.body]);
    expect(invoices()).toHaveLength(2);
    expect((await licenses(9, key('k'))).body['code']).toBe('idempotency_key_reused');
  });

  test('503 while the till does not answer: the order is shown, kept for a day, and carried out once', async () => {
    await onTeam();
    noAnswer('raiseQuantity');
    expect((await licenses(8)).status).toBe(503);
    expect((await status())['ordered']).toEqual([
      { order: 'licenses', to: 8, orderedAt: noon.toISOString() },
    ]);
    world.paymentProvider = buyer.paymentProvider;
    expect((await licenses(8)).body['licenses']).toBe(8);
    await reconcilePayments(buyer.accountId, buyer, noon);
    expect([invoices().length, pool('core')]).toEqual([2, 800]);
  });

  test('an answer that is lost on the way is no second charge', async () => {
    await onTeam();
    const { paymentProvider } = buyer;
    world.paymentProvider = {
      ...paymentProvider,
      raiseQuantity: async (...order) => {
        await paymentProvider.raiseQuantity(...order);
        throw new Transient('the answer is lost');
      },
    };
    expect((await licenses(8)).status).toBe(503);
    world.paymentProvider = paymentProvider;
    expect((await licenses(8)).body['licenses']).toBe(8);
    expect([invoices().length, pool('core')]).toEqual([2, 800]);
  });

  test('an order that nobody could carry out for a day is over', async () => {
    await onTeam();
    noAnswer('raiseQuantity');
    await licenses(8);
    await buyer.to('2026-03-11T12:00:00.000Z');
    await reconcilePayments(buyer.accountId, buyer, buyer.now());
    expect([account().licenses, (await subscription()).quantity]).toEqual([6, 6]);
    vi.setSystemTime(buyer.now());
    expect((await status())['ordered']).toEqual([]);
  });

  test('fewer: at the renewal; as many as there are: not fewer after all', async () => {
    await onTeam(8);
    expect((await licenses(5)).body).toMatchObject({
      licenses: 8,
      pending: [{ change: 'licenses', to: 5, effectiveAt: renewal }],
    });
    expect((await subscription()).schedule?.next).toMatchObject({ quantity: 5 });
    expect((await licenses(8)).body).toMatchObject({ licenses: 8, pending: [] });
    expect((await subscription()).schedule?.next).toBeUndefined();
    expect(pool('core')).toBe(800);
  });

  test('as many as there are leaves a pending change of the plan alone', async () => {
    await onTeam();
    await choose({ plan: 'Starter', interval: 'month' });
    expect((await licenses(6)).body['pending']).toMatchObject([{ change: 'plan', to: 'Starter' }]);
  });

  test('seats 10 → 6 pending → 12: twelve at once, and nothing pending', async () => {
    await onTeam(10);
    await licenses(6);
    expect((await licenses(12)).body).toMatchObject({ licenses: 12, pending: [] });
    expect(await subscription()).toMatchObject({ quantity: 12 });
    expect((await subscription()).schedule?.next).toBeUndefined();
  });

  test('422 below five, 409 on other plans, on Free, and for more by agreement', async () => {
    await onTeam();
    expect((await licenses(4)).body.errors?.[0]?.pointer).toBe('/licenses');
    await onStarter();
    expect((await licenses(12)).status).toBe(409);
    buyer = await openBuyerWorld();
    expect((await licenses(5)).status).toBe(409);
    const agreed = await newOrganization(world.store, { plan: 'Team', licenses: 6 });
    expect((await licenses(7, { caller: agreed.as('owner') })).status).toBe(409);
    expect((await licenses(5, { caller: agreed.as('owner') })).body['pending']).toHaveLength(1);
  });
});

describe('the SAST add-on', () => {
  test('201: paid, active and with its credits; once more is 409', async () => {
    await onTeam();
    const { status: answered, body } = await addon('team');
    expect([answered, body['sastAddon']]).toEqual([201, { size: 'team', endsAt: renewal }]);
    expect([pool('sast'), subscriptions().length]).toEqual([300, 2]);
    expect((await addon('team')).status).toBe(409);
    expect(subscriptions()).toHaveLength(2);
  });

  test('a card that declines, and none at all: 402, and there is no add-on', async () => {
    await onStarter();
    card('declined');
    expect((await addon('starter')).body).toMatchObject({ status: 402, code: 'card_declined' });
    expect([pool('sast'), account().sastAddon, tillRow()?.addonOrder]).toEqual([0, undefined, undefined]);
    const { paymentMethodId = '' } =
      (await buyer.paymentProvider.customer(tillRow()?.customerId ?? '')) ?? {};
    await buyer.client.paymentMethods.detach(paymentMethodId);
    expect((await addon('starter')).body).toMatchObject({ status: 402, code: 'card_declined' });
    card('ok');
    expect((await addon('starter')).status).toBe(201);
    expect(pool('sast')).toBe(50);
  });

  test('repeated with its Idempotency-Key, and twice at once, it is one', async () => {
    await onTeam();
    const first = await addon('team', key('a'));
    expect((await addon('team', key('a'))).body).toEqual(first.body);
    await onTeam();
    await Promise.all([addon('team'), addon('team'), addon('team')]);
    expect(subscriptions()).toHaveLength(2);
    expect(pool('sast')).toBe(300);
  });

  test('an answer that is lost on the way is no second add-on, whatever is wanted meanwhile', async () => {
    await onTeam();
    const { paymentProvider } = buyer;
    world.paymentProvider = {
      ...paymentProvider,
      startAddon: async (...order) => {
        await paymentProvider.startAddon(...order);
        throw new Transient('the answer is lost');
      },
    };
    expect((await addon('team')).status).toBe(503);
    expect((await status())['ordered']).toMatchObject([{ order: 'sast_addon', to: 'team' }]);
    await renew(false);
    await renew(true);
    world.paymentProvider = paymentProvider;
    expect((await addon('team')).status).toBe(201);
    expect([subscriptions().length, pool('sast')]).toEqual([2, 300]);
  });

  test('409 for a size of another plan, on Free, and by agreement', async () => {
    await onStarter();
    expect((await addon('team')).status).toBe(409);
    buyer = await openBuyerWorld();
    expect((await addon('starter')).status).toBe(409);
    const agreed = await newOrganization(world.store, { plan: 'Team' });
    expect((await addon('team', { caller: agreed.as('owner') })).status).toBe(409);
    expect(subscriptions()).toEqual([]);
  });

  test('DELETE: it ends with its period; resume: it does not', async () => {
    await onTeam();
    await addon('team');
    expect((await ask('cancel-sast-addon')).body).toMatchObject({
      sastAddon: { size: 'team', cancelsAt: renewal },
      pending: [{ change: 'sast_addon_end', effectiveAt: renewal }],
    });
    const { addonSubscriptionId = '' } = tillRow() ?? {};
    const atTill = () => buyer.paymentProvider.subscription(addonSubscriptionId);
    expect(await atTill()).toMatchObject({ cancelsAtPeriodEnd: true });
    expect((await ask('cancel-sast-addon')).status).toBe(409);
    expect((await addon('team')).body['detail']).toContain('Resume it');
    expect((await ask('resume-sast-addon')).body).toMatchObject({ pending: [] });
    expect(await atTill()).toMatchObject({ cancelsAtPeriodEnd: false });
    expect((await ask('resume-sast-addon')).status).toBe(409);
  });

  test('by agreement it is cancelled and resumed without a till', async () => {
    buyer = await openBuyerWorld();
    world.paymentProvider = undefined;
    const agreed = await newOrganization(world.store, { plan: 'Team', sastAddon: 'team' });
    const caller = agreed.as('owner');
    expect((await ask('cancel-sast-addon', { caller })).body['pending']).toHaveLength(1);
    expect((await ask('resume-sast-addon', { caller })).body['pending']).toEqual([]);
  });
});

describe('GET /billing/status of a subscription at the till', () => {
  test('what renews and what mails will come; an unpaid renewal is overdue and holds work', async () => {
    await onTeam();
    await addon('team');
    expect(await status()).toMatchObject({
      renewals: [
        { of: 'plan', at: renewal, overdue: false },
        { of: 'sast_addon', at: renewal, overdue: false },
      ],
      nextMails: [
        { kind: 'receipt', reason: 'plan_renewal', at: renewal },
        { kind: 'receipt', reason: 'sast_addon_renewal', at: renewal },
      ],
      hold: null,
    });
    card('declined');
    await toRenewal();
    const unpaid = await status();
    expect(unpaid['renewals']).toEqual(expect.arrayContaining([{ of: 'plan', at: renewal, overdue: true }]));
    expect(unpaid['hold']).toEqual({
      reason: 'payment_failed',
      since: unpaid['lastPaymentFailedAt'],
      invoices: 1,
    });
  });

  test('a plan that ends does not renew', async () => {
    await onStarter();
    await renew(false);
    expect(await status()).toMatchObject({ renewals: [], nextMails: [] });
  });

  test('auto-recharge: what was bought, since when it fails and when it is tried again', async () => {
    await onStarter();
    const settings = { enabled: true, threshold: 900, pack: 'core-100', monthlyCap: 2 };
    const headers = { 'If-Match': '*' };
    await ask('change-auto-recharge', { query: { pool: 'core' }, body: settings, headers });
    card('declined');
    const { rechargePool } = await import('#app/payments/recharge-pool.ts');
    await rechargePool({ accountId: buyer.accountId, pool: 'core' }, buyer, noon);
    expect(await status()).toMatchObject({
      autoRecharge: {
        core: {
          enabled: true,
          packs: 0,
          monthlyCap: 2,
          failures: 1,
          failingSince: noon.toISOString(),
          nextAttemptAt: '2026-03-10T12:15:00.000Z',
        },
        sast: { enabled: false },
      },
      nextMails: expect.arrayContaining([
        { kind: 'receipt', reason: 'auto_recharge_retry', at: '2026-03-10T12:15:00.000Z' },
      ]),
    });
    card('ok');
    await rechargePool(
      { accountId: buyer.accountId, pool: 'core' },
      buyer,
      new Date('2026-03-10T12:15:00.000Z'),
    );
    expect(await status()).toMatchObject({
      autoRecharge: { core: { packs: 1, failures: 0, failingSince: null, nextAttemptAt: null } },
    });
  });

  test('is one round trip', async () => {
    await onTeam();
    const calls = (['load', 'get', 'list', 'commit'] as const).map((name) => vi.spyOn(world.store, name));
    await status();
    expect(calls.map((spy) => spy.mock.calls.length)).toEqual([1, 0, 0, 0]);
  });
});
