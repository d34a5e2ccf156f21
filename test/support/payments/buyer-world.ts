import type { Role } from '@scangate/domain/identity/roles';
import type { Caller } from '@scangate/domain/identity/caller';
import { world } from '../api/call-endpoint.ts';
import { subscribe, openPaymentWorld, type PaymentWorld } from './payment-world.ts';
import { newOrganization, noon } from '../world.ts';

/** An organization at the Stripe emulator that is used through the API. */
export interface BuyerWorld extends PaymentWorld {
  as: (role: Role, kind?: Caller['tokenKind']) => Caller;
  owner: Caller;
}

/** Opens a world of the API with a payment provider and an organization on Free. */
export const openBuyerWorld = async (): Promise<BuyerWorld> => {
  const opened = await openPaymentWorld(noon.toISOString());
  world.store = opened.store;
  world.paymentProvider = opened.paymentProvider;
  const { organizationId, as } = await newOrganization(opened.store, { plan: 'Free' });
  return { ...opened, accountId: organizationId, as, owner: as('owner') };
};

/** Opens the same world with a paid plan. */
export const openSubscriber = async (order: Parameters<typeof subscribe>[1]): Promise<BuyerWorld> => {
  const buyer = await openBuyerWorld();
  await subscribe(buyer, order);
  return buyer;
};

/** Makes these calls of the payment provider fail. */
export const failingPayments = (
  paymentProvider: PaymentWorld['paymentProvider'],
  failing: (call: string) => Error | undefined,
) =>
  new Proxy(paymentProvider, {
    get: (target, name) => {
      const error = failing(String(name));
      return error ? () => Promise.reject(error) : (Reflect.get(target, name) as unknown);
    },
  });
