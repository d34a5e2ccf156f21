import { reconcilePayments } from '#app/payments/reconcile-payments.ts';
import type { Account } from '@scangate/domain/records';
import type { CardKind } from '@scangate/emulator-stripe/customers/test-cards';
import { deliverAllEvents } from './deliver-events.ts';
import { atStripe, liveSubscriptions, subscriptionOf } from './payment-violations.ts';
import { openPaymentWorld, subscribe, type PaymentWorld } from './payment-world.ts';

/** Buys a plan on 10 March at noon and handles its events. */
export const openOnPlan = async (
  plan: 'Starter' | 'Team',
  terms: { interval?: 'month' | 'year'; licenses?: number } = {},
): Promise<PaymentWorld> => {
  const world = await openPaymentWorld('2026-03-10T11:00:00.000Z');
  await world.to('2026-03-10T12:00:00.000Z');
  const { interval = 'month', licenses = 6 } = terms;
  await subscribe(world, { plan, interval, ...(plan === 'Team' && { licenses }) });
  await deliverAllEvents(world);
  return world;
};

/** Moves the clock and handles every event of that time. */
export const advanceTo = async (world: PaymentWorld, instant: string): Promise<void> => {
  await world.to(instant.length > 10 ? instant : `${instant}T14:00:00.000Z`);
  await deliverAllEvents(world);
};

export const setCard = (world: PaymentWorld, kind: CardKind): void =>
  void world.stripe.control.setCard({ organizationId: world.accountId }, kind);

/** Runs the reconcile job for the account. */
export const sweep = async (world: PaymentWorld): Promise<void> => {
  await reconcilePayments(world.accountId, world, world.now());
  await world.stripe.idle();
};

export const accountOf = ({ store }: PaymentWorld): Account => {
  const [account] = store.all('account');
  if (!account) throw new Error('there is no account');
  return account;
};

export const mailsOf = ({ store }: PaymentWorld, kind: string) =>
  store.all('mail').filter((mail) => mail.kind === kind);

/** Returns the open invoices of the plan or of the add-on. */
export const openInvoices = (world: PaymentWorld, of: 'plan' | 'addon'): string[] => {
  const ids = new Set<string | undefined>(liveSubscriptions(world, of).map(({ id }) => id));
  return atStripe(world, 'invoice')
    .filter((invoice) => invoice.status === 'open' && ids.has(subscriptionOf(invoice)))
    .map(({ id }) => String(id));
};
