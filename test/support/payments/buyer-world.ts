import type { Caller, Role } from '@scangate/domain/identity/roles';
import { world } from '../api/call-endpoint.ts';
import { subscribe, openPaymentWorld, type PaymentWorld } from './payment-world.ts';
import { newOrganization, noon } from '../world.ts';

/** An organization at the local Stripe, asked by the interface. */
export interface BuyerWorld extends PaymentWorld {
  as: (role: Role, kind?: Caller['tokenKind']) => Caller;
  owner: Caller;
}

/** The world of the interface with a paymentProvider: till, and an organization on Free. */
export const openBuyerWorld = async (): Promise<BuyerWorld> => {
  const opened = await openPaymentWorld(noon.toISOString());
  world.store = opened.store;
  world.paymentProvider = opened.paymentProvider;
  const { organizationId, as } = await newOrganization(opened.store, { plan: 'Free' });
  return { ...opened, accountId: organizationId, as, owner: as('owner') };
};

/** The same on a paid plan. */
export const openSubscriber = async (order: Parameters<typeof subscribe>[1]): Promise<BuyerWorld> => {
  const buyer = await openBuyerWorld();
  await subscribe(buyer, order);
  return buyer;
};

/** A till that answers nothing, or loses the answers of these calls. */
export const failingPayments = (
  till: PaymentWorld['paymentProvider'],
  failing: (call: string) => Error | undefined,
) =>
  new Proxy(till, {
    get: (target, name) => {
      const error = failing(String(name));
      return error ? () => Promise.reject(error) : (Reflect.get(target, name) as unknown);
    },
  });
