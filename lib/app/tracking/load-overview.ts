import type { RepositoryName, Scan } from '@scangate/domain/records';
import { isActive } from '@scangate/domain/scans/active-scan';
import { activeScanView, summarizeGates } from '@scangate/domain/tracking/gates/overview';
import { liveWaivers } from '@scangate/domain/waivers/waiver-slots';
import { isExpiring } from '@scangate/domain/waivers/waiver-view';
import type { Advisories } from '#ports/advisories.ts';
import { listAll, type Store } from '#ports/store.ts';
import { loadFullNames } from '../repositories/load-full-names.ts';
import { loadSlots } from '../waivers/waiver-store.ts';

/** The number of newest scans among which active ones are listed. They are one page unless they are large. */
const newestScans = 25;
/** Gates and names are small: a page holds as many as the database reads at once. */
const pageLimit = 3000;

interface OverviewPorts {
  store: Pick<Store<'repository'>, 'load'> &
    Pick<Store<'repositoryName' | 'repositoryGate' | 'waiverSlot' | 'scan'>, 'list'>;
  advisories: Advisories;
}

type OverviewStore = OverviewPorts['store'];

const connectedIn = (names: readonly RepositoryName[]): Set<string> =>
  new Set(names.flatMap(({ repositoryId }) => (repositoryId === '' ? [] : [repositoryId])));

/** Loads the newest scans that are queued or running, with the names of their repositories. */
const loadActive = async (organizationId: string, store: OverviewStore) => {
  const active: Scan[] = [];
  let examined = 0;
  for await (const scan of listAll(store, { list: 'scans', owner: { organizationId }, limit: newestScans })) {
    if (isActive(scan)) active.push(scan);
    if (++examined === newestScans) break;
  }
  const repositoryIds = active.map(({ repositoryId }) => repositoryId);
  const names = await loadFullNames({ organizationId, repositoryIds }, store);
  return active.map((scan) => activeScanView(scan, names.get(scan.repositoryId)));
};

const countExpiring = async (organizationId: string, store: OverviewStore, now: Date): Promise<number> => {
  const at = now.toISOString();
  const slots = liveWaivers(await loadSlots(store, organizationId), at);
  return slots.filter(({ waiver }) => isExpiring(waiver, at)).length;
};

/** Loads the advisory snapshot by which scans are currently judged. */
const loadSnapshot = async (advisories: Advisories) => {
  const { snapshotId, builtAt } = await advisories.load([]);
  return builtAt === undefined ? null : { id: snapshotId, builtAt };
};

/**
 * Loads everything that needs a person's attention: failing gates of default branches, active scans, waivers that
 * end soon (docs/adr/0096-gates-of-default-branches.md).
 */
export const loadOverview = async (
  organizationId: string,
  { store, advisories }: OverviewPorts,
  now: Date,
) => {
  const owner = { organizationId };
  const [names, gates, active, waiversExpiring, snapshot] = await Promise.all([
    Array.fromAsync(listAll(store, { list: 'repositoryNames', owner, limit: pageLimit })),
    Array.fromAsync(listAll(store, { list: 'repositoryGates', owner, limit: pageLimit })),
    loadActive(organizationId, store),
    countExpiring(organizationId, store, now),
    loadSnapshot(advisories),
  ]);
  return { ...summarizeGates(gates, connectedIn(names)), active, waiversExpiring, snapshot };
};
