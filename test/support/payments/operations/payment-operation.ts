import { openPaymentWorld, subscribe, type PaymentWorld } from '../payment-world.ts';

/** The ports of a world, or those with faults. */
export type OperationPorts = Pick<PaymentWorld, 'store' | 'paymentProvider' | 'log'>;

/** A payment operation that is interrupted anywhere and repeated. */
export interface Operation {
  /** Opens the world before the operation. */
  before: () => Promise<PaymentWorld>;
  /** The operation that is interrupted and repeated. */
  act: (world: PaymentWorld, ports: OperationPorts) => Promise<unknown>;
  /** Live subscriptions and paid invoices in the end. */
  live: { plan: number; addon: number };
  paid: number;
  /** A request that is interrupted before it is stored may have no effect. */
  isRequest?: true;
  /** It is always sent again: without it, its world goes on otherwise. */
  isSentAgain?: true;
}

/** Opens a world ten days after its plan was bought. */
export const on = async (
  plan: 'Starter' | 'Team',
  more: (world: PaymentWorld) => unknown = () => {},
): Promise<PaymentWorld> => {
  const world = await openPaymentWorld();
  await subscribe(world, { plan, interval: 'month', ...(plan === 'Team' && { licenses: 6 }) });
  await world.to('2026-03-20T06:00:00.000Z');
  await more(world);
  await world.stripe.idle();
  return world;
};
