import * as offboarding from '#app/offboarding/close-organization.ts';
import type { PaymentPorts } from '#app/payments/payment-ports.ts';
import { addMs, dayMs } from '@scangate/domain/instant';
import { write } from '../world.ts';
import type { PaymentWorld } from './payment-world.ts';

/** The ports of a world, or those with faults. */
type WorldPorts = Pick<PaymentPorts, 'paymentProvider' | 'log'> & Pick<PaymentWorld, 'store'>;

const idOf = ({ accountId }: PaymentWorld) => ({ organizationId: accountId });

/** Lets the organization of an account be closing from now on. */
export const closeOrganization = (world: PaymentWorld): Promise<void> => {
  const since = world.now().toISOString();
  const closing = { since, eraseAt: addMs(since, 30 * dayMs), stopped: [] };
  return write(world.store, [
    { change: 'update', record: 'organization', id: idOf(world), set: { closing } },
  ]);
};

/** Lets the organization of an account be as it was before it closed. */
export const restoreOrganization = (world: PaymentWorld): Promise<void> =>
  write(world.store, [{ change: 'update', record: 'organization', id: idOf(world), unset: ['closing'] }]);

/** Whether the organization of an account is closing. */
export const isClosing = (world: PaymentWorld): boolean =>
  world.store.all('organization').some(({ closing }) => closing !== undefined);

let requests = 0;

const requestOf = (world: PaymentWorld) => {
  const { accountId } = world;
  const person = { personId: 'owner', role: 'owner', tokenId: 'session' } as const;
  return {
    caller: { ...person, organizationId: accountId, billingAccountId: accountId } as never,
    ids: { uuid: () => `closing-${(requests += 1)}` } as never,
    now: world.now(),
  };
};

/** An owner closes the organization of an account, as the endpoint does. */
export const requestClosing = async (world: PaymentWorld, ports: WorldPorts = world): Promise<void> => {
  const [{ name = '' } = {}] = world.store.all('organization');
  await offboarding.closeOrganization({ ...requestOf(world), name }, ports);
};

/** An owner restores it, as the endpoint does. */
export const requestRestoring = (world: PaymentWorld, ports: WorldPorts = world): Promise<void> =>
  offboarding.restoreOrganization(requestOf(world), ports);
