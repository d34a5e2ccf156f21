import { failPack } from '@scangate/domain/auditor-packs/end-auditor-pack';
import { packView, packLinkView } from '@scangate/domain/auditor-packs/auditor-pack-views';
import {
  requestPack,
  requirePackScans,
  requirePeriod,
  type RequestedPack,
} from '@scangate/domain/auditor-packs/request-auditor-pack';
import { packLimits } from '@scangate/domain/auditor-packs/auditor-pack-limits';
import type { Caller } from '@scangate/domain/identity/caller';
import { Problem } from '@scangate/domain/problem';
import type { AuditorPack } from '@scangate/domain/records';
import type { AuditorPackStarter } from '#ports/evidence/auditor-pack-starter.ts';
import { commitOrThrow, type Page, type PageOptions, type Store } from '#ports/store.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { scansOfPeriod } from './period-scans.ts';

interface RequestPorts {
  store: Pick<Store<'auditorPack' | 'auditEvent' | 'repository'>, 'load' | 'list' | 'commit'>;
  auditorPacks: AuditorPackStarter;
}

const notStarted = 'The pack could not be started.';

/** @throws Problem repository_not_found for one that the organization never had. */
const requireRepositories = async (
  { repositoryIds = [] }: RequestedPack,
  organizationId: string,
  store: RequestPorts['store'],
): Promise<void> => {
  const refs = repositoryIds.map(
    (repositoryId) => ({ record: 'repository', id: { organizationId, repositoryId } }) as const,
  );
  const found = refs.length === 0 ? [] : await store.load(refs);
  if (found.includes(undefined)) throw new Problem('repository_not_found');
};

/**
 * Begins an auditor pack.
 * @throws Problem pack_period_invalid, repository_not_found or limit_reached.
 */
export const requestAuditorPack = async (
  { caller, requested }: { caller: Caller; requested: RequestedPack },
  { store, auditorPacks }: RequestPorts,
  now: Date,
) => {
  const { organizationId } = caller;
  requirePeriod(requested, now.toISOString());
  await requireRepositories(requested, organizationId, store);
  requirePackScans((await scansOfPeriod(store, organizationId, requested)).length);
  const pack = await retryOnConflict(limits.requestPack, async () => {
    const { items: latest } = await store.list(
      'auditorPacks',
      { organizationId },
      { limit: packLimits.packsPerDay, consistent: true },
    );
    const begun = requestPack(caller, { organizationId, requested, latest }, now);
    await commitOrThrow(store, begun.changes);
    return begun.pack;
  });
  try {
    await auditorPacks.start({ organizationId, packId: pack.packId });
  } catch (error) {
    await commitOrThrow(store, [failPack(pack, notStarted)]);
    throw error;
  }
  return packView(pack, now);
};

/** Loads a pack of the organization. @throws Problem auditor_pack_not_found */
export const loadPack = async (
  store: Pick<Store<'auditorPack'>, 'get'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
  packId: string,
): Promise<AuditorPack> => {
  const pack = await store.get('auditorPack', { organizationId, packId }, { consistent: true });
  if (!pack) throw new Problem('auditor_pack_not_found');
  return pack;
};

/** The packs of the organization, newest first. */
export const listAuditorPacks = async (
  { organizationId }: Pick<Caller, 'organizationId'>,
  { store, now }: { store: Pick<Store, 'list'>; now: Date },
  options: PageOptions,
): Promise<Page<ReturnType<typeof packView>>> => {
  const { items, cursor } = await store.list('auditorPacks', { organizationId }, options);
  return { items: items.map((pack) => packView(pack, now)), ...(cursor !== undefined && { cursor }) };
};

/** A pack with its links. @throws Problem auditor_pack_not_found */
export const getAuditorPack = async (
  { caller, packId }: { caller: Pick<Caller, 'organizationId'>; packId: string },
  { store, now }: { store: Pick<Store<'auditorPack'>, 'get' | 'list'>; now: Date },
) => {
  const pack = await loadPack(store, caller, packId);
  const { organizationId } = pack;
  const { items } = await store.list(
    'packLinks',
    { organizationId, packId },
    { limit: packLimits.linksPerPack, consistent: true },
  );
  return { ...packView(pack, now), links: items.map(packLinkView) };
};
