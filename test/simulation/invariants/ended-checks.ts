import type { MemoryStore } from '#adapters/memory/store.ts';
import { packState } from '@scangate/domain/auditor-packs/auditor-pack-views';
import { exportState } from '@scangate/domain/offboarding/request-export';
import type { World } from '../start/world.ts';
import type { Report } from './violation.ts';

interface Written {
  /** Its organization and its own id, which the input of its execution has. */
  ids: readonly string[];
  state: string;
}

const documentsOf = (store: MemoryStore, now: Date): Written[] => [
  ...store.all('organizationExport').map((one) => ({
    ids: [one.organizationId, one.exportId],
    state: exportState(one, now),
  })),
  ...store.all('auditorPack').map((one) => ({
    ids: [one.organizationId, one.packId],
    state: packState(one, now),
  })),
];

/**
 * Exports and auditor packs have ended once their executions have: one whose execution was lost, or whose end was lost in a
 * restore, counts as failed a day later. @param hasFaults is whether an execution may have been lost.
 */
export const checkDocuments = (
  { cloud, scheduler, restores }: World,
  { store, hasFaults }: { store: MemoryStore; hasFaults: boolean },
  report: Report,
): void => {
  const executions = [...cloud.executions.all.values()];
  const hasEnded = ({ status, endedAt = 0 }: (typeof executions)[number]): boolean =>
    status === 'SUCCEEDED' && !restores.isForgotten(endedAt);
  for (const { ids, state } of documentsOf(store, new Date(scheduler.now))) {
    if (state !== 'running') continue;
    const own = executions.filter(({ input }) => ids.every((id) => input.includes(`"${id}"`)));
    if (!hasFaults || own.some(hasEnded)) report('liveness', `${ids.join(' ')} is still written`);
  }
};
