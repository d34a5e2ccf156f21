import { releaseUnitKey } from '@scangate/domain/bundles/release-unit';
import { queueShards } from '@scangate/domain/due-queue';
import type { Waiver } from '@scangate/domain/records';
import { dequeueEnd } from '@scangate/domain/waivers/rejudge-queue';
import { digestOf } from '@scangate/engines/model/digest';
import { errorFields, type Log } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';
import type { WatchedUnit, WatchStarter } from '#ports/advisory-watch/watch-workflow.ts';
import { dueQueuePages } from '../jobs/due-queue-pages.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { listBundles } from './manage-bundles.ts';
import { listReleases } from './read-releases.ts';

export interface WaivedReleasePorts {
  store: Pick<Store<'waiver' | 'bundle' | 'release'>, 'load' | 'list' | 'listDue'> &
    Pick<Store<'waiver'>, 'commit'>;
  watch: WatchStarter;
  log: Log;
}

/** The input of an execution is limited to 256 KB. */
const unitsPerStart = 1000;

/** Finds the supported releases whose advisories were covered by some of these waivers at their last judgment. */
const coveredReleases = async (
  organizationId: string,
  { waiverIds, now }: { waiverIds: ReadonlySet<string>; now: string },
  { store }: WaivedReleasePorts,
): Promise<WatchedUnit[]> => {
  const units: WatchedUnit[] = [];
  for (const bundle of await listBundles({ store }, organizationId))
    for (const release of await listReleases({ store }, bundle)) {
      const { waiverIds: covering = [] } = release.advisories;
      if (release.supportUntil > now && covering.some((waiverId) => waiverIds.has(waiverId)))
        units.push(releaseUnitKey(release));
    }
  return units;
};

/**
 * Has the watch judge releases that the ended waivers of an organization covered, and then removes the waivers from
 * the queue.
 */
const startJudgments = async (
  organizationId: string,
  { waivers, now }: { waivers: readonly Waiver[]; now: string },
  ports: WaivedReleasePorts,
): Promise<number> => {
  const waiverIds = new Set(waivers.map(({ waiverId }) => waiverId));
  const units = await coveredReleases(organizationId, { waiverIds, now }, ports);
  for (let start = 0; start < units.length; start += unitsPerStart) {
    const some = units.slice(start, start + unitsPerStart);
    const cause = digestOf({ organizationId, waiverIds: [...waiverIds].toSorted(), units: some });
    await ports.watch.start({ cause, units: some });
  }
  // A waiver that was queued again meanwhile stays in the queue.
  for (const waiver of waivers) await ports.store.commit([dequeueEnd(waiver)]);
  return units.length;
};

const isDue = (waiver: Waiver | undefined, now: string): waiver is Waiver =>
  waiver?.dueAt !== undefined && waiver.dueAt <= now;

/**
 * Has the watch judge supported releases again whose advisories were covered by waivers that have expired, were
 * withdrawn or were renewed. An interrupted run is completed by the next one; equal starts are one execution.
 * @returns the numbers of waivers and of releases.
 */
export const rejudgeWaivedReleases = async (
  ports: WaivedReleasePorts,
  { now, signal }: RunContext,
): Promise<{ ended: number; releases: number }> => {
  const through = now.toISOString();
  const counts = { ended: 0, releases: 0 };
  const judge = async (organizationId: string, waivers: readonly Waiver[]): Promise<void> => {
    try {
      counts.releases += await startJudgments(organizationId, { waivers, now: through }, ports);
      counts.ended += waivers.length;
    } catch (error) {
      ports.log.error('releases could not be rejudged after their waivers ended', {
        organizationId,
        ...errorFields(error),
      });
    }
  };
  const judgeShard = async (shard: string): Promise<void> => {
    for await (const { items } of dueQueuePages(ports.store, { record: 'waiver', shard }, { through })) {
      const refs = items.map((id) => ({ record: 'waiver', id }) as const);
      const loaded = await ports.store.load(refs, { consistent: true });
      const due = loaded.filter((waiver) => isDue(waiver, through));
      for (const [organizationId, waivers] of Map.groupBy(due, (waiver) => waiver.organizationId)) {
        if (signal.aborted) return;
        await judge(organizationId, waivers);
      }
    }
  };
  await Promise.all(queueShards.map(judgeShard));
  return counts;
};
