import { hourMs } from '@scangate/domain/instant';
import { supportedEcosystems, type Ecosystem } from '@scangate/engines/model/component';
import type { AdvisoryMirror, MirrorReport, StoredSnapshot } from '#ports/advisory-mirror.ts';
import type { Log } from '#ports/log.ts';
import type { Store } from '#ports/store.ts';
import type { SnapshotRecords } from '#ports/watch/snapshot-records.ts';
import type { WatchStarter } from '#ports/watch/watch-workflow.ts';
import { beginWatch } from '../watch/match-advisories.ts';
import type { RunContext } from '../jobs/run-context.ts';

interface AdvisorySyncPorts {
  mirror: AdvisoryMirror;
  snapshots: SnapshotRecords;
  store: Pick<Store<'watchPosition'>, 'get' | 'commit'>;
  watch: WatchStarter;
  log: Log;
}

/** Returns when the last good dump of an ecosystem was stored; an ecosystem without one is infinitely old. */
const syncedAtMs = ({ builtAt, shards }: StoredSnapshot, ecosystem: Ecosystem): number => {
  const at = shards[ecosystem]?.syncedAt ?? (shards[ecosystem] && builtAt);
  return at === undefined ? 0 : Date.parse(at);
};

/**
 * Reports the age of the current snapshot: 0 when every dump was found current just now, else the age of the oldest
 * dump that failed, because fresh advisories of one ecosystem do not make up for stale ones of another. An alarm on it
 * warns the operator before verdicts depend on stale advisories.
 */
const reportAge = (
  { snapshot, failed }: { snapshot: StoredSnapshot; failed: readonly Ecosystem[] },
  log: Log,
  now: Date,
): void => {
  const oldest = Math.min(now.getTime(), ...failed.map((ecosystem) => syncedAtMs(snapshot, ecosystem)));
  log.metric('AdvisorySnapshotAgeHours', (now.getTime() - oldest) / hourMs, 'None');
};

/**
 * Brings the advisory snapshot up to date (docs/adr/0017-advisory-snapshots.md), and starts the watch of what it changed. Neither exploit signals nor
 * ratings that fail delay advisories, so they are logged only.
 * @throws Error when an ecosystem failed, so that the alarm rings; the others are current.
 */
export const syncAdvisorySnapshot = async (
  ports: AdvisorySyncPorts,
  { now }: Pick<RunContext, 'now'>,
): Promise<MirrorReport> => {
  const { mirror, log } = ports;
  await beginWatch(ports);
  const before = await mirror.base();
  const report = await mirror.sync(supportedEcosystems, now);
  const { switched, ecosystems, signals, ratings, licenses } = report;
  log.info('advisories synced', { switched, ecosystems, signals, ratings, licenses });
  for (const signal of signals) {
    if (signal.outcome === 'failed') log.warn('signals not synced', { ...signal });
  }
  for (const rating of ratings) {
    if (rating.outcome === 'failed') log.warn('ratings not synced', { ...rating });
  }
  // Also when nothing changed: a run that was cut or failed is continued.
  await ports.watch.start({ cause: now.toISOString(), units: [] });
  const failed = ecosystems.flatMap(({ ecosystem, outcome }) => (outcome === 'failed' ? [ecosystem] : []));
  const after = await mirror.current();
  if (after) {
    reportAge({ snapshot: after, failed }, log, now);
    // Compared with what is stored, not with the report: the run may have been interrupted before.
    const { removed } = await mirror.removeUnused(before, after, now);
    if (removed > 0) log.info('old advisories removed', { removed });
  }
  if (failed.length > 0) throw new Error(`not synced: ${failed.join(', ')}`);
  return report;
};
