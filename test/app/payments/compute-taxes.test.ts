import { beforeEach, describe, expect, test } from 'vitest';
import { reconcileDueAccounts } from '#app/payments/reconcile-due-accounts.ts';
import { rechargePool } from '#app/auto-recharge/recharge-pool.ts';
import { PaymentProviderRefused } from '#ports/payment-provider.ts';
import { details, setDetails } from '#test/support/payments/billing-details.ts';
import { choosePlan } from '#test/support/payments/buyer-requests.ts';
import { atStripe } from '#test/support/payments/payment-violations.ts';
import {
  openPaymentWorld,
  setRecharge,
  subscribe,
  withTaxes,
  type PaymentWorld,
} from '#test/support/payments/payment-world.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';

let world: PaymentWorld;

beforeEach(async () => {
  world = await openPaymentWorld();
  await subscribe(world, { plan: 'Starter', interval: 'month' });
  await reconcile(world);
});

const reconcile = (one: PaymentWorld) => reconcileDueAccounts(one, taskContextAt(one.now()));
const taxed = (kind: 'subscription' | 'invoice') =>
  atStripe(world, kind).map(({ automatic_tax }) => automatic_tax.enabled);

describe('a subscription from before the setting', () => {
  test('is taxed by the run on the day before its renewal, whose invoice shows it', async () => {
    await setDetails(world, world, details);
    const withSetting = withTaxes(world);
    await world.to('2026-04-09T12:00:00.000Z');
    await reconcile(withSetting);
    expect(taxed('subscription')).toEqual([true]);
    await world.to('2026-04-10T14:00:00.000Z');
    expect(taxed('invoice')).toEqual([false, true]);
  });

  test('keeps its scheduled plan, whose phases are taxed as well', async () => {
    await setDetails(world, world, details);
    await choosePlan({ world, id: 'team' }, { plan: 'Team', interval: 'year', licenses: 5 });
    await world.to('2026-04-09T12:00:00.000Z');
    await reconcile(withTaxes(world));
    const [schedule] = atStripe(world, 'subscription_schedule');
    expect(schedule?.phases.map((phase) => phase.automatic_tax?.enabled)).toEqual([true, true]);
    await world.to('2026-04-10T14:00:00.000Z');
    expect(taxed('subscription')).toEqual([true]);
    expect(atStripe(world, 'subscription')[0]?.items.data[0]?.quantity).toBe(5);
  });

  test('without an address continues untaxed, and is taxed by the run after the address was set', async () => {
    const withSetting = withTaxes(world);
    await world.to('2026-04-09T12:00:00.000Z');
    await reconcile(withSetting);
    expect(taxed('subscription')).toEqual([false]);
    await setDetails(world, world, details);
    await world.to('2026-04-10T14:00:00.000Z');
    await reconcile(withSetting);
    expect(taxed('subscription')).toEqual([true]);
  });

  test('keeps its taxes when the setting is turned off', async () => {
    await setDetails(world, world, details);
    await world.to('2026-04-09T12:00:00.000Z');
    await reconcile(withTaxes(world));
    await world.to('2026-04-10T14:00:00.000Z');
    await reconcile(world);
    expect(taxed('subscription')).toEqual([true]);
  });
});

test('a recharge that cannot be taxed without an address is a declined attempt, and its draft is deleted', async () => {
  world.stripe.control.setCard({ organizationId: world.accountId }, 'ok');
  await setRecharge(world, 'core', { threshold: 900 });
  const pool = { accountId: world.accountId, pool: 'core' as const };
  expect(await rechargePool(pool, withTaxes(world), world.now())).toBe('2026-03-10T12:15:00.000Z');
  expect(world.store.all('recharge')[0]).toMatchObject({ failures: 1 });
  expect(atStripe(world, 'invoice')).toHaveLength(1);
});

test('a refusal for a missing address says where to set it', () => {
  const { problem } = new PaymentProviderRefused('customer_tax_location_invalid', 'Stripe refuses');
  expect(problem.code).toBe('conflict');
  expect(JSON.stringify(problem)).toContain('PUT /billing/details');
});
