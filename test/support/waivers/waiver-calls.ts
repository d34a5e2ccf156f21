import type { Caller } from '@scangate/domain/identity/caller';
import { activeWaivers } from '@scangate/domain/waivers/waiver-slots';
import { call, world, type CallOptions } from '../api/call-endpoint.ts';
import { noon, testIds } from '../world.ts';

/** An instant so many days after noon. */
export const inDays = (days: number): string => new Date(noon.getTime() + days * 86_400_000).toISOString();

export const waiverBody = (more: object = {}) => ({
  match: { rule: 'private-key' },
  reason: 'a sample of the documentation',
  expiresAt: inDays(30),
  ...more,
});

export const create = (caller: Caller, more: object = {}, options: CallOptions = {}) =>
  call('create-waiver', { caller, body: waiverBody(more), ...options });

export const decide = (
  name: 'approve-waiver' | 'reject-waiver' | 'withdraw-waiver',
  caller: Caller,
  waiverId: unknown,
) => call(name, { caller, params: { waiverId: String(waiverId) } });

export const renew = (caller: Caller, waiverId: unknown, body: object, options: CallOptions = {}) =>
  call('renew-waiver', { caller, params: { waiverId: String(waiverId) }, body, ...options });

/** Another person of the same role. */
export const another = (caller: Caller): Caller => ({ ...caller, personId: testIds.uuid() });

/** The ids of the waivers that a scan of the repository is judged with. */
export const activeIds = async (organizationId: string, at = noon, repositoryId = 'any') => {
  const { items } = await world.store.list('waiverSlots', { organizationId }, { limit: 1000 });
  return activeWaivers(items, repositoryId, at.toISOString()).map(({ waiverId }) => waiverId);
};

/** Changes the gate as an owner does. */
export const changeGate = async (caller: Caller, body: object) => {
  const { headers } = await call('get-gate', { caller });
  return call('change-gate', { caller, body, headers: { 'If-Match': String(headers['ETag']) } });
};
