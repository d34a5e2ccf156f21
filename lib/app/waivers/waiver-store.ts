import { claimLicense, monthOf } from '@scangate/domain/licenses/claim-license';
import type { Caller } from '@scangate/domain/identity/caller';
import type { Change } from '@scangate/domain/record-changes';
import { Problem } from '@scangate/domain/problem';
import type { Scan, Waiver, WaiverSlot } from '@scangate/domain/records';
import { activeWaivers } from '@scangate/domain/waivers/waiver-slots';
import type { ActiveWaiver, WaiverScope } from '@scangate/engines/model/gate/waiver';
import { listAll, type Store } from '#ports/store.ts';
import { loadCurrentAccount } from '../billing/load-billing-status.ts';

export type WaiverRecord =
  | 'organization'
  | 'policy'
  | 'waiver'
  | 'waiverSlot'
  | 'repository'
  | 'account'
  | 'pool'
  | 'license'
  | 'licenseMonth'
  | 'idempotency'
  | 'auditEvent'
  | 'storedEvent'
  | 'trackedFinding'
  | 'findingLocation';
export type WaiverStore = Pick<Store<WaiverRecord>, 'load' | 'get' | 'list' | 'commit'>;

/** Reads all slots of an organization, which are at most a thousand small items of one range. */
export const loadSlots = (
  store: Pick<Store<'waiverSlot'>, 'list'>,
  organizationId: string,
): Promise<WaiverSlot[]> =>
  Array.fromAsync(
    listAll(store, { list: 'waiverSlots', owner: { organizationId }, limit: 1000, consistent: true }),
  );

/**
 * Loads the waivers by which a scan of a repository is judged: the approved ones that currently apply there, in one
 * range.
 */
export const loadActiveWaivers = async (
  store: Pick<Store<'waiverSlot'>, 'list'>,
  { organizationId, repositoryId }: Pick<Scan, 'organizationId' | 'repositoryId'>,
  now: Date,
): Promise<ActiveWaiver[]> =>
  activeWaivers(await loadSlots(store, organizationId), repositoryId, now.toISOString());

/** Loads a waiver of the organization. @throws Problem waiver_not_found */
export const loadWaiver = async (
  store: Pick<Store<'waiver'>, 'get'>,
  organizationId: string,
  waiverId: string,
): Promise<Waiver> => {
  const waiver = await store.get('waiver', { organizationId, waiverId }, { consistent: true });
  if (!waiver) throw new Problem('waiver_not_found');
  return waiver;
};

/** @throws Problem repository_not_found or project_unit_not_found for a scope that does not exist. */
export const requireScope = async (
  store: Pick<Store<'repository'>, 'get'>,
  organizationId: string,
  { repositoryId, projectUnitId }: WaiverScope = {},
): Promise<void> => {
  if (repositoryId === undefined) return;
  const repository = await store.get('repository', { organizationId, repositoryId }, { consistent: true });
  if (!repository || repository.disconnectedAt !== undefined) throw new Problem('repository_not_found');
  if (projectUnitId === undefined) return;
  if (!repository.units.some((unit) => unit.projectUnitId === projectUnitId))
    throw new Problem('project_unit_not_found');
};

/** Claims the license of the month for a person who waives or approves, as scanning does (docs/adr/0040-waivers.md). */
export const claimMonth = async (
  store: Pick<Store<WaiverRecord>, 'load'>,
  caller: Caller,
  now: Date,
): Promise<Change<'license' | 'licenseMonth'>[]> => {
  const { billingAccountId: accountId, personId } = caller;
  const at = now.toISOString();
  const month = monthOf(at);
  const [{ account }, [own, counted]] = await Promise.all([
    loadCurrentAccount(accountId, store, now),
    store.load(
      [
        { record: 'license', id: { accountId, month, personId } },
        { record: 'licenseMonth', id: { accountId, month } },
      ] as const,
      { consistent: true },
    ),
  ]);
  return claimLicense({ account, caller, licenses: { own, month: counted } }, at);
};
