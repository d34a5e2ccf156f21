import { beforeEach, expect, vi } from 'vitest';
import { changeAccount } from '#app/billing/change-account.ts';
import { rechargePool } from '#app/auto-recharge/recharge-pool.ts';
import { applySubscription } from '#app/payments/apply-subscription.ts';
import { adjustPool } from '@scangate/domain/credits/adjust-pool';
import { poolOf } from '#test/support/billing/accounts.ts';
import { isRetryable } from '#test/support/store/fault-injection.ts';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { openPaymentWorld, subscribe, type PaymentWorld } from '#test/support/payments/payment-world.ts';
import { testIds } from '#test/support/world.ts';

/** Silences the log of the recharges in the calling file. */
export const useRechargeCalls = (): void => {
  beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
};

const start = '2026-03-10T12:00:00.000Z';
export let world: PaymentWorld;
export const openWithPlan = async (): Promise<PaymentWorld> => {
  world = await openPaymentWorld(start);
  await subscribe(world, { plan: 'Starter', interval: 'month' });
  return world;
};

/** Sets the core balance by an adjustment. */
export const balance = async (credits: number): Promise<void> => {
  const at = world.now().toISOString();
  const amount = credits - poolOf(world.store, world.accountId).available;
  const adjustment = { adjustmentId: testIds.uuid(), pool: 'core' as const, amount, motif: 'test' };
  if (amount !== 0)
    await changeAccount(
      world.accountId,
      { rule: (state) => adjustPool(state, adjustment, at), now: at },
      world.store,
    );
};
export const available = () => poolOf(world.store, world.accountId).available;
/** Runs the recharge as the workflow does, and again after a transient error. */
export const recharge = async (
  ports: Pick<PaymentWorld, 'store' | 'paymentProvider' | 'log'> = world,
): Promise<string | undefined> => {
  for (let tries = 0; ; tries++) {
    try {
      return await rechargePool({ accountId: world.accountId, pool: 'core' }, ports, world.now());
    } catch (error) {
      if (!isRetryable(error) || tries === 12) throw error;
    }
  }
};
export const card = (kind: 'ok' | 'declined' | 'authentication_required') =>
  world.stripe.control.setCard({ organizationId: world.accountId }, kind);

export interface AtStripe {
  status: string;
  amount_paid: number;
  metadata: Record<string, string>;
}
/** Returns the invoices of recharges, as Stripe has them. */
export const charges = (): AtStripe[] =>
  ((world.stripe.control.state()['invoice'] ?? []) as AtStripe[]).filter(
    ({ metadata }) => metadata['attempt'],
  );
export const paid = () => charges().filter(({ status }) => status === 'paid');
const granted = () => world.store.all('ledgerEntry').filter(({ cause }) => cause.startsWith('recharge#'));
export const mails = (kind: string) => world.store.all('mail').filter((mail) => mail.kind === kind);
export const audited = (action: string) =>
  world.store.all('auditEvent').filter((event) => event.action === action);

/**
 * Applies in every case: each paid invoice is granted once, nothing else is granted, and mails agree with
 * that.
 */
export const expectConsistentBooks = (): void => {
  expect(violationsOf(moneyRecords(world.store))).toEqual([]);
  expect(granted()).toHaveLength(paid().length);
  expect(mails('recharge_succeeded')).toHaveLength(paid().length);
  expect(charges().filter(({ status }) => status !== 'paid' && status !== 'void')).toEqual([]);
};

/** Applies the renewal of the plan as its event does. */
export const applyRenewal = async (): Promise<void> => {
  const { subscriptionId = '' } = world.store.all('paymentAccount')[0] ?? {};
  await applySubscription(subscriptionId, world, world.now());
};
