import { reachesRecord, type RepositoryLimits } from '@scangate/domain/identity/repository-reach';
import type { TrackedFinding } from '@scangate/domain/records';
import type { ListName, Lists, Store } from '#ports/store.ts';

/**
 * The records of each list that contains items of repositories. Names of repositories are read up to the plan's
 * limit.
 */
const limitedLists = {
  repositories: 'repository',
  scans: 'scan',
  scanListings: 'scanListing',
  waivers: 'waiver',
  waiverSlots: 'waiverSlot',
  trackedFindings: 'trackedFinding',
  unitFindings: 'trackedFinding',
  repositoryGates: 'repositoryGate',
  repositoryTrends: 'repositoryTrend',
  historyScans: 'historyScan',
  indexedUnits: 'indexedUnit',
  componentUses: 'indexedComponent',
  bundles: 'bundle',
  releases: 'release',
} as const satisfies { [L in ListName]?: Lists[L]['record'] };

type LimitedList = keyof typeof limitedLists;
const isLimited = (list: ListName): list is LimitedList => Object.hasOwn(limitedLists, list);

/**
 * The store for a credential that is limited to repositories: items of other repositories do not exist for it, by id
 * or in lists. Every endpoint is covered here, because all of them read through it
 * (docs/adr/0068-credentials-and-lineage.md).
 */
export const limitedStore = (store: Store, limits: RepositoryLimits): Store => {
  const load: Store['load'] = async (refs, options) => {
    const found: readonly unknown[] = await store.load(refs, options);
    return found.map((item, index) => {
      const record = refs[index]?.record;
      return item && record && reachesRecord(limits, record, item as never) ? item : undefined;
    }) as never;
  };

  /** A location names a unit but no repository, so the findings are read. */
  const reachedLocations = async (
    items: readonly Pick<TrackedFinding, 'organizationId' | 'projectUnitId' | 'fingerprint'>[],
  ) => {
    if (items.length === 0) return [];
    const refs = items.map(
      ({ organizationId, projectUnitId, fingerprint }) =>
        ({ record: 'trackedFinding', id: { organizationId, projectUnitId, fingerprint } }) as const,
    );
    const found = await load(refs, { consistent: true });
    return items.filter((_, index) => found[index] !== undefined);
  };

  return {
    load,
    get: async (record, id, options) => {
      const found = await store.get(record, id, options);
      return found && reachesRecord(limits, record, found) ? found : undefined;
    },
    list: async (list, owner, page) => {
      const found = await store.list(list, owner, page);
      if (list === 'findingLocations')
        return { ...found, items: await reachedLocations(found.items as never) } as never;
      if (!isLimited(list)) return found;
      const record = limitedLists[list];
      return { ...found, items: found.items.filter((item) => reachesRecord(limits, record, item as never)) };
    },
    listDue: (...request) => store.listDue(...request),
    commit: (changes) => store.commit(changes),
  };
};
