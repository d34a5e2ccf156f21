import { applyCheckout } from '#app/payments/apply-checkout.ts';
import { refundCreditPack } from '#app/operator/refund-credit-pack.ts';
import { Transient } from '@scangate/domain/problem';
import { provisionAccount } from '../billing/accounts.ts';
import { write } from '../world.ts';
import * as ask from './buyer-requests.ts';
import { atStripe } from './payment-violations.ts';
import { openPaymentWorld, subscribe, type PaymentWorld } from './payment-world.ts';

type Ports = Pick<PaymentWorld, 'store' | 'paymentProvider' | 'log'>;

export const refundId = '6f8c1d1e-58a3-4b86-9d0b-0d0f6a1f3a11';

/** The cause of the ledger entry of the pack that was bought. */
export const paymentOf = ({ store, accountId }: PaymentWorld): string =>
  store.all('ledgerEntry').find((entry) => entry.accountId === accountId && entry.cause.startsWith('pack#'))
    ?.cause ?? '';

/** Debits the core pool as a scan does. */
const spend = async ({ store, accountId, now }: PaymentWorld, credits: number): Promise<void> => {
  const entry = { accountId, pool: 'core', at: now().toISOString(), kind: 'consume' } as const;
  await write(store, [
    {
      change: 'insert',
      record: 'ledgerEntry',
      item: { ...entry, cause: `consume#${credits}`, amount: -credits },
    },
    {
      change: 'update',
      record: 'pool',
      id: { accountId, pool: 'core' },
      add: { available: -credits, consumed: credits },
    },
  ]);
};

const buyPack = async (world: PaymentWorld, id: string): Promise<void> => {
  const { sessionId } = await ask.packCheckout({ world, id }, 'core-100');
  world.stripe.control.completeCheckout(sessionId, { card: 'ok' });
  await applyCheckout(sessionId, world, world.now());
};

/** Another account on Starter with a pack, in the same world. */
export const anotherWithPack = async (world: PaymentWorld): Promise<PaymentWorld> => {
  const accountId = await provisionAccount(world.store, world.now().toISOString());
  const other = { ...world, accountId };
  await subscribe(other, { plan: 'Starter', interval: 'month' });
  await buyPack(other, 'other-pack');
  return other;
};

/** Opens a world on Starter, where a pack of 100 core credits was bought and this many credits were spent. */
export const onStarterWithPack = async (spent = 0): Promise<PaymentWorld> => {
  const world = await openPaymentWorld();
  await subscribe(world, { plan: 'Starter', interval: 'month' });
  await world.to('2026-03-20T06:00:00.000Z');
  await buyPack(world, 'pack');
  if (spent > 0) await spend(world, spent);
  await world.stripe.idle();
  return world;
};

/** The operator's act, always under the same id. */
export const refundOfPack = (world: PaymentWorld, ports: Ports) =>
  refundCreditPack(
    { organizationId: world.accountId, refundId, payment: paymentOf(world), motif: 'bought by mistake' },
    ports,
    world.now(),
  );

/** Takes the credits of the refund; the call that returns the money does not reach Stripe. */
export const cutRefundShort = async (world: PaymentWorld): Promise<void> => {
  const paymentProvider = {
    ...world.paymentProvider,
    refundCharge: () => Promise.reject(new Transient('cut short')),
  };
  await refundOfPack(world, { ...world, paymentProvider }).catch((error: unknown) => {
    if (!(error instanceof Transient)) throw error;
  });
};

/** Refunds the whole charge of the pack in Stripe's dashboard. */
export const refundByHand = async (world: PaymentWorld): Promise<void> => {
  const charge = atStripe(world, 'charge').at(-1);
  await world.client.refunds.create({ charge: String(charge?.id) });
};
