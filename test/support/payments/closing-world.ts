import { addMs, dayMs } from '@scangate/domain/instant';
import { write } from '../world.ts';
import type { PaymentWorld } from './payment-world.ts';

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
