import { vi, beforeEach, afterEach } from 'vitest';
import { applySubscription } from '#app/payments/apply-subscription.ts';
import { Transient } from '@scangate/domain/problem';
import { call, resetWorld, world, type CallOptions } from '../api/call-endpoint.ts';
import { openSubscriber, failingPayments, type BuyerWorld } from './buyer-world.ts';
import { noon } from '../world.ts';

export const renewal = '2026-04-10T12:00:00.000Z';

export let buyer: BuyerWorld;
/** Sets the buyer of the calls below. */
export const useBuyer = (opened: BuyerWorld): BuyerWorld => (buyer = opened);
/** Empties the world at noon before each test of the calling file. */
export const useSubscriberCalls = (): void => {
  beforeEach(() => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    vi.setSystemTime(noon);
    resetWorld();
  });
  afterEach(() => void vi.restoreAllMocks());
};

/** Opens a buyer on a paid plan. */
const on = async (plan: 'Starter' | 'Team', licenses?: number): Promise<void> => {
  buyer = await openSubscriber({ plan, interval: 'month', ...(licenses !== undefined && { licenses }) });
};
export const onTeam = (licenses = 6) => on('Team', licenses);
export const onStarter = () => on('Starter');
export const ask = (name: string, more: CallOptions = {}) => call(name, { caller: buyer.owner, ...more });
export const licenses = (count: number, more: CallOptions = {}) =>
  ask('change-licenses', { body: { licenses: count }, ...more });
export const choose = (body: object, more: CallOptions = {}) => ask('change-plan', { body, ...more });
export const renew = (enabled: boolean) => ask('set-auto-renew', { body: { enabled } });
export const addon = (size: string, more: CallOptions = {}) =>
  ask('start-sast-addon', { body: { size }, ...more });
export const status = async () => (await ask('get-billing-status')).body;

export const account = () => {
  const found = world.store.all('account').find(({ accountId }) => accountId === buyer.accountId);
  if (!found) throw new Error('no account');
  return found;
};
export const storedPaymentAccount = () =>
  world.store.all('paymentAccount').find(({ accountId }) => accountId === buyer.accountId);
export const subscription = async () => {
  const { subscriptionId = '' } = storedPaymentAccount() ?? {};
  const found = await buyer.paymentProvider.subscription(subscriptionId);
  if (!found) throw new Error('no subscription');
  return found;
};
export const invoices = () =>
  buyer.stripe.control.state()['invoice'] as { status: string; amount_paid: number }[];
export const subscriptions = () => buyer.stripe.control.state()['subscription'] as { status: string }[];
export const pool = (name: 'core' | 'sast') =>
  world.store.all('pool').find((one) => one.accountId === buyer.accountId && one.pool === name)?.available;
export const card = (kind: 'ok' | 'declined') => {
  buyer.stripe.control.setCard({ organizationId: buyer.accountId }, kind);
};
export const toRenewal = async () => {
  await buyer.to('2026-04-10T13:30:00.000Z');
  vi.setSystemTime(buyer.now());
  await applySubscription((await subscription()).subscriptionId, buyer, buyer.now());
};
export const key = (name: string) => ({ headers: { 'Idempotency-Key': name } });
export const noAnswer = (...calls: string[]) => {
  world.paymentProvider = failingPayments(buyer.paymentProvider, (name) =>
    calls.length === 0 || calls.includes(name) ? new Transient('no answer') : undefined,
  );
};
