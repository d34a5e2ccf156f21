import { vi, beforeEach, afterEach } from 'vitest';
import { call, resetWorld, world, type CallOptions } from '../api/call-endpoint.ts';
import { openBuyerWorld, type BuyerWorld } from './buyer-world.ts';

export let buyer: BuyerWorld;
/** Sets the buyer of the calls below. */
export const useBuyer = (opened: BuyerWorld): BuyerWorld => (buyer = opened);
/** Opens a buyer before each test of the calling file. */
export const useCheckoutCalls = (): void => {
  beforeEach(async () => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    resetWorld();
    buyer = await openBuyerWorld();
  });
  afterEach(() => void vi.restoreAllMocks());
};

export const starter = { plan: 'Starter', interval: 'month' };
export const team = { plan: 'Team', interval: 'year', licenses: 6 };
export const open = (body: object, more: CallOptions = {}) =>
  call('open-checkout', { caller: buyer.owner, body, ...more });
export const buy = (pack: string, more: CallOptions = {}) =>
  call('buy-pack', { caller: buyer.owner, body: { pack }, ...more });
export const sessions = () =>
  buyer.stripe.control.state()['checkout.session'] as { id: string; status: string }[];
export const storedPaymentAccount = () =>
  world.store.all('paymentAccount').find(({ accountId }) => accountId === buyer.accountId);
export const audited = (action: string) =>
  world.store.all('auditEvent').filter((event) => event.action === action);
export const key = (name: string) => ({ headers: { 'Idempotency-Key': name } });
