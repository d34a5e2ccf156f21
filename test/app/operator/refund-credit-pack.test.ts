import { describe, expect, test } from 'vitest';
import { adjustCredits } from '#app/operator/adjust-credits.ts';
import { refundCreditPack } from '#app/operator/refund-credit-pack.ts';
import { reconcileSubscription } from '#app/payments/reconcile-subscription.ts';
import { addMs } from '@scangate/domain/instant';
import { requestMs } from '@scangate/domain/payments/payment-account';
import { PaymentProviderRefused } from '#ports/payment-provider.ts';
import { poolOf } from '#test/support/billing/accounts.ts';
import { codeOf } from '#test/support/billing/operator-actions.ts';
import { advanceTo, sweep } from '#test/support/payments/payment-scenario.ts';
import { atStripe, paymentViolations } from '#test/support/payments/payment-violations.ts';
import type { PaymentWorld } from '#test/support/payments/payment-world.ts';
import {
  anotherWithPack,
  cutRefundShort,
  onStarterWithPack,
  paymentOf,
  refundByHand,
  refundId,
  refundOfPack,
} from '#test/support/payments/credit-pack-refunds.ts';

const refundsAt = (world: PaymentWorld) => atStripe(world, 'refund').map(({ amount }) => amount);
const entriesOf = ({ store }: PaymentWorld) =>
  store
    .all('ledgerEntry')
    .filter(({ kind }) => kind === 'adjust')
    .map(({ amount }) => amount);
const coreOf = ({ store, accountId }: PaymentWorld) => poolOf(store, accountId);
const another = (world: PaymentWorld, change: object) =>
  refundCreditPack(
    {
      organizationId: world.accountId,
      refundId: 'f7d5f2b3-5e7e-4d65-8a39-1f2f0a0c0b22',
      payment: paymentOf(world),
      motif: 'asked again',
      ...change,
    },
    world,
    world.now(),
  );

describe('the refund of a pack', () => {
  test('removes the credits and returns the price, with an entry and an audit event', async () => {
    const world = await onStarterWithPack();
    expect(await refundOfPack(world, world)).toEqual({
      pool: 'core',
      credits: 100,
      available: 800,
      amount: 1_500,
      currency: 'usd',
    });
    expect(coreOf(world)).toMatchObject({ available: 800, included: 800, purchased: 0 });
    expect(refundsAt(world)).toEqual([1_500]);
    expect(world.store.all('ledgerEntry').at(-1)).toMatchObject({
      cause: `adjust#refund#${paymentOf(world)}`,
      kind: 'adjust',
      amount: -100,
      source: 'core-100',
      motif: 'bought by mistake',
    });
    expect(world.store.all('auditEvent').at(-1)).toMatchObject({
      action: 'credits.pack_refunded',
      actor: { kind: 'operator' },
      after: { available: 800, amount: 1_500, currency: 'usd' },
    });
    expect(await paymentViolations(world)).toEqual([]);
  });

  test('removes only unspent credits, and returns their share of the price rounded down', async () => {
    const world = await onStarterWithPack(833);
    expect(await refundOfPack(world, world)).toMatchObject({ credits: 67, available: 0, amount: 1_005 });
    expect(refundsAt(world)).toEqual([1_005]);
    expect(await paymentViolations(world)).toEqual([]);
  });

  test('never pays for credits that support granted, not even weeks later and beside another pack', async () => {
    const world = await onStarterWithPack(860);
    const adjustment = { adjustmentId: 'a1b2c3d4-0000-4000-8000-000000000001', pool: 'core' as const };
    const given = { ...adjustment, organizationId: world.accountId, amount: 500, motif: 'an apology' };
    await adjustCredits(given, world, world.now());
    await advanceTo(world, '2026-04-20');
    expect(coreOf(world)).toMatchObject({ purchased: 540, supportGranted: 500 });
    expect(await refundOfPack(world, world)).toMatchObject({ credits: 40, amount: 600 });
    expect(coreOf(world)).toMatchObject({ purchased: 500, supportGranted: 500 });
  });

  test('leaves included credits alone when all purchased ones are spent', async () => {
    const world = await onStarterWithPack(900);
    expect(await codeOf(() => refundOfPack(world, world))).toBe('conflict');
    expect([refundsAt(world), entriesOf(world)]).toEqual([[], []]);
  });

  test('repeated, even after weeks, returns the same answer; under another id or content it is refused', async () => {
    const world = await onStarterWithPack();
    const first = await refundOfPack(world, world);
    await advanceTo(world, '2026-05-20');
    expect(await refundOfPack(world, world)).toEqual(first);
    expect(await codeOf(() => another(world, {}))).toBe('conflict');
    expect(await codeOf(() => another(world, { refundId }))).toBe('idempotency_key_reused');
    expect([refundsAt(world), entriesOf(world)]).toEqual([[1_500], [-100]]);
    expect(await paymentViolations(world)).toEqual([]);
  });

  test('is a separate refund in another account, even under the same id', async () => {
    const world = await onStarterWithPack();
    const other = await anotherWithPack(world);
    for (const one of [world, other]) expect(await refundOfPack(one, one)).toMatchObject({ credits: 100 });
    expect(refundsAt(world)).toEqual([1_500, 1_500]);
  });

  test('made by two operators concurrently is made once', async () => {
    const world = await onStarterWithPack();
    const answers = await Promise.all([
      codeOf(() => refundOfPack(world, world)),
      codeOf(() => refundOfPack(world, world)),
      codeOf(() => another(world, {})),
    ]);
    const made = expect.objectContaining({ credits: 100, amount: 1_500 });
    expect(answers).toEqual([made, made, 'conflict']);
    expect([refundsAt(world), entriesOf(world)]).toEqual([[1_500], [-100]]);
    expect(await paymentViolations(world)).toEqual([]);
  });

  test.each([
    ['an unknown payment', { payment: 'pack#cs_unknown' }, 'not_found'],
    ['a grant that no invoice paid for', { payment: 'refill#2026-03-10T12:00:00.000Z' }, 'not_found'],
    ['an unknown organization', { organizationId: 'b9b0a4c8-0000-4000-8000-000000000000' }, 'not_found'],
  ])('of %s is refused', async (_what, change, code) => {
    const world = await onStarterWithPack();
    expect(await codeOf(() => another(world, change))).toBe(code);
    expect(refundsAt(world)).toEqual([]);
  });

  test('of a charge that was refunded in the dashboard or disputed is refused', async () => {
    for (const reverse of [
      refundByHand,
      async (world: PaymentWorld) => {
        const charge = atStripe(world, 'charge').at(-1);
        world.stripe.control.dispute(String(charge?.id));
      },
    ]) {
      const world = await onStarterWithPack();
      await reverse(world);
      expect(await codeOf(() => refundOfPack(world, world))).toBe('conflict');
      expect(entriesOf(world)).toEqual([]);
    }
  });
});

describe('a refund of a pack that was interrupted', () => {
  test('is finished by the reconcile job, even when its idempotency key has expired', async () => {
    const world = await onStarterWithPack();
    await cutRefundShort(world);
    expect([refundsAt(world), entriesOf(world)]).toEqual([[], [-100]]);
    await advanceTo(world, '2026-03-25');
    await sweep(world);
    await sweep(world);
    expect(refundsAt(world)).toEqual([1_500]);
    expect(await paymentViolations(world)).toEqual([]);
    expect(await refundOfPack(world, world)).toMatchObject({ credits: 100, amount: 1_500 });
    expect(refundsAt(world)).toEqual([1_500]);
  });

  test('stays due soon when another change of the account is reconciled', async () => {
    const world = await onStarterWithPack();
    await cutRefundShort(world);
    await reconcileSubscription({ accountId: world.accountId }, world, world.now());
    const { dueAt = 'never' } = world.store.all('paymentAccount')[0] ?? {};
    expect(dueAt <= addMs(world.now(), requestMs)).toBe(true);
  });

  test('gives the credits back when Stripe refuses it, and says so each time', async () => {
    const world = await onStarterWithPack();
    await cutRefundShort(world);
    await refundByHand(world);
    await sweep(world);
    expect([refundsAt(world), entriesOf(world)]).toEqual([[1_500], [-100, 100]]);
    expect(coreOf(world)).toMatchObject({ available: 900, purchased: 100 });
    expect(world.store.all('auditEvent').map(({ action }) => action)).toContain(
      'credits.pack_refund_refused',
    );
    for (let tries = 0; tries < 2; tries++)
      expect(await codeOf(() => refundOfPack(world, world))).toBe('conflict');
    expect(await paymentViolations(world)).toEqual([]);
  });

  test('stays due when Stripe refuses our API key, because that proves nothing about the refund', async () => {
    const world = await onStarterWithPack();
    const refused = new PaymentProviderRefused('key_refused', 'refused');
    const paymentProvider = { ...world.paymentProvider, refundCharge: () => Promise.reject(refused) };
    await expect(refundOfPack(world, { ...world, paymentProvider })).rejects.toThrow(refused);
    expect(entriesOf(world)).toEqual([-100]);
    await sweep(world);
    expect(refundsAt(world)).toEqual([1_500]);
  });
});
