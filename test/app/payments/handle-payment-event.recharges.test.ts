import { beforeEach, expect, test, vi } from 'vitest';
import { adjustPool } from '@scangate/domain/credits/adjust-pool';
import { changeAccount } from '#app/billing/change-account.ts';
import { handlePaymentEvent } from '#app/payments/handle-payment-event.ts';
import { poolOf } from '#test/support/billing/accounts.ts';
import { closeOrganization, restoreOrganization } from '#test/support/payments/closing-world.ts';
import { takeEvents } from '#test/support/payments/deliver-events.ts';
import { openOnPlan, setCard } from '#test/support/payments/payment-scenario.ts';
import { setRecharge, type PaymentWorld } from '#test/support/payments/payment-world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

/** Opens an account whose core pool waits for a card. */
const openLow = async (): Promise<PaymentWorld> => {
  const world = await openOnPlan('Starter');
  const now = world.now().toISOString();
  await setRecharge(world, 'core', { threshold: 20 });
  const amount = -poolOf(world.store, world.accountId).available;
  const adjustment = { adjustmentId: 'empty', pool: 'core' as const, amount, motif: 'test' };
  const rule = (state: Parameters<typeof adjustPool>[0]) => adjustPool(state, adjustment, now);
  await changeAccount(world.accountId, { rule, now }, world.store);
  return world;
};

/** Changes the card. @returns the recharges that its events start. */
const startedByNewCard = async (world: PaymentWorld): Promise<object[]> => {
  const started: object[] = [];
  const recharge = { start: async (pool: object) => void started.push(pool) };
  setCard(world, 'ok');
  for (const event of await takeEvents(world))
    await handlePaymentEvent(event, { ...world, recharge }, world.now());
  return started;
};

test('a new card starts the recharge that waited for it, but not while the organization is closing', async () => {
  const world = await openLow();
  const waiting = { accountId: world.accountId, pool: 'core' };
  expect(await startedByNewCard(world)).toContainEqual(waiting);
  await closeOrganization(world);
  expect(await startedByNewCard(world)).toEqual([]);
  await restoreOrganization(world);
  expect(await startedByNewCard(world)).toContainEqual(waiting);
});
